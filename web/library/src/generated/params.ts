// Written by `cargo run -p xtask` from crates/rsa/src/params/parameter.rs.

export const paramFacts = {
  modulusLength: {
    letter: "n",
    label: "modulus",
    unit: "bits",
    about: "Length of the modulus N",
  },
  primes: {
    letter: "r",
    label: "primes",
    about: "Number of prime factors of N, counting repeated ones",
  },
  multiplicity: {
    letter: "s",
    label: "times q",
    about: "How often q divides N = p^(r−s)·q^s",
  },
  crtExponentLength: {
    letter: "w",
    label: "CRT exponents",
    unit: "bits",
    about: "Length of each private exponent modulo p − 1",
  },
  batchSize: {
    letter: "b",
    label: "batch",
    about: "Number of ciphertexts that one private operation decrypts",
  },
  primeLength: {
    letter: "|p|",
    label: "short prime",
    unit: "bits",
    about: "Length of the short prime",
  },
  publicExponent: {
    letter: "e",
    label: "public exponent",
    about: "The public exponent",
  },
} as const;
