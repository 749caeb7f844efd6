import type { KeyComponents, Rsa } from "rsa-variants";
import { type Clock, checkEqual, randomMessages, repeatOneByOne } from "../index.ts";
import { bytesToBigInt, decryptCrt, modPowBinary, toBigIntKey } from "./bigint.ts";
import type { Subject } from "./protocol.ts";
import { messagePool, type Prepared, privateBare, type Task, tasksOf } from "./task.ts";

const bigIntSubject: Subject = { kind: "reference", reference: "bigint" };
const webCryptoSubject: Subject = { kind: "reference", reference: "webcrypto" };

/** Prepares CRT decryption in plain JavaScript, with the key of the library's CRT row if there is one. */
export function prepareBigInt(rsa: Rsa, modulusLength: number, crtComponents?: KeyComponents): Prepared {
  const key = toBigIntKey(crtComponents ?? generateComponents(rsa, modulusLength));
  const tasks = tasksOf<bigint>({ subject: bigIntSubject, messages: 1 }, [privateBare], {
    inputs: randomMessages(messagePool, modulusLength).map(bytesToBigInt),
    encrypt: (message) => modPowBinary(message, key.publicExponent, key.modulus),
    decrypt: () => (ciphertext) => decryptCrt(key, ciphertext),
    check(found, wanted) {
      if (found !== wanted) throw new Error("a result is wrong: BigInt decryption did not return the message");
    },
  });
  return { tasks, free() {} };
}

function generateComponents(rsa: Rsa, modulusLength: number): KeyComponents {
  const key = rsa.generateKey({ variant: "crt", modulusLength }, { allowBroken: true });
  try {
    return key.components();
  } finally {
    key.free();
  }
}

/** The sizes in bytes that decide which OAEP fits: the message, two hashes and two bytes. */
const hashBytes = { "SHA-1": 20, "SHA-256": 32 } as const;
const messageBytes = 16;

/** The hash for OAEP at this length: SHA-256 if message and padding fit, else SHA-1; undefined if neither fits. */
export function oaepHash(modulusLength: number): keyof typeof hashBytes | undefined {
  const room = Math.ceil(modulusLength / 8) - 2 - messageBytes;
  if (room >= 2 * hashBytes["SHA-256"]) return "SHA-256";
  return room >= 2 * hashBytes["SHA-1"] ? "SHA-1" : undefined;
}

/** Prepares the platform's own RSA: OAEP, because WebCrypto has no raw operation, with two primes and e = 65537. */
export async function prepareWebCrypto(
  modulusLength: number,
  now: Clock,
): Promise<Prepared & { readonly keyTime: number; readonly note: string }> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new Error("WebCrypto exists on secure pages only (https, or localhost); this page is not one");
  }
  const hash = oaepHash(modulusLength);
  if (hash === undefined) throw new Error(`OAEP padding does not fit into ${modulusLength} bits`);
  const generate = () =>
    subtle.generateKey({ name: "RSA-OAEP", modulusLength, publicExponent: new Uint8Array([1, 0, 1]), hash }, false, [
      "encrypt",
      "decrypt",
    ]);
  const start = now();
  const { publicKey, privateKey } = await generate().catch((error: Error) => {
    throw new Error(`WebCrypto makes no keys of ${modulusLength} bits here (${error.message || error.name})`);
  });
  const keyTime = now() - start;
  const messages = Array.from({ length: messagePool }, () => crypto.getRandomValues(new Uint8Array(messageBytes)));
  const algorithm = { name: "RSA-OAEP" };
  const ciphertexts = await Promise.all(messages.map((message) => subtle.encrypt(algorithm, publicKey, message)));
  const decrypt: Task = {
    subject: webCryptoSubject,
    operation: "decrypt",
    messages: 1,
    ...repeatOneByOne(
      ciphertexts,
      (ciphertext) => subtle.decrypt(algorithm, privateKey, ciphertext),
      (message, place) => checkEqual(new Uint8Array(message), messages[place] as Uint8Array),
    ),
  };
  const encrypt: Task = {
    subject: webCryptoSubject,
    operation: "encrypt",
    messages: 1,
    ...repeatOneByOne(
      messages,
      (message) => subtle.encrypt(algorithm, publicKey, message),
      (ciphertext) => {
        // OAEP is randomized, so only the length can be compared here; decryption is checked in full.
        if (ciphertext.byteLength !== Math.ceil(modulusLength / 8)) {
          throw new Error("a result is wrong: WebCrypto's ciphertext does not have the modulus's length");
        }
      },
    ),
  };
  return {
    tasks: [encrypt, decrypt],
    keyTime,
    note: `RSA-OAEP with ${hash}: includes padding and the browser's call, unlike the raw operations of the other rows. Two primes, e = 65537.`,
    keyMaker: {
      subject: webCryptoSubject,
      async make() {
        const begin = now();
        await generate();
        return now() - begin;
      },
    },
    free() {},
  };
}
