import { guarded } from "../errors.js";
import { instantiate, startOnce, type WithModule } from "../instantiate.js";
import type { WasmModule } from "../platform/types.js";
// Imported statically, as in start.ts.
import { createBindings } from "../wasm/formats-bindings.js";
import type { FormatsGlue } from "./glue.js";

/** The one build of the module. */
export const formatsBuild = "formats";

/**
 * The WebAssembly module of key formats. It is compiled when it is first needed, once; a failure is forgotten, so that the next
 * call tries again.
 */
export class FormatsModule {
  readonly #compiled = new Map<typeof formatsBuild, Promise<WasmModule>>();
  #withModule: WithModule;

  constructor(withModule: WithModule) {
    this.#withModule = withModule;
  }

  /** Takes another source, unless the module has been compiled. */
  takeFrom(withModule: WithModule): void {
    this.#withModule = withModule;
  }

  /** The module, for `use` in another thread. One that does not start is a failure, and forgotten as such. */
  compiled(): Promise<WasmModule> {
    const checked = async (module: WasmModule) => {
      await instantiate(formatsBuild, module, createBindings);
      return module;
    };
    return startOnce(this.#compiled, formatsBuild, () => this.#withModule(checked));
  }

  /**
   * Makes a call in an instance of its own, whose memory is overwritten afterwards: the parsers, the key derivation and the
   * numbers leave copies in it that could not be wiped one by one.
   */
  async use<R>(call: (glue: FormatsGlue) => R): Promise<R> {
    const { glue, memory } = await instantiate(formatsBuild, await this.compiled(), createBindings);
    try {
      return guarded(() => call(glue));
    } finally {
      new Uint8Array(memory.buffer).fill(0);
    }
  }
}
