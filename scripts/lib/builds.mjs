/**
 * The compilations of the WebAssembly module that the package carries. To add one, add it here and to the type `Build` in
 * web/library/src/builds.ts; the compiler then names the lists there, in wasm-urls.ts and in inline.ts that lack it, and
 * the declarations in web/library/src/wasm/.
 * rustflags: what the compiler gets beside its defaults, e.g. "-C target-feature=+simd128".
 */
export const builds = [{ name: "baseline", rustflags: "" }];
