import { RsaError, reasonOf } from "./errors.js";
import { tagOf } from "./platform/tags.js";
import type { WasmMemory, WasmModule } from "./platform/types.js";

/** What the generated bindings of every module have. */
export interface ModuleBindings {
  /** Instantiates a module of any realm and returns its exports. */
  (input: { module_or_path: WasmModule }): Promise<{ readonly memory: WasmMemory }>;
  /** The same for a module of this realm. */
  initSync(input: { module: WasmModule }): { readonly memory: WasmMemory };
  /** The name of the build or module. */
  build(): string;
}

/** A started module: its bindings and its memory. */
export interface Instance<Bindings> {
  readonly bindings: Bindings;
  readonly memory: WasmMemory;
}

/** Starts a compiled module with new bindings; throws unless it is the one that `build` names. */
export async function instantiate<Bindings extends ModuleBindings>(
  build: string,
  module: WasmModule,
  createBindings: () => Bindings,
): Promise<Instance<Bindings>> {
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) {
    throw unfit("it is a different module");
  }
  const bindings = createBindings();
  let memory: WasmMemory;
  let found: string;
  try {
    // The asynchronous call looks for Request and Response, which take Node 40 ms to load.
    ({ memory } =
      module instanceof WebAssembly.Module
        ? bindings.initSync({ module })
        : await bindings({ module_or_path: module }));
    found = bindings.build();
  } catch (cause) {
    throw unfit(reasonOf(cause), cause);
  }
  if (found !== build) throw new RsaError("load-failed", `the WebAssembly is the build ${found}, not ${build}`);
  return { bindings, memory };
}

function unfit(reason: string, cause?: unknown): RsaError {
  return new RsaError("load-failed", `the WebAssembly does not fit this version of the package: ${reason}`, { cause });
}

/** A cache of promises: a `Map` or a `WeakMap`. */
export interface Kept<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/**
 * Starts a build once: every later call returns the first success. A failure is reported only to the call that caused it, and
 * then forgotten; the calls that waited for it try with their own sources, one after the other.
 */
export async function startOnce<Build, Library>(
  loaded: Kept<Build, Library>,
  build: Build,
  start: () => Promise<Library>,
): Promise<Library> {
  for (let running = loaded.get(build); running !== undefined; running = loaded.get(build)) {
    const library = await running.catch(() => undefined);
    if (library !== undefined) return library;
  }
  const starting = start();
  loaded.set(build, starting);
  starting.catch(() => loaded.delete(build));
  return starting;
}

/** Passes the compiled module to `use`, which starts it here or sends it to workers. */
export type WithModule = <R>(use: (module: WasmModule) => Promise<R>) => Promise<R>;

/** The compiled modules of each build, by source: the URL of a file, or the object or function that provides the module. */
const compiled = new Map<string, { files: Kept<string, WasmModule>; givers: Kept<object, WasmModule> }>();

/**
 * The module of a build from a source, compiled once for all calls of `load` and `connect`. If a module cannot be used, it is
 * forgotten and the next call compiles it again.
 *
 * @param source identifies the source; undefined for the file in this package
 */
export function sharedModule(build: string, source: unknown, compile: () => Promise<WasmModule>): WithModule {
  const modules = compiled.get(build) ?? { files: new Map(), givers: new WeakMap() };
  compiled.set(build, modules);
  const isAddress = typeof source === "string" || tagOf(source) === "URL";
  if (!isAddress && (typeof source === "function" || (typeof source === "object" && source !== null))) {
    return withShared(modules.givers, source, compile);
  }
  return withShared(modules.files, isAddress ? `at ${source}` : String(source), compile);
}

function withShared<Key>(modules: Kept<Key, WasmModule>, key: Key, compile: () => Promise<WasmModule>): WithModule {
  return async (use) => {
    const module = await startOnce(modules, key, compile);
    try {
      return await use(module);
    } catch (error) {
      modules.delete(key);
      throw error;
    }
  };
}
