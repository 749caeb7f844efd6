import { startOnce, type WithModule } from "../instantiate.js";
import { LaterModule } from "../later-module.js";
// Imported statically, as in ../start.ts.
import { createBindings } from "../wasm/attacks-bindings.js";
import type { AttacksGlue } from "./attacks.js";

/** The only build of the module. */
export const attacksBuild = "attacks";

/** The WebAssembly module of the attacks. The first attack or demonstration starts it. */
export class AttacksModule extends LaterModule<AttacksGlue> {
  readonly #started = new Map<typeof attacksBuild, Promise<AttacksGlue>>();

  constructor(withModule: WithModule) {
    super(attacksBuild, createBindings, withModule);
  }

  /** The bindings of the only instance. */
  glue(): Promise<AttacksGlue> {
    return startOnce(this.#started, attacksBuild, async () => (await this.start()).glue);
  }
}
