import { createHash, createPublicKey } from "node:crypto";
import { readFile, stat, symlink, writeFile } from "node:fs/promises";
import { load as loadSecurity } from "rsa-variants/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePrimesJwk, distances } from "../library/security/close-primes.ts";
import { Folder } from "./support.ts";

const security = await loadSecurity();
const folder = await Folder.make();
await folder.succeed(["keygen", "-n", "2048", "--out", "key.pem", "--public-out", "public.pem"]);
await writeFile(folder.file("passphrase"), "correct horse\n");
afterAll(() => folder.remove());

const text = (name: string) => readFile(folder.file(name), "utf8");

/** The verdict on a key without known defects. */
const noneFound = expect.stringMatching(/^\d+ known defects looked for, none found$/);

/** What inspect prints, whatever the verdict: for broken and weak keys it ends with 1. */
async function inspected(words: readonly string[], input?: string | Uint8Array): Promise<string> {
  const { stdout, stderr } = await folder.run(["inspect", ...words], input);
  expect(stderr).toMatch(/^$|: (the key is|\d+ of \d+ keys (is|are)) (broken|weak)/);
  return stdout.toString();
}

describe("keygen", () => {
  it("makes two keys with one modulus, each of which decrypts its own ciphertexts", async () => {
    const words = ["keygen", "-v", "r-prime", "-n", "2048", "-e", "3", "-o", "fast.pem", "--public-out", "fast.pub"];
    await folder.succeed([...words, "--compatible-out", "short.pem", "--compatible-public-out", "short.pub"]);
    const facts = async (name: string) => JSON.parse((await folder.succeed(["inspect", "--json", name])).toString());
    const [fast, short] = [await facts("fast.pub"), await facts("short.pub")];
    expect(short).toMatchObject({ "public exponent": "3", "modulus length": 2048 });
    expect(fast["public exponent"]).not.toBe("3");
    for (const name of ["fast.pem", "short.pem"]) expect((await stat(folder.file(name))).mode & 0o077).toBe(0);
    await writeFile(folder.file("text"), "two keys, one modulus");
    for (const name of ["fast", "short"]) {
      await folder.succeed(["encrypt", "-k", `${name}.pub`, "-o", `${name}.enc`, "text"]);
      const text = await folder.succeed(["decrypt", "-k", `${name}.pem`, `${name}.enc`]);
      expect(text.toString()).toBe("two keys, one modulus");
    }
    const modulus = async (name: string) => createPublicKey(await text(name)).export({ format: "jwk" }).n;
    expect(await modulus("fast.pub")).toBe(await modulus("short.pub"));
  });

  it.each([
    [["-v", "crt", "--force", "--compatible-out", "new.pem"], "rebalanced or r-prime, not crt"],
    [["-v", "r-prime", "--compatible-public-out", "short.pub"], "give that too"],
    [["-v", "r-prime", "--compatible-out", "fast.pem"], "--compatible-out must not name the file of --out"],
  ])("refuses %j before it writes anything", async (words, reason) => {
    const before = await folder.names();
    const { code, stderr } = await folder.run(["keygen", "-n", "2048", "-o", "fast.pem", ...words]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(reason);
    expect(await folder.names()).toEqual(before);
  });

  it.skipIf(process.platform === "win32")("writes private keys that only their owner can read", async () => {
    expect((await stat(folder.file("key.pem"))).mode & 0o777).toBe(0o600);
    await folder.succeed(["convert", "-f", "jwk", "-o", "key.jwk", "key.pem"]);
    expect((await stat(folder.file("key.jwk"))).mode & 0o777).toBe(0o600);
  });

  it("overwrites a key only with --force", async () => {
    const before = await text("key.pem");
    const words = ["keygen", "--allow-broken", "-n", "512", "-o", "key.pem"];
    await folder.fails(1, "already exists", words);
    expect(await text("key.pem")).toBe(before);
    const other = await folder.run([
      "keygen",
      "--allow-broken",
      "-n",
      "512",
      "-o",
      "new.pem",
      "--public-out",
      "public.pem",
    ]);
    expect(other.code).toBe(1);
    expect(await folder.names(), "and no half of a pair").not.toContain("new.pem");
    await writeFile(folder.file("old.pem"), "old");
    await folder.succeed(["keygen", "--allow-broken", "-n", "512", "-o", "old.pem", "--force"]);
    expect(await text("old.pem")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  });

  it("refuses broken keys by default, and warns only of weak ones", async () => {
    for (const words of [
      ["-n", "512"],
      ["-v", "rebalanced", "-n", "2048", "-w", "160", "-o", "new.pem"],
    ]) {
      const refused = await folder.run(["keygen", ...words]);
      expect(refused).toMatchObject({ code: 2, stdout: Buffer.alloc(0) });
      expect(refused.stderr).toMatch(
        /^rsa-variants keygen: --(modulus-length|crt-exponent-length) is .* key broken \(.*\. Use [nw] = .* Add --allow-broken /,
      );
    }
    expect(await folder.names()).not.toContain("new.pem");
    for (const [words, modulusLength] of [
      [["--allow-broken", "-n", "512"], 512],
      [["-n", "1024"], 1024],
    ] as const) {
      const unsafe = await folder.run(["keygen", ...words]);
      expect(unsafe.code).toBe(0);
      const { verdict, advice } = security.assess({ variant: "crt", modulusLength });
      expect(unsafe.stderr).toContain(`makes this crt key ${verdict}`);
      expect(unsafe.stderr).toContain(advice);
      expect(unsafe.stdout.toString()).toMatch(/^-----BEGIN/);
    }
    expect(await folder.run(["keygen", "-n", "2048"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("has a help with the limits and defaults of all parameters", async () => {
    const help = (await folder.succeed(["keygen", "--help"])).toString().replaceAll(/\s+/g, " ");
    const texts = [
      /the number of primes, up to 8, for [^;]+; default depends on n \(batch: 2\)/,
      /the length of the CRT exponents, from 16 bits, for [^;]+; default: the shortest acceptable/,
      /the short prime, from 64 to less than n\/2 bits, for unbalanced; default: the shortest acceptable/,
      /the number of public keys, 2 to 8, for batch; default 4/,
      /with it \(pkcs8-pem, pkcs8-der, openssh\)/,
    ];
    for (const text of texts) expect(help).toMatch(text);
  });

  it("writes no public key over the private one", async () => {
    for (const [out, publicOut] of [
      ["one.pem", "./one.pem"],
      ["one.pem", folder.file("one.pem")],
      ["-", "-"],
    ] as const) {
      const words = ["keygen", "--allow-broken", "-n", "512", "-o", out, "--public-out", publicOut, "--force"];
      await folder.fails(2, "--public-out must not name the file of --out", words);
    }
    await symlink("key.pem", folder.file("link.pem"));
    const words = ["keygen", "--allow-broken", "-n", "512", "-o", "key.pem", "--public-out", "link.pem", "--force"];
    expect((await folder.run(words)).code).toBe(2);
    expect(await text("key.pem")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(await folder.names()).not.toContain("one.pem");
  });

  it.each([
    ["-v", "r-prime", "-n", "1024", "-r", "3", "-w", "128"],
    ["-v", "crt", "-n", "1024", "-e", "3"],
    ["-v", "multi-power", "-n", "1024", "-r", "5", "--multiplicity", "2"],
    ["-v", "batch", "-n", "1024", "-b", "3"],
    ["-v", "batch", "-n", "1024", "-b", "4", "-r", "3"],
  ])("makes keys of every kind: %s %s %s %s", async (...words) => {
    const key = await folder.succeed(["keygen", "--allow-broken", ...words]);
    const facts = JSON.parse(await inspected(["--json"], key));
    expect(facts).toMatchObject({ key: "private", variant: words[1], "modulus length": 1024 });
    await writeFile(folder.file("some.key"), key);
    const encrypted = await folder.succeed(["encrypt", "-k", "some.key"], "a text");
    expect((await folder.succeed(["decrypt", "-k", "some.key"], encrypted)).toString()).toBe("a text");
  });
});

describe("an unbalanced key", () => {
  let key: Buffer;
  beforeAll(async () => {
    const flags = ["-v", "unbalanced", "-n", "2048", "--prime-length", "785", "--public-out", "unbalanced.pub"];
    key = await folder.succeed(["keygen", ...flags]);
    await writeFile(folder.file("unbalanced.key"), key);
  });

  it("is made with a short prime, and has its public key as JSON", async () => {
    const facts = JSON.parse(await inspected(["--json"], key));
    expect(facts).toMatchObject({ key: "private", variant: "unbalanced", "prime length": 785 });
    const publicKey = (await folder.succeed(["public", "unbalanced.key"])).toString();
    expect(JSON.parse(publicKey)).toMatchObject({ format: "rsa-variants public key", messageLength: 784 });
    expect(await readFile(folder.file("unbalanced.pub"), "utf8")).toBe(publicKey);
    const encrypted = await folder.succeed(["encrypt", "-k", "unbalanced.pub"], "a text");
    expect((await folder.succeed(["decrypt", "-k", "unbalanced.key"], encrypted)).toString()).toBe("a text");
    expect(JSON.parse((await folder.succeed(["inspect", "--json", "unbalanced.pub"])).toString()).fingerprint).toBe(
      facts.fingerprint,
    );
  });

  it.each([
    [["public", "-f", "spki-pem", "unbalanced.key"], "no standard format"],
    [["sign", "-k", "unbalanced.key"], "cannot sign"],
    [["keygen", "-v", "crt", "--prime-length", "512"], "does not apply to the variant crt"],
  ])("is refused where it does not work: %s", async (words, reason) => {
    const { code, stderr } = await folder.run(words, "a text");
    expect(code).not.toBe(0);
    expect(stderr).toContain(reason);
  });
});

describe("convert and public", () => {
  it("write every format, and read it again", async () => {
    for (const format of ["pkcs8-pem", "pkcs8-der", "pkcs1-pem", "pkcs1-der", "openssh", "jwk", "json"]) {
      await folder.succeed(["convert", "-f", format, "-o", "written", "--force", "key.pem"]);
      expect((await folder.succeed(["convert", "written"])).toString(), format).toBe(await text("key.pem"));
      expect((await folder.succeed(["public", "written"])).toString(), format).toBe(await text("public.pem"));
    }
    for (const format of ["spki-pem", "spki-der", "pkcs1-pem", "pkcs1-der", "openssh", "jwk", "json"]) {
      const written = await folder.succeed(["public", "-f", format, "-o", "-", "public.pem"]);
      expect((await folder.succeed(["public"], written)).toString(), format).toBe(await text("public.pem"));
    }
    const der = await folder.succeed(["public", "-f", "spki-der", "key.pem"]);
    const shown = (await folder.succeed(["inspect", "key.pem"])).toString();
    expect(shown).toMatch(new RegExp(`^fingerprint +${createHash("sha256").update(der).digest("hex")}$`, "m"));
  });

  it.each([
    ["pkcs8-pem", "ENCRYPTED PRIVATE KEY"],
    ["openssh", "OPENSSH PRIVATE KEY"],
  ])("encrypt and open %s with passphrases in files", async (format, label) => {
    const locking = ["convert", "-f", format, "--new-passphrase-file", "passphrase", "-o", "locked.pem", "--force"];
    await folder.succeed([...locking, "key.pem"]);
    expect(await text("locked.pem")).toMatch(new RegExp(`^-----BEGIN ${label}-----`));
    const opened = await folder.succeed(["convert", "--passphrase-file", "passphrase", "locked.pem"]);
    expect(opened.toString()).toBe(await text("key.pem"));
    await writeFile(folder.file("wrong"), "wrong horse\n");
    const refused = await folder.run(["convert", "--passphrase-file", "wrong", "locked.pem"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("locked.pem: ") });
    expect(refused.stdout).toHaveLength(0);
  });
});

describe("inspect", () => {
  it("recognizes the kinds of files, and prints nothing secret", async () => {
    const facts = async (name: string, input?: Buffer) =>
      JSON.parse((await folder.succeed(["inspect", "--json", ...(input ? [] : [name])], input)).toString());
    expect(await facts("key.pem")).toEqual({
      key: "private",
      variant: "crt",
      "modulus length": 2048,
      "public exponent": "65537",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      verdict: noneFound,
      "strength bits": expect.any(Number),
      decisive: expect.stringMatching(/^Number field sieve: .*2048 bits/),
      "looked for": expect.stringContaining("; "),
      unseen: expect.stringContaining("cannot see"),
    });
    expect(await facts("public.pem")).toMatchObject({
      key: "public",
      "modulus length": 2048,
      verdict: noneFound,
      note: expect.stringContaining("best case"),
    });
    const encrypted = await folder.succeed(["encrypt", "-k", "public.pem"], Buffer.alloc(3_000_000));
    expect(await facts("-", encrypted)).toMatchObject({ file: "hybrid, version 1", "modulus bytes": 256 });
    const lines = await folder.succeed(["encrypt", "-k", "public.pem", "--incremental"], "a text");
    expect(await facts("-", lines)).toEqual({ file: "incremental, protects nothing" });
  });

  it.each([
    ["a text", Buffer.from("no key at all\n"), "this is neither PEM, DER, a key of OpenSSH"],
    ["an empty file", Buffer.alloc(0), "the data are empty"],
    [
      "a signature that begins as DER would",
      Buffer.concat([Buffer.from([0x30, 0x82]), Buffer.alloc(254, 0xa5)]),
      "this is neither PEM, DER",
    ],
    ["a large file", Buffer.alloc(100_000), "65536"],
  ])("reports in one sentence that %s is neither a key nor encrypted", async (_, content, words) => {
    await writeFile(folder.file("other"), content);
    const neither = "neither a key nor a file written by encrypt\n";
    expect(await folder.run(["inspect", "other"])).toMatchObject({
      code: 1,
      stderr: `rsa-variants inspect: other: ${neither}`,
    });
    const piped = await folder.run(["inspect"], content);
    expect(piped).toMatchObject({ code: 1, stderr: `rsa-variants inspect: standard input: ${neither}` });
    await folder.fails(1, words, ["encrypt", "-k", "other", "file"]);
  });

  it("shows what is wrong with a private key that other commands refuse", async () => {
    await writeFile(folder.file("near.jwk"), JSON.stringify(closePrimesJwk(distances.near)));
    const shown = await inspected(["near.jwk"]);
    expect(shown).toMatch(/^key +private$/m);
    expect(shown).toMatch(/^verdict +broken\nreach +practical/m);
    expect(shown).toMatch(/ broken, close-primes: p − q has only 273 bits\..* Stop using this key .*\(.+, \d{4}\)$/m);
    await writeFile(folder.file("touching.jwk"), JSON.stringify(closePrimesJwk(distances.touching)));
    expect(await inspected(["touching.jwk"])).toMatch(/^verdict +broken\nreach +here: this program can do it$/m);
    const refused = "the key is broken: prime 2 is too close to another; inspect shows what that means\n";
    expect(await folder.run(["sign", "-k", "near.jwk", "near.jwk"])).toMatchObject({
      code: 1,
      stderr: `rsa-variants sign: near.jwk: ${refused}`,
    });
  });

  it("reports what is wrong with a damaged key", async () => {
    const make = (...words: string[]) => folder.succeed(words);
    const privatePem = (await make("convert", "key.pem")).toString();
    const publicDer = await make("public", "-f", "spki-der", "key.pem");
    const json = (await make("convert", "-f", "json", "key.pem")).toString();
    const damages: [string | Buffer, RegExp][] = [
      [privatePem.slice(0, 300), /END PRIVATE KEY----- is missing/],
      [publicDer.subarray(0, 100), /expected \d+, actual 100/],
      [json.slice(0, 300), /begin like JSON, but are not valid/],
    ];
    for (const [data, message] of damages) {
      const { code, stderr } = await folder.run(["inspect"], data);
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/neither a key|import it as|a private key is needed/);
      expect(code).toBe(1);
    }
  });

  it("shows the verdict on a key, and what to change", async () => {
    const words = ["keygen", "--allow-broken", "-v", "r-prime", "-n", "1024", "-r", "3", "-w", "128", "-f", "json"];
    const key = await folder.succeed(words);
    const params = { variant: "r-prime", modulusLength: 1024, primes: 3, crtExponentLength: 128 } as const;
    const { verdict, strength, decisive, advice } = security.assess(params);
    expect(JSON.parse(await inspected(["--json"], key))).toMatchObject({
      variant: "r-prime",
      verdict,
      "strength bits": strength,
      decisive: expect.stringContaining(decisive.name),
      advice,
    });
    expect(await inspected([], key)).toMatch(new RegExp(`^verdict +${verdict}$`, "m"));
  });
});
