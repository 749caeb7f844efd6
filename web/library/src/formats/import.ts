/** Keys from data in any format, told apart by content. */

import { copyBytes, naturalToBytes } from "../bytes.js";
import { RsaError, reasonOf } from "../errors.js";
import type { Glue, GluePrivateKey, GluePublicKey } from "../glue.js";
import { overwriteComponents, toGlueComponents, toGlueParams } from "../params.js";
import { type PasswordOptions, readPassword } from "./formats.js";
import { type PrivateKeyJson, type PublicKeyJson, readPrivateJson, readPublicJson } from "./json.js";
import { type KeyExponents, type PublicNumbers, readPrivateJwk, readPublicJwk } from "./jwk.js";
import { checkObject, type Members } from "./members.js";
import type { FormatsModule } from "./module.js";
import { remedyFor } from "./unread.js";

/** A private key as it comes: PEM, DER, OpenSSH's format, JWK or this library's JSON, the last two as text or as objects. */
export type PrivateKeyData = Uint8Array | string | JsonWebKey | PrivateKeyJson;

/** A public key as it comes: as `PrivateKeyData`, or a certificate or certificate request in PEM or DER. */
export type PublicKeyData = Uint8Array | string | JsonWebKey | PublicKeyJson;

/** The longest data that are read, in bytes or characters: 16384 bits with eight primes take 17 kB as JSON or PEM. */
const mostData = 64 * 1024;

/** Refuses other types, and data too long to be a key, before anything is done with them. */
export function checkData(data: unknown): asserts data is Uint8Array | string | Members {
  if (typeof data === "string" || data instanceof Uint8Array) {
    if (data.length <= mostData) return;
    const unit = typeof data === "string" ? "characters" : "bytes";
    const most = `must be at most ${mostData} ${unit}: the limit against exhaustion, which no key reaches`;
    throw new RsaError("invalid-params", `data is ${data.length} ${unit}, but ${most}`);
  }
  const isObject = typeof data === "object" && data !== null && !ArrayBuffer.isView(data) && !Array.isArray(data);
  const remedy = isObject ? remedyFor(data) : undefined;
  if (isObject && remedy === undefined) return;
  const got = remedy ?? describe(data);
  throw new RsaError("invalid-params", `data must be a string, a Uint8Array or an object, got ${got}`);
}

/** Data that the caller may change while the call waits. */
export function copyData<Data extends PrivateKeyData | PublicKeyData>(data: Data): Data | Uint8Array {
  checkData(data);
  if (data instanceof Uint8Array) return copyBytes(data);
  try {
    return structuredClone(data);
  } catch (cause) {
    throw new RsaError("invalid-params", `data cannot be sent to a worker: ${reasonOf(cause)}`, { cause });
  }
}

function describe(data: unknown): string {
  return data === null ? "null" : typeof data === "object" ? (data.constructor?.name ?? "an object") : typeof data;
}

export async function importPrivateKey(
  glue: Glue,
  formats: FormatsModule,
  data: PrivateKeyData,
  options: PasswordOptions,
): Promise<GluePrivateKey> {
  const found = recognise(data);
  const password = readPassword(options);
  try {
    if (found instanceof Uint8Array) {
      const components = await formats.use((decoder) => decoder.decodePrivateKey(found, password));
      try {
        return glue.PrivateKey.fromStandardComponents(components);
      } finally {
        overwriteComponents(components);
      }
    }
    if (found.kty === undefined) {
      const { params, components } = readPrivateJson(found);
      return glue.PrivateKey.fromComponents(toGlueParams(params), toGlueComponents(components));
    }
    const numbers = readPrivateJwk(found);
    if (!("primes" in numbers)) return keyFromExponents(glue, numbers);
    return glue.PrivateKey.fromStandardComponents(toGlueComponents(numbers));
  } finally {
    password?.fill(0);
    if (found instanceof Uint8Array) found.fill(0);
  }
}

export async function importPublicKey(glue: Glue, formats: FormatsModule, data: PublicKeyData): Promise<GluePublicKey> {
  const found = recognise(data);
  if (found instanceof Uint8Array) {
    const { modulus, publicExponent } = await formats.use((decoder) => decoder.decodePublicKey(found));
    return new glue.PublicKey(modulus, publicExponent);
  }
  return publicKey(glue, found.kty === undefined ? readPublicJson(found) : readPublicJwk(found));
}

export function publicKey(glue: Glue, { modulus, publicExponent }: PublicNumbers): GluePublicKey {
  return new glue.PublicKey(naturalToBytes("modulus", modulus), naturalToBytes("publicExponent", publicExponent));
}

export function keyFromExponents(glue: Glue, exponents: KeyExponents): GluePrivateKey {
  const { modulus, publicExponent, privateExponent } = exponents;
  return glue.PrivateKey.fromExponents(
    naturalToBytes("modulus", modulus),
    naturalToBytes("publicExponent", publicExponent),
    naturalToBytes("privateExponent", privateExponent),
  );
}

/** The object that JSON text stands for; the bytes of anything else, of one's own. */
function recognise(data: unknown): Uint8Array | Members {
  checkData(data);
  if (!(typeof data === "string" || data instanceof Uint8Array)) return data;
  if (!isJson(data)) return typeof data === "string" ? new TextEncoder().encode(data) : copyBytes(data);
  return parse(typeof data === "string" ? data.trimStart() : new TextDecoder().decode(data));
}

/** Whether data are read by the module of key formats. */
export function needsFormats(data: PrivateKeyData | PublicKeyData): boolean {
  return (typeof data === "string" || data instanceof Uint8Array) && !isJson(data);
}

function isJson(data: string | Uint8Array): boolean {
  return typeof data === "string" ? data.trimStart().startsWith("{") : startsAsObject(data);
}

/** Whether bytes are an opening brace, behind white space and a byte order mark. DER begins with 0x30. */
function startsAsObject(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0xef, 0xbb, 0xbf, 0x09, 0x0a, 0x0d, 0x20].includes(byte));
  return first === 0x7b;
}

function parse(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What the platform says of the place quotes the text, which is secret.
    throw new RsaError("invalid-encoding", "the data begin as JSON, but do not parse as such");
  }
  checkObject("the key", value);
  return value;
}
