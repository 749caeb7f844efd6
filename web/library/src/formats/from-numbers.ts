/** Makes keys of the main module from numbers of the caller. */

import { naturalToBytes } from "../bytes.js";
import type { Glue, GluePrivateKey, GluePublicKey } from "../glue.js";
import { checkWholeNumber } from "../options.js";
import type { KeyExponents, PublicNumbers } from "./jwk.js";

export function publicKey(
  glue: Glue,
  { modulus, publicExponent, messageLength }: PublicNumbers,
  allowBroken: boolean,
  checksum?: bigint,
): GluePublicKey {
  if (messageLength !== undefined) checkWholeNumber("messageLength", messageLength);
  const numbers = [naturalToBytes("modulus", modulus), naturalToBytes("publicExponent", publicExponent)] as const;
  return new glue.PublicKey(...numbers, messageLength, allowBroken, checksum);
}

export function keyFromExponents(glue: Glue, exponents: KeyExponents, allowBroken: boolean): GluePrivateKey {
  const { modulus, publicExponent, privateExponent } = exponents;
  return glue.PrivateKey.fromExponents(
    naturalToBytes("modulus", modulus),
    naturalToBytes("publicExponent", publicExponent),
    naturalToBytes("privateExponent", privateExponent),
    allowBroken,
  );
}
