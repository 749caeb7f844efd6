import { type Kept, startOnce } from "./instantiate.js";
import type { WasmModule } from "./platform/types.js";

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
