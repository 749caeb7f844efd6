// What the build writes for each WebAssembly module and for the worker (scripts/lib/build-library.mjs).

declare module "#embedded/*" {
  /** The gzipped module in base64, or the module itself where a host compiles it; for workers, the script, if the host has any. */
  const embedded: string | import("./platform/types.js").WasmModule;
  export default embedded;
}

declare module "*.inline.js" {
  const text: string;
  export default text;
}
