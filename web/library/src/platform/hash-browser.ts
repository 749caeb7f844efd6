import type { GlueHasher } from "../glue.js";

/** There is none: WebCrypto hashes no data that come in pieces. */
export function platformHasher(_name: string): GlueHasher | undefined {
  return undefined;
}
