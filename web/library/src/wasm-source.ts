import { describe, invalid, RsaError, reasonOf } from "./errors.js";
import type { WasmModule, WebResponse, WebUrl } from "./platform/types.js";

type Given = WebUrl | string | ArrayBuffer | ArrayBufferView | WebResponse | WasmModule;

/** Where the WebAssembly comes from: a URL, its bytes, a `Response`, a compiled `WebAssembly.Module`, or a promise of one. */
export type WasmSource = Given | PromiseLike<Given>;

/** Fetches a file; throws with the reason if it cannot. */
export type Read = (url: WebUrl) => Promise<WebResponse | Uint8Array<ArrayBuffer>>;

function failed(build: string, reason: string, cause?: unknown): RsaError {
  return new RsaError("load-failed", `the WebAssembly (build ${build}) could not be loaded: ${reason}`, { cause });
}

/** Compiles the source that `find` returns; `read` fetches URLs, and `option` is the name of the source's option in messages. */
export async function compile(
  build: string,
  find: () => WasmSource,
  read: Read,
  option = "source",
): Promise<WasmModule> {
  if (typeof WebAssembly !== "object") throw failed(build, "this platform has no WebAssembly");
  const source = await given(build, find);
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer) return compileBytes(build, source);
  // Copied: a view may be of shared memory, which compilers refuse.
  if (ArrayBuffer.isView(source)) {
    return compileBytes(build, new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice());
  }
  if (typeof source === "string" || source instanceof URL) return compileUrl(build, parseUrl(source, option), read);
  if (source instanceof Response) return compileResponse(build, source);
  throw invalid(option, `must be a URL, bytes, a Response or a WebAssembly.Module, got ${describe(source)}`);
}

async function given(build: string, find: () => WasmSource): Promise<Given> {
  try {
    return await find();
  } catch (cause) {
    if (cause instanceof RsaError) throw cause;
    throw failed(build, `the source failed (${reasonOf(cause)})`, cause);
  }
}

async function compileUrl(build: string, url: URL, read: Read): Promise<WasmModule> {
  let file: Response | BufferSource;
  try {
    file = await read(url);
  } catch (cause) {
    throw failed(
      build,
      `${url.href} could not be read (${reasonOf(cause)}); check that the file exists and that CSP connect-src allows it`,
      cause,
    );
  }
  return file instanceof Response ? compileResponse(build, file) : compileBytes(build, file);
}

function parseUrl(source: string | URL, option: string): URL {
  if (source instanceof URL) return source;
  try {
    return new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch (cause) {
    const problem = `is not a valid URL: ${source}`;
    throw new RsaError("invalid-params", `${option} ${problem}`, { parameter: option, problem, cause });
  }
}

async function compileResponse(build: string, response: Response): Promise<WasmModule> {
  const where = response.url || "the Response";
  if (!response.ok) throw failed(build, `${where} answered ${response.status} ${response.statusText}`.trimEnd());
  const type = response.headers.get("content-type")?.trim() ?? "";
  if (type === "application/wasm") {
    return WebAssembly.compileStreaming(response).catch((cause: unknown) => Promise.reject(compileError(build, cause)));
  }
  // Some hosts serve .wasm with another MIME type or with parameters, which streaming refuses: read the bytes and check them.
  let bytes: ArrayBuffer;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw failed(build, `${where} broke off (${reasonOf(cause)})`, cause);
  }
  if (!startsAsWasm(bytes)) {
    throw failed(
      build,
      `${where} answered with MIME type ${type || "unknown"}, not a WebAssembly file (application/wasm)`,
    );
  }
  return compileBytes(build, bytes);
}

function startsAsWasm(bytes: ArrayBuffer): boolean {
  const magic = [0x00, 0x61, 0x73, 0x6d];
  const start = new Uint8Array(bytes, 0, Math.min(magic.length, bytes.byteLength));
  return magic.every((byte, i) => start[i] === byte);
}

async function compileBytes(build: string, bytes: BufferSource): Promise<WasmModule> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileError(build, cause);
  }
}

function compileError(build: string, cause: unknown): RsaError {
  const reason = reasonOf(cause);
  if (/content.security.policy|unsafe-eval|wasm-eval/i.test(reason)) {
    return failed(
      build,
      `the page's Content Security Policy forbids it; script-src needs 'wasm-unsafe-eval' (${reason})`,
      cause,
    );
  }
  return failed(build, reason, cause);
}
