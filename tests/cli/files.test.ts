import { constants, verify } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomBytes } from "../random.ts";
import { collector, Folder, outcome } from "./support.ts";

let folder: Folder;
beforeAll(async () => {
  folder = await Folder.make();
  await folder.succeed(["keygen", "-v", "multi-prime", "-n", "2048", "-o", "key.pem", "--public-out", "public.pem"]);
});
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
    const terminal = async (...words: string[]) => {
      const stderr: Buffer[] = [];
      const at = {
        stdout: Object.assign(collector([]), { isTTY: true }),
        stderr: Object.assign(collector(stderr), { isTTY: true }),
      };
      const { code } = await folder.run(words, randomBytes(3_000_000), at);
      return [code, Buffer.concat(stderr).toString()];
    };
    const words = ["encrypt", "-k", "public.pem", "-a"];
    expect(await terminal(...words)).toEqual([0, ""]);
    expect(await terminal(...words, "-o", "-")).toEqual([0, ""]);
    await writeFile(folder.file("plain"), randomBytes(3_000_000));
    await folder.succeed([...words, "-o", "armored", "plain"]);
    expect(await terminal("decrypt", "-k", "key.pem", "armored")).toEqual([0, ""]);
    expect(await terminal(...words, "-o", "beside")).toEqual([0, expect.stringMatching(/ MB\/s/)]);
  });

  it("armor goes to a terminal, but binary output does not", async () => {
    const stdout = Object.assign(collector([]), { isTTY: true });
    const words = ["encrypt", "-k", "public.pem"];
    expect(await folder.run([...words, "--armor"], "a letter", { stdout })).toMatchObject({ code: 0 });
    const binary = await folder.run(words, "a letter", { stdout });
    expect(binary).toMatchObject({ code: 2, stderr: expect.stringContaining("--armor") });
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
    const other = await folder.run(["decrypt", "-k", "key.pem", "-o", "unasked", "--incremental"], hybrid);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("is hybrid") });
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
    expect(await folder.run(verifying, "something else")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the signature is not valid for this file"),
    });
  });
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
    const other = await folder.run([...words, "--salt-length", "32"], data);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("--salt-length") });
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
