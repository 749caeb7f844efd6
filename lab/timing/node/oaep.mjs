// Makes encoded messages of OAEP with a mistake, and decodes them in a way that leaks which mistake it is.
import { createHash, randomBytes } from "node:crypto";

const hashLength = 32;
const labelHash = sha256();

/** What can be wrong with an encoded message (RFC 8017, section 7.1.2, step 3.g). */
export const mistakes = {
  "first-byte": "first byte wrong",
  "label-hash": "label's hash wrong",
  separator: "no separator",
};

/**
 * Makes an encoded message with SHA-256 and no label that has a single mistake.
 * @param {keyof typeof mistakes} mistake
 */
export function encode(mistake, length) {
  const encoded = Buffer.alloc(length);
  const seed = encoded.subarray(1, 1 + hashLength);
  const db = encoded.subarray(1 + hashLength);
  seed.set(randomBytes(hashLength));
  db.set(mistake === "label-hash" ? randomBytes(hashLength) : labelHash);
  db[db.length - 1] = mistake === "separator" ? 0 : 1;
  mask(db, seed);
  mask(seed, db);
  encoded[0] = mistake === "first-byte" ? 1 : 0;
  return encoded;
}

/**
 * Decodes the wrong way, on purpose: it returns as soon as something is wrong. If the first byte is not zero, it returns before
 * hashing anything; Manger's attack (Crypto 2001) observes this.
 * @param {Uint8Array} encoded is changed
 * @returns {keyof typeof mistakes | Uint8Array} what is wrong, or the message
 */
export function decodeWithEarlyExit(encoded) {
  if (encoded[0] !== 0) return "first-byte";
  const seed = encoded.subarray(1, 1 + hashLength);
  const db = encoded.subarray(1 + hashLength);
  mask(seed, db);
  mask(db, seed);
  if (labelHash.compare(db, 0, hashLength) !== 0) return "label-hash";
  const separator = db.findIndex((byte, index) => index >= hashLength && byte !== 0);
  return db[separator] === 1 ? db.subarray(separator + 1) : "separator";
}

/** `data ⊕ MGF1(seed)` (RFC 8017, appendix B.2.1). */
function mask(data, seed) {
  for (let start = 0; start < data.length; start += hashLength) {
    const block = sha256(seed, Uint8Array.of(0, 0, 0, start / hashLength));
    const end = Math.min(start + hashLength, data.length);
    for (let index = start; index < end; index += 1) data[index] ^= block[index - start];
  }
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
