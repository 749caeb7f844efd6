import { type Build, selectBuild } from "../builds.js";
import type { WithModule } from "../instantiate.js";
import { loaderOf, type SingleModule } from "../single-module.js";
import { createBindings } from "../wasm/security-bindings.js";
import { moduleFrom, type PackagedFile, type WasmSource } from "../wasm-source.js";
import { AttacksModule, attacksBuild } from "./attacks-module.js";
import { Security } from "./security.js";

/** Where the WebAssembly of this entry comes from. */
export interface LoadOptions {
  /**
   * The module of the verdicts. Default: the file `rsa-variants-security.wasm` in this package. A function is called for each
   * attempt.
   */
  readonly source?: WasmSource | (() => WasmSource) | undefined;
  /**
   * The module of the attacks, which the first attack or demonstration fetches. Default: a file in this package,
   * `rsa-variants-attacks-relaxed-simd.wasm` if this platform has relaxed SIMD, otherwise `rsa-variants-attacks.wasm`. A function
   * is called at each attempt, with the build that suits this platform: `relaxed-simd`, `simd` or `baseline`.
   */
  readonly attacksSource?: WasmSource | ((build: Build) => WasmSource) | undefined;
}

/** The module that this entry starts with. */
export const module: SingleModule<LoadOptions> = {
  name: "security",
  // In this file, so that bundlers copy it only for those who import this entry.
  file: {
    url: () => new URL("../wasm/rsa-variants-security.wasm", import.meta.url),
    embedded: () => import("#embedded/security"),
  },
  names: { source: true, attacksSource: true },
};

/**
 * The module of the attacks, from the caller's source or from the file in this package.
 * @internal
 */
export function attacksModule({ attacksSource: source }: LoadOptions): WithModule {
  const build = selectBuild("auto");
  return moduleFrom(attacksBuild, () => attacksFiles[build], { source, option: "attacksSource", argument: build });
}

// Both builds report the same name, so one copy serves where neither file can be fetched.
const embedded = () => import("#embedded/attacks");
const without = { url: () => new URL("../wasm/rsa-variants-attacks.wasm", import.meta.url), embedded };
const attacksFiles: Readonly<Record<Build, PackagedFile>> = {
  "relaxed-simd": {
    url: () => new URL("../wasm/rsa-variants-attacks-relaxed-simd.wasm", import.meta.url),
    embedded,
  },
  simd: without,
  baseline: without,
};

const loadOnce = /* @__PURE__ */ loaderOf(
  module,
  createBindings,
  (bindings, options: LoadOptions) => new Security(bindings, new AttacksModule(attacksModule(options))),
);

/**
 * Loads and starts the WebAssembly of the verdicts, a separate module from that of `rsa-variants`. It starts only once; later
 * calls return the same object. If loading fails, the next call tries again. The first attack loads the module of the attacks in
 * the same way; until then, a later `attacksSource` replaces an earlier one.
 *
 * @param options where the WebAssembly comes from
 * @throws RsaError `load-failed` if the WebAssembly cannot be fetched, compiled or started; the message names the cause
 * @throws RsaError `invalid-params` if the options or the source are invalid
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants/security";
 *
 * const security = await load();
 * const { verdict, decisive } = security.assess({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 });
 * console.log(verdict, decisive.name); // broken Lattice attack on short CRT exponents
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<Security> {
  const security = await loadOnce(options);
  if (options.attacksSource !== undefined) security.takeAttacksFrom(attacksModule(options));
  return security;
}
