import { constants, publicEncrypt, verify } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { randomBytes } from "../random.ts";
import { Folder, outcome, terminal } from "./support.ts";

const folder = await Folder.make();
await folder.succeed(["keygen", "-v", "multi-prime", "-n", "2048", "-o", "key.pem", "--public-out", "public.pem"]);
afterAll(() => folder.remove());

describe("a file of", () => {
  it.each([0, 10_000, 10_000_000])(
    "%i bytes is encrypted and decrypted, by name and from standard input",
    async (size) => {
      const data = randomBytes(size);
      const name = `${size}`;
      await writeFile(folder.file(name), data);
      await folder.succeed(["encrypt", "--key", "public.pem", "--out", `${name}.enc`, name]);
      expect((await stat(folder.file(`${name}.enc`))).size).toBe(
        16 + 256 + size + 16 * Math.max(1, Math.ceil(size / 2 ** 19)),
      );
      await folder.succeed(["decrypt", "--key", "key.pem", "--out", `${name}.dec`, `${name}.enc`]);
      expect(data.equals(await readFile(folder.file(`${name}.dec`)))).toBe(true);

      const encrypted = await folder.succeed(["encrypt", "-k", "public.pem"], data);
      expect(data.equals(await folder.succeed(["decrypt", "-k", "key.pem", "-"], encrypted))).toBe(true);
    },
  );

  it.each([0, 48, 10_000_000])("%i bytes is armored, and decrypted by name and from standard input", async (size) => {
    const data = randomBytes(size);
    const name = `${size}.txt`;
    await folder.succeed(["encrypt", "-k", "public.pem", "-a", "-o", name], data);
    const text = await readFile(folder.file(name), "latin1");
    expect(text).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----\n[\w+/=\n]+\n-----END RSA-VARIANTS FILE-----\n$/);
    expect(data.equals(await folder.succeed(["decrypt", "-k", "key.pem", name]))).toBe(true);
    expect(data.equals(await folder.succeed(["decrypt", "-k", "key.pem"], text))).toBe(true);
    const facts = JSON.parse((await folder.succeed(["inspect", "--json", name])).toString());
    expect(facts).toMatchObject({ file: "hybrid, version 1", armor: "yes", "modulus bytes": 256 });
  });

  it("a message that contains armor is decrypted and inspected", async () => {
    const armored = (await folder.succeed(["encrypt", "-k", "public.pem", "--armor"], "a letter")).toString();
    const message = `To: Bob\r\n\r\nDear Bob,\r\n\r\n${armored.replaceAll("\n", "\r\n")}-- \r\nAlice\r\n`;
    expect((await folder.succeed(["decrypt", "-k", "key.pem"], message)).toString()).toBe("a letter");
    expect((await folder.succeed(["inspect"], message)).toString()).toMatch(/^armor +yes$/m);
    const { code, stderr } = await folder.run(["inspect"], armored.slice(0, -20));
    expect([code, stderr]).toEqual([1, expect.stringContaining("cut short")]);
  });

  it("no progress is shown if the output goes to the same terminal", async () => {
    const atTerminal = async (...words: string[]) => {
      const { stream: stderr, text } = terminal();
      const { code } = await folder.run(words, randomBytes(3_000_000), { stdout: terminal().stream, stderr });
      return [code, text()];
    };
    const words = ["encrypt", "-k", "public.pem", "-a"];
    expect(await atTerminal(...words)).toEqual([0, ""]);
    expect(await atTerminal(...words, "-o", "-")).toEqual([0, ""]);
    await writeFile(folder.file("plain"), randomBytes(3_000_000));
    await folder.succeed([...words, "-o", "armored", "plain"]);
    expect(await atTerminal("decrypt", "-k", "key.pem", "armored")).toEqual([0, ""]);
    expect(await atTerminal(...words, "-o", "beside")).toEqual([0, expect.stringMatching(/ MB\/s/)]);
  });

  it("armor goes to a terminal, but binary output does not", async () => {
    const { stream: stdout } = terminal();
    const words = ["encrypt", "-k", "public.pem"];
    expect(await folder.run([...words, "--armor"], "a letter", { stdout })).toMatchObject({ code: 0 });
    await folder.fails(2, "--armor", words, "a letter", { stdout });
  });

  it("10 MB passes through the programs, and a pipe between them", async () => {
    const data = randomBytes(10_000_000);
    const encrypting = folder.start("encrypt", "-k", "public.pem");
    const decrypting = folder.start("decrypt", "-k", "key.pem");
    if (decrypting.stdin) encrypting.stdout?.pipe(decrypting.stdin);
    encrypting.stdin?.end(data);
    const { code, stdout, stderr } = await outcome(decrypting);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(data.equals(stdout)).toBe(true);
  });

  it("10 kB becomes many concurrent calls without a warning of Node", async () => {
    const words = ["encrypt", "-k", "public.pem", "--incremental"];
    expect(await outcome(folder.start(...words), randomBytes(10_000))).toMatchObject({ code: 0, stderr: "" });
  });

  it.each([0, 10_000])("%i bytes is encrypted incrementally and decrypted", async (size) => {
    const data = randomBytes(size);
    const lines = await folder.succeed(["encrypt", "-k", "public.pem", "--incremental", "-c", "200"], data);
    expect(lines.toString().split("\n")).toHaveLength(Math.max(1, Math.ceil(size / 200)) + 1);
    expect(data.equals(await folder.succeed(["decrypt", "-k", "key.pem", "--incremental"], lines))).toBe(true);
    const unasked = await folder.run(["decrypt", "-k", "key.pem", "-o", "unasked"], lines);
    expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining("add --incremental") });
    const hybrid = await folder.succeed(["encrypt", "-k", "public.pem"], data);
    await folder.fails(1, "is hybrid", ["decrypt", "-k", "key.pem", "-o", "unasked", "--incremental"], hybrid);
    expect(await folder.names()).not.toContain("unasked");
  });

  it.each([0, 10_000_000])("%i bytes is signed and verified", async (size) => {
    const data = randomBytes(size);
    await writeFile(folder.file("data"), data);
    await folder.succeed(["sign", "-k", "key.pem", "-o", "data.sig", "--force", "data"]);
    const verifying = ["verify", "-k", "public.pem", "-s", "data.sig"];
    for (const given of [await folder.succeed([...verifying, "data"]), await folder.succeed(verifying, data)]) {
      expect(given.toString()).toBe("the signature is good\n");
    }
    await folder.fails(1, "the signature is not valid for this file", verifying, "something else");
  });
});

describe("a file for several", () => {
  it("is decrypted by each of them, also by those who are added later", async () => {
    for (const name of ["anna", "ben", "cleo"]) {
      await folder.succeed(["keygen", "-n", "1024", "-o", `${name}.pem`, "--public-out", `${name}.pub`]);
    }
    await writeFile(folder.file("letter"), "a letter");
    await folder.succeed(["encrypt", "-k", "anna.pub", "-k", "public.pem", "-o", "letter.both", "letter"]);
    const shown = (await folder.succeed(["inspect", "letter.both"])).toString();
    for (const fact of [/^file +hybrid, version 2$/m, /^recipients +2$/m, /^modulus bytes +128, 256$/m]) {
      expect(shown).toMatch(fact);
    }
    const decrypts = async (key: string, file: string) =>
      (await folder.run(["decrypt", "-k", key, file])).stdout.toString() === "a letter";
    expect(await Promise.all(["anna.pem", "key.pem", "ben.pem"].map((key) => decrypts(key, "letter.both")))).toEqual([
      true,
      true,
      false,
    ]);
    const adding = ["recipients", "add", "-k", "ben.pub", "-k", "cleo.pub", "--private-key", "anna.pem"];
    await folder.succeed([...adding, "-o", "letter.both", "--force", "letter.both"]);
    const all = ["anna.pem", "key.pem", "ben.pem", "cleo.pem"];
    expect(await Promise.all(all.map((key) => decrypts(key, "letter.both")))).toEqual(all.map(() => true));

    // Armored, from one of version 1, and back to text.
    const alone = await folder.succeed(["encrypt", "-k", "anna.pub", "--armor", "letter"]);
    await writeFile(folder.file("letter.txt"), await folder.succeed([...adding, "--armor"], alone));
    expect(await readFile(folder.file("letter.txt"), "latin1")).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----\n/);
    expect(await decrypts("cleo.pem", "letter.txt")).toBe(true);

    await folder.fails(1, "another key", ["recipients", "add", "-k", "ben.pub", "--private-key", "ben.pem"], alone);
    await folder.fails(1, "not a file written by encrypt", adding, "a letter");
  });

  it("is decrypted by the key that fits, of several in a file", async () => {
    await folder.succeed(["keygen", "-n", "2048", "-o", "first.pem"]);
    const [first, second] = await Promise.all(
      ["first.pem", "key.pem"].map((name) => readFile(folder.file(name), "utf8")),
    );
    await writeFile(folder.file("keys.pem"), `${first}${second}`);
    const encrypted = await folder.succeed(["encrypt", "-k", "public.pem"], "a letter");
    const { code, stdout, stderr } = await folder.run(["decrypt", "-k", "keys.pem"], encrypted);
    expect([code, stdout.toString()]).toEqual([0, "a letter"]);
    expect(stderr).toBe("keys.pem: of several private keys, the one that fits is used\n");
    const signed = await folder.run(["sign", "-k", "keys.pem"], "a letter");
    expect(signed).toMatchObject({ code: 0, stderr: expect.stringContaining("has 2 private keys, and the first") });
  });
});

it("one block of RSA is decrypted with the padding that the flags name, also as text", async () => {
  const key = { key: await readFile(folder.file("public.pem")), padding: constants.RSA_PKCS1_PADDING };
  const oaep = { ...key, padding: constants.RSA_PKCS1_OAEP_PADDING };
  const text = Buffer.from("a secret");
  const words = ["decrypt", "-k", "key.pem"];
  for (const [block, ...flags] of [
    [publicEncrypt({ ...oaep, oaepHash: "sha256" }, text)],
    [publicEncrypt({ ...oaep, oaepHash: "sha1" }, text), "--hash", "SHA-1"],
    [
      publicEncrypt({ ...oaep, oaepHash: "sha512", oaepLabel: Buffer.from("orders") }, text),
      "--hash",
      "SHA-512",
      "--label",
      "orders",
    ],
    [publicEncrypt(key, text), "--padding", "pkcs1"],
  ] as const) {
    expect((await folder.succeed([...words, ...flags], block)).toString()).toBe("a secret");
    const { stdout, stderr } = await folder.run([...words, ...flags], `${block.toString("base64")}\n`);
    expect([stdout.toString(), stderr]).toEqual(["a secret", expect.stringContaining("is Base64 text")]);
  }
  await folder.fails(
    1,
    "rsa-variants doctor ciphertext shows the --padding",
    words,
    publicEncrypt({ ...oaep, oaepHash: "sha1" }, text),
  );
  const file = await folder.succeed(["encrypt", "-k", "public.pem"], text);
  await folder.fails(2, "--hash applies only to one block", [...words, "--hash", "SHA-1"], file);
});

describe("other signatures", () => {
  it("have the requested padding, hash and salt", async () => {
    const [key, data] = [await readFile(folder.file("public.pem")), Buffer.from("a text")];
    const signed = (...words: string[]) => folder.succeed(["sign", "-k", "key.pem", ...words], data);
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    expect(verify("sha512", data, key, await signed("--padding", "pkcs1", "--hash", "SHA-512"))).toBe(true);
    const longest = { key, padding, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN };
    const signature = await signed("--hash", "SHA-512/256", "--salt-length", "max");
    expect(verify("sha512-256", data, longest, signature)).toBe(true);
    await writeFile(folder.file("mixed.sig"), await signed("--mgf-hash", "SHA3-224"));
    const mixed = ["verify", "-k", "public.pem", "-s", "mixed.sig"];
    expect(await folder.run([...mixed, "--mgf-hash", "SHA3-224"], data)).toMatchObject({ code: 0 });
    expect(await folder.run(mixed, data)).toMatchObject({ code: 1 });
    const unsalted = await signed("--salt-length", "0");
    expect(verify("sha256", data, { key, padding, saltLength: 0 }, unsalted)).toBe(true);
    await writeFile(folder.file("salt.sig"), unsalted);
    const words = ["verify", "-k", "public.pem", "-s", "salt.sig"];
    for (const accepted of [[], ["--salt-length", "0"], ["--salt-length", "auto"]]) {
      expect(await folder.run([...words, ...accepted], data)).toMatchObject({ code: 0 });
    }
    await folder.fails(1, "--salt-length", [...words, "--salt-length", "32"], data);
  });

  it("are decoded if they are text, and refused with both lengths if they are cut off", async () => {
    const signature = await folder.succeed(["sign", "-k", "key.pem"], "a text");
    const words = ["verify", "-k", "public.pem", "-s", "text.sig"];
    const base64 = signature.toString("base64");
    for (const [text, form] of [
      [`${base64}\n`, "base64"],
      [base64.replaceAll(/.{64}/g, "$&\r\n"), "base64"],
      [signature.toString("base64url"), "base64url"],
      [`${signature.toString("hex")}\n`, "hex"],
      [signature.toString("hex").replaceAll(/..(?=.)/g, "$&:"), "hex"],
    ] as const) {
      await writeFile(folder.file("text.sig"), text);
      const { code, stdout, stderr } = await folder.run(words, "a text");
      expect([code, stdout.toString(), stderr]).toEqual([
        0,
        "the signature is good\n",
        `text.sig: the signature was decoded (${form})\n`,
      ]);
      expect((await folder.run(words, "another text")).code).toBe(1);
    }
    await writeFile(folder.file("text.sig"), "-----BEGIN PGP SIGNATURE-----\n\niQEz\n");
    await folder.fails(1, "text.sig: This is a message of OpenPGP", words, "a text");
    for (const [cut, length] of [
      [signature.subarray(1), 255],
      [Buffer.concat([signature, signature]), 512],
      ["", 0],
    ] as const) {
      await writeFile(folder.file("text.sig"), cut);
      const stderr = `rsa-variants verify: text.sig: the signature has ${length} bytes, but signatures of this key have 256\n`;
      expect(await folder.run(words, "a text")).toMatchObject({ code: 1, stderr });
    }
  });
});
