// Key formats except JWK and JSON are a separate WebAssembly module, because few users need them. Numbers go in and come out; the main
// module checks whether they make a key. So importing and exporting return promises for every format, as in WebCrypto. Each call has a
// new instance, and gives scrypt's 128 MiB back with it.
//
// PKCS #12 and PuTTY's files are a third module, which only those who have such files fetch. The module of formats finds them, and
// reads the keys that the third one takes out of them.

import { guarded } from "../errors.js";
import type { ModuleBindings, WithModule } from "../instantiate.js";
import { LaterModule } from "../later-module.js";
// Imported statically, as in start.ts.
import { createBindings as createContainersBindings } from "../wasm/containers-bindings.js";
import { createBindings } from "../wasm/formats-bindings.js";
import type { ContainersBindings, FormatsBindings } from "./bindings.js";

/** The name of the only build of the module of formats. */
export const formatsBuild = "formats";
/** The name of the only build of the module of containers. */
export const containersBuild = "containers";

/** A module of which every call gets an instance of its own. */
class WipedModule<Bindings extends ModuleBindings> extends LaterModule<Bindings> {
  /**
   * Makes a call in a new instance and overwrites its memory afterwards: parsers and key derivation leave copies of secrets in it
   * that could not be wiped one by one.
   */
  async use<R>(call: (bindings: Bindings) => R): Promise<R> {
    const { bindings, memory } = await this.start();
    try {
      return guarded(() => call(bindings));
    } finally {
      new Uint8Array(memory.buffer).fill(0);
    }
  }
}

/** The WebAssembly module of key formats, and that of containers. */
export class FormatsModule extends WipedModule<FormatsBindings> {
  /** Opens PKCS #12 and PuTTY's files. */
  readonly containers: WipedModule<ContainersBindings>;

  constructor(withModule: WithModule, withContainers: WithModule) {
    super(formatsBuild, createBindings, withModule);
    this.containers = new WipedModule(containersBuild, createContainersBindings, withContainers);
  }
}
