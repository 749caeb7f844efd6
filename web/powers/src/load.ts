import { type Build, chooseBuild } from "../../library/src/builds.js";
import { instantiate, startOnce, type WithModule } from "../../library/src/instantiate.js";
import { checkOptions, type Names } from "../../library/src/options.js";
import { moduleFrom, type PackagedFile, type WasmSource } from "../../library/src/wasm-source.js";
import { Powers } from "./powers.js";
import { createBindings } from "./wasm/powers-bindings.js";

/** Options of `load`. */
export interface LoadOptions {
  /** The compilation of the WebAssembly to use. Default `"auto"`: the fastest that runs here. */
  readonly build?: Build | "auto" | undefined;
  /**
   * Where the WebAssembly comes from. Default: the file in this package. A function is called with the selected build. Anything
   * that is not a function must contain a single build; name it with `build`.
   */
  readonly source?: WasmSource | ((build: Build) => WasmSource) | undefined;
}

/** @internal */
export const loadNames: Names<LoadOptions> = { build: true, source: true };

const loaded = new Map<Build, Promise<Powers>>();

/**
 * Loads and starts the library in this thread. Use `connect` if long calls must not block it. Each build is started once; later
 * calls return the same object. After a failure the next call tries again.
 *
 * @param options the build, and the source of its WebAssembly
 * @throws PowersError `load-failed` if the WebAssembly cannot be fetched, compiled or started; the message gives the cause
 * @throws PowersError `unsupported-build` if this platform lacks instructions that the requested build needs
 * @throws PowersError `invalid-params` for invalid options, an unknown build or an invalid source
 *
 * @example
 * ```ts
 * import { load } from "modular-powers";
 * const powers = await load();
 * console.log(powers.modulus(2n ** 127n - 1n).pow(2n, 10n).toBigInt()); // 1024n
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<Powers> {
  checkOptions(options, loadNames, '{ build: "baseline" }');
  const build = chooseBuild(options);
  const start = async (module: WebAssembly.Module) =>
    new Powers(build, (await instantiate(build, module, createBindings)).bindings);
  return startOnce(loaded, build, () => moduleOf(build, options)(start));
}

/**
 * The module of a build, from the caller's source or the file in this package.
 * @internal
 */
export function moduleOf(build: Build, { source }: LoadOptions): WithModule {
  return moduleFrom(build, () => files[build], { source, argument: build });
}

const files: Readonly<Record<Build, PackagedFile>> = {
  "relaxed-simd": {
    url: () => new URL("./wasm/modular-powers-relaxed-simd.wasm", import.meta.url),
    embedded: () => import("#embedded/relaxed-simd"),
  },
  simd: {
    url: () => new URL("./wasm/modular-powers-simd.wasm", import.meta.url),
    embedded: () => import("#embedded/simd"),
  },
  baseline: {
    url: () => new URL("./wasm/modular-powers-baseline.wasm", import.meta.url),
    embedded: () => import("#embedded/baseline"),
  },
};
