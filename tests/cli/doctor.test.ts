// What the command prints; the doctor itself is tested in tests/library and tests/interoperability.
import { privateEncrypt, sign } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { Folder } from "./support.ts";

const notice = /^For your own machine only: offered as a service, the doctor would be a padding oracle\.\n/;

const folder = await Folder.make();
await folder.succeed(["keygen", "-n", "2048", "-o", "key.pem", "--public-out", "public.pem"]);
await folder.succeed(["keygen", "-n", "1024", "-o", "other.pem"]);
await writeFile(folder.file("letter"), "a letter\n");
await folder.succeed(["sign", "-k", "key.pem", "--padding", "pkcs1", "-o", "letter.sig", "letter"]);
afterAll(() => folder.remove());

const examine = async (...words: string[]) => (await folder.succeed(["doctor", ...words])).toString();

describe("doctor", () => {
  it("says in its first line where it belongs, in every help too", async () => {
    const printed = await examine("signature", "-k", "public.pem", "-s", "letter.sig", "letter");
    expect(printed).toMatch(notice);
    for (const words of [[], ["signature"], ["ciphertext"], ["pair"], ["token"]]) {
      expect((await examine(...words, "--help")).replaceAll(/\s+/g, " ")).toContain(
        "the doctor would be a padding oracle",
      );
    }
  });

  it("prints the verdict, the findings and the programs", async () => {
    await writeFile(folder.file("changed"), "a letter");
    const printed = await examine("signature", "-k", "public.pem", "-s", "letter.sig", "changed");
    expect(printed).toContain("\nVerdict: repairable\n");
    expect(printed).toContain("* The signed message has one line end more at its end, LF. [message-final-newline]\n");
    for (const title of ["rsa-variants", "WebCrypto", "Python", "Java:", "OpenSSL:"]) expect(printed).toContain(title);
    const short = await examine("signature", "-k", "public.pem", "-s", "letter.sig", "-l", "openssl", "changed");
    expect(short).toContain("\n  printf '\\n' >> message\n  openssl dgst -sha256 -verify public.pem");
    expect(short).not.toContain("Python");
  });

  it("prints JSON on standard output only", async () => {
    const words = ["doctor", "signature", "--json", "-l", "none", "-k", "public.pem", "-s", "letter.sig", "letter"];
    const { stdout, stderr, code } = await folder.run(words);
    expect(code).toBe(0);
    expect(stderr).toMatch(notice);
    expect(JSON.parse(stdout.toString())).toMatchObject({
      verdict: "fits",
      algorithm: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
      snippets: {},
    });
  });

  it("examines a ciphertext from standard input, and prints no message", async () => {
    const encrypted = await folder.succeed(["encrypt", "-k", "public.pem"], "a secret");
    const container = (await folder.succeed(["doctor", "ciphertext", "-k", "key.pem"], encrypted)).toString();
    expect(container).toContain("Verdict: container");
    const block = encrypted.subarray(16, 16 + 256).toString("hex"); // docs/files.md
    const printed = (await folder.succeed(["doctor", "ciphertext", "-k", "key.pem"], block)).toString();
    expect(printed).toContain("Verdict: repairable");
    expect(printed).toContain('the label "rsa-variants file key 1"');
    const other = (await folder.succeed(["doctor", "ciphertext", "-k", "other.pem"], block)).toString();
    expect(other).toContain("Verdict: other-key");
    expect(other).toContain("256 bytes, but the key 128");
  });

  it("shows the text of a private encryption", async () => {
    const key = await readFile(folder.file("key.pem"));
    await writeFile(folder.file("license"), privateEncrypt(key, Buffer.from("licensed to Alice")));
    const printed = await examine("signature", "-k", "public.pem", "-s", "license");
    expect(printed).toContain('The padded text is "licensed to Alice".');
  });

  it("compares a key pair", async () => {
    expect(await examine("pair", "-k", "key.pem", "public.pem")).toContain("Verdict: fits");
    expect(await examine("pair", "-k", "key.pem", "other.pem")).toContain("Verdict: other-key");
  });

  it("examines a token with any key", async () => {
    const body = [{ alg: "RS256" }, { sub: "me" }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const signature = sign("sha256", Buffer.from(body), await readFile(folder.file("key.pem"), "utf8"));
    const token = `Bearer ${body}.${signature.toString("base64url")}\n`;
    const printed = (await folder.succeed(["doctor", "token", "-k", "public.pem"], token)).toString();
    expect(printed).toContain("Verdict: fits");
    expect(printed).toContain("[valid-token]");
    await folder.succeed(["convert", "-f", "jwk", "-o", "key.json", "key.pem"]);
    expect((await folder.succeed(["doctor", "token", "-k", "key.json"], token)).toString()).toContain("[valid-token]");
  });
});
