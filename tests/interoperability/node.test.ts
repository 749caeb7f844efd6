// Exchanges keys, ciphertexts and signatures with Node's crypto, both ways.
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  sign,
  verify,
} from "node:crypto";
import { type Hash, hashes, type KeyParams, load, type PrivateKey } from "rsa-variants";
import { describe, expect, it } from "vitest";

const rsa = await load();

const message = new TextEncoder().encode("a message");
const label = new TextEncoder().encode("a label");
/** SHA-512/256 is sha512-256, and SHA3-256 is sha3-256. */
const nodeName = (hash: Hash) => hash.toLowerCase().replace("sha-", "sha").replace("/", "-");
const bytes = (buffer: Uint8Array) => new Uint8Array(buffer);

/** Encryption and signatures both ways, with Node's key read from PEM. */
async function exchange(key: PrivateKey): Promise<void> {
  const theirs = createPrivateKey(await key.export("pkcs8-pem"));
  const theirsPublic = createPublicKey(await key.publicKey.export("spki-pem"));
  for (const hash of hashes) {
    const algorithm = { name: "RSA-OAEP", hash, label } as const;
    const padding = { oaepHash: nodeName(hash), oaepLabel: label };
    expect(bytes(privateDecrypt({ key: theirs, ...padding }, key.publicKey.encrypt(algorithm, message)))).toEqual(
      message,
    );
    expect(key.decrypt(algorithm, bytes(publicEncrypt({ key: theirsPublic, ...padding }, message)))).toEqual(message);

    const digest = padding.oaepHash;
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 };
    const pssAlgorithm = { name: "RSA-PSS", hash, saltLength: 20 } as const;
    expect(verify(digest, message, { key: theirsPublic, ...pss }, key.sign(pssAlgorithm, message))).toBe(true);
    const signed = bytes(sign(digest, message, { key: theirs, ...pss }));
    expect(key.publicKey.verify(pssAlgorithm, signed, message)).toBe(true);

    // With the longest salt, Node's default; the default of both sides verifies it.
    const longest = { key: theirs, padding: constants.RSA_PKCS1_PSS_PADDING };
    expect(key.publicKey.verify({ name: "RSA-PSS", hash }, bytes(sign(digest, message, longest)), message)).toBe(true);
    const ours = key.sign({ name: "RSA-PSS", hash, saltLength: "max" }, message);
    const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
    expect(verify(digest, message, { ...pss, key: theirsPublic, saltLength }, ours)).toBe(true);

    const pkcs1 = { name: "RSASSA-PKCS1-v1_5", hash } as const;
    expect(bytes(sign(digest, message, theirs))).toEqual(key.sign(pkcs1, message));
    expect(verify(digest, message, theirsPublic, key.sign(pkcs1, message))).toBe(true);
  }
  const padding = constants.RSA_PKCS1_PADDING;
  const ciphertext = bytes(publicEncrypt({ key: theirsPublic, padding }, message));
  expect(key.decrypt({ name: "RSAES-PKCS1-v1_5" }, ciphertext)).toEqual(message);
}

describe("our keys in Node", () => {
  const keys: readonly KeyParams[] = [
    ...[2, 3, 4, 5].map((primes): KeyParams => ({ variant: "multi-prime", modulusLength: 2048, primes })),
    { variant: "original", modulusLength: 2048 },
    { variant: "crt", modulusLength: 2051, publicExponent: 3n },
    { variant: "rebalanced", modulusLength: 2048 },
    { variant: "r-prime", modulusLength: 2048 },
    { variant: "scheme-b", modulusLength: 2048 },
  ];

  it.each(keys)("of $variant with $primes primes, $modulusLength bits, support all operations", async (params) => {
    using key = rsa.generateKey(params, { allowBroken: true });
    await exchange(key);
  });

  it("of three primes lose the third in Node's JWK, which this library refuses", async () => {
    using key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
    const jwk = createPrivateKey(await key.export("pkcs8-pem")).export({ format: "jwk" });
    expect(jwk).not.toHaveProperty("oth");
    await expect(rsa.importPrivateKey(jwk)).rejects.toMatchObject({ code: "inconsistent-key" });
    // PKCS #8 keeps it.
    const der = createPrivateKey(await key.export("pkcs8-pem")).export({ type: "pkcs8", format: "der" });
    expect(bytes(der)).toEqual(await key.export("pkcs8-der"));
  });
});

describe("Node's keys here", () => {
  const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

  it("are read in every format, and written the same again", async () => {
    const { privateKey, publicKey } = pair();
    for (const type of ["pkcs1", "pkcs8"] as const) {
      const pem = privateKey.export({ type, format: "pem" }).toString();
      using key = await rsa.importPrivateKey(pem);
      expect(await key.export(`${type}-pem`)).toBe(pem);
      expect(await key.export(`${type}-der`)).toEqual(bytes(privateKey.export({ type, format: "der" })));
      expect(await key.export("jwk")).toEqual(privateKey.export({ format: "jwk" }));
      await exchange(key);
    }
    for (const type of ["pkcs1", "spki"] as const) {
      const pem = publicKey.export({ type, format: "pem" }).toString();
      using key = await rsa.importPublicKey(pem);
      expect(await key.export(`${type}-pem`)).toBe(pem);
      expect(await key.export(`${type}-der`)).toEqual(bytes(publicKey.export({ type, format: "der" })));
      expect(await key.export("jwk")).toEqual(publicKey.export({ format: "jwk" }));
    }
    using again = await rsa.importPrivateKey(privateKey);
    expect(await again.export("jwk")).toEqual(privateKey.export({ format: "jwk" }));
    const jwk = privateKey.export({ format: "jwk" });
    expect(await (await rsa.importPrivateKey(jwk)).export("jwk")).toEqual(jwk);
  });
});
