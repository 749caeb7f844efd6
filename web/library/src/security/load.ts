import { read } from "#read";
import { sharedModule, type WithModule } from "../instantiate.js";
import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/security-bindings.js";
import { compile, type WasmSource } from "../wasm-source.js";
import { AttacksModule, attacksBuild } from "./attacks-module.js";
import { Security } from "./security.js";

/** Where the WebAssembly of this entry comes from. */
export interface LoadOptions {
  /** The module of the verdicts. Default: the file `rsa-variants-security.wasm` beside this package. */
  readonly source?: WasmSource | undefined;
  /**
   * The module of the attacks, which the first attack or demonstration fetches. Default: the file `rsa-variants-attacks.wasm` beside
   * this package. A function is asked at each attempt.
   */
  readonly attacksSource?: WasmSource | (() => WasmSource) | undefined;
}

/** The module that this entry starts with. */
export const module: SingleModule<LoadOptions> = {
  name: "security",
  // Spelt out so that bundlers find the file, and here, so that they put it beside the output only of who imports this.
  url: () => new URL("../wasm/rsa-variants-security.wasm", import.meta.url),
  names: { source: true, attacksSource: true },
};

/**
 * The module of the attacks, from the caller's source or from the file beside this package.
 * @internal
 */
export function attacksModule({ attacksSource: source }: LoadOptions): WithModule {
  const find = typeof source === "function" ? () => source() : () => (source === undefined ? attacksUrl() : source);
  return sharedModule(attacksBuild, source, () => compile(attacksBuild, find, read, "attacksSource"));
}

function attacksUrl(): URL {
  return new URL("../wasm/rsa-variants-attacks.wasm", import.meta.url);
}

const loadOnce = /* @__PURE__ */ loaderOf(
  module,
  createBindings,
  (glue, options: LoadOptions) => new Security(glue, new AttacksModule(attacksModule(options))),
);

/**
 * Loads and starts the WebAssembly of the verdicts, a separate module beside that of `rsa-variants`. It is started once;
 * later calls return the same object. A load that failed is forgotten, so that the next call tries again. The first attack loads
 * the module of the attacks in the same way; until then a later `attacksSource` replaces an earlier one.
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
  const security = await loadOnce(options);
  if (options.attacksSource !== undefined) security.takeAttacksFrom(attacksModule(options));
  return security;
}
