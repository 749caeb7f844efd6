/** The places where times are measured. */
export const timingPlaces = {
  native: "the crate, compiled for this processor",
  portable: "the crate, compiled for every processor of the platform",
  node: "the package in Node, WebAssembly, with `lanes` (installs a newer Node if this one lacks relaxed SIMD)",
};

/** What is measured. */
export const timingParts = {
  raw: "the private operation without guards, on special and on random ciphertexts",
  guarded: "the private operation with blinding and fault check",
  exponent: "exponentiation with secret exponents of few and of many ones, also with a table of the base",
  oaep: "OAEP decryption that fails for different reasons",
  pkcs1v15: "PKCS #1 v1.5 decryption of good and bad paddings",
};
