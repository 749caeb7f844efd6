// The workers of all libraries are one classic script, 100 kB before compression, which this entry carries as text.
// Browsers start it from a Blob, because a worker from a `data:` address has an origin of its own and cannot be sent
// compiled modules. Node evaluates it after a few lines that give it a Web Worker's messages. All builds are here,
// because a dynamic import would become a second file, and a choice at build time would be made for all users.

/**
 * The library with its WebAssembly embedded, for places where no second file can be fetched: a single-file page, an
 * extension, a strict host. It carries every build of the main module and the module of key formats, each a third larger than
 * the compressed file itself, and unpacks what is used: prefer the main entry where a file can be fetched.
 *
 * @module
 */
import { startScript } from "#threads";
import { type Build, checkBuild, probeFeatures, selectBuild } from "./builds.js";
import { RsaError, reasonOf } from "./errors.js";
import { FormatsModule, formatsBuild } from "./formats/module.js";
import { sharedModule, type WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { Rsa } from "./rsa.js";
import { startRsaOnce } from "./start.js";
import baseline from "./wasm/baseline.inline.js";
import formats from "./wasm/formats.inline.js";
import relaxedSimd from "./wasm/relaxed-simd.inline.js";
import script from "./wasm/worker.inline.js";
import { compile } from "./wasm-source.js";
import { connectRsa, type RsaWorkers } from "./workers/rsa-workers.js";
import type { AnyWorker } from "./workers/worker-slot.js";
import { poolOpener, type WorkerOptions, workerNames } from "./workers/workers.js";

// Static imports: bundlers would make files of their own of dynamic ones.
const embedded = { "relaxed-simd": relaxedSimd, baseline, formats } satisfies Record<
  Build | typeof formatsBuild,
  string
>;

/** What to load. */
export interface InlineOptions {
  /** Which compilation of the WebAssembly to use. Default `"auto"`: the fastest that runs here. */
  readonly build?: Build | "auto" | undefined;
}

/** How to start the workers. */
export interface InlineConnectOptions extends InlineOptions, Pick<WorkerOptions, "workers"> {}

const loadNames: Names<InlineOptions> = { build: true };
const connectNames: Names<InlineConnectOptions> = { ...loadNames, workers: workerNames.workers };

/**
 * As `load` of the main entry, from the embedded WebAssembly.
 *
 * @throws RsaError `load-failed` when it cannot be unpacked or compiled; `unsupported-build` when this platform lacks what
 * the build named needs; `invalid-params` for a build that is not known
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
  const build = await chooseBuild(options);
  return startRsaOnce(build, embeddedModule(build), new FormatsModule(embeddedModule(formatsBuild)));
}

/**
 * As `connect` of the main entry, from the embedded WebAssembly and the embedded script of a worker: no second file is fetched. In
 * browsers the worker is a Blob, which a Content Security Policy allows with `worker-src blob:`.
 *
 * @throws RsaError as `load`; `worker-failed` when the first worker does not start
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
  const openPool = poolOpener(checkOptions(options, connectNames, "{ workers: 2 }"), inlineWorker);
  const build = await chooseBuild(options);
  return connectRsa(openPool, build, embeddedModule(build), embeddedModule(formatsBuild));
}

/**
 * Starts a worker from the embedded script, which serves every library of this package: as `worker` for the `connect` of the other
 * entries, where their workers are not found or come from another origin.
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
  return startScript(script);
}

/**
 * The embedded WebAssembly, as `source` for `connect` of the main entry.
 *
 * @param build which one, also where it does not run; `"auto"`: the fastest that runs here
 * @throws RsaError `load-failed` when it cannot be unpacked, `invalid-params` for a build that is not known
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
  const chosen = build === "auto" ? selectBuild(build, await probeFeatures()) : build;
  checkBuild(chosen);
  return new Uint8Array(await unpack(chosen));
}

/**
 * The embedded module of key formats, as `formatsSource` for `connect`.
 *
 * @throws RsaError `load-failed` when it cannot be unpacked
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
  return new Uint8Array(await unpack(formatsBuild));
}

async function chooseBuild({ build = "auto" }: InlineOptions): Promise<Build> {
  return selectBuild(build, await probeFeatures());
}

function embeddedModule(build: keyof typeof embedded): WithModule {
  return sharedModule(build, unpack, () => compile(build, () => unpack(build), fetch));
}

async function unpack(build: keyof typeof embedded): Promise<ArrayBuffer> {
  try {
    const packed = Uint8Array.from(atob(embedded[build]), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).arrayBuffer();
  } catch (cause) {
    throw new RsaError("load-failed", `the embedded WebAssembly could not be unpacked: ${reasonOf(cause)}`, { cause });
  }
}
