import { bigIntToBytes, bytesToBigInt } from "../bytes.js";
import { RsaError } from "../errors.js";

/** Characters of the longest number of a key, 16384 bits. */
const mostCharacters = Math.ceil((16384 / 8) * (4 / 3));

/** Writes a number as RFC 7518 does (section 2, Base64urlUInt): big-endian bytes of the least length, without padding. */
export function toBase64url(value: bigint): string {
  return bytesToBase64url(bigIntToBytes(value));
}

/** Writes bytes as base64url without padding. */
export function bytesToBase64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads what `toBase64url` writes and nothing else; `name` is said where it is something else. */
export function fromBase64url(name: string, text: unknown): bigint {
  if (typeof text !== "string") {
    throw new RsaError("invalid-encoding", `${name} must be a string of base64url, got ${typeof text}`);
  }
  if (text.length > mostCharacters) {
    const found = `${name} has ${text.length} characters`;
    throw new RsaError(
      "invalid-encoding",
      `${found}, but must have at most ${mostCharacters}: the longest key has 16384 bits`,
    );
  }
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) {
    throw new RsaError("invalid-encoding", `${name} is not base64url without padding (RFC 4648, section 5)`);
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const value = bytesToBigInt(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  if (toBase64url(value) !== text) {
    throw new RsaError("invalid-encoding", `${name} is not the shortest base64url of its number`);
  }
  return value;
}
