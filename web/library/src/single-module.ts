import { read } from "#read";
import { instantiate, type ModuleGlue, sharedModule, startOnce, type WithModule } from "./instantiate.js";
import { checkOptions, type Names } from "./options.js";
import type { WebUrl } from "./platform/types.js";
import { compile, type WasmSource } from "./wasm-source.js";
import type { WorkerPool } from "./workers/pool.js";
import type { AnyWorker } from "./workers/worker-slot.js";
import { poolOpener, type WorkerOptions, workerNames } from "./workers/workers.js";

/** An entry with a WebAssembly module of its own, of which there is one build. */
export interface SingleModule {
  /** The module's name, which it says itself. */
  readonly name: "security" | "xrsa";
  /** Where its file lies beside this package. */
  readonly url: () => WebUrl;
}

interface SourceOptions {
  readonly source?: WasmSource | undefined;
}
const sourceNames: Names<SourceOptions> = { source: true };

function moduleOf({ name, url }: SingleModule, { source }: SourceOptions): WithModule {
  return sharedModule(name, source, () => compile(name, () => (source === undefined ? url() : source), read));
}

function example({ name }: SingleModule): string {
  return `{ source: "/static/rsa-variants-${name}.wasm" }`;
}

/** The `load` of such an entry: starts the module once, from the source that the options give or else its file. */
export function loaderOf<Glue extends ModuleGlue, Library>(
  module: SingleModule,
  createBindings: () => Glue,
  wrap: (glue: Glue) => Library,
): (options: SourceOptions) => Promise<Library> {
  const loaded = new Map<string, Promise<Library>>();
  return async (options) => {
    checkOptions(options, sourceNames, example(module));
    const start = async (compiled: WebAssembly.Module) =>
      wrap((await instantiate(module.name, compiled, createBindings)).glue);
    return startOnce(loaded, module.name, () => moduleOf(module, options)(start));
  };
}

/** The `connect` of such an entry: starts workers of its own; `wrap` gets what the library in them says of itself. */
export async function connectTo<Workers>(
  module: SingleModule,
  options: SourceOptions & WorkerOptions,
  startOwn: () => AnyWorker,
  wrap: (pool: WorkerPool, about: unknown) => Workers,
): Promise<Workers> {
  const openPool = poolOpener(checkOptions(options, { ...sourceNames, ...workerNames }, example(module)), startOwn);
  const { name } = module;
  const { pool, about } = await openPool({ library: name, build: name, withModule: moduleOf(module, options) });
  return wrap(pool, about);
}
