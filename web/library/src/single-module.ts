import { read } from "#read";
import { instantiate, type ModuleGlue, startOnce } from "./instantiate.js";
import { checkOptions, type Names } from "./names.js";
import { compile, type WasmSource } from "./wasm-source.js";

/** An entry with a WebAssembly module of its own, of which there is one build. */
export interface SingleModule<Glue extends ModuleGlue, Library> {
  /** The module's name, which it says itself. */
  readonly name: string;
  /** Where its file lies beside this package. */
  readonly url: () => URL;
  readonly createBindings: () => Glue;
  /** What stands for the module once it runs. */
  readonly wrap: (glue: Glue) => Library;
}

interface SourceOptions {
  readonly source?: WasmSource | undefined;
}
const sourceNames: Names<SourceOptions> = { source: true };

/** The `load` of such an entry: starts the module once, from the source that the options give or else its file. */
export function loaderOf<Glue extends ModuleGlue, Library>({
  name,
  url,
  createBindings,
  wrap,
}: SingleModule<Glue, Library>): (options: SourceOptions) => Promise<Library> {
  const loaded = new Map<string, Promise<Library>>();
  return async (options) => {
    checkOptions(options, sourceNames, `{ source: "/static/rsa-variants-${name}.wasm" }`);
    const { source } = options;
    const find = () => (source === undefined ? url() : source);
    return startOnce(loaded, name, async () => {
      const module = await compile(name, find, read);
      const { glue } = await instantiate(name, module, createBindings);
      return wrap(glue);
    });
  };
}
