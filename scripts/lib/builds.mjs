/**
 * The compilations of the WebAssembly module that the package carries, fastest first. To add one, add it here and to the
 * list of the same order in web/library/src/builds.ts; the compiler then names what lacks it there, in wasm-urls.ts and in
 * inline.ts. Its name comes from crates/wasm/src/lib.rs.
 * rustflags: what the compiler gets beside its defaults; wasm-opt reads from the module which features it may use.
 */
export const builds = [
  { name: "relaxed-simd", rustflags: "-C target-feature=+simd128,+relaxed-simd" },
  { name: "baseline", rustflags: "" },
];
