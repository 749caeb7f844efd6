// @ts-check
/**
 * The compilations of the package's main WebAssembly module, fastest first. To add one, add it here and to the
 * list of the same order in web/library/src/builds.ts; the compiler then names what lacks it there, in load.ts and in
 * inline.ts. Its name comes from crates/wasm/src/lib.rs.
 * rustflags: what the compiler gets beside its defaults; wasm-opt reads from the module which features it may use.
 */
export const builds = [
  { name: "relaxed-simd", rustflags: "-C target-feature=+simd128,+relaxed-simd" },
  { name: "baseline", rustflags: "" },
];

/**
 * The WebAssembly modules of the package. Each has its bindings in a crate of its own, and one set of them serves all its
 * builds; the file of a build is rsa-variants-<name>.wasm.
 * sources: the folders that it is compiled from; file: the name of what is generated; bindings: what its JavaScript is
 * called in the package; inline: whether the inline entry carries it. profile: of Cargo.toml, where it is not release.
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
    inline: true,
    builds,
  },
  {
    // PEM, DER, OpenSSH's formats and their encryption, for any build of the main one. Its name is in crates/formats-wasm/src/lib.rs.
    crate: "crates/formats-wasm",
    sources: ["crates/modular-powers", "crates/rsa", "crates/wasm-support", "crates/formats-wasm"],
    file: "rsa_variants_formats",
    bindings: "formats-bindings",
    inline: true,
    builds: [{ name: "formats", rustflags: "" }],
  },
  {
    // A model that counts: its speed is not what it is for, so that one build does. Its name is in crates/xrsa-wasm/src/lib.rs.
    crate: "crates/xrsa-wasm",
    sources: ["crates/modular-powers", "crates/rsa", "crates/wasm-support", "crates/xrsa", "crates/xrsa-wasm"],
    file: "rsa_variants_xrsa",
    bindings: "xrsa-bindings",
    inline: false,
    builds: [{ name: "xrsa", rustflags: "" }],
  },
  {
    // Verdicts on parameters and keys. Its name is in crates/cryptanalysis-wasm/src/lib.rs.
    crate: "crates/cryptanalysis-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wasm-support",
      "crates/cryptanalysis",
      "crates/cryptanalysis-wasm",
    ],
    file: "rsa_variants_security",
    bindings: "security-bindings",
    inline: false,
    builds: [{ name: "security", rustflags: "", profile: "small" }],
  },
  {
    // Attacks on numbers that are public, for the first call that runs one. Its name is in crates/attacks-wasm/src/lib.rs.
    crate: "crates/attacks-wasm",
    sources: [
      "crates/modular-powers",
      "crates/rsa",
      "crates/wasm-support",
      "crates/cryptanalysis",
      "crates/attacks-wasm",
    ],
    file: "rsa_variants_attacks",
    bindings: "attacks-bindings",
    inline: false,
    builds: [{ name: "attacks", rustflags: "" }],
  },
];
