import {
  type EncryptionAlgorithm,
  hashes,
  load,
  type PssHash,
  type PublicKey,
  pssHashes,
  type RsaError,
  type SignatureAlgorithm,
} from "rsa-variants";
import { load as loadPublic } from "rsa-variants/public";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, toBytes } from "./support.ts";

/** Long enough for OAEP with SHA-512, and not a whole number of bytes. */
const modulusLength = 1100;
const bytes = Math.ceil(modulusLength / 8);
const text = new TextEncoder().encode("a message");

/** The public key, in one of the entries that have such keys. */
let publicKey: PublicKey;
/** Bytes of a hash value. */
const hashLength = (hash: PssHash) => key.hasher(hash).digest().length;
const key = (await load({ build })).generateKey({ variant: "crt", modulusLength }, madeFrom(140));

/** What decrypting gives with these parameters, or the code of the refusal. */
function decrypted(algorithm: EncryptionAlgorithm, ciphertext: Uint8Array): Uint8Array | string {
  try {
    return key.decrypt(algorithm, ciphertext);
  } catch (error) {
    return (error as RsaError).code;
  }
}

describe.each(["rsa-variants", "rsa-variants/public"])("with a public key of %s,", (entry) => {
  beforeAll(async () => {
    const { modulus, publicExponent } = key.publicKey;
    publicKey = entry === "rsa-variants" ? key.publicKey : (await loadPublic()).publicKey(modulus, publicExponent);
  });

  describe("encryption", () => {
    const oaep = { name: "RSA-OAEP", hash: "SHA-256", mgfHash: "SHA-256", label: new Uint8Array() } as const;

    it.each(hashes)("with RSA-OAEP takes hash functions and a label: %s", (hash) => {
      for (const mgfHash of hashes) {
        const algorithm = { name: "RSA-OAEP", hash, mgfHash, label: text } as const;
        const ciphertext = publicKey.encrypt(algorithm, text.subarray(0, 1));
        expect(ciphertext).toHaveLength(bytes);
        expect(decrypted(algorithm, ciphertext)).toEqual(text.subarray(0, 1));
        expect(decrypted({ ...algorithm, label: undefined }, ciphertext)).toBe("decryption-failed");
        if (mgfHash !== hash)
          expect(decrypted({ ...algorithm, mgfHash: undefined }, ciphertext)).toBe("decryption-failed");
      }
    });

    it("with RSA-OAEP uses SHA-256 for both hashes and no label by default", () => {
      const ciphertext = publicKey.encrypt({ name: "RSA-OAEP" }, text);
      expect(publicKey.encrypt({ name: "RSA-OAEP" }, text)).not.toEqual(ciphertext);
      expect(decrypted(oaep, ciphertext)).toEqual(text);
      for (const other of [{ hash: "SHA-1" }, { mgfHash: "SHA-1" }, { label: text }] as const) {
        expect(decrypted({ ...oaep, ...other }, ciphertext)).toBe("decryption-failed");
      }
    });

    it("with RSAES-PKCS1-v1_5 never reports a bad padding", () => {
      const algorithm = { name: "RSAES-PKCS1-v1_5" } as const;
      for (const message of [text, new Uint8Array()]) {
        expect(key.decrypt(algorithm, publicKey.encrypt(algorithm, message))).toEqual(message);
      }
      const bad = publicKey.encryptRaw(toBytes(2n ** 900n + 7n, bytes));
      expect(key.decrypt(algorithm, bad)).toEqual(key.decrypt(algorithm, bad));
      expectRefused(() => key.decrypt(algorithm, new Uint8Array(bytes - 1)), "decryption-failed", bytes - 1, bytes);
    });
  });

  describe("signatures", () => {
    it.each(pssHashes)("by PSS have the salt that was asked for, as long as the hash by default: %s", (hash) => {
      const most = bytes - 2 - hashLength(hash);
      for (const mgfHash of hash.startsWith("SHAKE") ? [hash] : hashes.slice(0, 3)) {
        for (const [saltLength, expected] of [
          [undefined, hashLength(hash)],
          ["auto", hashLength(hash)],
          ["max", most],
          [17, 17],
          [0, 0],
        ] as const) {
          const pss = { name: "RSA-PSS", hash, mgfHash } as const;
          const signature = key.sign({ ...pss, saltLength }, text);
          const accepted = [expected, expected + 1, undefined, "auto", "max"] as const;
          expect(
            accepted.map(
              (salt) => salt !== most + 1 && publicKey.verify({ ...pss, saltLength: salt }, signature, text),
            ),
          ).toEqual([true, false, true, true, expected === most]);
        }
      }
    });

    it("cover data of any length, and only with the parameters that they were made with", () => {
      const pss = { name: "RSA-PSS", hash: "SHA-256" } as const;
      for (const length of [0, 64, 1_000_000]) {
        const data = new Uint8Array(length).fill(1);
        const signature = key.sign(pss, data);
        expect(publicKey.verify(pss, signature, data)).toBe(true);
        const others: SignatureAlgorithm[] = [
          { ...pss, hash: "SHA-384" },
          { ...pss, mgfHash: "SHA-1" },
          { ...pss, saltLength: 20 },
          { name: "RSASSA-PKCS1-v1_5" },
        ];
        for (const other of others) expect(publicKey.verify(other, signature, data)).toBe(false);
        expect(publicKey.verify(pss, signature.subarray(1), data)).toBe(false);
      }
    });

    it.each(hashes)("by PKCS #1 v1.5 have a hash function: %s", (hash) => {
      const algorithm = { name: "RSASSA-PKCS1-v1_5", hash } as const;
      const signature = key.sign(algorithm, text);
      expect(key.sign(algorithm, text)).toEqual(signature);
      const verified = hashes.filter((other) => publicKey.verify({ ...algorithm, hash: other }, signature, text));
      expect(verified).toEqual([hash]);
    });
  });

  describe("an algorithm", () => {
    it("is refused with what is wrong and what is accepted", () => {
      const refused: [algorithm: unknown, ...fragments: string[]][] = [
        ["RSA-OAEP", "SHA-1", "RSA-OAEP"],
        [7, "object", "number"],
        [null, "null"],
        [{}, "RSA-OAEP", "RSAES-PKCS1-v1_5", "undefined"],
        [{ name: "RSA-PSS" }, "RSA-OAEP", "RSA-PSS"],
        [{ name: "toString" }, "toString"],
        [{ name: "RSA-OAEP", hash: "SHA-3" }, "SHA-3", "SHA-256"],
        [{ name: "RSA-OAEP", hash: "sha-256" }, "sha-256", "SHA-256"],
        [{ name: "RSA-OAEP", hash: {} }, "hash", "Object"],
        [{ name: "RSA-OAEP", mgfHash: "MD5" }, "MD5", pssHashes.join(", ")],
        [{ name: "RSA-OAEP", hash: "SHAKE128" }, "hash is SHAKE128", "one of SHA-1, SHA-2 and SHA-3"],
        [{ name: "RSA-OAEP", mgfHash: "SHAKE256" }, "mgfHash is SHAKE256", "one of SHA-1, SHA-2 and SHA-3"],
        [{ name: "RSA-OAEP", label: "text" }, "label", "string"],
        [
          { name: "RSA-OAEP", saltLength: 20 },
          "saltLength is not a parameter of RSA-OAEP",
          "name, hash, mgfHash, label",
        ],
        [{ name: "RSAES-PKCS1-v1_5", hash: "SHA-1" }, "hash is not a parameter of RSAES-PKCS1-v1_5"],
      ];
      for (const [algorithm, ...fragments] of refused) {
        expectRefused(() => publicKey.encrypt(algorithm as never, text), "invalid-params", ...fragments);
        expectRefused(() => key.decrypt(algorithm as never, text), "invalid-params", ...fragments);
      }
      const refusedToSign: [algorithm: unknown, ...fragments: string[]][] = [
        [{ name: "RSA-OAEP" }, "RSA-PSS", "RSASSA-PKCS1-v1_5", "RSA-OAEP"],
        [{ name: "RSA-PSS", label: text }, "label is not a parameter of RSA-PSS", "saltLength"],
        [{ name: "RSA-PSS", mgfHash: "SHAKE128" }, "mgfHash is SHAKE128, but must be the same as hash", "RFC 8702"],
        [{ name: "RSA-PSS", saltLength: -1 }, "saltLength", "-1"],
        [{ name: "RSA-PSS", saltLength: 1.5 }, "saltLength", "1.5"],
        [{ name: "RSASSA-PKCS1-v1_5", saltLength: 1 }, "saltLength is not a parameter of", "hash"],
        [{ name: "RSA-PSS", saltLength: "digest" }, "saltLength", '"auto"', '"max"', '"digest"'],
        [{ name: "RSASSA-PKCS1-v1_5", hash: "SHAKE256" }, "hash is SHAKE256", "one of SHA-1, SHA-2 and SHA-3"],
        [{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256/512" }, "SHA-256/512", "SHA-512"],
      ];
      for (const [algorithm, ...fragments] of refusedToSign) {
        expectRefused(() => key.sign(algorithm as never, text), "invalid-params", ...fragments);
        expectRefused(() => publicKey.verify(algorithm as never, text, text), "invalid-params", ...fragments);
      }
    });

    it("accepts only bytes", () => {
      const word = "text" as unknown as Uint8Array;
      expectRefused(() => publicKey.encrypt({ name: "RSA-OAEP" }, word), "invalid-params", "data", "string");
      expectRefused(() => key.decrypt({ name: "RSA-OAEP" }, word), "invalid-params", "data", "string");
      expectRefused(() => key.sign({ name: "RSA-PSS" }, word), "invalid-params", "data", "string");
      expectRefused(() => publicKey.verify({ name: "RSA-PSS" }, word, text), "invalid-params", "signature");
    });
  });
});
