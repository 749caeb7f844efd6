import { checkEqual, type Repeatable, repeatOneByOne } from "@rsa-variants/measure";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import type { CryptoKeyAlgorithm, PrivateKey, PublicKey } from "rsa-variants";

export const signing = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
export const encryption = { name: "RSA-OAEP", hash: "SHA-256" } as const;

/** Short messages, so that hashing takes almost no time compared with the private operation. */
export function shortMessages(): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: messagePool }, () => crypto.getRandomValues(new Uint8Array(32)));
}

/** The same key in the browser. */
export async function cryptoKeyOf(key: PrivateKey | PublicKey, algorithm: CryptoKeyAlgorithm): Promise<CryptoKey> {
  return (await key.toCryptoKey(algorithm, { extractable: true })) as CryptoKey;
}

/** The browser's own RSA: signatures with PKCS #1 v1.5 padding, which must equal ours. */
export async function webCryptoSign(key: PrivateKey): Promise<Repeatable> {
  const own = await cryptoKeyOf(key, signing);
  const messages = shortMessages();
  const signatures = messages.map((message) => key.sign(signing, message));
  return repeatOneByOne(
    messages,
    (message) => crypto.subtle.sign(signing, own, message),
    (signature, place) => checkEqual(new Uint8Array(signature), signatures[place] as Uint8Array),
  );
}

/** The browser's own RSA: verification of such signatures. */
export async function webCryptoVerify(key: PrivateKey): Promise<Repeatable> {
  const own = await cryptoKeyOf(key.publicKey, signing);
  const signed = shortMessages().map((message) => ({ message, signature: key.sign(signing, message) }));
  return repeatOneByOne(
    signed,
    ({ message, signature }) => crypto.subtle.verify(signing, own, signature, message),
    (isValid) => {
      if (!isValid) throw new Error("a result is wrong: a valid signature was refused");
    },
  );
}

/** The browser's own RSA: decryption with OAEP padding. */
export async function webCryptoDecrypt(key: PrivateKey): Promise<Repeatable> {
  const own = await cryptoKeyOf(key, encryption);
  const messages = shortMessages();
  return repeatOneByOne(
    messages.map((message) => key.publicKey.encrypt(encryption, message)),
    (ciphertext) => crypto.subtle.decrypt(encryption, own, ciphertext),
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
