/** Makes keys from numbers. */

import type { Bindings, BindingsPrivateKey, BindingsPublicKey } from "../bindings.js";
import { bytesToBigInt, naturalToBytes } from "../bytes.js";
import { guarded } from "../errors.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  checkWholeNumber,
  type Names,
  throwIfAborted,
} from "../options.js";
import type { BindingsPublicNumbers } from "./bindings.js";
import type { Reading } from "./formats.js";
import { readPublicJson } from "./json.js";
import { type KeyExponents, type PublicNumbers, readPublicJwk } from "./jwk.js";
import type { Members, Repair } from "./members.js";

export function publicKey(
  bindings: Pick<Bindings, "PublicKey">,
  { modulus, publicExponent, messageLength }: PublicNumbers,
  allowBroken: boolean,
  checksum?: bigint,
): BindingsPublicKey {
  if (messageLength !== undefined) checkWholeNumber("messageLength", messageLength);
  const numbers = [naturalToBytes("modulus", modulus), naturalToBytes("publicExponent", publicExponent)] as const;
  return new bindings.PublicKey(...numbers, messageLength, allowBroken, checksum);
}

export function keyFromExponents(
  bindings: Bindings,
  exponents: KeyExponents,
  allowBroken: boolean,
): BindingsPrivateKey {
  const { modulus, publicExponent, privateExponent } = exponents;
  return bindings.PrivateKey.fromExponents(
    naturalToBytes("modulus", modulus),
    naturalToBytes("publicExponent", publicExponent),
    naturalToBytes("privateExponent", privateExponent),
    allowBroken,
  );
}

/** What is checked of a public key. */
interface PublicChecks {
  readonly reading: Reading;
  readonly allowBroken: boolean;
}

/** Makes a key from decoded numbers. */
export function decodedPublicKey(
  bindings: Pick<Bindings, "PublicKey">,
  { modulus, publicExponent, isBare }: BindingsPublicNumbers,
  { reading, allowBroken }: PublicChecks,
): BindingsPublicKey {
  const isAssessed = allowBroken && !isBare;
  reading.checkLengths(bytesToBigInt(modulus), [bytesToBigInt(publicExponent)], isAssessed ? "assessed" : "public");
  return new bindings.PublicKey(modulus, publicExponent, undefined, isAssessed);
}

export function publicFromJson(
  bindings: Pick<Bindings, "PublicKey">,
  found: Members,
  { reading, allowBroken }: PublicChecks,
): BindingsPublicKey {
  const numbers = found.kty === undefined ? readPublicJson(found) : readPublicJwk(found, repairOf(reading));
  reading.checkLengths(numbers.modulus, [numbers.publicExponent], allowBroken ? "assessed" : "public");
  reading.report();
  return publicKey(bindings, numbers, allowBroken);
}

export function repairOf({ repairs }: Reading): Repair {
  return (code, message) => void repairs.push({ code, message });
}

/** Options of `publicKey`. */
export interface PublicKeyOptions extends AbortOptions {
  /** For an `unbalanced` key: the maximum length of a message in bits (its `PublicKey.messageLength`). */
  readonly messageLength?: number | undefined;
}

const publicKeyNames: Names<PublicKeyOptions> = { ...abortNames, messageLength: true };

/** The `publicKey` of the entries that have this call. */
export function publicKeyOf(
  bindings: Pick<Bindings, "PublicKey">,
  modulus: bigint,
  publicExponent: bigint,
  options: PublicKeyOptions,
): BindingsPublicKey {
  const { messageLength, signal } = checkOptions(options, publicKeyNames, "{ messageLength: 639 }");
  throwIfAborted(signal);
  return guarded(() => publicKey(bindings, { modulus, publicExponent, messageLength }, true));
}
