// Exchanges keys, ciphertexts and signatures with OpenSSL's command, both ways. Keys of more primes or with a long
// public exponent, other hash functions and salts are exchanged in node.test.ts: Node's crypto is OpenSSL.
import { createHash, createPrivateKey } from "node:crypto";
import { load, type PrivateKey, type PrivateKeyFormat } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { inverse, toBase64url } from "../numbers.ts";
import { startOpenssl } from "./support.ts";

const rsa = await load();
const openssl = await startOpenssl();
afterAll(() => openssl.remove());

const message = new TextEncoder().encode("a message");
const otherMessage = new TextEncoder().encode("another message");
const label = new TextEncoder().encode("a label");

/** A padding with hash functions that differ, for this library and for pkeyutl. */
const oaep = { name: "RSA-OAEP", hash: "SHA-256", mgfHash: "SHA-1", label } as const;
const oaepOptions = [
  "rsa_padding_mode:oaep",
  "rsa_oaep_md:sha256",
  "rsa_mgf1_md:sha1",
  `rsa_oaep_label:${Buffer.from(label).toString("hex")}`,
];
const pss = { name: "RSA-PSS", hash: "SHA-512", mgfHash: "SHA-1", saltLength: 100 } as const;
const pssOptions = ["rsa_padding_mode:pss", "digest:sha512", "rsa_mgf1_md:sha1", "rsa_pss_saltlen:100"];
const options = (pairs: readonly string[]) => pairs.flatMap((pair) => ["-pkeyopt", pair]);
const digestOf = (data: Uint8Array) => createHash("sha512").update(data).digest();

async function encryptThere(publicFile: string): Promise<Uint8Array> {
  await openssl.write("message", message);
  const files = ["-in", "message", "-out", "ciphertext"];
  await openssl.run("pkeyutl", "-encrypt", "-pubin", "-inkey", publicFile, ...options(oaepOptions), ...files);
  return openssl.read("ciphertext");
}

async function decryptThere(privateFile: string, ciphertext: Uint8Array): Promise<Uint8Array> {
  await openssl.write("ciphertext", ciphertext);
  const files = ["-in", "ciphertext", "-out", "decrypted"];
  await openssl.run("pkeyutl", "-decrypt", "-inkey", privateFile, ...options(oaepOptions), ...files);
  return openssl.read("decrypted");
}

async function signThere(privateFile: string): Promise<Uint8Array> {
  await openssl.write("digest", digestOf(message));
  const files = ["-in", "digest", "-out", "signature"];
  await openssl.run("pkeyutl", "-sign", "-inkey", privateFile, ...options(pssOptions), ...files);
  return openssl.read("signature");
}

/** Resolves if OpenSSL accepts the signature; otherwise rejects. */
async function verifyThere(publicFile: string, signature: Uint8Array, data: Uint8Array): Promise<string> {
  await openssl.write("digest", digestOf(data));
  await openssl.write("signature", signature);
  const files = ["-in", "digest", "-sigfile", "signature"];
  return openssl.run("pkeyutl", "-verify", "-pubin", "-inkey", publicFile, ...options(pssOptions), ...files);
}

/** Encrypts and signs with one key, both ways. */
async function exchange(key: PrivateKey, privateFile: string, publicFile: string): Promise<void> {
  expect(key.decrypt(oaep, await encryptThere(publicFile))).toEqual(message);
  expect(await decryptThere(privateFile, key.publicKey.encrypt(oaep, message))).toEqual(message);
  const theirs = await signThere(privateFile);
  expect(key.publicKey.verify(pss, theirs, message)).toBe(true);
  expect(key.publicKey.verify(pss, theirs, otherMessage)).toBe(false);
  const ours = key.sign(pss, message);
  expect(await verifyThere(publicFile, ours, message)).toContain("Verified Successfully");
  await expect(verifyThere(publicFile, ours, otherMessage)).rejects.toThrow("Failure");
}

/** Our key in OpenSSL. */
async function exchangeOurs(key: PrivateKey): Promise<void> {
  await openssl.write("own.pem", await key.export("pkcs8-pem"));
  await openssl.write("own-public.pem", await key.publicKey.export("spki-pem"));
  await exchange(key, "own.pem", "own-public.pem");
}

describe("our keys in OpenSSL", () => {
  it("are read in every format", async () => {
    using key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048, primes: 3 });
    await openssl.write("checked.pem", await key.export("pkcs1-pem"));
    expect(await openssl.run("rsa", "-check", "-noout", "-in", "checked.pem")).toContain("RSA key ok");
    const modulus = `Modulus=${key.publicKey.modulus.toString(16).toUpperCase()}`;
    for (const format of ["pkcs1-pem", "pkcs8-pem", "pkcs1-der", "pkcs8-der"] satisfies PrivateKeyFormat[]) {
      await openssl.write("key", await key.export(format));
      const found = await openssl.run("rsa", "-inform", format.slice(-3), "-in", "key", "-noout", "-modulus");
      expect(found.trim(), format).toBe(modulus);
    }
    for (const format of ["pkcs1-pem", "spki-pem", "pkcs1-der", "spki-der"] as const) {
      await openssl.write("key", await key.publicKey.export(format));
      const kind = format.startsWith("spki") ? "-pubin" : "-RSAPublicKey_in";
      const found = await openssl.run("rsa", kind, "-inform", format.slice(-3), "-in", "key", "-noout", "-modulus");
      expect(found.trim(), format).toBe(modulus);
    }
    for (const format of ["pkcs8-pem", "pkcs8-der"] as const) {
      await openssl.write("key", await key.export(format, { password: "sécret" }));
      const args = ["-inform", format.slice(-3), "-in", "key", "-outform", "DER", "-out", "plain", "-traditional"];
      await openssl.run("pkey", "-passin", "pass:sécret", ...args);
      expect(await openssl.read("plain"), format).toEqual(await key.export("pkcs1-der"));
      await expect(openssl.run("pkey", "-passin", "pass:secret", ...args)).rejects.toThrow();
    }
  });
});

describe("OpenSSL's keys here", () => {
  it.each([2, 3])("of %i primes encrypt, decrypt, sign and verify", async (primes) => {
    const size = options(["rsa_keygen_bits:2048", `rsa_keygen_primes:${primes}`]);
    await openssl.run("genpkey", "-algorithm", "RSA", ...size, "-out", "theirs.pem");
    await openssl.run("pkey", "-in", "theirs.pem", "-pubout", "-out", "theirs-public.pem");
    using key = await rsa.importPrivateKey(await openssl.read("theirs.pem"));
    expect(key.params).toMatchObject({ variant: primes === 2 ? "crt" : "multi-prime", modulusLength: 2048 });
    expect(key.components().primes).toHaveLength(primes);
    using publicKey = await rsa.importPublicKey(await openssl.read("theirs-public.pem"));
    expect(publicKey.modulus).toBe(key.publicKey.modulus);
    await exchange(key, "theirs.pem", "theirs-public.pem");
  });
});

it("keys with a long public exponent of more than 3072 bits are refused by OpenSSL, but not the compatible key of a pair", async () => {
  const { fast, compatible } = rsa.generateCommonModulusKeys({ variant: "r-prime", modulusLength: 3080 });
  await exchangeOurs(compatible);
  await openssl.write("own-public.pem", await fast.publicKey.export("spki-pem"));
  await expect(encryptThere("own-public.pem")).rejects.toThrow("bad e value");
  fast.free();
  compatible.free();
});

it.each([3, 4])(
  "a multi-power key of %i factors decrypts like OpenSSL with p^(r−1) instead of a prime",
  async (primes) => {
    using key = rsa.generateKey({ variant: "multi-power", modulusLength: 2048, primes }, { allowBroken: true });
    // No format can hold it, but OpenSSL computes correctly modulo a "prime" that is a power, without checking it.
    const { modulus, publicExponents, privateExponent: d, primes: pq } = key.components();
    const [p = 0n, q = 0n] = pq;
    const power = p ** BigInt(primes - 1);
    const numbers = {
      n: modulus,
      e: publicExponents[0] ?? 0n,
      d,
      p: power,
      q,
      dp: d % (power - power / p),
      dq: d % (q - 1n),
      qi: inverse(q, power),
    };
    const jwk = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, toBase64url(value)]));
    const pem = createPrivateKey({ format: "jwk", key: { kty: "RSA", ...jwk } }).export({
      type: "pkcs1",
      format: "pem",
    });
    await openssl.write("power.pem", pem.toString());
    await openssl.write("power-public.pem", await key.publicKey.export("spki-pem"));
    await exchange(key, "power.pem", "power-public.pem");
  },
);
