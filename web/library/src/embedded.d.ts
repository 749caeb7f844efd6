// What the build writes for each WebAssembly module and for the worker (scripts/lib/build-library.mjs).

declare module "#embedded/*" {
  /** The packed module, or the module itself where a host compiles it; for workers, the script, if the host has any. */
  const embedded: import("./unpack.js").Packed | import("./platform/types.js").WasmModule;
  export default embedded;
}

declare module "*.inline.js" {
  const packed: import("./unpack.js").Packed;
  export default packed;
}
