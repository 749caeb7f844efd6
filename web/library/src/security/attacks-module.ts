// Verdicts and attacks are two modules, because most users want verdicts only. `load` starts the first, so `assess` is synchronous;
// `demonstration` and `runAttack` are promises, because the first call fetches this one. The first has the attacks, too, that need less
// than a second: assessing a key runs them.

import { startOnce, type WithModule } from "../instantiate.js";
import { LaterModule } from "../later-module.js";
// Imported statically, as in ../start.ts.
import { createBindings } from "../wasm/attacks-bindings.js";
import type { AttacksBindings } from "./attacks.js";

/** The name of the module, which both its builds report. */
export const attacksBuild = "attacks";

/** The WebAssembly module of the attacks. The first attack or demonstration starts it. */
export class AttacksModule extends LaterModule<AttacksBindings> {
  readonly #started = new Map<typeof attacksBuild, Promise<AttacksBindings>>();

  constructor(withModule: WithModule) {
    super(attacksBuild, createBindings, withModule);
  }

  /** The bindings of the only instance. */
  bindings(): Promise<AttacksBindings> {
    return startOnce(this.#started, attacksBuild, async () => (await this.start()).bindings);
  }
}
