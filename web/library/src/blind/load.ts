import { type Build, selectBuild } from "../builds.js";
import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/blind-bindings.js";
import type { PackagedFile, WasmSource } from "../wasm-source.js";
import { Blind } from "./blind.js";

/** Options of `load`. */
export interface LoadOptions {
  /**
   * Where the WebAssembly comes from. Default: a file in this package, `rsa-variants-blind-relaxed-simd.wasm` if this platform has
   * relaxed SIMD, otherwise `rsa-variants-blind.wasm`. A function is called for each attempt, with the build that suits this platform:
   * `relaxed-simd`, `simd` or `baseline`.
   */
  readonly source?: WasmSource | ((build: Build) => WasmSource) | undefined;
}

// Both builds report the same name, so one copy serves where neither file can be fetched.
const embedded = () => import("#embedded/blind");
const without = { url: () => new URL("../wasm/rsa-variants-blind.wasm", import.meta.url), embedded };
const files: Readonly<Record<Build, PackagedFile>> = {
  // In this file, so that bundlers copy them only for those who import this entry.
  "relaxed-simd": {
    url: () => new URL("../wasm/rsa-variants-blind-relaxed-simd.wasm", import.meta.url),
    embedded,
  },
  simd: without,
  baseline: without,
};

/** The module of this entry. */
export const module: SingleModule<LoadOptions> = {
  name: "blind",
  get file() {
    return files[selectBuild("auto")];
  },
  get argument() {
    return selectBuild("auto");
  },
  names: { source: true },
};

const loadOnce = /* @__PURE__ */ loaderOf(module, createBindings, (bindings) => new Blind(bindings));

/**
 * Loads and starts the WebAssembly module of this entry, which is separate from that of `rsa-variants`. It is started once;
 * later calls return the same object. After a failure the next call tries again.
 *
 * @param options the source of the WebAssembly
 * @returns the library; its calls are synchronous
 * @throws RsaError `load-failed` if the WebAssembly cannot be fetched, compiled or started; the message gives the cause
 * @throws RsaError `invalid-params` for invalid options or an invalid source
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants/blind";
 *
 * const blind = await load();
 * const suite = blind.suite("RSABSSA-SHA384-PSS-Randomized");
 * console.log(suite.prepare(new Uint8Array(1)).length); // 33
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<Blind> {
  return loadOnce(options);
}
