import {
  componentsOf,
  type GlueComponents,
  overwriteComponents,
  type PrivateKeyNumbers,
  toGlueComponents,
} from "./params.js";
import { PrivateKey, usePrivateKey } from "./private-key.js";

/**
 * Passes the numbers of a private key to the bindings of another module. A `PrivateKey` lives in the memory of the main module: its
 * numbers are copied as bytes, which are overwritten afterwards.
 */
export function useComponents<R>(key: PrivateKeyNumbers, call: (components: GlueComponents) => R): R {
  const components =
    key instanceof PrivateKey
      ? usePrivateKey(key, (object) => object.components())
      : toGlueComponents(componentsOf(key));
  try {
    return call(components);
  } finally {
    overwriteComponents(components);
  }
}
