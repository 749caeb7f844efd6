// @ts-check
const relaxedSimd = "-C target-feature=+simd128,+relaxed-simd";

/**
 * The builds of the package's main WebAssembly module, fastest first. To add one, add it here and, in the same order, in
 * web/library/src/builds.ts; the TypeScript compiler then reports what is missing there, in load.ts and in inline.ts. Its name
 * comes from crates/wasm/src/lib.rs.
 * rustflags: additional flags of the compiler.
 */
export const builds = [
  { name: "relaxed-simd", rustflags: relaxedSimd },
  { name: "simd", rustflags: "-C target-feature=+simd128" },
  { name: "baseline", rustflags: "" },
];

/**
 * The WebAssembly modules of the package. The bindings of each are in a separate crate and serve all its builds; the file of a
 * build is rsa-variants-<name>.wasm.
 * sources: the folders that it is compiled from; file: the name of the generated files; bindings: the name of its JavaScript in
 * the package; small: crates that are compiled for size, in addition to those in Cargo.toml; isEmbedded: false if the package's
 * JavaScript contains another build instead.
 */
export const modules = [
  {
    crate: "crates/wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/cryptanalysis",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/wasm",
    ],
    file: "rsa_variants",
    bindings: "bindings",
    builds,
  },
  {
    // PEM, DER, OpenSSH's formats and their encryption, for any build of the main one. Its name is in crates/formats-wasm/src/lib.rs.
    crate: "crates/formats-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/formats-wasm",
    ],
    file: "rsa_variants_formats",
    bindings: "formats-bindings",
    builds: [{ name: "formats", rustflags: "" }],
  },
  {
    // Opens PKCS #12 and PuTTY's files, in which the one above finds the keys. Its name is in crates/containers-wasm/src/lib.rs.
    crate: "crates/containers-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/containers-wasm",
    ],
    file: "rsa_variants_containers",
    bindings: "containers-bindings",
    builds: [{ name: "containers", rustflags: "" }],
  },
  {
    // A model that counts operations: its speed does not matter, so one build is enough. Its name is in crates/xrsa-wasm/src/lib.rs.
    crate: "crates/xrsa-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/xrsa",
      "crates/xrsa-wasm",
    ],
    file: "rsa_variants_xrsa",
    bindings: "xrsa-bindings",
    builds: [{ name: "xrsa", rustflags: "" }],
  },
  {
    // Blind signatures. Both builds have the same name, which is in crates/blind-wasm/src/lib.rs; web/library/src/blind/load.ts chooses
    // the file.
    crate: "crates/blind-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/blind-wasm",
    ],
    file: "rsa_variants_blind",
    bindings: "blind-bindings",
    builds: [
      { name: "blind-relaxed-simd", rustflags: relaxedSimd, isEmbedded: false },
      { name: "blind", rustflags: "" },
    ],
  },
  {
    // Verdicts on parameters and keys. Its name is in crates/cryptanalysis-wasm/src/lib.rs.
    crate: "crates/cryptanalysis-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/cryptanalysis",
      "crates/cryptanalysis-wasm",
    ],
    file: "rsa_variants_security",
    bindings: "security-bindings",
    // The attacks, which are most of this crate, take up to twice as long at "z". Verdicts need few of its loops.
    builds: [{ name: "security", rustflags: "", small: ["num-bigint", "rsa-cryptanalysis", "cryptanalysis-wasm"] }],
  },
  {
    // Attacks on public numbers, loaded by the first call that runs one. Both builds have the same name, which is in
    // crates/attacks-wasm/src/lib.rs; web/library/src/security/load.ts chooses the file.
    crate: "crates/attacks-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wiping-allocator",
      "crates/wasm-support",
      "crates/cryptanalysis",
      "crates/attacks-wasm",
    ],
    file: "rsa_variants_attacks",
    bindings: "attacks-bindings",
    builds: [
      { name: "attacks-relaxed-simd", rustflags: relaxedSimd, isEmbedded: false },
      { name: "attacks", rustflags: "" },
    ],
  },
];

/**
 * The module of the npm package modular-powers, with the builds of the main module. The file of a build is
 * modular-powers-<name>.wasm. Its name comes from crates/powers-wasm/src/lib.rs.
 */
export const powersModule = {
  crate: "crates/powers-wasm",
  sources: [
    "crates/modular-powers",
    "crates/rsa", // wasm-support depends on it
    "crates/wiping-allocator",
    "crates/wasm-support",
    "crates/powers-wasm",
  ],
  file: "modular_powers",
  bindings: "powers-bindings",
  builds: builds.map((build) => ({ ...build, small: ["num-bigint", "powers-wasm"] })),
};
