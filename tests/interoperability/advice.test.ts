// Every command that a refusal of import advises is run, with the program that it names, and import reads what it writes.
import { execFileSync } from "node:child_process";
import { load } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { has, startOpenssl, startSshKeygen, type Tool } from "./support.ts";

const rsa = await load();
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
const [openssl, ssh] = await Promise.all([startOpenssl(), startSshKeygen()]);
await openssl.write("key.pem", await key.export("pkcs8-pem"));
await openssl.write("public.pem", await key.publicKey.export("spki-pem"));
await openssl.run("req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=test", "-out", "certificate.pem");
afterAll(() => Promise.all([openssl.remove(), ssh.remove()]));

/** The message with which import refuses a file. */
async function refusal(data: Uint8Array, password?: string): Promise<string> {
  const message = await rsa.importKey(data, { password }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  return message ?? expect.unreachable("the file must be refused");
}

/** Runs the advised command, which must be in the message, with these names for FILE and NEW, and further arguments. */
async function follow(tool: Tool, message: string, advised: string, names: Record<string, string>, ...more: string[]) {
  expect(message).toContain(advised);
  const [, ...words] = advised.split(" ");
  return await tool.run(...words.map((word) => names[word] ?? word), ...more);
}

async function expectSame(data: Uint8Array | string): Promise<void> {
  using again = await rsa.importKey(data);
  expect((again.type === "private" ? again.publicKey : again).modulus).toBe(key.publicKey.modulus);
}

describe("a command that import advises", () => {
  const legacy = ["-provider", "legacy", "-provider", "default"];
  const decrypting = "openssl pkcs8 -topk8 -provider legacy -provider default -in FILE -out NEW";
  const opened = ["-passin", "pass:a"];
  const pkcs8 = (algorithm: string) => ["pkcs8", "-topk8", "-v1", algorithm, ...legacy, "-passout", "pass:a"];
  const pkcs7 = (form: string) => ["crl2pkcs7", "-nocrl", "-certfile", "certificate.pem", "-outform", form];
  const msblob = (option: string) => `openssl rsa ${option}-inform MSBLOB -in FILE -out NEW`;
  const rsaIn = ["rsa", "-in", "key.pem"];
  const pkcs12 = ["pkcs12", "-export", "-inkey", "key.pem", "-in", "certificate.pem", "-legacy"];
  it.each<[what: string, words: string[], advised: string, more: string[], said?: string]>([
    [
      "PKCS #8 with DES",
      [...pkcs8("PBE-MD5-DES"), "-in", "key.pem"],
      decrypting,
      [...opened, "-nocrypt"],
      "PBE-MD5-DES",
    ],
    [
      "PKCS #8 with RC2",
      [...pkcs8("PBE-SHA1-RC2-40"), "-in", "key.pem"],
      decrypting,
      [...opened, "-nocrypt"],
      "RC2-40",
    ],
    [
      "traditional encryption with DES",
      [...rsaIn, "-traditional", "-des", "-passout", "pass:a", ...legacy],
      decrypting,
      [...opened, "-nocrypt"],
    ],
    [
      "PKCS #12 with RC2",
      [...pkcs12, "-keypbe", "PBE-SHA1-RC2-40", "-passout", "pass:a"],
      "openssl pkcs12 -legacy -in FILE -nodes -out NEW",
      opened,
    ],
    ["PKCS #7 in PEM", pkcs7("PEM"), "openssl pkcs7 -print_certs -in FILE -out NEW", []],
    [
      "PKCS #7 in DER",
      pkcs7("DER"),
      "openssl pkcs7 -print_certs -in FILE -out NEW",
      ["-inform", "DER"],
      "add -inform DER if FILE is not text",
    ],
    ["private blobs of Windows", [...rsaIn, "-outform", "MSBLOB"], msblob(""), []],
    ["public blobs of Windows", [...rsaIn, "-pubout", "-outform", "MSBLOB"], msblob("-pubin "), []],
  ])("converts %s", async (_, words, advised, more, said = "") => {
    await openssl.run(...words, "-out", "old");
    const message = await refusal(await openssl.read("old"), "a");
    expect(message).toContain(said);
    await follow(openssl, message, advised, { FILE: "old", NEW: "new" }, ...more);
    await expectSame(await openssl.read("new"));
  });

  it("rewrites BER", async () => {
    for (const [format, file, option] of [
      ["pkcs8-der", "private.ber", ""],
      ["spki-der", "public.ber", "-pubin "],
    ] as const) {
      const der = format === "spki-der" ? await key.publicKey.export(format) : await key.export(format);
      // The length of the outer sequence in three bytes instead of two.
      await openssl.write(file, Uint8Array.from([0x30, 0x83, 0, ...der.subarray(2)]));
      const advised = `openssl pkey ${option}-in FILE -out NEW`;
      await follow(openssl, await refusal(await openssl.read(file)), advised, { FILE: file, NEW: "new" });
      await expectSame(await openssl.read("new"));
    }
  });

  it.skipIf(!has("keytool"))("converts Java key stores", async () => {
    const run = (command: string, words: string) =>
      execFileSync("keytool", [command, ...words.split(" ")], { cwd: openssl.folder, stdio: "ignore" });
    const pass = "-storepass secret -keypass secret";
    run("-genkeypair", `-alias a -keyalg RSA -dname CN=a -storetype JKS -keystore a.jks ${pass}`);
    const message = await refusal(await openssl.read("a.jks"));
    expect(message).toContain("keytool -importkeystore -srckeystore FILE -destkeystore NEW -deststoretype PKCS12");
    const stores = "-srckeystore a.jks -destkeystore a.p12 -deststoretype PKCS12";
    run("-importkeystore", `${stores} -srcstorepass secret -deststorepass secret`);
    (await rsa.importPrivateKey(await openssl.read("a.p12"), { password: "secret" })).free();
  });

  it("changes an unknown cipher of OpenSSH", async () => {
    const text = await key.export("openssh", { password: "secret" });
    const body = Buffer.from(text.replaceAll(/-----.*-----|\n/g, ""), "base64");
    body.write("twofish256", body.indexOf("aes256-ctr"));
    const pem = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString("base64")}\n-----END OPENSSH PRIVATE KEY-----\n`;
    const message = await refusal(new TextEncoder().encode(pem), "secret");
    expect(message).toContain("twofish256");
    await ssh.write("key", await key.export("openssh", { password: "secret" })); // one that ssh-keygen reads
    await follow(ssh, message, "ssh-keygen -p -Z aes256-ctr -f FILE", { FILE: "key" }, "-P", "secret", "-N", "");
    await expectSame(await ssh.read("key"));
  });
});
