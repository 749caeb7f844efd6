import { RsaError, reasonOf } from "./errors.js";
import type { WasmMemory, WasmModule } from "./platform/types.js";

/** What the generated bindings of every module have. */
export interface ModuleGlue {
  /** Instantiates the module, and gives its exports. */
  (input: { module_or_path: WasmModule }): Promise<{ readonly memory: WasmMemory }>;
  /** Which build of which module it is. */
  build(): string;
}

/** A module that was started: its bindings, and the memory behind them. */
export interface Instance<Glue> {
  readonly glue: Glue;
  readonly memory: WasmMemory;
}

/** Starts a compiled module behind new bindings, and refuses another build or module than `build`. */
export async function instantiate<Glue extends ModuleGlue>(
  build: string,
  module: WasmModule,
  createBindings: () => Glue,
): Promise<Instance<Glue>> {
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) {
    throw unfit("it is another module");
  }
  const glue = createBindings();
  let memory: WasmMemory;
  let found: string;
  try {
    ({ memory } = await glue({ module_or_path: module }));
    found = glue.build();
  } catch (cause) {
    throw unfit(reasonOf(cause), cause);
  }
  if (found !== build) throw new RsaError("load-failed", `the WebAssembly is the build ${found}, not ${build}`);
  return { glue, memory };
}

function unfit(reason: string, cause?: unknown): RsaError {
  return new RsaError("load-failed", `the WebAssembly does not fit this version of the package: ${reason}`, { cause });
}

/** Promises that are kept: a `Map`, or a `WeakMap`. */
export interface Kept<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/**
 * Starts a build once: the first success is what every later call gets. A failure is forgotten, and is the matter of the
 * call that met it: those that waited for it try with their own source, one after the other.
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

/** Makes something of a compiled module: starts it here, or gives it to workers. */
export type WithModule = <R>(use: (module: WasmModule) => Promise<R>) => Promise<R>;

/** The modules of each build by their source: the address of a file, or the object or function that gives it. */
const compiled = new Map<string, { files: Kept<string, WasmModule>; givers: Kept<object, WasmModule> }>();

/**
 * The module of a build from a source, compiled once for all calls of `load` and `connect`. A module that cannot be used is
 * forgotten, so that the next call compiles it again.
 *
 * @param source by what the source is known again; undefined for the file beside this package
 */
export function sharedModule(build: string, source: unknown, compile: () => Promise<WasmModule>): WithModule {
  const modules = compiled.get(build) ?? { files: new Map(), givers: new WeakMap() };
  compiled.set(build, modules);
  const isAddress = typeof source === "string" || source instanceof URL;
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
