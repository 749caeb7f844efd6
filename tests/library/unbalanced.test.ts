import { connect, load, type PrivateKey, type Rsa, type RsaWorkers } from "rsa-variants";
import { decryptBytes, decryptIncremental, encryptBytes, encryptIncremental } from "rsa-variants/files";
import { load as loadSecurity } from "rsa-variants/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  build,
  expectRefused,
  expectRejected,
  greatestCommonDivisor,
  madeFrom,
  powerModulo,
  toBytes,
  toNumber,
} from "./support.ts";

const primeLength = 240;
const bound = 1n << BigInt(primeLength - 1);
const guards = [true, false].flatMap((blinding) => [true, false].map((faultCheck) => ({ blinding, faultCheck })));

let rsa: Rsa;
let workers: RsaWorkers;
let key: PrivateKey;
/** Long enough for the key of a file. */
let long: PrivateKey;

beforeAll(async () => {
  [rsa, workers] = await Promise.all([load({ build }), connect({ workers: 1 })]);
  key = rsa.generateKey({ variant: "unbalanced", modulusLength: 512, primeLength }, madeFrom(900));
  long = rsa.generateKey({ variant: "unbalanced", modulusLength: 1700, primeLength: 785 }, madeFrom(901));
});
afterAll(async () => {
  key.free();
  long.free();
  await workers.close();
});

const blockOf = (number: bigint) => toBytes(number, 64);

describe("an unbalanced key", () => {
  it("has a short prime, and messages one bit shorter", () => {
    const { modulus, primes } = key.components();
    expect(primes.map((prime) => prime.toString(2).length)).toEqual([primeLength, 512 - primeLength]);
    expect(modulus.toString(2)).toHaveLength(512);
    expect(key.params).toEqual({ variant: "unbalanced", modulusLength: 512, primeLength, publicExponent: 65537n });
    expect(key.publicKey.messageLength).toBe(primeLength - 1);
    expect(rsa.publicKey(modulus, 65537n).messageLength).toBeUndefined();
  });

  it("decrypts modulo the short prime what BigInt encrypts, on every engine and with all guards", () => {
    const { modulus, primes, crtExponents } = key.components();
    for (const message of [0n, 1n, 12345n, bound / 3n, bound - 1n]) {
      const ciphertext = powerModulo(message, 65537n, modulus);
      expect(powerModulo(ciphertext, crtExponents[0] ?? 0n, primes[0] ?? 1n)).toBe(message);
      for (const engine of rsa.engines) {
        expect(toNumber(key.publicKey.encryptRaw(blockOf(message), { engine }))).toBe(ciphertext);
        for (const options of guards) {
          const decrypted = key.decryptRaw(blockOf(ciphertext), { engine, ...options });
          expect(toNumber(decrypted), `${message} ${engine}`).toBe(message);
          expect(decrypted).toHaveLength(64);
        }
      }
    }
  });

  it("returns nothing that would reveal the prime, whichever guards are on", () => {
    const { modulus, primes, crtExponents } = key.components();
    const [p = 0n] = primes;
    for (const message of [bound, p - 1n, p, p + 1n, 3n * p + 7n, modulus - 1n]) {
      expectRefused(() => key.publicKey.encryptRaw(blockOf(message)), "message-out-of-range", primeLength - 1);
      const ciphertext = powerModulo(message, 65537n, modulus);
      for (const engine of rsa.engines) {
        for (const options of guards) {
          expectRefused(() => key.decryptRaw(blockOf(ciphertext), { engine, ...options }), "decryption-failed");
          expectRefused(() => key.decryptRawMany([blockOf(ciphertext)], { engine, ...options }), "decryption-failed");
        }
      }
    }
    // The result of the operation without checks.
    const message = 3n * p + 7n;
    const answer = powerModulo(powerModulo(message, 65537n, modulus), crtExponents[0] ?? 0n, p);
    expect(greatestCommonDivisor(message - answer, modulus)).toBe(p);
  });

  it("survives JSON, and so does the message length of its public key", async () => {
    const again = await rsa.importPrivateKey(JSON.stringify(await key.export("json")));
    expect(again.params).toEqual(key.params);
    expect(again.components()).toEqual(key.components());
    const json = await key.publicKey.export("json");
    expect(json.messageLength).toBe(primeLength - 1);
    const publicKey = await rsa.importPublicKey(JSON.stringify(json));
    expect(publicKey.messageLength).toBe(primeLength - 1);
    expectRefused(() => publicKey.encryptRaw(blockOf(bound)), "message-out-of-range");
    const { modulus, publicExponent, messageLength } = publicKey;
    expect(rsa.publicKey(modulus, publicExponent, { messageLength }).messageLength).toBe(messageLength);
    expectRefused(
      () => rsa.publicKey(modulus, publicExponent, { messageLength: 256 }),
      "invalid-params",
      "messageLength is 256 bits, but must be from 63 to 254",
    );
    await expectRejected(rsa.importPublicKey({ ...json, messageLength: "many" } as never), "invalid-encoding");
  });

  it("has no standard format, but a fingerprint", async () => {
    const reason = "cannot hold the bound of its messages";
    for (const format of ["pkcs1-der", "pkcs8-pem", "openssh", "jwk"] as const) {
      await expectRejected(key.export(format), "no-standard-format", "unbalanced", reason);
    }
    for (const format of ["pkcs1-der", "pkcs1-pem", "spki-der", "spki-pem", "openssh", "jwk"] as const) {
      await expectRejected(key.publicKey.export(format), "no-standard-format", "unbalanced", reason);
    }
    await expectRejected(key.publicKey.toCryptoKey({ name: "RSA-OAEP" }), "no-standard-format");
    const { modulus } = key.publicKey;
    const plain = rsa.publicKey(modulus, 65537n);
    expect(await key.publicKey.fingerprint()).toBe(await plain.fingerprint());
    expect(await key.publicKey.fingerprint("jwk")).toBe(await plain.fingerprint("jwk"));
  });

  it("does not sign or verify", () => {
    const data = new Uint8Array(5);
    for (const name of ["RSA-PSS", "RSASSA-PKCS1-v1_5"] as const) {
      expectRefused(() => long.sign({ name }, data), "wrong-variant", "cannot sign");
      expectRefused(() => long.publicKey.verify({ name }, new Uint8Array(213), data), "wrong-variant", "cannot sign");
    }
  });

  it("refuses a short prime that does not match its parameters", async () => {
    const components = key.components();
    const swapped = { ...components, primes: components.primes.toReversed() };
    expectRefused(() => rsa.keyFromComponents(key.params, swapped), "inconsistent-key", "272 bits", 240);
    for (const wrong of [63, 256]) {
      const params = { variant: "unbalanced", modulusLength: 512, primeLength: wrong } as const;
      expectRefused(() => rsa.checkParams(params), "invalid-params", `primeLength is ${wrong} bits`, 64, 255);
    }
    expectRefused(
      () => rsa.checkParams({ variant: "crt", modulusLength: 512, primeLength: 64 } as never),
      "invalid-params",
    );
  });
});

describe("with paddings an unbalanced key", () => {
  it("accepts messages that fit its bound", () => {
    const oaep = { name: "RSA-OAEP" } as const;
    const pkcs = { name: "RSAES-PKCS1-v1_5" } as const;
    for (const [algorithm, most] of [
      [oaep, 98 - 66],
      [pkcs, 98 - 11],
    ] as const) {
      for (const length of [0, 1, most]) {
        const data = new Uint8Array(length).fill(0xa5);
        const ciphertext = long.publicKey.encrypt(algorithm, data);
        expect(ciphertext).toHaveLength(213);
        expect(long.decrypt(algorithm, ciphertext)).toEqual(data);
      }
      expectRefused(() => long.publicKey.encrypt(algorithm, new Uint8Array(most + 1)), "message-too-long", most);
    }
    const foreign = new Uint8Array(213).fill(9);
    expectRefused(() => long.decrypt(oaep, foreign), "decryption-failed", "the ciphertext cannot be decrypted");
    expect(long.decrypt(pkcs, foreign)).toEqual(long.decrypt(pkcs, foreign));
    expectRefused(() => key.publicKey.encrypt(oaep, new Uint8Array()), "key-too-short", "short prime", 529, 240);
  });

  it("encrypts files, if its short prime is long enough", async () => {
    const data = new Uint8Array(1000).fill(7);
    expect(await decryptBytes(long, await encryptBytes(long.publicKey, data))).toEqual(data);
    await expectRejected(encryptBytes(key.publicKey, data), "key-too-short", "short prime of at least 785 bits", 240);
    const text = "a text of some length, which takes several numbers of decimal digits";
    expect(await decryptIncremental(key, await encryptIncremental(key.publicKey, text))).toBe(text);
  });
});

describe("in workers an unbalanced key", () => {
  it("keeps its bound", async () => {
    const made = await workers.keyFromComponents(key.params, key.components());
    expect(made.publicKey.messageLength).toBe(primeLength - 1);
    const ciphertext = await made.publicKey.encryptRaw(blockOf(bound - 1n));
    expect(toNumber(await made.decryptRaw(ciphertext))).toBe(bound - 1n);
    await expectRejected(made.publicKey.encryptRaw(blockOf(bound)), "message-out-of-range");
    const { modulus } = key.publicKey;
    const publicKey = await workers.publicKey(modulus, 65537n, { messageLength: primeLength - 1 });
    expect(publicKey.messageLength).toBe(primeLength - 1);
    await expectRejected(publicKey.encryptRaw(blockOf(bound)), "message-out-of-range");
    publicKey.free();
    made.free();
  });
});

describe("the verdict on an unbalanced key", () => {
  it("depends on its short prime, also for the public key", async () => {
    const security = await loadSecurity();
    const params = { variant: "unbalanced", modulusLength: 2048 } as const;
    expect(security.assess(params)).toMatchObject({ verdict: "acceptable", strength: 110 });
    const short = security.assess({ ...params, primeLength: 256 });
    expect(short).toMatchObject({ verdict: "broken", advice: "Use |p| = 640 instead of 256." });
    expect(short.decisive.method).toBe("elliptic-curve");
    const { modulus, publicExponent, messageLength } = long.publicKey;
    const shown = security.assess({ modulus, publicExponent, messageLength });
    expect(shown.findings.map(({ method }) => method)).toContain("elliptic-curve");
    const hidden = security.assess({ modulus, publicExponent });
    expect(hidden.findings.map(({ method }) => method)).not.toContain("elliptic-curve");
  });
});
