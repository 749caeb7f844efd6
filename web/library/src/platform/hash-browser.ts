import type { GlueHasher } from "../glue.js";

/** Always undefined: WebCrypto cannot hash data that come in pieces. */
export function platformHasher(_name: string): GlueHasher | undefined {
  return undefined;
}
