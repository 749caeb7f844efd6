import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/xrsa-bindings.js";
import type { WasmSource } from "../wasm-source.js";
import { Xrsa } from "./xrsa.js";

/** Where the WebAssembly of this entry comes from. */
export interface LoadOptions {
  /** Default: the file `rsa-variants-xrsa.wasm` beside this package. */
  readonly source?: WasmSource | undefined;
}

/** The module of this entry. */
export const module: SingleModule<LoadOptions> = {
  name: "xrsa",
  // Spelt out so that bundlers find the file, and here, so that they put it beside the output only of who imports this.
  url: () => new URL("../wasm/rsa-variants-xrsa.wasm", import.meta.url),
  names: { source: true },
};

const loadOnce = /* @__PURE__ */ loaderOf(module, createBindings, (glue) => new Xrsa(glue));

/**
 * Loads and starts the WebAssembly of this entry, a module of its own beside that of `rsa-variants`. It is started once;
 * later calls return the same object. A load that failed is forgotten, so that the next call tries again.
 *
 * @param options where the WebAssembly comes from
 * @returns what `Device`, `decryptRawInSoftware` and `ModularMultiplication` take
 * @throws RsaError `load-failed` when the WebAssembly cannot be fetched, compiled or started; the message names the cause
 * @throws RsaError `invalid-params` when the options or the source are none
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
