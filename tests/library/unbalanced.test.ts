// What an unbalanced key has in the package that others do not: a bound of its messages. How it computes is tested in Rust.
import { connect, load } from "rsa-variants";
import { decryptBytes, decryptIncremental, encryptBytes, encryptIncremental } from "rsa-variants/files";
import { load as loadSecurity, type PublicKeyNumbers } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom, toBytes, toNumber } from "./support.ts";

const primeLength = 240;
const bound = 1n << BigInt(primeLength - 1);

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "unbalanced", modulusLength: 512, primeLength }, madeFrom(900));
/** Long enough for the key of a file. */
const long = rsa.generateKey({ variant: "unbalanced", modulusLength: 1700, primeLength: 785 }, madeFrom(901));

const blockOf = (number: bigint) => toBytes(number, 64);

describe("an unbalanced key", () => {
  it("has messages one bit shorter than its short prime, and no result for others", () => {
    expect(key.params).toEqual({ variant: "unbalanced", modulusLength: 512, primeLength, publicExponent: 65537n });
    expect(key.publicKey.messageLength).toBe(primeLength - 1);
    expectRefused(() => key.publicKey.encryptRaw(blockOf(bound)), "message-out-of-range", primeLength - 1);
    const plain = rsa.publicKey(key.publicKey.modulus, 65537n);
    expect(plain.messageLength).toBeUndefined();
    const ciphertext = plain.encryptRaw(blockOf(bound));
    for (const options of [{}, { blinding: false, faultCheck: false }]) {
      expectRefused(() => key.decryptRaw(ciphertext, options), "decryption-failed");
      expectRefused(() => key.decryptRawMany([ciphertext], options), "decryption-failed");
    }
    expectRefused(() => key.publicKey.encrypt({ name: "RSA-OAEP" }, new Uint8Array()), "key-too-short", 529, 240);
    expectRefused(() => long.sign({ name: "RSA-PSS" }, new Uint8Array(5)), "wrong-variant", "cannot sign");
  });

  it("keeps the length of its messages in JSON and among its public numbers", async () => {
    const json = await key.publicKey.export("json");
    expect(json.messageLength).toBe(primeLength - 1);
    const publicKey = await rsa.importPublicKey(JSON.stringify(json));
    expectRefused(() => publicKey.encryptRaw(blockOf(bound)), "message-out-of-range");
    const { modulus, publicExponent, messageLength } = publicKey;
    expect(rsa.publicKey(modulus, publicExponent, { messageLength }).messageLength).toBe(primeLength - 1);
    expectRefused(
      () => rsa.publicKey(modulus, publicExponent, { messageLength: 256 }),
      "invalid-params",
      "messageLength is 256 bits, but must be from 63 to 254",
    );
    await expectRejected(rsa.importPublicKey({ ...json, messageLength: "many" } as never), "invalid-encoding");
    await using workers = await connect({ build, workers: 1 });
    const made = await workers.keyFromComponents(key.params, key.components());
    const ciphertext = await made.publicKey.encryptRaw(blockOf(bound - 1n));
    expect(toNumber(await made.decryptRaw(ciphertext))).toBe(bound - 1n);
    for (const each of [made.publicKey, await workers.publicKey(modulus, publicExponent, { messageLength })]) {
      expect(each.messageLength).toBe(primeLength - 1);
      await expectRejected(each.encryptRaw(blockOf(bound)), "message-out-of-range");
    }
  });

  it("has no standard format, but a fingerprint", async () => {
    for (const format of ["spki-pem", "openssh"] as const) {
      await expectRejected(key.publicKey.export(format), "no-standard-format", "cannot hold the bound of its messages");
    }
    await expectRejected(key.publicKey.toCryptoKey({ name: "RSA-OAEP" }), "no-standard-format");
    const plain = rsa.publicKey(key.publicKey.modulus, 65537n);
    expect(await key.publicKey.fingerprint()).toBe(await plain.fingerprint());
    expect(await key.publicKey.fingerprint("jwk")).toBe(await plain.fingerprint("jwk"));
  });

  it("encrypts files, if its short prime is long enough", async () => {
    const data = new Uint8Array(1000).fill(7);
    expect(await decryptBytes(long, await encryptBytes(long.publicKey, data))).toEqual(data);
    await expectRejected(encryptBytes(key.publicKey, data), "key-too-short", "short prime of at least 785 bits", 240);
    const text = "a text of some length, which takes several numbers of decimal digits";
    expect(await decryptIncremental(key, await encryptIncremental(key.publicKey, text))).toBe(text);
  });

  it("is assessed with its short prime, also the public key", async () => {
    const security = await loadSecurity();
    const short = security.assess({ variant: "unbalanced", modulusLength: 2048, primeLength: 256 });
    expect(short).toMatchObject({ verdict: "broken", decisive: { method: "elliptic-curve" } });
    const { modulus, publicExponent, messageLength } = long.publicKey;
    const methods = (given: PublicKeyNumbers) => security.assess(given).findings.map(({ method }) => method);
    expect(methods({ modulus, publicExponent, messageLength })).toContain("elliptic-curve");
    expect(methods({ modulus, publicExponent })).not.toContain("elliptic-curve");
  });
});
