/**
 * The compilations of the WebAssembly module that the package carries. To add one, add it here, in
 * web/library/src/builds.ts and in web/library/src/wasm-urls.ts.
 * rustflags: what the compiler gets beside its defaults, e.g. "-C target-feature=+simd128".
 */
export const builds = [{ name: "baseline", rustflags: "" }];
