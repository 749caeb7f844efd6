import { read } from "#read";
import { instantiate, type ModuleGlue, sharedModule, startOnce, type WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { WasmModule, WebUrl } from "./platform/types.js";
import { compile, type WasmSource } from "./wasm-source.js";
import type { WorkerPool } from "./workers/pool.js";
import type { AnyWorker } from "./workers/worker-slot.js";
import { poolOpener, type WorkerOptions, workerNames } from "./workers/workers.js";

/** An entry that starts with a WebAssembly module of its own, of which there is one build. */
export interface SingleModule<Options extends SourceOptions> {
  /** The module's name, which it says itself. */
  readonly name: "security" | "xrsa";
  /** Where its file lies beside this package. */
  readonly url: () => WebUrl;
  /** The options of its `load`. */
  readonly names: Names<Options>;
}

interface SourceOptions {
  readonly source?: WasmSource | undefined;
}

function moduleOf<Options extends SourceOptions>(
  { name, url }: SingleModule<Options>,
  { source }: Options,
): WithModule {
  return sharedModule(name, source, () => compile(name, () => (source === undefined ? url() : source), read));
}

function example(name: string): string {
  return `{ source: "/static/rsa-variants-${name}.wasm" }`;
}

/** The `load` of such an entry: starts the module once, from the source that the options give or else its file. */
export function loaderOf<Options extends SourceOptions, Glue extends ModuleGlue, Library>(
  module: SingleModule<Options>,
  createBindings: () => Glue,
  wrap: (glue: Glue, options: Options) => Library,
): (options: Options) => Promise<Library> {
  const loaded = new Map<string, Promise<Library>>();
  return async (options) => {
    checkOptions(options, module.names, example(module.name));
    const start = async (compiled: WebAssembly.Module) =>
      wrap((await instantiate(module.name, compiled, createBindings)).glue, options);
    return startOnce(loaded, module.name, () => moduleOf(module, options)(start));
  };
}

/**
 * The `connect` of such an entry: starts workers of its own; `wrap` gets what the library in them says of itself. `laterOf` gives
 * the module that workers ask for when they first need it, if the entry has one.
 */
export async function connectTo<Options extends SourceOptions, Workers>(
  module: SingleModule<Options>,
  options: Options & WorkerOptions,
  startOwn: () => AnyWorker,
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
