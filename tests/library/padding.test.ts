import {
  type EncryptionAlgorithm,
  hashes,
  type KeyParams,
  load,
  type PrivateKey,
  type PssHash,
  pssHashes,
  type Rsa,
  RsaError,
  type SignatureAlgorithm,
} from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, madeFrom, toBytes } from "./support.ts";

const isShake = (hash: PssHash) => hash.startsWith("SHAKE");
/** Long enough for OAEP with SHA-512, and not a whole number of bytes. */
const modulusLength = 1100;
const bytes = Math.ceil(modulusLength / 8);
const text = new TextEncoder().encode("a message");

let rsa: Rsa;
let key: PrivateKey;
/** Bytes of a hash value. */
const hashLength = (hash: PssHash) => key.hasher(hash).digest().length;
beforeAll(async () => {
  rsa = await load({ build });
  key = rsa.generateKey({ variant: "crt", modulusLength }, madeFrom(140));
});
afterAll(() => key.free());

const everyVariant: readonly KeyParams[] = [
  { variant: "original", modulusLength: 1024 },
  { variant: "crt", modulusLength: 1024, publicExponent: 3n },
  { variant: "multi-prime", modulusLength: 1025, primes: 4 },
  { variant: "multi-power", modulusLength: 1024, primes: 3 },
  { variant: "rebalanced", modulusLength: 1024, crtExponentLength: 160 },
  { variant: "r-prime", modulusLength: 1024, primes: 3, crtExponentLength: 100 },
  { variant: "scheme-b", modulusLength: 1024 },
  { variant: "batch", modulusLength: 1024, batchSize: 3 },
];

describe.each(everyVariant)("$variant", (params) => {
  let own: PrivateKey;
  beforeAll(() => {
    own = rsa.generateKey(params, madeFrom(141));
  });
  afterAll(() => own.free());

  it.each(["RSA-OAEP", "RSAES-PKCS1-v1_5"] as const)("decrypts what it encrypts with %s, on every engine", (name) => {
    for (const engine of rsa.engines) {
      const ciphertext = own.publicKey.encrypt({ name }, text, { engine });
      expect(ciphertext).toHaveLength(Math.ceil(params.modulusLength / 8));
      expect(own.decrypt({ name }, ciphertext, { engine })).toEqual(text);
    }
  });

  it.each(["RSA-PSS", "RSASSA-PKCS1-v1_5"] as const)("signs what it verifies with %s, on every engine", (name) => {
    for (const engine of rsa.engines) {
      const signature = own.sign({ name }, text, { engine });
      expect(own.publicKey.verify({ name }, signature, text, { engine })).toBe(true);
      expect(own.publicKey.verify({ name }, signature, text.subarray(1), { engine })).toBe(false);
    }
  });
});

describe("RSA-OAEP", () => {
  it("accepts messages of every length up to the limit, with every pair of hash functions", () => {
    for (const hash of hashes) {
      const capacity = bytes - 2 * hashLength(hash) - 2;
      for (const mgfHash of [undefined, ...hashes]) {
        const algorithm = { name: "RSA-OAEP", hash, mgfHash, label: text } as const;
        for (const length of new Set([0, 1, capacity])) {
          const message = new Uint8Array(length).fill(length);
          expect(key.decrypt(algorithm, key.publicKey.encrypt(algorithm, message))).toEqual(message);
        }
        const tooLong = new Uint8Array(capacity + 1);
        const encrypt = () => key.publicKey.encrypt(algorithm, tooLong);
        expectRefused(encrypt, "message-too-long", tooLong.length, capacity);
      }
    }
  });

  it("uses SHA-256 for both hashes and no label by default", () => {
    const ciphertext = key.publicKey.encrypt({ name: "RSA-OAEP" }, text);
    const whole = { name: "RSA-OAEP", hash: "SHA-256", mgfHash: "SHA-256", label: new Uint8Array() } as const;
    expect(key.decrypt(whole, ciphertext)).toEqual(text);
    expect(key.publicKey.encrypt({ name: "RSA-OAEP" }, text)).not.toEqual(ciphertext);
  });

  it("refuses every bad ciphertext with the same error", () => {
    const algorithm = { name: "RSA-OAEP", hash: "SHA-256" } as const;
    const good = key.publicKey.encrypt(algorithm, text);
    const damaged = Uint8Array.from(good, (byte, i) => (i === 100 ? byte ^ 1 : byte));
    const bad: [EncryptionAlgorithm, Uint8Array][] = [
      [algorithm, damaged],
      [{ ...algorithm, hash: "SHA-1" }, good],
      [{ ...algorithm, mgfHash: "SHA-1" }, good],
      [{ ...algorithm, label: text }, good],
      [algorithm, new Uint8Array(bytes)],
      [algorithm, toBytes(key.publicKey.modulus, bytes)],
      [algorithm, key.publicKey.encryptRaw(new Uint8Array([1]))],
    ];
    const messages = bad.map(([parameters, ciphertext]) => {
      try {
        key.decrypt(parameters, ciphertext);
      } catch (error) {
        expect(error).toBeInstanceOf(RsaError);
        return `${(error as RsaError).code}: ${(error as RsaError).message}`;
      }
      return "no error";
    });
    expect(new Set(messages)).toEqual(new Set(["decryption-failed: the ciphertext cannot be decrypted"]));
    for (const other of [good.subarray(1), new Uint8Array([0, ...good]), new Uint8Array()]) {
      expectRefused(() => key.decrypt(algorithm, other), "decryption-failed", other.length, bytes);
    }
    expectRefused(() => key.decrypt(algorithm, new Uint8Array(2 * bytes)), "decryption-failed", "hexadecimal digits");
  });

  it("refuses a key without room for it", () => {
    const short = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(142));
    const algorithm = { name: "RSA-OAEP" } as const;
    expectRefused(() => short.publicKey.encrypt(algorithm, new Uint8Array()), "key-too-short", 521, 512);
    expectRefused(() => short.decrypt(algorithm, new Uint8Array(64)), "key-too-short", 521, 512);
    short.free();
  });
});

describe("RSAES-PKCS1-v1_5", () => {
  const algorithm = { name: "RSAES-PKCS1-v1_5" } as const;

  it("accepts messages of every length up to the limit", () => {
    for (const length of [0, 1, bytes - 11]) {
      const message = new Uint8Array(length).fill(length);
      expect(key.decrypt(algorithm, key.publicKey.encrypt(algorithm, message))).toEqual(message);
    }
    const tooLong = new Uint8Array(bytes - 10);
    expectRefused(() => key.publicKey.encrypt(algorithm, tooLong), "message-too-long", bytes - 10, bytes - 11);
  });

  it("decrypts a bad padding to a random-looking message, always the same one", () => {
    const block = toBytes(2n ** 900n + 7n, bytes);
    const bad = key.publicKey.encryptRaw(block);
    const answer = key.decrypt(algorithm, bad);
    expect(key.decrypt(algorithm, bad)).toEqual(answer);
    expect(answer.length).toBeLessThanOrEqual(bytes - 11);
    const others = [1n, 2n, 3n, 4n].map((n) =>
      key.decrypt(algorithm, key.publicKey.encryptRaw(toBytes(2n ** 900n + n, bytes))).join(),
    );
    expect(new Set([answer.join(), ...others]).size).toBe(5);
  });

  it("refuses ciphertexts that no key can have produced", () => {
    expectRefused(() => key.decrypt(algorithm, new Uint8Array(bytes - 1)), "decryption-failed");
    expectRefused(() => key.decrypt(algorithm, toBytes(key.publicKey.modulus, bytes)), "decryption-failed");
  });
});

describe("signatures", () => {
  it("have every pair of hash functions and every length of salt that fits", () => {
    for (const hash of pssHashes) {
      const most = bytes - 2 - hashLength(hash);
      for (const mgfHash of isShake(hash) ? [hash] : hashes) {
        for (const saltLength of [undefined, 0, 17, most]) {
          const algorithm = { name: "RSA-PSS", hash, mgfHash, saltLength } as const;
          const signature = key.sign(algorithm, text);
          expect(key.publicKey.verify(algorithm, signature, text)).toBe(true);
          expect(key.publicKey.verify({ ...algorithm, saltLength: 16 }, signature, text)).toBe(false);
          for (const any of [undefined, "auto"] as const) {
            expect(key.publicKey.verify({ ...algorithm, saltLength: any }, signature, text)).toBe(true);
          }
          expect(key.publicKey.verify({ ...algorithm, saltLength: "max" }, signature, text)).toBe(saltLength === most);
        }
        const tooLong = { name: "RSA-PSS", hash, mgfHash, saltLength: most + 1 } as const;
        expectRefused(() => key.sign(tooLong, text), "key-too-short", modulusLength, most + 1);
        expectRefused(() => key.publicKey.verify(tooLong, text, text), "key-too-short", modulusLength);
      }
    }
    for (const hash of hashes) {
      const algorithm = { name: "RSASSA-PKCS1-v1_5", hash } as const;
      const signature = key.sign(algorithm, text);
      expect(key.sign(algorithm, text)).toEqual(signature);
      expect(key.publicKey.verify(algorithm, signature, text)).toBe(true);
    }
  });

  it("by PSS differ from one another, unless there is no salt", () => {
    const pss = { name: "RSA-PSS" } as const;
    expect(key.sign(pss, text)).not.toEqual(key.sign(pss, text));
    expect(key.sign({ ...pss, saltLength: 0 }, text)).toEqual(key.sign({ ...pss, saltLength: 0 }, text));
  });

  it("are verified with the parameters that they were made with, and no others", () => {
    const pss = { name: "RSA-PSS", hash: "SHA-256" } as const;
    const signature = key.sign(pss, text);
    const others: SignatureAlgorithm[] = [
      { ...pss, hash: "SHA-384" },
      { ...pss, mgfHash: "SHA-1" },
      { ...pss, saltLength: 20 },
      { name: "RSASSA-PKCS1-v1_5" },
    ];
    for (const other of others) expect(key.publicKey.verify(other, signature, text)).toBe(false);
    const bad = [
      signature.subarray(1),
      new Uint8Array([0, ...signature]),
      new Uint8Array(),
      toBytes(key.publicKey.modulus, bytes),
      signature.map((byte, i) => (i === 3 ? byte ^ 4 : byte)),
    ];
    for (const each of bad) expect(key.publicKey.verify(pss, each, text)).toBe(false);
  });

  it("by PSS have a salt as long as the hash by default", () => {
    for (const hash of pssHashes) {
      const length = hashLength(hash);
      for (const [saltLength, expected] of [
        [undefined, length],
        ["auto", length],
        ["max", bytes - 2 - length],
      ] as const) {
        const signature = key.sign({ name: "RSA-PSS", hash, saltLength }, text);
        const verify = (bytes: number) =>
          key.publicKey.verify({ name: "RSA-PSS", hash, saltLength: bytes }, signature, text);
        expect([expected - 1, expected].map(verify)).toEqual([false, true]);
      }
    }
  });

  it("by PSS mask with SHAKE if and only if they hash with it", () => {
    for (const [hash, mgfHash] of [
      ["SHAKE128", "SHAKE256"],
      ["SHAKE256", "SHA-256"],
      ["SHA-256", "SHAKE128"],
    ] as const) {
      const algorithm = { name: "RSA-PSS", hash, mgfHash } as const;
      const fragments = [`mgfHash is ${mgfHash}, but must be the same as hash`, "RFC 8702"];
      expectRefused(() => key.sign(algorithm, text), "invalid-params", ...fragments);
      expectRefused(() => key.publicKey.verify(algorithm, text, text), "invalid-params", ...fragments);
    }
  });

  it("cover data of any length", () => {
    for (const length of [0, 1, 63, 64, 65, 1_000_000]) {
      const data = new Uint8Array(length).fill(1);
      const pss = { name: "RSA-PSS", hash: "SHA-512" } as const;
      expect(key.publicKey.verify(pss, key.sign(pss, data), data)).toBe(true);
    }
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
      [{ name: "RSA-OAEP", saltLength: 20 }, "saltLength is not a parameter of RSA-OAEP", "name, hash, mgfHash, label"],
      [{ name: "RSAES-PKCS1-v1_5", hash: "SHA-1" }, "hash is not a parameter of RSAES-PKCS1-v1_5"],
    ];
    for (const [algorithm, ...fragments] of refused) {
      expectRefused(() => key.publicKey.encrypt(algorithm as never, text), "invalid-params", ...fragments);
      expectRefused(() => key.decrypt(algorithm as never, text), "invalid-params", ...fragments);
    }
    const refusedToSign: [algorithm: unknown, ...fragments: string[]][] = [
      [{ name: "RSA-OAEP" }, "RSA-PSS", "RSASSA-PKCS1-v1_5", "RSA-OAEP"],
      [{ name: "RSA-PSS", label: text }, "label is not a parameter of RSA-PSS", "saltLength"],
      [{ name: "RSA-PSS", saltLength: -1 }, "saltLength", "-1"],
      [{ name: "RSA-PSS", saltLength: 1.5 }, "saltLength", "1.5"],
      [{ name: "RSASSA-PKCS1-v1_5", saltLength: 1 }, "saltLength is not a parameter of", "hash"],
      [{ name: "RSA-PSS", saltLength: "digest" }, "saltLength", '"auto"', '"max"', '"digest"'],
      [{ name: "RSASSA-PKCS1-v1_5", hash: "SHAKE256" }, "hash is SHAKE256", "one of SHA-1, SHA-2 and SHA-3"],
      [{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256/512" }, "SHA-256/512", "SHA-512"],
    ];
    for (const [algorithm, ...fragments] of refusedToSign) {
      expectRefused(() => key.sign(algorithm as never, text), "invalid-params", ...fragments);
      expectRefused(() => key.publicKey.verify(algorithm as never, text, text), "invalid-params", ...fragments);
    }
  });

  it("accepts only bytes", () => {
    const word = "text" as unknown as Uint8Array;
    expectRefused(() => key.publicKey.encrypt({ name: "RSA-OAEP" }, word), "invalid-params", "data", "string");
    expectRefused(() => key.decrypt({ name: "RSA-OAEP" }, word), "invalid-params", "data", "string");
    expectRefused(() => key.sign({ name: "RSA-PSS" }, word), "invalid-params", "data", "string");
    expectRefused(() => key.publicKey.verify({ name: "RSA-PSS" }, word, text), "invalid-params", "signature");
  });
});
