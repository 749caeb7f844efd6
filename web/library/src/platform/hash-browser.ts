import type { BindingsHasher } from "../bindings.js";

/** Always undefined: WebCrypto cannot hash data piece by piece. */
export function platformHasher(_name: string): BindingsHasher | undefined {
  return undefined;
}
