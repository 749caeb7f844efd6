/** What data hold: bytes for the WebAssembly module of key formats, or an object of JSON. */

import { copyBytes, isBytes, isUint8Array, toBytes } from "../bytes.js";
import { describe, invalid, RsaError } from "../errors.js";
import { checkObject, type Members, type Repair } from "./members.js";
import { checkLength } from "./objects.js";

/** The longest data of a key, in bytes or characters: one of 16384 bits with eight primes takes 17 kB as JSON or PEM. */
export const mostData = 64 * 1024;

/** The longest data of several keys: some thousand public keys. */
export const mostOfSeveral = 1024 * 1024;

/** Refuses other types, and data that are too long, before doing anything with them. */
function checkData(data: unknown, most: number): string | Uint8Array | object {
  if (typeof data === "string") {
    checkLength(data.length, most, "characters");
    return data;
  }
  if (isBytes(data)) {
    const bytes = toBytes("data", data);
    checkLength(bytes.length, most);
    return bytes;
  }
  if (typeof data === "object" && data !== null) return data;
  throw invalid("data", `must be a string, bytes or an object, got ${describe(data)}`);
}

/** JSON of bytes in UTF-16, which the module of key formats does not read; all else as it is. */
function fromUtf16(data: string | Uint8Array | object, repair: Repair): string | Uint8Array | object {
  if (!isUint8Array(data) || data[0] === undefined || data[0] + (data[1] ?? 0) !== 0xff + 0xfe) return data;
  const text = new TextDecoder(data[0] === 0xff ? "utf-16le" : "utf-16be").decode(data);
  if (!/^\s*[{[]/.test(text)) return data;
  repair("utf-16", "the text is UTF-16, not UTF-8");
  return text;
}

/** Parses JSON text; returns a private copy of the bytes of anything else. */
export function contentOf(given: unknown, repair: Repair, most = mostData): Uint8Array | object {
  const data = fromUtf16(checkData(given, most), repair);
  if (typeof data !== "string" && !isUint8Array(data)) return data;
  const json = jsonOf(data, repair);
  const parsed = json === undefined ? undefined : parse(json);
  if (parsed !== undefined) return parsed;
  return typeof data === "string" ? new TextEncoder().encode(data) : copyBytes(data);
}

/** DER, PEM and OpenSSH's lines, in which nothing is wrapped. */
const usual = /^(?:0[^\s\da-fx]|\s*-----BEGIN (?!TSS2|SSH2 E)|ssh-rsa )/i;

/** The key that other software has wrapped in a text, or the data themselves. Code that few users need is loaded here. */
export async function unwrap(data: Uint8Array, repair: Repair): Promise<Uint8Array | object> {
  if (usual.test(new TextDecoder().decode(data.subarray(0, 200)))) return data;
  const { keyInData } = await import("./wrapped.js");
  const found = keyInData(data, repair);
  if (found !== undefined) data.fill(0);
  return found ?? data;
}

/** The text of JSON, also as Base64, as CI secrets are kept. */
function jsonOf(data: string | Uint8Array, repair: Repair): string | undefined {
  // DER begins with 0x30, so bytes that begin with a brace or a bracket are text.
  const start = typeof data === "string" ? data.slice(0, 200) : new TextDecoder().decode(data.subarray(0, 200));
  const text = () => (typeof data === "string" ? data : new TextDecoder().decode(data)).trim();
  if (/^\s*[{[]/.test(start)) return text();
  if (!/^\s*(?:ey[IJA]|ew[o0]|W3[s])/.test(start)) return undefined;
  const base64 = text().replaceAll(/\s/g, "");
  if (!/^[\w+/-]+={0,2}$/.test(base64)) return undefined; // a token has dots
  try {
    const binary = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    const decoded = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    if (!/^\s*[{[]/.test(decoded)) return undefined;
    repair("encoded-twice", "the text is Base64 of another text");
    return decoded;
  } catch {
    return undefined;
  }
}

/** Parses JSON that begins with a brace or a bracket; undefined for a key in a program or a file of settings, and an array of C. */
function parse(text: string): object | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as object;
  } catch {
    if (/- ?BEGIN |ssh-rsa AAAA|PuTTY-User-Key-File-|^(?:\{\s*0x|\{\\|\[\s*[a-z])/i.test(text)) return undefined;
    // Without the platform's own message, which quotes the text: that is secret.
    const advice = "it is cut short, or its names and texts are not in double quotation marks";
    throw new RsaError("invalid-encoding", `the data begin like JSON, but are not valid JSON: ${advice}`);
  }
}

/** The one key in an object: the object itself, the only key of a set, or the bytes of PEM or a certificate in it. */
export async function oneKeyOf(found: object, repair: Repair): Promise<Uint8Array | Members> {
  if (Array.isArray(found)) {
    if (found.some((item) => typeof item === "object" && item !== null)) throw severalKeys("an array", found.length);
    const key = await embeddedIn({ found }, repair);
    if (key !== undefined) return key;
    throw new RsaError("invalid-encoding", "this is an array without keys");
  }
  checkObject("the key", found);
  const { keys } = found;
  if (Array.isArray(keys) && found.kty === undefined) {
    if (keys.length !== 1) throw severalKeys("a JSON Web Key Set", keys.length);
    repair("one-of-a-set", "the key is in a JSON Web Key Set of one key");
    checkObject("keys[0]", keys[0]);
    return oneKeyOf(keys[0], repair);
  }
  return (await embeddedIn(found, repair)) ?? found;
}

function severalKeys(what: string, count: number): RsaError {
  const keys = count === 1 ? "1 key" : `${count} keys`;
  const message = `this is ${what} of ${keys}: pass one of them, such as the first, or read all with importKeys`;
  return new RsaError("unsupported-format", message);
}

/** A key in a member, also of a member, as in the files of cloud services; and the first certificate of `x5c`. */
export async function embeddedIn(found: Members, repair: Repair): Promise<Uint8Array | Members | undefined> {
  const { kty, format, n, x5c } = found;
  if (n === undefined && Array.isArray(x5c) && typeof x5c[0] === "string") {
    repair("x5c-only", "the JWK has only certificates, in x5c; the key is that of the first");
    return new TextEncoder().encode(`-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----`);
  }
  if (kty !== undefined || format !== undefined) return undefined;
  return (await import("./wrapped.js")).keyInObject(found, repair);
}
