import { readFile, stat, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOpenssl } from "../interoperability/support.ts";
import { randomBytes } from "../random.ts";
import { collector, Folder, outcome } from "./support.ts";

let folder: Folder;
beforeAll(async () => {
  folder = await Folder.make();
  await folder.succeed(["keygen", "-v", "multi-prime", "-n", "2048", "-o", "key.pem", "--public-out", "public.pem"]);
});
afterAll(() => folder.remove());

describe("a file of", () => {
  it.each([0, 1, 100, 10_000, 10_000_000])(
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

  it.each([0, 1, 47, 48, 49, 10_000, 10_000_000])(
    "%i bytes is armored, and decrypted by name and from standard input",
    async (size) => {
      const data = randomBytes(size);
      const name = `${size}.txt`;
      await folder.succeed(["encrypt", "-k", "public.pem", "-a", "-o", name], data);
      const text = await readFile(folder.file(name), "latin1");
      expect(text).toMatch(/^-----BEGIN RSA-VARIANTS FILE-----\n[\w+/=\n]+\n-----END RSA-VARIANTS FILE-----\n$/);
      expect(data.equals(await folder.succeed(["decrypt", "-k", "key.pem", name]))).toBe(true);
      expect(data.equals(await folder.succeed(["decrypt", "-k", "key.pem"], text))).toBe(true);
      const facts = JSON.parse((await folder.succeed(["inspect", "--json", name])).toString());
      expect(facts).toMatchObject({ file: "hybrid, version 1", armor: "yes", "modulus bytes": 256 });
    },
  );

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

  it.each([0, 1, 100, 10_000])("%i bytes is encrypted incrementally and decrypted", async (size) => {
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

  it.each([0, 1, 10_000_000])(
    "%i bytes is signed here and verified by OpenSSL, and the other way round",
    async (size) => {
      const openssl = await startOpenssl();
      const data = randomBytes(size);
      for (const [name, content] of [
        ["data", data],
        ["key.pem", await readFile(folder.file("key.pem"))],
        ["public.pem", await readFile(folder.file("public.pem"))],
      ] as const) {
        await openssl.write(name, content);
      }
      await writeFile(folder.file("data"), data);
      const options = ["-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"];
      await openssl.write("ours.sig", await folder.succeed(["sign", "-k", "key.pem", "data"]));
      const verified = await openssl.run("dgst", ...options, "-verify", "public.pem", "-signature", "ours.sig", "data");
      expect(verified).toBe("Verified OK\n");

      // OpenSSL's own choice is the longest salt.
      await openssl.run("dgst", ...options.slice(0, 3), "-sign", "key.pem", "-out", "theirs.sig", "data");
      await writeFile(folder.file("theirs.sig"), await openssl.read("theirs.sig"));
      const good = ["verify", "-k", "public.pem", "-s", "theirs.sig"];
      expect((await folder.succeed([...good, "data"])).toString()).toBe("the signature is good\n");
      const bad = await folder.run(good, "something else");
      expect(bad).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("the signature is not valid for this file"),
      });
      await openssl.remove();
    },
  );
});

describe("other signatures", () => {
  it("have the requested padding, hash and salt", async () => {
    const openssl = await startOpenssl();
    await openssl.write("public.pem", await readFile(folder.file("public.pem")));
    await openssl.write("data", "a text");
    await openssl.write(
      "pkcs1.sig",
      await folder.succeed(["sign", "-k", "key.pem", "--padding", "pkcs1", "--hash", "SHA-512"], "a text"),
    );
    expect(await openssl.run("dgst", "-sha512", "-verify", "public.pem", "-signature", "pkcs1.sig", "data")).toBe(
      "Verified OK\n",
    );
    await openssl.write(
      "pss.sig",
      await folder.succeed(
        ["sign", "-k", "key.pem", "--hash", "SHA-512/256", "--mgf-hash", "SHA3-224", "--salt-length", "max"],
        "a text",
      ),
    );
    const options = ["rsa_padding_mode:pss", "rsa_mgf1_md:sha3-224", "rsa_pss_saltlen:max"];
    const sigopts = options.flatMap((option) => ["-sigopt", option]);
    const pss = ["dgst", "-sha512-256", ...sigopts, "-verify", "public.pem", "-signature", "pss.sig", "data"];
    expect(await openssl.run(...pss)).toBe("Verified OK\n");
    await openssl.remove();
    await writeFile(
      folder.file("salt.sig"),
      await folder.succeed(["sign", "-k", "key.pem", "--salt-length", "0"], "a text"),
    );
    const words = ["verify", "-k", "public.pem", "-s", "salt.sig"];
    for (const accepted of [[], ["--salt-length", "0"], ["--salt-length", "auto"]]) {
      expect(await folder.run([...words, ...accepted], "a text")).toMatchObject({ code: 0 });
    }
    const other = await folder.run([...words, "--salt-length", "32"], "a text");
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
