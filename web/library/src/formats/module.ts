import { guarded } from "../errors.js";
import type { WithModule } from "../instantiate.js";
import { LaterModule } from "../later-module.js";
// Imported statically, as in start.ts.
import { createBindings } from "../wasm/formats-bindings.js";
import type { FormatsGlue } from "./glue.js";

/** The one build of the module. */
export const formatsBuild = "formats";

/** The WebAssembly module of key formats. */
export class FormatsModule extends LaterModule<FormatsGlue> {
  constructor(withModule: WithModule) {
    super(formatsBuild, createBindings, withModule);
  }

  /**
   * Makes a call in an instance of its own, whose memory is overwritten afterwards: the parsers, the key derivation and the
   * numbers leave copies in it that could not be wiped one by one.
   */
  async use<R>(call: (glue: FormatsGlue) => R): Promise<R> {
    const { glue, memory } = await this.start();
    try {
      return guarded(() => call(glue));
    } finally {
      new Uint8Array(memory.buffer).fill(0);
    }
  }
}
