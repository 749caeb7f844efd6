// The workers of all libraries are one classic script, 100 kB before compression, which this entry carries as text.
// Browsers start it from a Blob, because a worker from a `data:` address has an origin of its own and cannot be sent
// compiled modules. Node evaluates it after a few lines that give it a Web Worker's messages. All builds are here,
// because a dynamic import would become a second file, and a choice at build time would be made for all users.

/**
 * The library with its WebAssembly embedded, for places where no second file can be fetched: a single-file page, an
 * extension, a strict host. If a file can be fetched, prefer the main entry: this one contains every build of the main module
 * and the modules of key formats and containers, compressed, as text, and unpacks those that are used.
 *
 * @module rsa-variants/inline
 */
import { startScript } from "#threads";
import { type Build, checkBuild, selectBuild } from "./builds.js";
import { RsaError, reasonOf } from "./errors.js";
import "./formats/wrapped.js"; // which is loaded when it is needed elsewhere: here all is in one file
import { containersBuild, FormatsModule, formatsBuild } from "./formats/module.js";
import { readers } from "./formats/readers.js";
import { sharedModule, type WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { Rsa } from "./rsa.js";
import { startRsaOnce } from "./start.js";
import { type Packed, unpack } from "./unpack.js";
import baseline from "./wasm/baseline.inline.js";
import containers from "./wasm/containers.inline.js";
import formats from "./wasm/formats.inline.js";
import relaxedSimd from "./wasm/relaxed-simd.inline.js";
import simd from "./wasm/simd.inline.js";
import script from "./wasm/worker.inline.js";
import { compile } from "./wasm-source.js";
import { connectRsa, type RsaWorkers } from "./workers/rsa-workers.js";
import type { AnyWorker } from "./workers/worker-slot.js";
import { poolOpener, type WorkerOptions, workerNames } from "./workers/workers.js";

// Static imports: bundlers would emit separate files for dynamic ones.
const embedded = { "relaxed-simd": relaxedSimd, simd, baseline, formats, containers } satisfies Record<
  Build | typeof formatsBuild | typeof containersBuild,
  Packed
>;

/** Options of `load`. */
export interface InlineOptions {
  /** The compilation of the WebAssembly to use. Default `"auto"`: the fastest that runs here. */
  readonly build?: Build | "auto" | undefined;
}

/** Options of `connect`. */
export interface InlineConnectOptions extends InlineOptions, Pick<WorkerOptions, "workers"> {}

const loadNames: Names<InlineOptions> = { build: true };
const connectNames: Names<InlineConnectOptions> = { ...loadNames, workers: workerNames.workers };

/**
 * Loads and starts the library like `load` of the main entry, from the embedded WebAssembly.
 *
 * @param options the build
 * @throws RsaError `load-failed` if the WebAssembly cannot be unpacked or compiled; `unsupported-build` if this platform lacks
 * instructions that the requested build needs; `invalid-params` for an unknown build
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants/inline";
 * const rsa = await load();
 * console.log(rsa.engines);
 * ```
 */
export async function load(options: InlineOptions = {}): Promise<Rsa> {
  checkOptions(options, loadNames, '{ build: "baseline" }');
  const build = chosenBuild(options);
  const rsa = await startRsaOnce(build, embeddedModule(build), embeddedFormats());
  return rsa.readWith(readers);
}

/**
 * Starts the library in workers like `connect` of the main entry, from the embedded WebAssembly and the embedded worker script: no
 * second file is fetched. In browsers the worker is a Blob; a Content Security Policy must allow it with `worker-src blob:`.
 *
 * @param options the number of workers, and the build
 * @throws RsaError as for `load`; `worker-failed` if the first worker does not start
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants/inline";
 * const workers = await connect({ workers: 2 });
 * console.log(await workers.modPow(3n, 5n, 101n)); // 41n
 * await workers.close();
 * ```
 */
export async function connect(options: InlineConnectOptions = {}): Promise<RsaWorkers> {
  const openPool = poolOpener(checkOptions(options, connectNames, "{ workers: 2 }"), () => [inlineWorker()]);
  const build = chosenBuild(options);
  return connectRsa(openPool, build, embeddedModule(build), embeddedFormats());
}

/**
 * Starts a worker from the embedded script, which serves every library of this package. Pass it as `worker` to the `connect` of
 * another entry if its own worker script cannot be found or comes from another origin.
 *
 * @example
 * ```ts
 * import { inlineWorker } from "rsa-variants/inline";
 * import { connect } from "rsa-variants/security";
 * const workers = await connect({ worker: inlineWorker });
 * await workers.close();
 * ```
 */
export function inlineWorker(): AnyWorker {
  return startScript(script as string); // this file is not packed
}

/**
 * Returns the embedded WebAssembly. Pass this function as `source` to `connect` of the main entry.
 *
 * @param build the build, which need not run here; `"auto"` (default): the fastest that does
 * @throws RsaError `load-failed` if it cannot be unpacked, `invalid-params` for an unknown build
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 * import { wasmBytes } from "rsa-variants/inline";
 * const workers = await connect({ source: wasmBytes });
 * await workers.close();
 * ```
 */
export async function wasmBytes(build: Build | "auto" = "auto"): Promise<Uint8Array> {
  const chosen = build === "auto" ? selectBuild(build) : build;
  checkBuild(chosen);
  return bytesOf(chosen);
}

/**
 * Returns the embedded module of key formats. Pass this function as `formatsSource` to `connect`.
 *
 * @throws RsaError `load-failed` if it cannot be unpacked
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 * import { formatsWasmBytes, wasmBytes } from "rsa-variants/inline";
 * const workers = await connect({ source: wasmBytes, formatsSource: formatsWasmBytes });
 * await workers.close();
 * ```
 */
export async function formatsWasmBytes(): Promise<Uint8Array> {
  return bytesOf(formatsBuild);
}

/**
 * Returns the embedded module of containers. Pass this function as `containersSource` to `connect`.
 *
 * @throws RsaError `load-failed` if it cannot be unpacked
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 * import { containersWasmBytes, formatsWasmBytes, wasmBytes } from "rsa-variants/inline";
 * const workers = await connect({
 *   source: wasmBytes,
 *   formatsSource: formatsWasmBytes,
 *   containersSource: containersWasmBytes,
 * });
 * await workers.close();
 * ```
 */
export async function containersWasmBytes(): Promise<Uint8Array> {
  return bytesOf(containersBuild);
}

function embeddedFormats(): FormatsModule {
  return new FormatsModule(embeddedModule(formatsBuild), embeddedModule(containersBuild));
}

function chosenBuild({ build = "auto" }: InlineOptions): Build {
  return selectBuild(build);
}

function embeddedModule(build: keyof typeof embedded): WithModule {
  return sharedModule(build, embedded, () => compile(build, () => bytesOf(build)));
}

async function bytesOf(build: keyof typeof embedded): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await unpack(embedded[build]);
  } catch (cause) {
    throw new RsaError("load-failed", `the embedded WebAssembly could not be unpacked: ${reasonOf(cause)}`, { cause });
  }
}
