import { bytesToBigInt } from "../bytes.js";
import { invalid } from "../errors.js";
import type { Blind, PartiallyBlindSuite } from "./blind.js";

/** What `@cloudflare/blindrsa-ts` passes to a backend: the issuer's key as big-endian integers, and the parameters of the suite. */
export interface BlindrsaContext {
  /** The modulus. */
  readonly n: Uint8Array;
  /** The public exponent of the issuer's key. The one that is used is derived from the metadata. */
  readonly e: Uint8Array;
  /** The public metadata. */
  readonly info: Uint8Array;
  /** The hash function: `"SHA-384"`. */
  readonly hash: string;
  /** The length of the salt in bytes: 48 or 0. */
  readonly saltLength: number;
}

/** The interface of backends that `@cloudflare/blindrsa-ts` proposes for partially blind signatures (pull request 68, July 2026). */
export interface BlindrsaBackend {
  /** The name of the implementation: `"rsa-variants"`. */
  readonly id: string;
  /** Blinds a prepared message. */
  blind(context: BlindrsaContext, preparedMsg: Uint8Array): Promise<{ blindedMsg: Uint8Array; inv: Uint8Array }>;
  /** Removes the blinding and verifies; rejects if the signature is invalid. */
  finalize(
    context: BlindrsaContext,
    preparedMsg: Uint8Array,
    blindSig: Uint8Array,
    inv: Uint8Array,
  ): Promise<Uint8Array>;
  /** Verifies a signature; resolves to `false` for a malformed one. */
  verify(context: BlindrsaContext, preparedMsg: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/**
 * Runs the partially blind suites of `@cloudflare/blindrsa-ts` here. Browsers need such a backend because WebCrypto refuses the long
 * public exponents.
 *
 * @param blind the result of this entry's `load`
 *
 * @example
 * ```ts
 * import { blindrsaBackend, load } from "rsa-variants/blind";
 *
 * const backend = blindrsaBackend(await load());
 * // const suite = RSAPBSSA.SHA384.PSS.Randomized({ supportsRSARAW: false, backend });
 * console.log(backend.id); // rsa-variants
 * ```
 */
export function blindrsaBackend(blind: Blind): BlindrsaBackend {
  // The preparation is not the backend's, so either of the two suites with this salt does.
  const suiteOf = ({ hash, saltLength, info }: BlindrsaContext): PartiallyBlindSuite => {
    if (hash.toUpperCase() !== "SHA-384") throw invalid("hash", `must be SHA-384, got ${hash}`);
    if (saltLength === 48) return blind.suite("RSAPBSSA-SHA384-PSS-Deterministic", info);
    if (saltLength === 0) return blind.suite("RSAPBSSA-SHA384-PSSZERO-Deterministic", info);
    throw invalid("saltLength", `must be 48 or 0, got ${saltLength}`);
  };
  const keyOf = ({ n, e }: BlindrsaContext) => ({ modulus: bytesToBigInt(n), publicExponent: bytesToBigInt(e) });
  return Object.freeze({
    id: "rsa-variants",
    async blind(context: BlindrsaContext, preparedMsg: Uint8Array) {
      const { blindedMessage, inverse } = suiteOf(context).blind(keyOf(context), preparedMsg);
      return { blindedMsg: blindedMessage, inv: inverse };
    },
    async finalize(context: BlindrsaContext, preparedMsg: Uint8Array, blindSig: Uint8Array, inv: Uint8Array) {
      return suiteOf(context).finalize(keyOf(context), preparedMsg, blindSig, inv);
    },
    async verify(context: BlindrsaContext, preparedMsg: Uint8Array, signature: Uint8Array) {
      return suiteOf(context).verify(keyOf(context), signature, preparedMsg);
    },
  });
}
