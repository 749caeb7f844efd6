/** Makes keys of the main module from numbers of the caller. */

import type { Bindings, BindingsPrivateKey, BindingsPublicKey } from "../bindings.js";
import { naturalToBytes } from "../bytes.js";
import { checkWholeNumber } from "../options.js";
import type { KeyExponents, PublicNumbers } from "./jwk.js";

export function publicKey(
  bindings: Bindings,
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
