/**
 * The library with its WebAssembly embedded, for places where no second file can be fetched: a single-file page, an
 * extension, a strict host. It carries every build of the main module and the module of key formats, each a third larger than
 * the compressed file itself, and unpacks what is used: prefer the main entry where a file can be fetched.
 *
 * @module
 */
import { type Build, checkBuild, selectBuild } from "./builds.js";
import { RsaError, reasonOf } from "./errors.js";
import { probeFeatures } from "./features.js";
import { FormatsModule, formatsBuild } from "./formats/module.js";
import { checkOptions, type Names } from "./names.js";
import type { Rsa } from "./rsa.js";
import { startRsaOnce } from "./start.js";
import baseline from "./wasm/baseline.inline.js";
import formats from "./wasm/formats.inline.js";
import relaxedSimd from "./wasm/relaxed-simd.inline.js";
import { compile } from "./wasm-source.js";

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

const inlineNames: Names<InlineOptions> = { build: true };

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
  checkOptions(options, inlineNames, '{ build: "baseline" }');
  const build = selectBuild(options.build === undefined ? "auto" : options.build, await probeFeatures());
  return startRsaOnce(build, () => compileEmbedded(build), new FormatsModule(() => compileEmbedded(formatsBuild)));
}

/**
 * The embedded WebAssembly, as `source` for `connect` (whose worker is a second file all the same).
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

function compileEmbedded(build: keyof typeof embedded): Promise<WebAssembly.Module> {
  return compile(build, () => unpack(build), fetch);
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
