import type { Build } from "./builds.js";

// Each address is spelt out so that bundlers find the file and put it beside their output. Workers get the compiled
// module instead and do not import this, so that no bundler emits the files a second time for them.
const urls: Readonly<Record<Build, () => URL>> = {
  "relaxed-simd": () => new URL("./wasm/rsa-variants-relaxed-simd.wasm", import.meta.url),
  baseline: () => new URL("./wasm/rsa-variants-baseline.wasm", import.meta.url),
};

/** Where the WebAssembly file of the key formats lies beside this package. */
export function formatsUrl(): URL {
  return new URL("./wasm/rsa-variants-formats.wasm", import.meta.url);
}

/** Where the WebAssembly file of a build lies beside this package. */
export function wasmUrl(build: Build): URL {
  return urls[build]();
}
