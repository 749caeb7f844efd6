// Compares the device with OpenSSL, with PKCS #1 v1.5 and new keys, as the paper did with GnuPG: OpenSSL accepts the device's
// signatures, and the device decrypts OpenSSL's ciphertexts.
import { createHash, createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type KeyComponents, load, type Rsa } from "rsa-variants";
import { Device, load as loadXrsa, type Xrsa } from "rsa-variants/xrsa";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "../random.ts";
import { startOpenssl, type Tool } from "./support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
let openssl: Tool;
beforeAll(async () => {
  rsa = await load();
  xrsa = await loadXrsa();
  openssl = await startOpenssl();
});
afterAll(() => openssl.remove());

function toBase64(number: bigint): string {
  const digits = number.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex").toString("base64url");
}

/** EMSA-PKCS1-v1_5 of a SHA-256 digest (RFC 8017, section 9.2): 00 01 FF … FF 00 and the digest's DER. */
function encodeDigest(digest: Uint8Array, length: number): Uint8Array {
  const prefix = Buffer.from("3031300d060960864801650304020105000420", "hex");
  const encoded = Buffer.alloc(length, 0xff);
  encoded.set([0, 1]);
  encoded.set([0, ...prefix, ...digest], length - 1 - prefix.length - digest.length);
  return encoded;
}

/** The message after the padding of RSAES-PKCS1-v1_5 (RFC 8017, section 7.2.2): 00 02, random bytes but 0, 00. */
function withoutPadding(block: Uint8Array): Uint8Array {
  expect([...block.subarray(0, 2)]).toEqual([0, 2]);
  const end = block.indexOf(0, 2);
  expect(end).toBeGreaterThanOrEqual(10);
  return block.subarray(end + 1);
}

/** A key that OpenSSL made in advance, for the tests of the crate. */
async function madeByOpenssl(): Promise<KeyComponents> {
  const key = await rsa.importPrivateKey(
    await readFile(new URL("../../crates/rsa/tests/keys/primes-2.pem", import.meta.url)),
  );
  const components = key.components();
  key.free();
  return components;
}

const cases = [
  {
    name: "a key of three primes made on the device",
    multiplierLength: 512,
    modulusLength: 1024,
    make: (device: Device) => device.generateKey({ modulusLength: 1024, primes: 3 }).components,
  },
  {
    name: "a key of OpenSSL",
    multiplierLength: 512,
    modulusLength: 1024,
    make: madeByOpenssl,
  },
] as const;

describe.each(cases)("$name, $modulusLength bits on $multiplierLength", ({ multiplierLength, modulusLength, make }) => {
  let device: Device;
  let key: KeyComponents;
  const length = modulusLength / 8;
  const publicKey = "public.pem";
  beforeAll(async () => {
    device = new Device(xrsa, { multiplierLength });
    key = await make(device);
    const jwk = { kty: "RSA", n: toBase64(key.modulus), e: toBase64(key.publicExponents[0] ?? 0n) };
    const pem = createPublicKey({ format: "jwk", key: jwk }).export({ type: "spki", format: "pem" });
    await openssl.write(publicKey, pem.toString());
  });

  it("makes signatures that OpenSSL accepts for that digest and no other", async () => {
    const digestOf = (text: string) => createHash("sha256").update(text).digest();
    const digest = digestOf(`signed with ${modulusLength} bits`);
    await openssl.write("signature", device.decryptRaw(key, encodeDigest(digest, length)).message);
    const verify = async (signed: Uint8Array) => {
      await openssl.write("digest", signed);
      const options = ["-pkeyopt", "rsa_padding_mode:pkcs1", "-pkeyopt", "digest:sha256"];
      const key = ["-pubin", "-inkey", publicKey];
      return openssl.run("pkeyutl", "-verify", ...key, ...options, "-sigfile", "signature", "-in", "digest");
    };
    expect(await verify(digest)).toContain("Signature Verified Successfully");
    await expect(verify(digestOf("something else"))).rejects.toThrow("Signature Verification Failure");
  });

  it("decrypts what OpenSSL encrypts", async () => {
    for (const size of [0, length - 11]) {
      const message = randomBytes(size);
      await openssl.write("message", message);
      const options = ["-pkeyopt", "rsa_padding_mode:pkcs1", "-in", "message", "-out", "ciphertext"];
      await openssl.run("pkeyutl", "-encrypt", "-pubin", "-inkey", publicKey, ...options);
      const block = device.decryptRaw(key, await openssl.read("ciphertext")).message;
      expect(Buffer.from(withoutPadding(block)).equals(message), `${size} bytes`).toBe(true);
    }
  });
});
