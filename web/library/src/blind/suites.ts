import { type Bytes, copyBytes, toBytes } from "../bytes.js";
import { invalid } from "../errors.js";

/**
 * The suites of RFC 9474. `Randomized` puts 32 random bytes before each message, which RFC 9474 recommends. `PSSZERO` has no salt.
 *
 * @example
 * ```ts
 * import { blindSuites } from "rsa-variants/blind";
 * console.log(blindSuites[0]); // RSABSSA-SHA384-PSS-Randomized
 * ```
 */
export const blindSuites = Object.freeze([
  "RSABSSA-SHA384-PSS-Randomized",
  "RSABSSA-SHA384-PSSZERO-Randomized",
  "RSABSSA-SHA384-PSS-Deterministic",
  "RSABSSA-SHA384-PSSZERO-Deterministic",
] as const);

/** A suite of RFC 9474. */
export type BlindSuiteName = (typeof blindSuites)[number];

/**
 * The suites of partially blind signatures (draft-irtf-cfrg-partially-blind-rsa-02), in the same order.
 *
 * @example
 * ```ts
 * import { partiallyBlindSuites } from "rsa-variants/blind";
 * console.log(partiallyBlindSuites[0]); // RSAPBSSA-SHA384-PSS-Randomized
 * ```
 */
export const partiallyBlindSuites = Object.freeze([
  "RSAPBSSA-SHA384-PSS-Randomized",
  "RSAPBSSA-SHA384-PSSZERO-Randomized",
  "RSAPBSSA-SHA384-PSS-Deterministic",
  "RSAPBSSA-SHA384-PSSZERO-Deterministic",
] as const);

/** A suite of partially blind signatures. */
export type PartiallyBlindSuiteName = (typeof partiallyBlindSuites)[number];

/** A suite, with the metadata that a partially blind one binds signatures to. */
export type CheckedSuite =
  | { readonly name: BlindSuiteName; readonly info: undefined }
  | { readonly name: PartiallyBlindSuiteName; readonly info: Uint8Array<ArrayBuffer> };

/** Checks the name of a suite, and that there is metadata if it needs some. Copies the metadata. */
export function checkSuite(name: string, info: Bytes | undefined): CheckedSuite {
  const blind = blindSuites.find((each) => each === name);
  if (blind !== undefined) {
    if (info === undefined) return { name: blind, info };
    throw invalid("info", `must be left out: ${blind} does not bind signatures to metadata`);
  }
  const partial = partiallyBlindSuites.find((each) => each === name);
  if (partial === undefined) {
    throw invalid(
      "name",
      `must be one of ${[...blindSuites, ...partiallyBlindSuites].join(", ")}, got ${String(name)}`,
    );
  }
  if (info === undefined) throw invalid("info", `is missing: ${partial} binds signatures to public metadata`);
  return { name: partial, info: copyBytes(toBytes("info", info)) };
}
