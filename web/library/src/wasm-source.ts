import { read } from "#read";
import { copyBytes, isBytes, toBytes } from "./bytes.js";
import { describe, invalid, RsaError, reasonOf } from "./errors.js";
import { sharedModule, type WithModule } from "./instantiate.js";
import { tagOf } from "./platform/tags.js";
import type { WasmModule, WebResponse, WebUrl } from "./platform/types.js";
import type { Packed } from "./unpack.js";

type Given = WebUrl | string | ArrayBuffer | ArrayBufferView | WebResponse | WasmModule;

/** Where the WebAssembly comes from: a URL, its bytes, a `Response`, a compiled `WebAssembly.Module`, or a promise of one. */
export type WasmSource = Given | PromiseLike<Given>;

/** Fetches a file; throws with the reason if it cannot. */
export type Read = (url: WebUrl) => Promise<WebResponse | Uint8Array<ArrayBuffer>>;

function failed(build: string, reason: string, cause?: unknown): RsaError {
  return new RsaError("load-failed", `the WebAssembly (build ${build}) could not be loaded: ${reason}`, { cause });
}

/** Compiles a source from the caller; `option` is the name of its option in messages. */
export async function compile(build: string, find: () => WasmSource, option = "source"): Promise<WasmModule> {
  checkPlatform(build);
  const own = (found: WasmSource) => (isBytes(found) ? copyBytes(toBytes(option, found)) : found);
  // Copied before anything is awaited, because the caller may change them.
  const source = await given(build, () => own(find()));
  if (isModule(source)) return source;
  // Those of a promise may be in shared memory, which compilers refuse.
  if (isBytes(source)) return compileBytes(build, own(source) as BufferSource);
  if (typeof source === "string" || tagOf(source) === "URL") {
    return compileFile(build, await fetchFile(build, urlOf(source as string | URL, option)));
  }
  if (tagOf(source) === "Response") return compileFile(build, await checkedFile(build, source as Response));
  throw invalid(option, `must be a URL, bytes, a Response or a WebAssembly.Module, got ${describe(source)}`);
}

/** A WebAssembly file of this package. Both members are written out where they are declared, so that bundlers find the files. */
export interface PackagedFile {
  readonly url: () => WebUrl;
  /**
   * The same file as JavaScript, for places where its URL leads nowhere: gzipped and in base64, or compiled already where the host
   * allows nothing else (`imports` in package.json).
   */
  readonly embedded: () => Promise<{ readonly default: Packed | WasmModule }>;
}

/** Compiles a file of this package: from its URL, or from its copy in the JavaScript if the URL leads nowhere or the file is damaged. */
async function compilePackaged(build: string, { url, embedded }: PackagedFile): Promise<WasmModule> {
  checkPlatform(build);
  try {
    return await compileFile(build, await fetchFile(build, await given(build, url)));
  } catch (error) {
    return compileEmbedded(build, embedded, error as RsaError);
  }
}

async function compileEmbedded(
  build: string,
  embedded: PackagedFile["embedded"],
  first: RsaError,
): Promise<WasmModule> {
  try {
    const { default: copy } = await embedded();
    if (isModule(copy)) return copy;
    const { unpack } = await import("./unpack.js");
    return await compileBytes(build, await unpack(copy));
  } catch (cause) {
    const reason = cause instanceof RsaError ? cause.message.replace(/^.*could not be loaded: /, "") : reasonOf(cause);
    if (first.message.endsWith(reason)) throw first; // such as a policy that forbids WebAssembly
    throw new RsaError("load-failed", `${first.message}; the embedded copy failed too: ${reason}`, { cause });
  }
}

/** How callers replace a file of this package. */
export interface Replacement<Argument = undefined> {
  readonly source: WasmSource | ((argument: Argument) => WasmSource) | undefined;
  /** The name of the option. */
  readonly option?: string;
  /** For a source that is a function. */
  readonly argument?: Argument;
}

/** The module from the caller's source or from the file of this package, compiled once for each source. */
export function moduleFrom<Argument>(
  build: string,
  file: () => PackagedFile,
  { source, option, argument }: Replacement<Argument>,
): WithModule {
  return sharedModule(build, source, () => {
    if (source === undefined) return compilePackaged(build, file());
    return compile(build, typeof source === "function" ? () => source(argument as Argument) : () => source, option);
  });
}

function checkPlatform(build: string): void {
  if (typeof WebAssembly !== "object") throw failed(build, "this platform has no WebAssembly");
  if (typeof TextDecoder === "undefined") {
    throw failed(build, "this platform has no TextDecoder; in Jest, use the test environment node instead of jsdom");
  }
}

/** Whether a value is a `WebAssembly.Module`, from any realm: the one that a host imports is often from another. */
function isModule(value: unknown): value is WasmModule {
  return tagOf(value) === "WebAssembly.Module";
}

async function given<Source>(build: string, find: () => Source | PromiseLike<Source>): Promise<Source> {
  try {
    return await find();
  } catch (cause) {
    if (cause instanceof RsaError) throw cause;
    throw failed(build, `the source failed (${reasonOf(cause)})`, cause);
  }
}

/** A file that was fetched and begins as WebAssembly, unless it is still on its way. */
type Fetched = Response | Uint8Array<ArrayBuffer>;

async function fetchFile(build: string, url: URL): Promise<Fetched> {
  let file: Fetched;
  try {
    file = await read(url);
  } catch (cause) {
    const policy = url.protocol.startsWith("http") ? " and that CSP connect-src allows it" : "";
    throw failed(
      build,
      `${url.href} could not be read (${reasonOf(cause)}); check that the file exists${policy}`,
      cause,
    );
  }
  return tagOf(file) === "Response" ? checkedFile(build, file as Response) : file;
}

function urlOf(source: string | URL, option: string): URL {
  if (typeof source !== "string") return source;
  try {
    return new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch (cause) {
    const problem = `is not a valid URL: ${source}`;
    throw new RsaError("invalid-params", `${option} ${problem}`, { parameter: option, problem, cause });
  }
}

const wasmType = "application/wasm";

/** Throws if a response does not contain WebAssembly. Returns its bytes if it cannot be streamed to the compiler. */
async function checkedFile(build: string, response: Response): Promise<Fetched> {
  const where = response.url || "the Response";
  if (!response.ok) throw failed(build, `${where} answered ${response.status} ${response.statusText}`.trimEnd());
  const type = response.headers.get("content-type")?.trim() ?? "";
  if (type === wasmType) return response;
  // Some hosts serve .wasm with another MIME type or with parameters, which streaming refuses: read the bytes and check them.
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw failed(build, `${where} broke off (${reasonOf(cause)})`, cause);
  }
  if (startsAsWasm(bytes)) return bytes;
  const vite = where.includes("/.vite/") ? '; in Vite, set optimizeDeps: { exclude: ["rsa-variants"] }' : "";
  throw failed(
    build,
    `${where} answered with MIME type ${type || "unknown"}, not a WebAssembly file (${wasmType})${vite}`,
  );
}

function startsAsWasm(bytes: Uint8Array): boolean {
  return [0x00, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
}

async function compileFile(build: string, file: Fetched): Promise<WasmModule> {
  if (tagOf(file) !== "Response") return compileBytes(build, file as Uint8Array<ArrayBuffer>);
  try {
    return await WebAssembly.compileStreaming(file as Response);
  } catch (cause) {
    throw compileError(build, cause);
  }
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
