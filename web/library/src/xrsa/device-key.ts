import { RsaError } from "../errors.js";
import type { Glue } from "../glue.js";
import { useOnce } from "../handle.js";
import { PrivateKey, usePrivateKey } from "../key.js";
import { type KeyComponents, toGlueComponents } from "../params.js";
import type { GlueDeviceKey } from "./glue.js";

/** Gives a key to a call as the device takes it. */
export function useDeviceKey<R>(glue: Glue, key: PrivateKey | KeyComponents, call: (key: GlueDeviceKey) => R): R {
  return useOnce(() => toDeviceKey(glue, key), call);
}

function toDeviceKey(glue: Glue, key: PrivateKey | KeyComponents): GlueDeviceKey {
  if (!(key instanceof PrivateKey)) return glue.XrsaKey.fromComponents(toGlueComponents(key));
  return usePrivateKey(key, (object) => {
    if (object instanceof glue.PrivateKey) return glue.XrsaKey.of(object);
    throw new RsaError("invalid-params", "the key is of another build than the device: give its components() instead");
  });
}
