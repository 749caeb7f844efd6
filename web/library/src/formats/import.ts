/** Imports keys from data in any format, which it detects by content. */

import { type Bytes, copyBytes, isBytes, naturalToBytes, toBytes } from "../bytes.js";
import { describe, invalid, RsaError } from "../errors.js";
import type { Glue, GluePrivateKey, GluePublicKey } from "../glue.js";
import { checkWholeNumber, overwriteComponents, toGlueComponents, toGlueParams } from "../params.js";
import type { NodeKeyObject, WebCryptoKey } from "../platform/types.js";
import { type ImportOptions, readImport } from "./formats.js";
import { type PrivateKeyJson, type PublicKeyJson, readPrivateJson, readPublicJson } from "./json.js";
import {
  type KeyExponents,
  type PublicNumbers,
  type RsaPrivateJwk,
  type RsaPublicJwk,
  readPrivateJwk,
  readPublicJwk,
} from "./jwk.js";
import { checkObject, type Members } from "./members.js";
import type { FormatsModule } from "./module.js";
import { fromPlatform } from "./platform-keys.js";

/**
 * A key to import: PEM, DER, OpenSSH's format, JWK or this library's JSON (the last two as text or as objects), an extractable
 * `CryptoKey`, or a `KeyObject` of `node:crypto`. A public key can also be a certificate or certificate request, in PEM or DER.
 */
export type KeyData = Bytes | string | JsonKey | PrivateKeyJson | PublicKeyJson | WebCryptoKey | NodeKeyObject;

/** The longest data that are read, in bytes or characters: a key of 16384 bits with eight primes takes 17 kB as JSON or PEM. */
const mostData = 64 * 1024;

/** A JSON Web Key. In the platform's own type, every member is optional. */
type JsonKey = RsaPublicJwk | RsaPrivateJwk | { readonly kty?: string };

/** Refuses other types, and data that are too long for a key, before doing anything with them. */
function checkData(data: unknown): string | Uint8Array | Members {
  const bytesOrText = isBytes(data) ? toBytes("data", data) : data;
  if (typeof bytesOrText === "string" || bytesOrText instanceof Uint8Array) {
    if (bytesOrText.length <= mostData) return bytesOrText;
    const unit = typeof bytesOrText === "string" ? "characters" : "bytes";
    const most = `must be at most ${mostData} ${unit}; no key is that long`;
    throw invalid("data", `is ${bytesOrText.length} ${unit}, but ${most}`);
  }
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Members;
  throw invalid("data", `must be a string, bytes or an object, got ${describe(data)}`);
}

export async function importPrivateKey(
  glue: Glue,
  formats: FormatsModule,
  data: KeyData,
  options: ImportOptions,
): Promise<GluePrivateKey> {
  const der = fromPlatform(data);
  const found = contentOf(der === undefined ? data : await der); // other data are copied before the first await
  const { password, trusted, allowBroken } = readImport(options);
  try {
    if (found instanceof Uint8Array) {
      const components = await formats.use((decoder) => decoder.decodePrivateKey(found, password));
      try {
        return glue.PrivateKey.fromStandardComponents(components, trusted, allowBroken);
      } finally {
        overwriteComponents(components);
      }
    }
    if (found.kty === undefined) {
      const { params, components } = readPrivateJson(found);
      return glue.PrivateKey.fromComponents(toGlueParams(params), toGlueComponents(components), trusted, allowBroken);
    }
    const numbers = readPrivateJwk(found);
    if (!("primes" in numbers)) return keyFromExponents(glue, numbers, allowBroken);
    return glue.PrivateKey.fromStandardComponents(toGlueComponents(numbers), trusted, allowBroken);
  } finally {
    password?.fill(0);
    if (found instanceof Uint8Array) found.fill(0);
  }
}

export async function importPublicKey(glue: Glue, formats: FormatsModule, data: KeyData): Promise<GluePublicKey> {
  const der = fromPlatform(data);
  const found = contentOf(der === undefined ? data : await der); // other data are copied before the first await
  if (found instanceof Uint8Array) {
    const { modulus, publicExponent } = await formats.use((decoder) => decoder.decodePublicKey(found));
    return new glue.PublicKey(modulus, publicExponent);
  }
  return publicKey(glue, found.kty === undefined ? readPublicJson(found) : readPublicJwk(found));
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

/** Parses JSON text into an object; returns a private copy of the bytes of anything else. */
function contentOf(given: unknown): Uint8Array | Members {
  const data = checkData(given);
  if (!(typeof data === "string" || data instanceof Uint8Array)) return data;
  if (!isJson(data)) return typeof data === "string" ? new TextEncoder().encode(data) : copyBytes(data);
  return parse(typeof data === "string" ? data.trimStart() : new TextDecoder().decode(data));
}

function isJson(data: string | Uint8Array): boolean {
  return typeof data === "string" ? data.trimStart().startsWith("{") : startsAsObject(data);
}

/** Whether the first byte, after a byte order mark and white space, is an opening brace. DER begins with 0x30. */
function startsAsObject(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0xef, 0xbb, 0xbf, 0x09, 0x0a, 0x0d, 0x20].includes(byte));
  return first === 0x7b;
}

function parse(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Without the platform's own message, which quotes the text: that is secret.
    throw new RsaError("invalid-encoding", "the data begin like JSON, but are not valid JSON");
  }
  checkObject("the key", value);
  return value;
}
