import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/security-bindings.js";
import type { WasmSource } from "../wasm-source.js";
import { Security } from "./security.js";

/** Where the WebAssembly of this entry comes from. */
export interface LoadOptions {
  /** Default: the file `rsa-variants-security.wasm` beside this package. */
  readonly source?: WasmSource | undefined;
}

/** The module of this entry. */
export const module: SingleModule = {
  name: "security",
  // Spelt out so that bundlers find the file, and here, so that they put it beside the output only of who imports this.
  url: () => new URL("../wasm/rsa-variants-security.wasm", import.meta.url),
};

const loadOnce = /* @__PURE__ */ loaderOf(module, createBindings, (glue) => new Security(glue));

/**
 * Loads and starts the WebAssembly of this entry, a module of its own beside that of `rsa-variants`. It is started once;
 * later calls return the same object. A load that failed is forgotten, so that the next call tries again.
 *
 * @param options where the WebAssembly comes from
 * @throws RsaError `load-failed` when the WebAssembly cannot be fetched, compiled or started; the message names the cause
 * @throws RsaError `invalid-params` when the options or the source are none
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants/security";
 *
 * const security = await load();
 * const { verdict, decisive } = security.assess({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 });
 * console.log(verdict, decisive.name); // broken Lattice for short CRT exponents
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<Security> {
  return loadOnce(options);
}
