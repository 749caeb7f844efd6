// Key formats except JWK and JSON are a separate WebAssembly module of 110 kB (brotli), because few users need them:
// with PBES2 they took 51 and 54 kB of a main module of 174 and 189. Numbers go in and come out; the main module checks
// whether they make a key. So importing and exporting return promises for every format, as in WebCrypto. A new instance
// for each call takes about a millisecond, and scrypt's 128 MiB are given back with it.

import { guarded } from "../errors.js";
import type { WithModule } from "../instantiate.js";
import { LaterModule } from "../later-module.js";
// Imported statically, as in start.ts.
import { createBindings } from "../wasm/formats-bindings.js";
import type { FormatsGlue } from "./glue.js";

/** The name of the module's only build. */
export const formatsBuild = "formats";

/** The WebAssembly module of key formats. */
export class FormatsModule extends LaterModule<FormatsGlue> {
  constructor(withModule: WithModule) {
    super(formatsBuild, createBindings, withModule);
  }

  /**
   * Makes a call in a new instance and overwrites its memory afterwards: parsers and key derivation leave copies of secrets in it
   * that could not be wiped one by one.
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
