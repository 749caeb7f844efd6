// PKCS #12 and PuTTY's files, as OpenSSL, Java and PuTTY write them now.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { load, type PrivateKey } from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has, startOpenssl, type Tool } from "./support.ts";

const rsa = await load();
let openssl: Tool;
let key: PrivateKey;
beforeAll(async () => {
  openssl = await startOpenssl();
  key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
  // PuTTY stores the greater prime first.
  for (let [p = 0n, q = 0n] = key.components().primes; p < q; [p = 0n, q = 0n] = key.components().primes) {
    key.free();
    key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
  }
  await openssl.write("key.pem", await key.export("pkcs8-pem"));
  for (const name of ["own", "authority"]) {
    await openssl.run("req", "-x509", "-new", "-key", "key.pem", "-subj", `/CN=${name}`, "-out", `${name}.pem`);
  }
  await openssl.write("ec.pem", await readFile(new URL("../../crates/rsa/tests/keys/ec.pem", import.meta.url)));
  await openssl.run("req", "-x509", "-new", "-key", "ec.pem", "-subj", "/CN=ec", "-out", "ec-certificate.pem");
});
afterAll(() => openssl.remove());

async function expectKey(data: Uint8Array, password: string | undefined): Promise<void> {
  using read = await rsa.importPrivateKey(data, { password, strict: true });
  expect(read.components()).toEqual(key.components());
}

/** What `importKeys` finds: kinds and names. */
async function contents(data: Uint8Array, password: string | undefined): Promise<string[]> {
  const { keys, leftOut } = await rsa.importKeys(data, { password });
  const found = keys.map((each) => `${each.key.type} ${each.name}`);
  for (const each of keys) each.key.free();
  return [...found, ...leftOut.map(({ reason, name }) => `${reason} ${name}`)];
}

describe("PKCS #12 of OpenSSL", () => {
  const input = ["pkcs12", "-export", "-inkey", "key.pem", "-in", "own.pem", "-name", "a ключ €"];
  const names = ["private a ключ €", "public a ключ €"];

  it.each([
    ["by default", []],
    ["with AES-128 and SHA-512", ["-keypbe", "AES-128-CBC", "-certpbe", "AES-192-CBC", "-macalg", "sha512"]],
    ["with SHA-384", ["-macalg", "sha384"]],
    ["with SHA-1", ["-macalg", "sha1"]],
    ["with Triple DES", ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1"]],
    ["with Triple DES in PBES2", ["-keypbe", "DES-EDE3-CBC", "-certpbe", "DES-EDE3-CBC"]],
    ["with 20,000 iterations", ["-iter", "20000"]],
    ["with encryption of the key only", ["-certpbe", "NONE"]],
  ])("is read %s", async (_, options) => {
    for (const password of ["correct horse", "pässwörd € 🔑", "a".repeat(100), ""]) {
      await openssl.run(...input, ...options, "-passout", `pass:${password}`, "-out", "file.p12");
      const data = await openssl.read("file.p12");
      await expectKey(data, password);
      if (password === "") await expectKey(data, undefined);
      expect((await contents(data, password)).sort()).toEqual(names);
      using publicKey = await rsa.importPublicKey(data, { password });
      expect(publicKey.modulus).toBe(key.publicKey.modulus);
    }
  });

  it("is read without certificates, with a chain, and with certificates only", async () => {
    const output = ["-passout", "pass:a", "-out", "file.p12"];
    await openssl.run("pkcs12", "-export", "-inkey", "key.pem", "-nocerts", ...output);
    expect(await contents(await openssl.read("file.p12"), "a")).toEqual(["private undefined"]);
    await openssl.run(...input, "-certfile", "authority.pem", ...output);
    expect((await contents(await openssl.read("file.p12"), "a")).sort()).toEqual([...names, "public authority"]);
    await openssl.run("pkcs12", "-export", "-nokeys", "-in", "own.pem", "-certfile", "authority.pem", ...output);
    expect(await contents(await openssl.read("file.p12"), "a")).toEqual(["public own", "public authority"]);
  });
});

describe.skipIf(!has("keytool"))("PKCS #12 of Java", () => {
  const keytool = (...args: string[]) => {
    const all = ["-storetype", "PKCS12", "-storepass", "secret", "-keystore", "store.p12", ...args];
    execFileSync("keytool", all, { cwd: openssl.folder, stdio: "ignore" });
  };

  it.each([
    ["as Java 17 writes it", []],
    ["with Triple DES", ["-J-Dkeystore.pkcs12.keyProtectionAlgorithm=PBEWithSHA1AndDESede"]],
    ["with plain certificates", ["-J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE"]],
    ["as Java 8 writes it", ["-J-Dkeystore.pkcs12.legacy"]],
  ])("is read %s", async (name, options) => {
    await openssl.run("version"); // so that the folder exists
    execFileSync("rm", ["-f", "store.p12"], { cwd: openssl.folder });
    for (const [alias, algorithm, size] of [
      ["first", "RSA", "2048"],
      ["second", "RSA", "2048"],
      ["curve", "EC", "256"],
    ] as const) {
      const what = ["-alias", alias, "-keyalg", algorithm, "-keysize", size, "-dname", `CN=${alias}`];
      keytool("-genkeypair", ...what, ...options);
    }
    const found = await contents(await openssl.read("store.p12"), "secret");
    const certificates = name.includes("Java 8")
      ? ["unsupported-format undefined"]
      : ["public first", "public second", "unsupported-format curve"];
    expect(found.sort()).toEqual(
      [...certificates, "private first", "private second", "unsupported-format curve"].sort(),
    );
    await expect(rsa.importKey(await openssl.read("store.p12"))).rejects.toMatchObject({ code: "password-required" });
    await expect(rsa.importKey(await openssl.read("store.p12"), { password: "wrong" })).rejects.toMatchObject({
      code: "wrong-password",
    });
  });

  it("is read from a store of certificates, and with secret keys in it", async () => {
    execFileSync("rm", ["-f", "store.p12"], { cwd: openssl.folder });
    keytool("-importcert", "-noprompt", "-alias", "trusted", "-file", "own.pem");
    expect(await contents(await openssl.read("store.p12"), "secret")).toEqual(["public trusted"]);
    keytool("-genseckey", "-alias", "aes", "-keyalg", "AES", "-keysize", "256");
    expect((await contents(await openssl.read("store.p12"), "secret")).sort()).toEqual([
      "public trusted",
      "unsupported-format aes",
    ]);
  });
});

describe.skipIf(!has("puttygen"))("keys of PuTTY", () => {
  it("are read in version 2 and as RFC 4716; private keys in the format of ssh.com are named, also in JSON", async () => {
    await openssl.write("openssh", await key.export("openssh"));
    const write = async (...words: string[]) => {
      execFileSync("puttygen", ["openssh", "-o", "made", "-O", ...words], { cwd: openssl.folder, stdio: "ignore" });
      return Buffer.from(await openssl.read("made")).toString();
    };
    await expectKey(Buffer.from(await write("private", "--ppk-param", "version=2")), undefined);
    const publicKey = await write("public");
    const sshCom = await write("private-sshcom");
    for (const text of [(data: string) => data, (data: string) => JSON.stringify(data)]) {
      using found = await rsa.importPublicKey(text(publicKey));
      expect(found.modulus).toBe(key.publicKey.modulus);
      const refused = {
        code: "unsupported-format",
        message: expect.stringContaining("puttygen FILE -O private-openssh"),
      };
      await expect(rsa.importKey(text(sshCom))).rejects.toMatchObject(refused);
    }
  });

  it.each(["argon2id", "argon2i", "argon2d"])("are read with %s", async (kdf) => {
    await openssl.write("openssh", await key.export("openssh"));
    for (const [phrase, parameters] of [
      ["secret", ""],
      ["pässwörd €", ",memory=1024,passes=3,parallelism=4"],
    ] as const) {
      await openssl.write("phrase", phrase);
      const all = ["openssh", "-O", "private", "-o", "key.ppk", "-C", "a comment", "--new-passphrase", "phrase"];
      const options = ["--ppk-param", `kdf=${kdf}${parameters}`];
      execFileSync("puttygen", [...all, ...options], { cwd: openssl.folder, stdio: "ignore" });
      const data = await openssl.read("key.ppk");
      await expectKey(data, phrase);
      expect(await contents(data, phrase)).toEqual(["private a comment"]);
      await expect(rsa.importKey(data, { password: "wrong" })).rejects.toMatchObject({ code: "wrong-password" });
      await expect(rsa.importKey(data)).rejects.toMatchObject({ code: "password-required" });
    }
  });
});
