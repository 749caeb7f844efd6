import { invalid } from "../errors.js";
import type { XrsaGlue } from "./glue.js";

/**
 * The bindings that a loaded module stands for.
 * @internal
 */
export let glueOf: (xrsa: Xrsa) => XrsaGlue;

/** The WebAssembly of this entry, loaded: what `Device` and the others compute with. */
export class Xrsa {
  static {
    glueOf = (xrsa) => {
      if (typeof xrsa === "object" && xrsa !== null && #glue in xrsa) return xrsa.#glue;
      throw invalid("xrsa", 'must be what load() of "rsa-variants/xrsa" gives');
    };
  }

  readonly #glue: XrsaGlue;

  /** @internal */
  constructor(glue: XrsaGlue) {
    this.#glue = glue;
  }
}
