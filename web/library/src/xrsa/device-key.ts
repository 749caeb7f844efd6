import { useOnce } from "../handle.js";
import { type KeyComponents, overwriteComponents, toGlueComponents } from "../params.js";
import { PrivateKey, usePrivateKey } from "../private-key.js";
import type { GlueDeviceKey, XrsaGlue } from "./glue.js";

/** Gives a key to a call as the device takes it. */
export function useDeviceKey<R>(glue: XrsaGlue, key: PrivateKey | KeyComponents, call: (key: GlueDeviceKey) => R): R {
  return useOnce(() => toDeviceKey(glue, key), call);
}

/** A private key lives in the main module's memory: its numbers cross as bytes, which are overwritten then. */
function toDeviceKey(glue: XrsaGlue, key: PrivateKey | KeyComponents): GlueDeviceKey {
  if (!(key instanceof PrivateKey)) return new glue.Key(toGlueComponents(key), undefined, undefined);
  const { variant, crtExponentLength } = key.params;
  const components = usePrivateKey(key, (object) => object.components());
  try {
    return new glue.Key(components, variant, crtExponentLength);
  } finally {
    overwriteComponents(components);
  }
}
