import { instantiate, type ModuleBindings, startOnce, type WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { WasmModule } from "./platform/types.js";
import { moduleFrom, type PackagedFile, type WasmSource } from "./wasm-source.js";
import type { WorkerPool } from "./workers/pool.js";
import type { Library } from "./workers/protocol.js";
import type { StartedWorker } from "./workers/worker-slot.js";
import { poolOpener, type WorkerOptions, workerNames } from "./workers/workers.js";

/** An entry of the package with its own WebAssembly module. Platforms that need another build of it get another file. */
export interface SingleModule<Options extends SourceOptions, Name extends string = Library> {
  /** The module's name, as the module itself reports it. */
  readonly name: Name;
  /** Its file in this package. */
  readonly file: PackagedFile;
  /** What a `source` that is a function is called with. */
  readonly argument?: unknown;
  /** The options of its `load`. */
  readonly names: Names<Options>;
}

interface SourceOptions {
  readonly source?: WasmSource | ((argument: never) => WasmSource) | undefined;
}

function moduleOf<Options extends SourceOptions>(
  { name, file, argument }: SingleModule<Options, string>,
  { source }: Options,
): WithModule {
  return moduleFrom<never>(name, () => file, { source, argument: argument as never });
}

function example(name: string): string {
  return `{ source: "/static/rsa-variants-${name}.wasm" }`;
}

/** Makes the `load` of such an entry: it starts the module once, from the source in the options or from the package's file. */
export function loaderOf<Options extends SourceOptions, Bindings extends ModuleBindings, Library>(
  module: SingleModule<Options, string>,
  createBindings: () => Bindings,
  wrap: (bindings: Bindings, options: Options) => Library,
): (options: Options) => Promise<Library> {
  const loaded = new Map<string, Promise<Library>>();
  return async (options) => {
    checkOptions(options, module.names, example(module.name));
    const start = async (compiled: WebAssembly.Module) =>
      wrap((await instantiate(module.name, compiled, createBindings)).bindings, options);
    return startOnce(loaded, module.name, () => moduleOf(module, options)(start));
  };
}

/**
 * The `connect` of such an entry: starts its workers. `wrap` receives the description that the library in them sends. `laterOf`,
 * if the entry has one, returns the module that workers request when they first need it.
 */
export async function connectTo<Options extends SourceOptions, Workers>(
  module: SingleModule<Options>,
  options: Options & WorkerOptions,
  startOwn: () => StartedWorker,
  wrap: (pool: WorkerPool, about: unknown) => Workers,
  laterOf?: (options: Options) => { compiled(): Promise<WasmModule> },
): Promise<Workers> {
  const { name, names } = module;
  const openPool = poolOpener(checkOptions(options, { ...names, ...workerNames }, example(name)), startOwn);
  const started = { library: name, build: name, withModule: moduleOf(module, options) };
  const later = laterOf?.(options);
  const { pool, about } = await openPool(later ? { ...started, later: () => later.compiled() } : started);
  return wrap(pool, about);
}
