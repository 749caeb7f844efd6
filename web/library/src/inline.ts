/**
 * The library with its WebAssembly embedded, for places where no second file can be fetched: a single-file page, an
 * extension, a strict host. A third larger than the file itself, and compiled only after it is decoded: prefer the main
 * entry where a file can be fetched.
 *
 * @module
 */
import { type Build, chooseBuild } from "./builds.js";
import { instantiateOnce } from "./instantiate.js";
import type { Rsa } from "./rsa.js";
import baseline from "./wasm/baseline/inline.js";
import { compile } from "./wasm-source.js";

const embedded: Readonly<Record<Build, string>> = { baseline };

/** What to load. */
export interface InlineOptions {
  /** Which compilation of the WebAssembly to use. Default `"auto"`: the fastest that runs here. */
  readonly build?: Build | "auto" | undefined;
}

/**
 * As `load` of the main entry, from the embedded WebAssembly.
 *
 * @throws RsaError `load-failed` when it cannot be compiled, `invalid-params` for a build that is not known
 *
 * @example
 * ```ts
 * import { load } from "rsa-variants/inline";
 * const rsa = await load();
 * console.log(rsa.engines);
 * ```
 */
export async function load(options: InlineOptions = {}): Promise<Rsa> {
  const build = chooseBuild(options.build);
  return instantiateOnce(build, () => compile(build, wasmBytes(build), (url) => fetch(url)));
}

/**
 * The embedded WebAssembly, as `source` for `connect` (whose worker is a second file all the same).
 *
 * @throws RsaError `invalid-params` for a build that is not known
 *
 * @example
 * ```ts
 * import { connect } from "rsa-variants";
 * import { wasmBytes } from "rsa-variants/inline";
 * const workers = await connect({ source: wasmBytes() });
 * await workers.close();
 * ```
 */
export function wasmBytes(build: Build | "auto" = "auto"): Uint8Array {
  const binary = atob(embedded[chooseBuild(build)]);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
