/** Imports keys from data in any format, which it detects by content. */

import type { Bindings, BindingsPrivateKey, BindingsPublicKey } from "../bindings.js";
import { type Bytes, bytesToBigInt, isUint8Array } from "../bytes.js";
import { type BindingsComponents, overwriteComponents, toBindingsComponents, toBindingsParams } from "../params.js";
import type { NodeKeyObject, WebCryptoKey } from "../platform/types.js";
import type { BindingsPublicNumbers } from "./bindings.js";
import { contentOf, mostData, oneKeyOf, unwrap } from "./content.js";
import { decodeWith } from "./decode.js";
import {
  type ImportOptions,
  type PublicImportOptions,
  type Reading,
  readImport,
  readPublicImport,
  startReading,
} from "./formats.js";
import { decodedPublicKey, keyFromExponents, publicFromJson, repairOf } from "./from-numbers.js";
import { type PrivateKeyJson, type PublicKeyJson, readPrivateJson } from "./json.js";
import { type RsaPrivateJwk, type RsaPublicJwk, readPrivateJwk } from "./jwk.js";
import type { Members, Repair } from "./members.js";
import type { FormatsModule } from "./module.js";
import { type KeyHolder, type KeyPair, pairOf, readHolder } from "./objects.js";
import { fromPlatform } from "./platform-keys.js";

/**
 * A key to import: PEM, DER, PKCS #12, OpenSSH's or PuTTY's format, JWK or this library's JSON (the last two as text or as
 * objects), also in a `Blob` or `File` or in a `Response` of `fetch`; an extractable `CryptoKey`, a `KeyObject` of `node:crypto`, or
 * a pair of these, from which the key of the needed kind is taken. A public key can also be a certificate or certificate request, in
 * PEM or DER, or an `X509Certificate` of `node:crypto`.
 */
export type KeyData =
  | Bytes
  | string
  | JsonKey
  | PrivateKeyJson
  | PublicKeyJson
  | WebCryptoKey
  | NodeKeyObject
  | KeyPair
  | KeyHolder;

/** A JSON Web Key. In the platform's own type, every member is optional. */
type JsonKey =
  | RsaPublicJwk
  | RsaPrivateJwk
  | {
      /** The type of the key; only `"RSA"` is accepted. */
      readonly kty?: string;
    };

/** Reads an object of the platform that can be read only once, or not sent to a worker. Returns other data as they are. */
export async function withoutHolder<Data>(data: Data, most = mostData): Promise<Data | Uint8Array> {
  return (await readHolder(data, most)) ?? data;
}

export async function importPrivateKey(
  bindings: Bindings,
  formats: FormatsModule,
  data: KeyData,
  options: ImportOptions,
): Promise<BindingsPrivateKey> {
  const reading = startReading(options);
  const { password, trusted, allowBroken } = readImport(options);
  let found: Uint8Array | Members | undefined;
  try {
    found = await contentIn(data, "private", reading);
    if (isUint8Array(found)) {
      const { options } = reading;
      noteSeveral(found, repairOf(reading));
      const encoded = { bytes: found, isPrivate: true, password, options };
      const { decoded, leftOut } = await decodeWith(formats, encoded, (decoder, options, opened) =>
        decoder.decodePrivateKey(encoded.bytes, password, options, opened),
      );
      reading.report([...leftOut, ...decoded.repairs]);
      return privateKey(bindings, decoded.private as BindingsComponents, { reading, trusted, allowBroken });
    }
    return privateFromJson(bindings, found, { reading, trusted, allowBroken });
  } finally {
    password?.fill(0);
    if (isUint8Array(found)) found.fill(0);
  }
}

/** What is checked of a private key. */
interface Checks {
  readonly reading: Reading;
  readonly trusted: boolean;
  readonly allowBroken: boolean;
}

/** Makes a key from decoded numbers, and overwrites these. */
export function privateKey(
  bindings: Bindings,
  components: BindingsComponents,
  { reading, trusted, allowBroken }: Checks,
): BindingsPrivateKey {
  try {
    const exponents = components.publicExponents.map(bytesToBigInt);
    const hasPrimes = components.primes.length > 0;
    const check = hasPrimes ? (trusted ? "trusted" : "private") : "exponents";
    reading.checkLengths(bytesToBigInt(components.modulus), exponents, check);
    if (hasPrimes) return bindings.PrivateKey.fromStandardComponents(components, trusted, allowBroken);
    const { modulus, publicExponents, privateExponent } = components;
    return bindings.PrivateKey.fromExponents(modulus, publicExponents[0] as Uint8Array, privateExponent, allowBroken);
  } finally {
    overwriteComponents(components);
  }
}

export function privateFromJson(
  bindings: Bindings,
  found: Members,
  { reading, trusted, allowBroken }: Checks,
): BindingsPrivateKey {
  if (found.kty === undefined) {
    const { params, components } = readPrivateJson(found);
    reading.checkLengths(components.modulus, components.publicExponents, trusted ? "trusted" : "private");
    reading.report();
    return bindings.PrivateKey.fromComponents(
      toBindingsParams(params),
      toBindingsComponents(components),
      trusted,
      allowBroken,
    );
  }
  const numbers = readPrivateJwk(found, repairOf(reading));
  const exponents = "primes" in numbers ? numbers.publicExponents : [numbers.publicExponent];
  const check = "primes" in numbers ? (trusted ? "trusted" : "private") : "exponents";
  reading.checkLengths(numbers.modulus, exponents, check);
  reading.report();
  if (!("primes" in numbers)) return keyFromExponents(bindings, numbers, allowBroken);
  return bindings.PrivateKey.fromStandardComponents(toBindingsComponents(numbers), trusted, allowBroken);
}

export async function importPublicKey(
  bindings: Pick<Bindings, "PublicKey">,
  formats: FormatsModule,
  data: KeyData,
  given: PublicImportOptions,
): Promise<BindingsPublicKey> {
  const { reading, password } = readPublicImport(given);
  let found: Uint8Array | Members | undefined;
  try {
    found = await contentIn(data, "public", reading);
    if (!isUint8Array(found)) return publicFromJson(bindings, found, { reading, allowBroken: false });
    const { options } = reading;
    const encoded = { bytes: found, isPrivate: false, password, options };
    const { decoded } = await decodeWith(formats, encoded, (decoder, options, opened) =>
      decoder.decodePublicKey(encoded.bytes, options, opened),
    );
    reading.report(decoded.repairs);
    return decodedPublicKey(bindings, decoded.public as BindingsPublicNumbers, { reading, allowBroken: false });
  } finally {
    password?.fill(0);
    if (isUint8Array(found)) found.fill(0); // it may hold private keys as well
  }
}

/** Notes that a file has several private keys, of which only one is imported. */
function noteSeveral(bytes: Uint8Array, repair: Repair): void {
  const { length } = new TextDecoder().decode(bytes).match(/-BEGIN (?:[A-Z]+ )*PRIVATE KEY-/g) ?? [];
  if (length < 2) return;
  repair(
    "several-keys",
    `the file has ${length} private keys, and the first that can be read is used; importKeys reads all`,
  );
}

/** The one key in data: an object of JSON, or bytes. Data that are not a key of the platform are copied before the first await. */
async function contentIn(
  data: unknown,
  kind: "private" | "public",
  reading: Reading,
  isHalf = false,
): Promise<Uint8Array | Members> {
  const der = fromPlatform(data);
  if (der !== undefined) return der;
  const held = readHolder(data, mostData);
  const content = contentOf(held === undefined ? data : await held, repairOf(reading));
  const found = isUint8Array(content) ? await unwrap(content, repairOf(reading)) : content;
  if (isUint8Array(found)) return found;
  const [privateKey, publicKey] = pairOf(found, isHalf) ?? [];
  if (privateKey !== undefined) return contentIn(kind === "private" ? privateKey : publicKey, kind, reading, true);
  return oneKeyOf(found, repairOf(reading));
}
