import { checkEqual, type Repeatable, repeatOneByOne } from "@rsa-variants/measure";
import { bytesToBigInt, decryptCrt } from "@rsa-variants/measure/tasks/bigint";
import { toBigIntKey } from "@rsa-variants/measure/tasks/reference-tasks";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import type { KeyComponents } from "rsa-variants";
import { bigIntToBytes } from "../numbers.ts";

const signing = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const encryption = { name: "RSA-OAEP", hash: "SHA-256" } as const;

/** Short messages, so that hashing takes almost no time compared with the private operation. */
function shortMessages(): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: messagePool }, () => crypto.getRandomValues(new Uint8Array(32)));
}

/** The browser's own RSA: signatures with PKCS #1 v1.5 padding, which must equal the raw operation on the padded digest. */
export async function webCryptoSign(components: KeyComponents): Promise<Repeatable> {
  const key = await crypto.subtle.importKey("jwk", toJwk(components), signing, false, ["sign"]);
  const signed = await signedMessages(components);
  return repeatOneByOne(
    signed,
    ({ message }) => crypto.subtle.sign(signing, key, message),
    (signature, place) => checkEqual(new Uint8Array(signature), (signed[place] as SignedMessage).signature),
  );
}

/** The browser's own RSA: verification of such signatures. */
export async function webCryptoVerify(components: KeyComponents): Promise<Repeatable> {
  const { kty, n, e } = toJwk(components);
  const key = await crypto.subtle.importKey("jwk", { kty, n, e }, signing, false, ["verify"]);
  return repeatOneByOne(
    await signedMessages(components),
    ({ message, signature }) => crypto.subtle.verify(signing, key, signature, message),
    (isValid) => {
      if (!isValid) throw new Error("a result is wrong: a valid signature was refused");
    },
  );
}

interface SignedMessage {
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Short messages with their signatures, computed with BigInt. */
function signedMessages(components: KeyComponents): Promise<SignedMessage[]> {
  const numbers = toBigIntKey(components);
  const length = byteLength(components.modulus);
  return Promise.all(
    shortMessages().map(async (message) => {
      const padded = padDigest(new Uint8Array(await crypto.subtle.digest("SHA-256", message)), length);
      return { message, signature: bigIntToBytes(decryptCrt(numbers, bytesToBigInt(padded)), length) };
    }),
  );
}

/** The browser's own RSA: decryption with OAEP padding. */
export async function webCryptoDecrypt(components: KeyComponents): Promise<Repeatable> {
  const { kty, n, e, ...secret } = toJwk(components);
  const publicKey = await crypto.subtle.importKey("jwk", { kty, n, e }, encryption, false, ["encrypt"]);
  const privateKey = await crypto.subtle.importKey("jwk", { kty, n, e, ...secret }, encryption, false, ["decrypt"]);
  const messages = shortMessages();
  const ciphertexts = await Promise.all(
    messages.map((message) => crypto.subtle.encrypt(encryption, publicKey, message)),
  );
  return repeatOneByOne(
    ciphertexts,
    (ciphertext) => crypto.subtle.decrypt(encryption, privateKey, ciphertext),
    (message, place) => checkEqual(new Uint8Array(message), messages[place] as Uint8Array),
  );
}

/** Makes new keys with e = 65537. */
export function webCryptoKeys(modulusLength: number): Repeatable {
  const publicExponent = new Uint8Array([1, 0, 1]);
  return repeatOneByOne(
    [{ ...signing, modulusLength, publicExponent }],
    (params) => crypto.subtle.generateKey(params, false, ["sign", "verify"]),
    ({ privateKey }) => {
      const { modulusLength: found } = privateKey.algorithm as RsaHashedKeyAlgorithm;
      if (found !== modulusLength) throw new Error(`the key has ${found} bits instead of ${modulusLength}`);
    },
  );
}

function byteLength(value: bigint): number {
  return Math.ceil(value.toString(16).length / 2);
}

function toJwk(components: KeyComponents) {
  const { modulus, publicExponents, privateExponent, primes, crtExponents, crtCoefficients } = components;
  const [n, e, d, p, q, dp, dq, qi] = [
    ...[modulus, publicExponents[0], privateExponent],
    ...[primes[0], primes[1], crtExponents[0], crtExponents[1], crtCoefficients[0]],
  ].map((value) => toBase64Url(value as bigint)) as [string, string, string, string, string, string, string, string];
  return { kty: "RSA", n, e, d, p, q, dp, dq, qi };
}

function toBase64Url(value: bigint): string {
  const text = btoa(String.fromCharCode(...bigIntToBytes(value, byteLength(value))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The DER of SHA-256's DigestInfo, up to the digest (RFC 8017, section 9.2, note 1). */
const sha256Info = Uint8Array.from([
  ...[0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00],
  ...[0x04, 0x20],
]);

/** EMSA-PKCS1-v1_5 of a SHA-256 digest (RFC 8017, section 9.2). */
function padDigest(digest: Uint8Array, length: number): Uint8Array {
  const padded = new Uint8Array(length).fill(0xff);
  const start = length - digest.length - sha256Info.length;
  padded.set([0x00, 0x01]);
  padded.set([0x00, ...sha256Info, ...digest], start - 1);
  return padded;
}
