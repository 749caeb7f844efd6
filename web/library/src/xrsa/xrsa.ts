import { invalid } from "../errors.js";
import { useOnce } from "../handle.js";
import { useComponents } from "../key-numbers.js";
import { type KeyComponents, type PrivateKeyNumbers, toGlueComponents, toGlueParams } from "../params.js";
import type { GlueDeviceKey, XrsaGlue } from "./glue.js";

/**
 * The bindings of a loaded module.
 * @internal
 */
export let glueOf: (xrsa: Xrsa) => XrsaGlue;

/** The loaded WebAssembly of this entry, for `Device` and the other classes and functions. */
export class Xrsa {
  static {
    glueOf = (xrsa) => {
      if (typeof xrsa === "object" && xrsa !== null && #glue in xrsa) return xrsa.#glue;
      throw invalid("xrsa", 'must be the result of load() of "rsa-variants/xrsa"');
    };
  }

  readonly #glue: XrsaGlue;

  /** @internal */
  constructor(glue: XrsaGlue) {
    this.#glue = glue;
  }
}

/** Passes a key to a call in the form that the device needs. */
export function useDeviceKey<R>(
  glue: XrsaGlue,
  key: PrivateKeyNumbers | KeyComponents,
  call: (key: GlueDeviceKey) => R,
): R {
  return useOnce(() => toDeviceKey(glue, key), call);
}

function toDeviceKey(glue: XrsaGlue, key: PrivateKeyNumbers | KeyComponents): GlueDeviceKey {
  if (typeof key !== "object" || key === null || !("components" in key)) {
    return new glue.Key(toGlueComponents(key), undefined, undefined);
  }
  const { variant, crtExponentLength } = toGlueParams(key.params);
  return useComponents(key, (components) => new glue.Key(components, variant, crtExponentLength));
}
