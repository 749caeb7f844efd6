// Exchanges keys, ciphertexts and signatures with OpenSSL's command, both ways. Keys of more primes or with a long
// public exponent, and the longest salts, are exchanged in node.test.ts: Node's crypto is OpenSSL.
import { createHash, createPrivateKey } from "node:crypto";
import { type Hash, hashes, load, type PrivateKey, type PrivateKeyFormat, type PublicKey } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { inverse, toBase64url } from "../numbers.ts";
import { makePair, pemOf } from "../random.ts";
import { startOpenssl } from "./support.ts";

const rsa = await load();
const openssl = await startOpenssl();
afterAll(() => openssl.remove());

const message = new TextEncoder().encode("a message");
const otherMessage = new TextEncoder().encode("another message");
const label = new TextEncoder().encode("a label");
const none = new Uint8Array();
/** SHA-512/256 is sha512-256, and SHA3-256 is sha3-256. */
const opensslName = (hash: Hash) => hash.toLowerCase().replace("sha-", "sha").replace("/", "-");
const options = (...pairs: string[]) => pairs.flatMap((pair) => ["-pkeyopt", pair]);

interface Scheme {
  readonly name: string;
  /** The algorithm for this library. */
  readonly algorithm: Parameters<PublicKey["encrypt"]>[0] | Parameters<PublicKey["verify"]>[0];
  /** The same for pkeyutl. */
  readonly options: readonly string[];
  /** What pkeyutl signs is the digest. */
  readonly digest?: string;
}

const oaep = (hash: Hash, mgfHash: Hash, text: Uint8Array): Scheme => ({
  name: `OAEP, ${hash}, MGF1 with ${mgfHash}, ${text.length === 0 ? "no label" : "a label"}`,
  algorithm: { name: "RSA-OAEP", hash, mgfHash, label: text },
  options: options(
    "rsa_padding_mode:oaep",
    `rsa_oaep_md:${opensslName(hash)}`,
    `rsa_mgf1_md:${opensslName(mgfHash)}`,
    ...(text.length === 0 ? [] : [`rsa_oaep_label:${Buffer.from(text).toString("hex")}`]),
  ),
});
const pkcs1Encryption: Scheme = {
  name: "PKCS #1 v1.5",
  algorithm: { name: "RSAES-PKCS1-v1_5" },
  options: options("rsa_padding_mode:pkcs1"),
};

const pss = (hash: Hash, mgfHash: Hash, saltLength: number): Scheme => ({
  name: `PSS, ${hash}, MGF1 with ${mgfHash}, a salt of ${saltLength} bytes`,
  algorithm: { name: "RSA-PSS", hash, mgfHash, saltLength },
  digest: opensslName(hash),
  options: options(
    "rsa_padding_mode:pss",
    `digest:${opensslName(hash)}`,
    `rsa_mgf1_md:${opensslName(mgfHash)}`,
    `rsa_pss_saltlen:${saltLength}`,
  ),
});
const pkcs1 = (hash: Hash): Scheme => ({
  name: `PKCS #1 v1.5, ${hash}`,
  algorithm: { name: "RSASSA-PKCS1-v1_5", hash },
  digest: opensslName(hash),
  options: options("rsa_padding_mode:pkcs1", `digest:${opensslName(hash)}`),
});
async function encryptThere(publicFile: string, { options }: Scheme): Promise<Uint8Array> {
  await openssl.write("message", message);
  const files = ["-in", "message", "-out", "ciphertext"];
  await openssl.run("pkeyutl", "-encrypt", "-pubin", "-inkey", publicFile, ...options, ...files);
  return openssl.read("ciphertext");
}

async function decryptThere(privateFile: string, ciphertext: Uint8Array, { options }: Scheme): Promise<Uint8Array> {
  await openssl.write("ciphertext", ciphertext);
  const files = ["-in", "ciphertext", "-out", "decrypted"];
  await openssl.run("pkeyutl", "-decrypt", "-inkey", privateFile, ...options, ...files);
  return openssl.read("decrypted");
}

async function signThere(privateFile: string, { options, digest = "" }: Scheme): Promise<Uint8Array> {
  await openssl.write("digest", createHash(digest).update(message).digest());
  const files = ["-in", "digest", "-out", "signature"];
  await openssl.run("pkeyutl", "-sign", "-inkey", privateFile, ...options, ...files);
  return openssl.read("signature");
}

/** Resolves if OpenSSL accepts the signature; otherwise rejects. */
async function verifyThere(
  publicFile: string,
  signature: Uint8Array,
  data: Uint8Array,
  { options, digest = "" }: Scheme,
): Promise<string> {
  await openssl.write("digest", createHash(digest).update(data).digest());
  await openssl.write("signature", signature);
  const files = ["-in", "digest", "-sigfile", "signature"];
  return openssl.run("pkeyutl", "-verify", "-pubin", "-inkey", publicFile, ...options, ...files);
}

/** Encrypts and signs with one key by several schemes, both ways. */
async function exchange(
  key: PrivateKey,
  privateFile: string,
  publicFile: string,
  schemes = { encryptions: [oaep("SHA-256", "SHA-1", label)], signatures: [pss("SHA-512", "SHA-1", 100)] },
): Promise<void> {
  for (const scheme of schemes.encryptions) {
    const algorithm = scheme.algorithm as Parameters<PublicKey["encrypt"]>[0];
    expect(key.decrypt(algorithm, await encryptThere(publicFile, scheme)), scheme.name).toEqual(message);
    const ciphertext = key.publicKey.encrypt(algorithm, message);
    expect(await decryptThere(privateFile, ciphertext, scheme), scheme.name).toEqual(message);
  }
  for (const scheme of schemes.signatures) {
    const algorithm = scheme.algorithm as Parameters<PublicKey["verify"]>[0];
    const theirs = await signThere(privateFile, scheme);
    expect(key.publicKey.verify(algorithm, theirs, message), scheme.name).toBe(true);
    expect(key.publicKey.verify(algorithm, theirs, otherMessage), scheme.name).toBe(false);
    const ours = key.sign(algorithm, message);
    expect(await verifyThere(publicFile, ours, message, scheme), scheme.name).toContain("Verified Successfully");
    await expect(verifyThere(publicFile, ours, otherMessage, scheme), scheme.name).rejects.toThrow("Failure");
  }
}

/** Our key in OpenSSL. */
async function exchangeOurs(key: PrivateKey, schemes?: Parameters<typeof exchange>[3]): Promise<void> {
  await openssl.write("own.pem", await key.export("pkcs8-pem"));
  await openssl.write("own-public.pem", await key.publicKey.export("spki-pem"));
  await exchange(key, "own.pem", "own-public.pem", schemes);
}

describe("our keys in OpenSSL", () => {
  it("agree with every hash function, also with another for MGF1, and with salts of several lengths", async () => {
    using key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
    const other = (i: number) => hashes[(i + 4) % hashes.length] ?? "SHA-1";
    await exchangeOurs(key, {
      encryptions: [...hashes.map((hash, i) => oaep(hash, other(i), i % 2 === 0 ? label : none)), pkcs1Encryption],
      signatures: hashes.flatMap((hash, i) => [pss(hash, other(i), 17 * (i % 3)), pkcs1(hash)]),
    });
  });

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
    const size = options("rsa_keygen_bits:2048", `rsa_keygen_primes:${primes}`);
    await openssl.run("genpkey", "-algorithm", "RSA", ...size, "-out", "theirs.pem");
    await openssl.run("pkey", "-in", "theirs.pem", "-pubout", "-out", "theirs-public.pem");
    using key = await rsa.importPrivateKey(await openssl.read("theirs.pem"));
    expect(key.params).toMatchObject({ variant: primes === 2 ? "crt" : "multi-prime", modulusLength: 2048 });
    expect(key.components().primes).toHaveLength(primes);
    using publicKey = await rsa.importPublicKey(await openssl.read("theirs-public.pem"));
    expect(publicKey.modulus).toBe(key.publicKey.modulus);
    await exchange(key, "theirs.pem", "theirs-public.pem");
  });

  it("are read if they are encrypted", async () => {
    await openssl.write("theirs.pem", pemOf((await makePair()).privateKey));
    const ways = [["-v2", "aes-256-cbc"], ["-v2", "aes-128-cbc", "-v2prf", "hmacWithSHA1"], ["-scrypt"]];
    for (const way of ways) {
      for (const form of ["PEM", "DER"]) {
        const output = ["-outform", form, "-passout", "pass:sécret", "-out", "encrypted"];
        await openssl.run("pkcs8", "-topk8", "-in", "theirs.pem", ...way, ...output);
        using key = await rsa.importPrivateKey(await openssl.read("encrypted"), { password: "sécret" });
        expect(await key.export("pkcs8-pem")).toBe(new TextDecoder().decode(await openssl.read("theirs.pem")));
      }
    }
  });
});

it("keys with a long public exponent of more than 3072 bits are refused by OpenSSL, but not the compatible key of a pair", async () => {
  const { fast, compatible } = rsa.generateCommonModulusKeys({ variant: "r-prime", modulusLength: 3080 });
  await exchangeOurs(compatible);
  await openssl.write("own-public.pem", await fast.publicKey.export("spki-pem"));
  await expect(encryptThere("own-public.pem", pkcs1Encryption)).rejects.toThrow("bad e value");
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
