// Public keys in certificates and requests of OpenSSL, and keys restricted to RSASSA-PSS.
import { readFile, writeFile } from "node:fs/promises";
import { load, type Rsa } from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Folder } from "../cli/support.ts";
import { makePair, pemOf } from "../random.ts";
import { startOpenssl, type Tool } from "./support.ts";

let rsa: Rsa;
let openssl: Tool;
let folder: Folder;
beforeAll(async () => {
  rsa = await load();
  openssl = await startOpenssl();
  folder = await Folder.make();
  await openssl.write("key.pem", pemOf((await makePair()).privateKey));
  const subject = ["-subj", "/C=DE/O=tests/CN=example.org", "-addext", "subjectAltName=DNS:example.org"];
  for (const form of ["PEM", "DER"]) {
    const files = ["-key", "key.pem", "-outform", form, "-out"];
    await openssl.run("req", "-x509", "-new", ...subject, "-days", "1", ...files, `certificate.${form}`);
    await openssl.run("req", "-new", ...subject, ...files, `request.${form}`);
  }
});
afterAll(async () => {
  await openssl.remove();
  await folder.remove();
});

describe("certificates and requests", () => {
  it.each(["certificate", "request"])("contain the key that OpenSSL finds in a %s", async (what) => {
    const command = what === "certificate" ? "x509" : "req";
    const expected = await openssl.run(command, "-in", `${what}.PEM`, "-pubkey", "-noout");
    for (const form of ["PEM", "DER"]) {
      const data = await openssl.read(`${what}.${form}`);
      const key = await rsa.importPublicKey(data);
      expect(await key.export("spki-pem"), form).toBe(expected);
      key.free();
      const only = `this is a ${what === "request" ? "certificate request" : "certificate"}, which holds only a public key`;
      const refused = rsa.importPrivateKey(data);
      await expect(refused).rejects.toMatchObject({
        code: "wrong-key-type",
        message: expect.stringContaining(only),
      });
      await writeFile(folder.file(what), data);
      expect((await folder.succeed(["public", what])).toString()).toBe(expected);
    }
  });

  it("can be used to encrypt and verify on the command line", async () => {
    await writeFile(folder.file("key.pem"), await openssl.read("key.pem"));
    await writeFile(folder.file("certificate"), await openssl.read("certificate.PEM"));
    const encrypted = await folder.succeed(["encrypt", "-k", "certificate"], "a message");
    expect((await folder.succeed(["decrypt", "-k", "key.pem"], encrypted)).toString()).toBe("a message");
    await writeFile(folder.file("signature"), await folder.succeed(["sign", "-k", "key.pem"], "a message"));
    const verify = ["verify", "-k", "certificate", "-s", "signature"];
    expect((await folder.succeed(verify, "a message")).toString()).toBe("the signature is good\n");
    expect((await folder.run(verify, "another")).code).toBe(1);
    const refused = await folder.run(["decrypt", "-k", "certificate"], encrypted);
    expect(refused.stderr).toMatch(
      /certificate: this is a certificate, which holds only a public key; a private key is/,
    );
  });
});

describe("keys for RSASSA-PSS", () => {
  // OpenSSL made them in advance, for the tests of the crate.
  it.each(["rsa-pss", "rsa-pss-restricted"])("are read, without their restrictions: %s", async (name) => {
    const file = new URL(`../../crates/rsa/tests/keys/${name}.pem`, import.meta.url);
    await openssl.write("pss.pem", await readFile(file));
    await openssl.run("pkey", "-in", "pss.pem", "-pubout", "-out", "pss-public.pem");
    const key = await rsa.importPrivateKey(await openssl.read("pss.pem"));
    const message = new TextEncoder().encode("a message");
    await openssl.write("message", message);
    await openssl.write("signature", key.sign({ name: "RSA-PSS", hash: "SHA-256" }, message));
    const sigopts = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"];
    const verify = ["dgst", "-sha256", ...sigopts, "-verify", "pss-public.pem", "-signature", "signature", "message"];
    expect(await openssl.run(...verify)).toContain("Verified OK");
    key.free();
  });
});
