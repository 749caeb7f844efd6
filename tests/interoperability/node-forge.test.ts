// node-forge reads more keys than it computes correctly with; these tests pin which.
import { createHash } from "node:crypto";
import forge from "node-forge";
import { load, type PrivateKey, type Variant } from "rsa-variants";
import { describe, expect, it } from "vitest";

const rsa = await load();

const text = "a message";
const message = new TextEncoder().encode(text);
const oaep = { name: "RSA-OAEP", hash: "SHA-1" } as const;
const signature = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
/** node-forge represents bytes as characters of strings. */
const toForge = (bytes: Uint8Array) => Buffer.from(bytes).toString("binary");
const fromForge = (characters: string) => new Uint8Array(Buffer.from(characters, "binary"));

function make(variant: Variant): PrivateKey {
  return rsa.generateKey({ variant, modulusLength: 2048 });
}

describe("node-forge", () => {
  it.each(["original", "crt", "rebalanced", "scheme-b"] as const)(
    "computes correctly with %s keys",
    async (variant) => {
      using key = make(variant);
      for (const format of ["pkcs1-pem", "pkcs8-pem"] as const) {
        const theirs = forge.pki.privateKeyFromPem(await key.export(format));
        expect(theirs.decrypt(toForge(key.publicKey.encrypt(oaep, message)), "RSA-OAEP")).toBe(text);
        const signed = fromForge(theirs.sign(forge.md.sha256.create().update(text)));
        expect(key.publicKey.verify(signature, signed, message)).toBe(true);
        // node-forge writes the keys that it reads unchanged.
        using again = await rsa.importPrivateKey(forge.pki.privateKeyToPem(theirs));
        expect(again.components().primes).toEqual(key.components().primes);
      }
    },
  );

  it.each(["multi-prime", "r-prime"] as const)("accepts %s keys and signs wrongly with them", async (variant) => {
    using key = make(variant);
    const theirs = forge.pki.privateKeyFromPem(await key.export("pkcs8-pem"));
    const decrypt = () => theirs.decrypt(toForge(key.publicKey.encrypt(oaep, message)), "RSA-OAEP");
    expect(decrypt).toThrow("Invalid RSAES-OAEP padding");
    const signed = fromForge(theirs.sign(forge.md.sha256.create().update(text)));
    expect(key.publicKey.verify(signature, signed, message)).toBe(false);
  });

  it.each(["multi-prime", "multi-power", "rebalanced", "r-prime", "scheme-b", "batch"] as const)(
    "computes right with public keys of %s",
    async (variant) => {
      using key = make(variant);
      const theirs = forge.pki.publicKeyFromPem(await key.publicKey.export("spki-pem")) as forge.pki.rsa.PublicKey;
      expect(key.decrypt(oaep, fromForge(theirs.encrypt(text, "RSA-OAEP")))).toEqual(message);
      const digest = toForge(createHash("sha256").update(text).digest());
      expect(theirs.verify(digest, toForge(key.sign(signature, message)))).toBe(true);
    },
  );
});
