import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/xrsa-bindings.js";
import type { WasmSource } from "../wasm-source.js";
import { Xrsa } from "./xrsa.js";

/** Options of `load`. */
export interface LoadOptions {
  /**
   * Where the WebAssembly comes from. Default: the file `rsa-variants-xrsa.wasm` in this package. A function is called for each
   * attempt.
   */
  readonly source?: WasmSource | (() => WasmSource) | undefined;
}

/** The module of this entry. */
export const module: SingleModule<LoadOptions> = {
  name: "xrsa",
  // In this file, so that bundlers copy it only for those who import this entry.
  file: {
    url: () => new URL("../wasm/rsa-variants-xrsa.wasm", import.meta.url),
    embedded: () => import("#embedded/xrsa"),
  },
  names: { source: true },
};

const loadOnce = /* @__PURE__ */ loaderOf(module, createBindings, (bindings) => new Xrsa(bindings));

/**
 * Loads and starts the WebAssembly module of this entry, which is separate from that of `rsa-variants`. It is started once;
 * later calls return the same object. After a failure the next call tries again.
 *
 * @param options the source of the WebAssembly
 * @returns the object to pass to `Device`, `decryptRawInSoftware` and `ModularMultiplication`
 * @throws RsaError `load-failed` if the WebAssembly cannot be fetched, compiled or started; the message gives the cause
 * @throws RsaError `invalid-params` for invalid options or an invalid source
 *
 * @example
 * ```ts
 * import { Device, load } from "rsa-variants/xrsa";
 *
 * const device = new Device(await load());
 * console.log(device.plan({ modulusLength: 4096 }).total.multiplications); // 5006
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<Xrsa> {
  return loadOnce(options);
}
