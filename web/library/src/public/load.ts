import type { FormatsOptions } from "../formats/load.js";
import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/public-bindings.js";
import type { WasmSource } from "../wasm-source.js";
import { PublicRsa } from "./public-rsa.js";

/** Options of `load`. */
export interface LoadOptions extends FormatsOptions {
  /**
   * Where the WebAssembly comes from. Default: the file `rsa-variants-public.wasm` in this package. A function is called for each
   * attempt.
   */
  readonly source?: WasmSource | (() => WasmSource) | undefined;
}

const module: SingleModule<LoadOptions, "public"> = {
  name: "public",
  // In this file, so that bundlers copy it only for those who import this entry.
  file: {
    url: () => new URL("../wasm/rsa-variants-public.wasm", import.meta.url),
    embedded: () => import("#embedded/public"),
  },
  names: { source: true, formatsSource: true, containersSource: true },
};

const loadOnce = /* @__PURE__ */ loaderOf(
  module,
  createBindings,
  (bindings, options) => new PublicRsa(bindings, options),
);

/**
 * Loads and starts the WebAssembly module of this entry, which is smaller than that of `rsa-variants`: it contains nothing for private
 * keys. It is started once; later calls return the same object. After a failure the next call tries again.
 *
 * @param options the sources of the WebAssembly
 * @returns the library; its calls are synchronous, except those that read and write keys
 * @throws RsaError `load-failed` if the WebAssembly cannot be fetched, compiled or started; the message gives the cause
 * @throws RsaError `invalid-params` for invalid options or an invalid source
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants/public";
 *
 * const rsa = await load();
 * const key = rsa.publicKey(2n ** 1024n - 105n, 65537n);
 * console.log(key.encrypt({ name: "RSA-OAEP" }, new TextEncoder().encode("a message")).length); // 128
 * key.free();
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<PublicRsa> {
  return loadOnce(options);
}
