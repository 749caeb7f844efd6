import type { GlueHasher } from "../glue.js";

/** Always undefined: WebCrypto cannot hash data piece by piece. */
export function platformHasher(_name: string): GlueHasher | undefined {
  return undefined;
}
