import { type Build, chooseBuild } from "./builds.js";
import { containersModule, type FormatsOptions, formatsModule, formatsOf } from "./formats/load.js";
import { readers } from "./formats/readers.js";
import type { WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { Rsa } from "./rsa.js";
import { startRsaOnce } from "./start.js";
import { moduleFrom, type PackagedFile, type WasmSource } from "./wasm-source.js";

/** Options of `load`. */
export interface LoadOptions extends FormatsOptions {
  /** The compilation of the WebAssembly to use. Default `"auto"`: the fastest that runs here. */
  readonly build?: Build | "auto" | undefined;
  /**
   * Where the WebAssembly comes from. Default: the file in this package. A function is called with the selected build. Anything
   * that is not a function must contain a single build; name it with `build`. The same source is compiled once, for all calls
   * of `load` and `connect`.
   */
  readonly source?: WasmSource | ((build: Build) => WasmSource) | undefined;
}

/** @internal */
export const loadNames: Names<LoadOptions> = {
  build: true,
  source: true,
  formatsSource: true,
  containersSource: true,
};

/**
 * Loads and starts the library in this thread. Use `connect` if long calls must not block it.
 *
 * Each build is started once; later calls return the same object. After a failure the next call tries again. The modules of key
 * formats and containers are loaded in the same way by the first calls that need them; until then, a later `formatsSource` or
 * `containersSource` replaces an earlier one.
 *
 * @param options the build, and the source of its WebAssembly
 * @returns the library; its calls are synchronous, except those that read and write keys
 * @throws RsaError `load-failed` if the WebAssembly cannot be fetched, compiled or started; the message gives the cause
 * @throws RsaError `unsupported-build` if this platform lacks instructions that the requested build needs
 * @throws RsaError `invalid-params` for invalid options, an unknown build or an invalid source
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants";
 *
 * const rsa = await load();
 * const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
 * const ciphertext = key.publicKey.encryptRaw(new Uint8Array([1, 2, 3]));
 * const message = key.decryptRaw(ciphertext); // 256 bytes: zeros, then 1, 2, 3
 * key.free();
 * ```
 */
export async function load(options: LoadOptions = {}): Promise<Rsa> {
  return (await loadWithoutReaders(options)).readWith(readers);
}

/**
 * As `load`, for the workers of the page, which import no keys and should not contain what does.
 */
export async function loadWithoutReaders(options: LoadOptions = {}): Promise<Rsa> {
  const { source, formatsSource, containersSource } = checkOptions(options, loadNames, '{ build: "baseline" }');
  const build = chooseBuild(options);
  const rsa = await startRsaOnce(build, mainModule(build, source), formatsOf(options));
  if (formatsSource !== undefined) rsa.takeFormatsFrom(formatsModule(formatsSource));
  if (containersSource !== undefined) rsa.takeContainersFrom(containersModule(containersSource));
  return rsa;
}

/**
 * The module of a build, from the caller's source or the file in this package.
 * @internal
 */
export function mainModule(build: Build, source: LoadOptions["source"]): WithModule {
  return moduleFrom(build, () => files[build], { source, argument: build });
}

// Workers receive the compiled module and do not import this file; otherwise bundlers would emit the WebAssembly a second time
// for them.
const files: Readonly<Record<Build, PackagedFile>> = {
  "relaxed-simd": {
    url: () => new URL("./wasm/rsa-variants-relaxed-simd.wasm", import.meta.url),
    embedded: () => import("#embedded/relaxed-simd"),
  },
  simd: {
    url: () => new URL("./wasm/rsa-variants-simd.wasm", import.meta.url),
    embedded: () => import("#embedded/simd"),
  },
  baseline: {
    url: () => new URL("./wasm/rsa-variants-baseline.wasm", import.meta.url),
    embedded: () => import("#embedded/baseline"),
  },
};
