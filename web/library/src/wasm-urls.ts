import type { Build } from "./builds.js";

// Each address is spelt out so that bundlers find the file and put it beside their output. Workers get the compiled
// module instead and do not import this, so that no bundler emits the file a second time for them.
const urls: Readonly<Record<Build, () => URL>> = {
  baseline: () => new URL("./wasm/baseline/rsa_variants_bg.wasm", import.meta.url),
};

/** Where the WebAssembly file of a build lies beside this package. */
export function wasmUrl(build: Build): URL {
  return urls[build]();
}
