import { bigIntToBytes, bytesToBigInt } from "../bytes.js";
import { RsaError } from "../errors.js";

/** An object from outside; the members listed here identify its format. */
export interface Members {
  readonly [name: string]: unknown;
  readonly kty?: unknown;
  readonly format?: unknown;
  readonly keys?: unknown;
  readonly private_key?: unknown;
  readonly d?: unknown;
  readonly components?: unknown;
  readonly kid?: unknown;
  readonly n?: unknown;
  readonly x5c?: unknown;
}

/** Throws unless the value is an object. */
export function checkObject(name: string, value: unknown): asserts value is Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  throw new RsaError("invalid-encoding", `${name} must be an object, got ${found}`);
}

/** Throws if a wanted member is missing, and unless `others` are ignored, if there are others. */
export function checkMembers(
  name: string,
  value: Members,
  wanted: readonly string[],
  others: "ignored" | "refused",
): void {
  for (const member of wanted) {
    if (value[member] === undefined) throw new RsaError("invalid-encoding", `${name} has no ${member}`);
  }
  if (others === "ignored") return;
  for (const member of Object.keys(value)) {
    if (!wanted.includes(member)) throw new RsaError("invalid-encoding", `${name} has the unknown member ${member}`);
  }
}

/** Reads a list of at most `most` items. */
export function readList<T>(name: string, value: unknown, most: number, read: (name: string, item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new RsaError("invalid-encoding", `${name} must be an array, got ${typeof value}`);
  if (value.length > most) {
    throw new RsaError("invalid-encoding", `${name} has ${value.length} items, but must have at most ${most}`);
  }
  return value.map((item: unknown, index) => read(`${name}[${index}]`, item));
}

/** The length in characters of the longest number in a key, 16384 bits. */
const mostCharacters = Math.ceil((16384 / 8) * (4 / 3));

/** Writes a number as Base64urlUInt (RFC 7518, section 2): as few big-endian bytes as possible, without padding. */
export function toBase64url(value: bigint): string {
  return bytesToBase64url(bigIntToBytes(value));
}

/** Writes bytes as base64url without padding. */
export function bytesToBase64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads exactly what `toBase64url` writes; `name` is the number's name in error messages. */
export function fromBase64url(name: string, text: unknown): bigint {
  if (typeof text !== "string") {
    throw new RsaError("invalid-encoding", `${name} must be a string of base64url, got ${typeof text}`);
  }
  const value = bytesToBigInt(bytesOfBase64url(name, text));
  if (toBase64url(value) !== text) {
    throw new RsaError("invalid-encoding", `${name} is not the shortest base64url encoding of its number`);
  }
  return value;
}

/** Notes what reading a key repaired. */
export type Repair = (code: string, message: string) => void;

/**
 * Reads what other software writes instead of Base64urlUInt: padding, the standard alphabet, or leading zero bytes. The number
 * must be there exactly once: unused bits must be 0.
 */
export function fromBase64(name: string, text: unknown, repair: Repair): bigint {
  if (typeof text !== "string") return fromBase64url(name, text);
  const plain = text
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
  if (plain !== text) repair("base64-variant", "the numbers of the JWK are not base64url without padding");
  const bytes = bytesOfBase64url(name, plain);
  if (bytesToBase64url(bytes) !== plain) throw malformed(name);
  if (bytes.length > 1 && bytes[0] === 0) repair("leading-zeros", "the numbers of the JWK have leading zero bytes");
  return bytesToBigInt(bytes);
}

function malformed(name: string): RsaError {
  return new RsaError("invalid-encoding", `${name} is not base64url without padding (RFC 4648, section 5)`);
}

function bytesOfBase64url(name: string, text: string): Uint8Array {
  if (text.length > mostCharacters) {
    const found = `${name} has ${text.length} characters`;
    throw new RsaError(
      "invalid-encoding",
      `${found}, but must have at most ${mostCharacters}: the longest key has 16384 bits`,
    );
  }
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) throw malformed(name);
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function publicKeyGiven(): RsaError {
  return new RsaError(
    "wrong-key-type",
    "this is a public key; a private key is needed: pass the one that belongs to it",
  );
}

export function privateKeyGiven(): RsaError {
  return new RsaError("wrong-key-type", "this is a private key: import it as one, and take its public key");
}

/** Throws for an object that has neither the `kty` of a JWK nor the `format` of this library's JSON. */
export function refuseObject(wanted: string): never {
  const own = `this library's JSON (which has the format ${JSON.stringify(wanted)})`;
  throw new RsaError("unsupported-format", `this is neither a JSON Web Key (which has a member kty) nor ${own}`);
}
