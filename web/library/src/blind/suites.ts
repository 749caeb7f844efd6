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
