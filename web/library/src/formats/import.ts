/** Imports keys from data in any format, which it detects by content. */

import { type Bytes, naturalToBytes } from "../bytes.js";
import type { Glue, GluePrivateKey, GluePublicKey } from "../glue.js";
import {
  checkWholeNumber,
  type GlueComponents,
  overwriteComponents,
  toGlueComponents,
  toGlueParams,
} from "../params.js";
import type { NodeKeyObject, WebCryptoKey } from "../platform/types.js";
import { contentOf, oneKeyOf } from "./content.js";
import { decodeWith } from "./decode.js";
import {
  type ImportOptions,
  type PublicImportOptions,
  type Reading,
  readImport,
  readPublicImport,
  startReading,
} from "./formats.js";
import type { GluePublicNumbers } from "./glue.js";
import { type PrivateKeyJson, type PublicKeyJson, readPrivateJson, readPublicJson } from "./json.js";
import {
  type KeyExponents,
  type PublicNumbers,
  type RsaPrivateJwk,
  type RsaPublicJwk,
  readPrivateJwk,
  readPublicJwk,
} from "./jwk.js";
import type { Members, Repair } from "./members.js";
import type { FormatsModule } from "./module.js";
import { fromPlatform } from "./platform-keys.js";

/**
 * A key to import: PEM, DER, PKCS #12, OpenSSH's or PuTTY's format, JWK or this library's JSON (the last two as text or as
 * objects), an extractable `CryptoKey`, or a `KeyObject` of `node:crypto`. A public key can also be a certificate or certificate
 * request, in PEM or DER.
 */
export type KeyData = Bytes | string | JsonKey | PrivateKeyJson | PublicKeyJson | WebCryptoKey | NodeKeyObject;

/** A JSON Web Key. In the platform's own type, every member is optional. */
type JsonKey = RsaPublicJwk | RsaPrivateJwk | { readonly kty?: string };

export async function importPrivateKey(
  glue: Glue,
  formats: FormatsModule,
  data: KeyData,
  options: ImportOptions,
): Promise<GluePrivateKey> {
  const reading = startReading(options);
  const { password, trusted, allowBroken } = readImport(options);
  let found: Uint8Array | Members | undefined;
  try {
    found = await contentIn(data, reading);
    if (found instanceof Uint8Array) {
      const { options } = reading;
      const encoded = { bytes: found, isPrivate: true, password, options };
      const { decoded, leftOut } = await decodeWith(formats, encoded, (decoder, opened) =>
        decoder.decodePrivateKey(encoded.bytes, password, options, opened),
      );
      reading.report([...leftOut, ...decoded.repairs]);
      return privateKey(glue, decoded.private as GlueComponents, trusted, allowBroken);
    }
    return privateFromJson(glue, found, { reading, trusted, allowBroken });
  } finally {
    password?.fill(0);
    if (found instanceof Uint8Array) found.fill(0);
  }
}

/** Makes a key from decoded numbers, and overwrites these. */
export function privateKey(
  glue: Glue,
  components: GlueComponents,
  trusted: boolean,
  allowBroken: boolean,
): GluePrivateKey {
  try {
    if (components.primes.length > 0) return glue.PrivateKey.fromStandardComponents(components, trusted, allowBroken);
    const { modulus, publicExponents, privateExponent } = components;
    return glue.PrivateKey.fromExponents(modulus, publicExponents[0] as Uint8Array, privateExponent, allowBroken);
  } finally {
    overwriteComponents(components);
  }
}

export function privateFromJson(
  glue: Glue,
  found: Members,
  { reading, trusted, allowBroken }: { reading: Reading; trusted: boolean; allowBroken: boolean },
): GluePrivateKey {
  if (found.kty === undefined) {
    const { params, components } = readPrivateJson(found);
    reading.report();
    return glue.PrivateKey.fromComponents(toGlueParams(params), toGlueComponents(components), trusted, allowBroken);
  }
  const numbers = readPrivateJwk(found, repairOf(reading));
  reading.report();
  if (!("primes" in numbers)) return keyFromExponents(glue, numbers, allowBroken);
  return glue.PrivateKey.fromStandardComponents(toGlueComponents(numbers), trusted, allowBroken);
}

export async function importPublicKey(
  glue: Glue,
  formats: FormatsModule,
  data: KeyData,
  given: PublicImportOptions,
): Promise<GluePublicKey> {
  const { reading, password } = readPublicImport(given);
  let found: Uint8Array | Members | undefined;
  try {
    found = await contentIn(data, reading);
    if (!(found instanceof Uint8Array)) return publicFromJson(glue, found, reading);
    const { options } = reading;
    const encoded = { bytes: found, isPrivate: false, password, options };
    const { decoded } = await decodeWith(formats, encoded, (decoder, opened) =>
      decoder.decodePublicKey(encoded.bytes, options, opened),
    );
    reading.report(decoded.repairs);
    const { modulus, publicExponent } = decoded.public as GluePublicNumbers;
    return new glue.PublicKey(modulus, publicExponent);
  } finally {
    password?.fill(0);
    if (found instanceof Uint8Array) found.fill(0); // it may hold private keys as well
  }
}

export function publicFromJson(glue: Glue, found: Members, reading: Reading): GluePublicKey {
  const numbers = found.kty === undefined ? readPublicJson(found) : readPublicJwk(found, repairOf(reading));
  reading.report();
  return publicKey(glue, numbers);
}

function repairOf({ repairs }: Reading): Repair {
  return (code, message) => void repairs.push({ code, message });
}

/** The one key in data: an object of JSON, or bytes. Data that are not a key of the platform are copied before the first await. */
async function contentIn(data: KeyData, reading: Reading): Promise<Uint8Array | Members> {
  const der = fromPlatform(data);
  if (der !== undefined) return der;
  const found = contentOf(data, repairOf(reading));
  return found instanceof Uint8Array ? found : oneKeyOf(found, repairOf(reading));
}

export function publicKey(glue: Glue, { modulus, publicExponent, messageLength }: PublicNumbers): GluePublicKey {
  if (messageLength !== undefined) checkWholeNumber("messageLength", messageLength);
  const numbers = [naturalToBytes("modulus", modulus), naturalToBytes("publicExponent", publicExponent)] as const;
  return new glue.PublicKey(...numbers, messageLength);
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
