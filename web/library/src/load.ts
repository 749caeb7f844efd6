import { read } from "#read";
import { type Build, builds, probeFeatures, selectBuild } from "./builds.js";
import { RsaError } from "./errors.js";
import { FormatsModule, formatsBuild } from "./formats/module.js";
import { sharedModule, type WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { Rsa } from "./rsa.js";
import { startRsaOnce } from "./start.js";
import { compile, type WasmSource } from "./wasm-source.js";

/** How to load the library. */
export interface LoadOptions {
  /** Which compilation of the WebAssembly to use. Default `"auto"`: the fastest that runs here. */
  readonly build?: Build | "auto" | undefined;
  /**
   * Where the WebAssembly comes from. Default: the file beside this package. A function is asked for the build that was
   * chosen. Anything else holds one build, which `build` must name; another than that is refused. The same source is compiled once,
   * for all calls of `load` and `connect`.
   */
  readonly source?: WasmSource | ((build: Build) => WasmSource) | undefined;
  /**
   * Where the module of key formats (PEM, DER, OpenSSH) comes from, which the first call that reads or writes them fetches. Default: the file
   * `rsa-variants-formats.wasm` beside this package. A function is asked at each attempt.
   */
  readonly formatsSource?: WasmSource | (() => WasmSource) | undefined;
}

/** @internal */
export const loadNames: Names<LoadOptions> = { build: true, source: true, formatsSource: true };

/**
 * Loads and starts the WebAssembly. A build is started once; later calls return the same object. A load that
 * failed is forgotten, so that the next call tries again. The module of key formats is loaded in the same way by the first call
 * that needs it; until then a later `formatsSource` replaces an earlier one.
 *
 * @param options which build, and where its WebAssembly comes from
 * @returns the library, whose calls are synchronous, but for those that read and write keys
 * @throws RsaError `load-failed` when the WebAssembly cannot be fetched, compiled or started; the message names the cause
 * @throws RsaError `unsupported-build` when this platform lacks what the build named needs
 * @throws RsaError `invalid-params` when the options, the build or the source are none
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
  const { source, formatsSource } = checkOptions(options, loadNames, '{ build: "baseline" }');
  const build = await chooseBuild(options);
  const rsa = await startRsaOnce(build, mainModule(build, source), new FormatsModule(formatsModule(formatsSource)));
  if (formatsSource !== undefined) rsa.takeFormatsFrom(formatsModule(formatsSource));
  return rsa;
}

/**
 * The build that the options ask for.
 * @internal
 */
export async function chooseBuild(options: LoadOptions): Promise<Build> {
  const { build = "auto", source } = options;
  if (build === "auto" && source !== undefined && typeof source !== "function") {
    throw new RsaError(
      "invalid-params",
      `a source holds one build: name it in build (${builds.join(" or ")}), or give a function as source`,
    );
  }
  return selectBuild(build, await probeFeatures());
}

/**
 * The module of a build, from the caller's source or from the file beside this package.
 * @internal
 */
export function mainModule(build: Build, source: LoadOptions["source"]): WithModule {
  const find =
    typeof source === "function" ? () => source(build) : () => (source === undefined ? wasmUrl(build) : source);
  return sharedModule(build, source, () => compile(build, find, read));
}

/**
 * The module of key formats, from the caller's source or from the file beside this package.
 * @internal
 */
export function formatsModule(source: LoadOptions["formatsSource"]): WithModule {
  const find = typeof source === "function" ? () => source() : () => (source === undefined ? formatsUrl() : source);
  return sharedModule(formatsBuild, source, () => compile(formatsBuild, find, read, "formatsSource"));
}

// Each address is spelt out so that bundlers find the file and put it beside their output. Workers get the compiled
// module instead and do not import this, so that no bundler emits the files a second time for them.
const urls: Readonly<Record<Build, () => URL>> = {
  "relaxed-simd": () => new URL("./wasm/rsa-variants-relaxed-simd.wasm", import.meta.url),
  baseline: () => new URL("./wasm/rsa-variants-baseline.wasm", import.meta.url),
};

/** Where the WebAssembly file of the key formats lies beside this package. */
function formatsUrl(): URL {
  return new URL("./wasm/rsa-variants-formats.wasm", import.meta.url);
}

/** Where the WebAssembly file of a build lies beside this package. */
function wasmUrl(build: Build): URL {
  return urls[build]();
}
