import { invalid } from "../errors.js";
import { useOnce } from "../handle.js";
import {
  componentsOf,
  type KeyComponents,
  overwriteComponents,
  type PrivateKeyNumbers,
  toGlueComponents,
  toGlueParams,
} from "../params.js";
import { PrivateKey, usePrivateKey } from "../private-key.js";
import type { GlueDeviceKey, XrsaGlue } from "./glue.js";

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

/** Gives a key to a call as the device takes it. */
export function useDeviceKey<R>(
  glue: XrsaGlue,
  key: PrivateKeyNumbers | KeyComponents,
  call: (key: GlueDeviceKey) => R,
): R {
  return useOnce(() => toDeviceKey(glue, key), call);
}

/** A private key lives in the main module's memory: its numbers cross as bytes, which are overwritten then. */
function toDeviceKey(glue: XrsaGlue, key: PrivateKeyNumbers | KeyComponents): GlueDeviceKey {
  if (typeof key !== "object" || key === null || !("components" in key)) {
    return new glue.Key(toGlueComponents(key), undefined, undefined);
  }
  const { variant, crtExponentLength } = toGlueParams(key.params);
  const components =
    key instanceof PrivateKey
      ? usePrivateKey(key, (object) => object.components())
      : toGlueComponents(componentsOf(key));
  try {
    return new glue.Key(components, variant, crtExponentLength);
  } finally {
    overwriteComponents(components);
  }
}
