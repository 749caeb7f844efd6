// Algorithms and hash functions under the names that other software uses.
import { connect, type EncryptionAlgorithm, load, type SignatureAlgorithm } from "rsa-variants";
import { sign, verify } from "rsa-variants/files";
import { describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "./support.ts";

const data = new TextEncoder().encode("a message");
const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 }, madeFrom(210));

const signatures: readonly (readonly [name: SignatureAlgorithm, params: SignatureAlgorithm])[] = [
  ["RS256", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }],
  ["RS384", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" }],
  ["RS512", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" }],
  ["PS256", { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 }],
  ["PS384", { name: "RSA-PSS", hash: "SHA-384", saltLength: 48 }],
  ["PS512", { name: "RSA-PSS", hash: "SHA-512", saltLength: 64 }],
];
const encryptions: readonly (readonly [name: EncryptionAlgorithm, params: EncryptionAlgorithm])[] = [
  ["RSA1_5", { name: "RSAES-PKCS1-v1_5" }],
  ["RSA-OAEP-256", { name: "RSA-OAEP", hash: "SHA-256" }],
  ["RSA-OAEP-384", { name: "RSA-OAEP", hash: "SHA-384" }],
  ["RSA-OAEP-512", { name: "RSA-OAEP", hash: "SHA-512" }],
];

describe("the names of JOSE", () => {
  it.each(signatures)("%s signs and verifies as its parameters do", (name, params) => {
    expect(key.publicKey.verify(params, key.sign(name, data), data)).toBe(true);
    expect(key.publicKey.verify(name, key.sign(params, data), data)).toBe(true);
  });

  it("mean a salt as long as the hash", () => {
    const short = key.sign({ name: "RSA-PSS", saltLength: 20 }, data);
    expect(key.publicKey.verify({ name: "RSA-PSS" }, short, data)).toBe(true);
    expect(key.publicKey.verify("PS256", short, data)).toBe(false);
  });

  it.each(encryptions)("%s encrypts and decrypts as its parameters do", (name, params) => {
    expect(key.decrypt(params, key.publicKey.encrypt(name, data))).toEqual(data);
    expect(key.decrypt(name, key.publicKey.encrypt(params, data))).toEqual(data);
  });

  it.each([
    ["SHA256withRSA", '{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }'],
    ["SHA384withRSA/PSS", '{ name: "RSA-PSS", hash: "SHA-384" }'],
    ["RSASSA_PSS_SHA_512", '{ name: "RSA-PSS", hash: "SHA-512" }'],
    ["RSA_SIGN_PKCS1_4096_SHA512", '{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" }'],
    ["RSA-SHA1", '{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }'],
  ])("of Java, OpenSSL and cloud services are translated in errors: %s", (name, own) => {
    for (const algorithm of [name, { name }]) {
      expectRefused(() => key.sign(algorithm as never, data), "invalid-params", `did you mean ${own}?`);
    }
  });

  it.each([
    ["RSA/ECB/PKCS1Padding", '"RSA1_5"'],
    ["RSA/ECB/OAEPWithSHA-256AndMGF1Padding", '{ name: "RSA-OAEP", hash: "SHA-256", mgfHash: "SHA-1" }'],
    ["RSAES_OAEP_SHA_1", '{ name: "RSA-OAEP", hash: "SHA-1" }'],
    ["RSA_DECRYPT_OAEP_2048_SHA256", '{ name: "RSA-OAEP", hash: "SHA-256" }'],
  ])("of other software's encryption are translated in errors: %s", (name, own) => {
    expectRefused(() => key.publicKey.encrypt(name as never, data), "invalid-params", `did you mean ${own}?`);
  });

  it("of other kinds of keys are named", () => {
    for (const name of ["ES256", "EdDSA", "HS256"]) {
      expectRefused(() => key.publicKey.verify(name as never, data, data), "invalid-params", "another type of key");
    }
  });

  it("work in workers, for files and for keys of WebCrypto", async () => {
    await using workers = await connect({ build, workers: 1 });
    const remote = await workers.keyFromComponents(key.params, key.components());
    expect(await remote.decrypt("RSA-OAEP-256", await remote.publicKey.encrypt("RSA-OAEP-256", data))).toEqual(data);
    expect(await remote.publicKey.verify("PS512", await remote.sign("PS512", data), data)).toBe(true);
    expect(
      await verify(key.publicKey, await sign(key, data, { algorithm: "PS384" }), data, { algorithm: "PS384" }),
    ).toBe(true);
    const webKey = await key.publicKey.toCryptoKey("RS384");
    const name = "RSASSA-PKCS1-v1_5";
    expect(await crypto.subtle.verify(name, webKey, key.sign("RS384", data).buffer, data)).toBe(true);
    await expectRejected(key.toCryptoKey("RSA1_5" as never), "invalid-params", "algorithm", "RSA1_5");
  });

  it("are refused where they do not belong, with what was probably meant", () => {
    expectRefused(() => key.sign("RSA-OAEP-256" as never, data), "invalid-params", "RS256", "PS512");
    expectRefused(() => key.publicKey.encrypt("RS256" as never, data), "invalid-params", "RSA1_5", '"RS256"');
    expectRefused(() => key.sign("rs256" as never, data), "invalid-params", 'did you mean "RS256"?');
    expectRefused(() => key.sign("RSA-PSS" as never, data), "invalid-params", '{ name: "RSA-PSS" }');
    expectRefused(() => key.sign("constructor" as never, data), "invalid-params", '"constructor"');
    const error = expectRefused(
      () => key.decrypt("RSA-OAEP" as never, data),
      "invalid-params",
      "SHA-1",
      "RSA-OAEP-256",
    );
    expect(error.parameter).toBe("algorithm");
  });
});

describe("hash functions", () => {
  it("may be objects with a name, as for WebCrypto", () => {
    const hash = { name: "SHA-384" } as const;
    const pss = { name: "RSA-PSS", hash, mgfHash: { name: "SHA-1" } } as const;
    const plain = { name: "RSA-PSS", hash: "SHA-384", mgfHash: "SHA-1" } as const;
    expect(key.publicKey.verify(plain, key.sign(pss, data), data)).toBe(true);
    const oaep = { name: "RSA-OAEP", hash } as const;
    expect(key.decrypt({ name: "RSA-OAEP", hash: "SHA-384" }, key.publicKey.encrypt(oaep, data))).toEqual(data);
    const pkcs1 = { name: "RSASSA-PKCS1-v1_5", hash } as const;
    expect(key.publicKey.verify("RS384", key.sign(pkcs1, data), data)).toBe(true);
    const hasher = key.hasher(hash);
    hasher.update(data);
    expect([hasher.hash, hasher.digest().length]).toEqual(["SHA-384", 48]);
  });

  it.each([
    ["sha256", "SHA-256"],
    ["SHA256", "SHA-256"],
    ["sha-512", "SHA-512"],
    ["SHA1", "SHA-1"],
    ["sha3256", "SHA3-256"],
    ["SHA512/256", "SHA-512/256"],
    ["SHA2-384", "SHA-384"],
    ["RSA-SHA256", "SHA-256"],
    ["sha512WithRSAEncryption", "SHA-512"],
  ])("%s is refused; did you mean %s?", (given, meant) => {
    const remark = `did you mean ${JSON.stringify(meant)}?`;
    for (const call of [
      () => key.sign({ name: "RSA-PSS", hash: given as never }, data),
      () => key.publicKey.encrypt({ name: "RSA-OAEP", mgfHash: given as never }, data),
      () => key.publicKey.verify({ name: "RSASSA-PKCS1-v1_5", hash: { name: given as never } }, data, data),
      () => key.hasher(given as never),
    ]) {
      expectRefused(call, "invalid-params", JSON.stringify(given), remark);
    }
  });

  it("that nothing resembles are refused with the list", () => {
    for (const given of ["md5", "", "MD4withRSA", "SHA-3", { name: 7 }, 7, {}, null]) {
      const error = expectRefused(
        () => key.sign({ name: "RSA-PSS", hash: given as never }, data),
        "invalid-params",
        "hash",
      );
      expect(error.parameter).toBe("hash");
      expect(error.message).toMatch(/one of SHA-1, SHA-224|such as "SHA-256"/);
    }
    expectRefused(
      () => key.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHAKE128" as never }, data),
      "invalid-params",
      "SHAKE128",
    );
  });
});
