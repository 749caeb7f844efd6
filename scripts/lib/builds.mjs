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
  { name: "simd", rustflags: "-C target-feature=+simd128", base: "relaxed-simd" },
  { name: "baseline", rustflags: "", base: "relaxed-simd" },
];

/** @param {string} name */
const oneBuild = (name) => [{ name, rustflags: "" }];

/** A build with SIMD beside the one that runs everywhere, which alone the package's JavaScript contains. @param {string} name */
const twoBuilds = (name) => [
  { name: `${name}-relaxed-simd`, rustflags: relaxedSimd, isEmbedded: false },
  ...oneBuild(name),
];

/** No engine but `scalar`, and SHA-2 as loops. */
const smallest = '--cfg without_num_bigint --cfg sha2_backend_soft="compact"';

/**
 * The WebAssembly modules of the package: features of crates/wasm, each with the files in its src of that name. The file of a build is
 * rsa-variants-<name>.wasm; those of a module with two builds have one name in Rust, and its load.ts chooses the file.
 * crates: what it is compiled from, beside crates/wasm; parts: the names of its files in src, if they are not the feature's; file: the
 * name of the generated files; bindings: the name of its JavaScript in the package; small: crates that are compiled for size, in addition
 * to those in Cargo.toml; isSmall: whether all are; isEmbedded: false if the package's JavaScript contains another build instead; base:
 * the build or module, packaged before, from which that JavaScript has the difference.
 */
export const modules = [
  // Keys and operations, with the warnings of verdicts on parameters.
  { feature: "rsa", crates: ["cryptanalysis"], file: "rsa_variants", bindings: "bindings", builds },
  // PEM, DER, OpenSSH's formats and their encryption, for any build of the main one.
  { feature: "formats" },
  // Opens PKCS #12 and PuTTY's files, in which the one above finds the keys.
  { feature: "containers", builds: oneBuild("containers").map((build) => ({ ...build, base: "formats" })) },
  // A model that counts operations: its speed does not matter, so one build is enough.
  { feature: "xrsa", crates: ["xrsa"] },
  { feature: "blind", builds: twoBuilds("blind") },
  // Few operations, so size matters more than speed.
  { feature: "public", parts: ["rsa", "blind"], builds: [{ name: "public", rustflags: smallest, isSmall: true }] },
  {
    // Verdicts on parameters and keys. The attacks, which are most of its crate, take up to twice as long at "z"; verdicts need few of
    // its loops.
    feature: "security",
    crates: ["cryptanalysis"],
    builds: oneBuild("security").map((build) => ({ ...build, small: ["num-bigint", "rsa-cryptanalysis"] })),
  },
  // Loaded by the first call that runs an attack.
  { feature: "attacks", crates: ["cryptanalysis"], builds: twoBuilds("attacks") },
].map(completed);

/**
 * The module of the npm package modular-powers, with the builds of the main module. The file of a build is
 * modular-powers-<name>.wasm.
 */
export const powersModule = completed({
  feature: "powers",
  file: "modular_powers",
  builds: builds.map((build) => ({ ...build, small: ["num-bigint"] })),
});

/**
 * @typedef {{ name: string, rustflags: string, small?: string[], isSmall?: boolean, isEmbedded?: boolean, base?: string }} Build
 * @typedef {{ feature: string, crates?: string[], parts?: string[], file?: string, bindings?: string, builds?: Build[] }} Module
 */

/**
 * Adds what follows from a module's name, and the files and folders that it is compiled from.
 * @param {Module} module
 */
function completed({ feature, crates = [], parts = [feature], ...rest }) {
  const folders = ["modular-powers", "rsa", "wiping-allocator", ...crates].map((name) => `crates/${name}`);
  const own = ["Cargo.toml", "src/lib.rs", "src/support.rs", "src/support", ...parts.map((name) => `src/${name}.rs`)];
  return {
    feature,
    file: `rsa_variants_${feature}`,
    bindings: `${feature}-bindings`,
    builds: /** @type {Build[]} */ (oneBuild(feature)),
    ...rest,
    sources: [
      ...folders.flatMap((folder) => [`${folder}/Cargo.toml`, `${folder}/src`]),
      ...own.map((name) => `crates/wasm/${name}`),
      "Cargo.toml",
      "Cargo.lock",
    ],
    optionalSources: [
      ...parts.map((name) => `crates/wasm/src/${name}`),
      ...folders.map((folder) => `${folder}/build.rs`),
    ],
  };
}
