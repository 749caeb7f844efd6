// OpenSSL accepts signatures with PKCS #1 v1.5 by a key that the device made, as GnuPG did in the paper. That the device computes as the
// library does, whose paddings OpenSSL shares, is tested in crates/xrsa and tests/library/xrsa.
import { createHash, createPublicKey } from "node:crypto";
import { Device, load as loadXrsa } from "rsa-variants/xrsa";
import { afterAll, expect, it } from "vitest";
import { toBase64url } from "../numbers.ts";
import { startOpenssl } from "./support.ts";

const openssl = await startOpenssl();
afterAll(() => openssl.remove());

/** EMSA-PKCS1-v1_5 of a SHA-256 digest (RFC 8017, section 9.2): 00 01 FF … FF 00 and the digest's DER. */
function encodeDigest(digest: Uint8Array, length: number): Uint8Array {
  const prefix = Buffer.from("3031300d060960864801650304020105000420", "hex");
  const encoded = Buffer.alloc(length, 0xff);
  encoded.set([0, 1]);
  encoded.set([0, ...prefix, ...digest], length - 1 - prefix.length - digest.length);
  return encoded;
}

it("the device makes signatures that OpenSSL accepts for that digest and no other", async () => {
  const device = new Device(await loadXrsa(), { multiplierLength: 512 });
  const { components: key } = device.generateKey({ modulusLength: 1024, primes: 3 });
  const jwk = { kty: "RSA", n: toBase64url(key.modulus), e: toBase64url(key.publicExponents[0] ?? 0n) };
  const pem = createPublicKey({ format: "jwk", key: jwk }).export({ type: "spki", format: "pem" });
  await openssl.write("public.pem", pem.toString());
  const digestOf = (text: string) => createHash("sha256").update(text).digest();
  const digest = digestOf("signed on the device");
  await openssl.write("signature", device.decryptRaw(key, encodeDigest(digest, 128)).message);
  const verify = async (signed: Uint8Array) => {
    await openssl.write("digest", signed);
    const options = ["-pkeyopt", "rsa_padding_mode:pkcs1", "-pkeyopt", "digest:sha256"];
    const files = ["-pubin", "-inkey", "public.pem", "-sigfile", "signature", "-in", "digest"];
    return openssl.run("pkeyutl", "-verify", ...files, ...options);
  };
  expect(await verify(digest)).toContain("Signature Verified Successfully");
  await expect(verify(digestOf("something else"))).rejects.toThrow("Signature Verification Failure");
});
