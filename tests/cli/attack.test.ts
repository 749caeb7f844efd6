// @module-tag extended
import { writeFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { load } from "rsa-variants";
import { type AttackName, attacks, type Demonstration, load as loadSecurity } from "rsa-variants/security";
import { afterAll, describe, expect, it } from "vitest";
import { confirm } from "../../web/library/dist/cli/attack/run.js";
import { small } from "../library/security/small-keys.ts";
import { Folder, outcome } from "./support.ts";

const rsa = await load();
const security = await loadSecurity();
const folder = await Folder.make();
await folder.succeed(["keygen", "-n", "1024", "-o", "key.pem", "--public-out", "public.pem"]);
afterAll(() => folder.remove());

const names = Object.keys(small) as AttackName[];

function make<Name extends AttackName>(name: Name): Promise<Demonstration<Name>> {
  return security.demonstration(name, { ...small[name], seed: Uint8Array.of(7) });
}

/** `crtExponentLength` as `--crt-exponent-length`. */
const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The flags for a target and options; a key is in a file. */
function flagsOf(target: object, options: object): string[] {
  const more = Object.entries({ ...target, ...options }).filter(
    ([name]) => !["modulus", "publicExponent"].includes(name),
  );
  return more.map(([name, value]) => {
    const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    return `${flagOf(name)}=${text}`;
  });
}

/** The result as JSON. */
async function found(...words: string[]) {
  return JSON.parse((await folder.succeed(["attack", ...words, "--json"])).toString());
}

const product = (numbers: readonly string[]) => numbers.reduce((all, each) => all * BigInt(each), 1n);

describe("attack", () => {
  it("lists and describes the attacks, and has help for each with every option", async () => {
    const list = (await folder.succeed(["attack", "--list"])).toString();
    for (const { name, title, breaks, options, demonstrationOptions } of attacks) {
      expect(list).toContain(`${name}\n  ${title}\n`);
      expect(list.replaceAll(/\s+/g, " ")).toContain(breaks);
      const help = (await folder.succeed(["attack", name, "--help"])).toString();
      expect(await folder.succeed(["help", "attack", name])).toEqual(Buffer.from(help));
      expect(help.replaceAll(/\s+/g, " ")).toContain(breaks);
      for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
      for (const flag of flagsOf((await make(name)).target, {})) expect(help).toContain(` ${flag.split("=")[0]} `);
      for (const option of [...options, ...demonstrationOptions]) {
        expect(help).toContain(` ${flagOf(option.name)} `);
        if (option.kind === "number")
          expect(help.replaceAll(/\s+/g, " ")).toContain(`${option.least} to ${option.most}`);
      }
    }
    expect(JSON.parse((await folder.succeed(["attack", "--list", "--json"])).toString())).toEqual(attacks);
  });

  it.each(names)("%s breaks a demonstration key, and a seed repeats the run", async (name) => {
    const words = [name, ...flagsOf({}, small[name]), "--seed", "07"];
    const { target, demonstration, outcome, confirmed } = await found(...words);
    expect(outcome.found).toBe(true);
    expect(confirmed.length).toBeGreaterThan(0);
    const { target: made, secret } = await make(name);
    expect(BigInt(target.modulus)).toBe(made.modulus);
    const { primes, factors, unfactored = [] } = outcome;
    if (primes ?? factors) expect(product([...(primes ?? factors), ...unfactored])).toBe(made.modulus);
    if ("message" in secret) expect(BigInt(outcome.message)).toBe(secret.message);
    if (name === "fault") expect(demonstration.withCheck).toMatchObject({ released: false, code: "fault-detected" });

    const table = (await folder.succeed(["attack", ...words])).toString();
    expect(table).toMatch(/^found +yes$/m);
    for (const sentence of confirmed) expect(table).toContain(sentence);
  });

  it.each(names)("%s breaks a key in a file", async (name) => {
    const { target, options, secret } = await make(name);
    const { publicExponent } = { publicExponent: 3n, ...target };
    await writeFile(folder.file("weak.pem"), await rsa.publicKey(target.modulus, publicExponent).export("spki-pem"));
    const { outcome, confirmed } = await found(name, "--key", "weak.pem", ...flagsOf(target, options));
    expect(confirmed.length).toBeGreaterThan(0);
    if ("message" in secret) expect(outcome.message).toBe(String(secret.message));
    else expect(secret.primes.map(String)).toContain((outcome.primes ?? outcome.factors)[0]);
  });

  it("common-modulus accepts an owner's private key, and finds those of the others", async () => {
    const { target, secret } = await security.demonstration("common-modulus", {
      attacker: "owner",
      modulusLength: 512,
    });
    if (!("privateExponent" in target)) throw new Error("this is no owner");
    const { modulus, privateExponent, publicExponents } = target;
    const [publicExponent = 0n, ...others] = publicExponents;
    const key = rsa.keyFromExponents({ modulus, publicExponent, privateExponent });
    await writeFile(folder.file("own.pem"), await key.export("pkcs8-pem"));
    const { outcome } = await found("common-modulus", "-k", "own.pem", "--public-exponents", others.join());
    expect(new Set(outcome.primes.map(BigInt))).toEqual(new Set(secret.primes));
    expect(outcome.privateExponents).toHaveLength(publicExponents.length);
  });

  it("accepts numbers in hexadecimal", async () => {
    const { target } = await make("fault");
    await writeFile(
      folder.file("weak.pem"),
      await rsa.publicKey(target.modulus, target.publicExponent).export("spki-pem"),
    );
    const [message, signature] = [target.message, target.signature].map((number) => `0x${number.toString(16)}`);
    const words = ["fault", "-k", "weak.pem", `--message=${message}`, `--signature=${signature}`];
    expect((await found(...words)).outcome.found).toBe(true);
  });
});

it("the result of an attack is refused if it is wrong, or if nothing of it can be checked", async () => {
  const { target } = await make("small-private-exponent");
  const outcome = await security.runAttack("small-private-exponent", target);
  if (!outcome.found) throw new Error(outcome.reason);
  expect(confirm(target, outcome)).not.toHaveLength(0);
  expect(() => confirm(target, { ...outcome, primes: [1n, target.modulus] })).toThrow("not true that the product");
  const empty = { found: true, convergents: 1, seconds: 1 } as unknown as typeof outcome;
  expect(() => confirm(target, empty)).toThrow("nothing that could be checked");
});

describe("an attack that finds nothing", () => {
  it("reports that, with what it did, and ends with 1", async () => {
    const words = ["attack", "elliptic-curve", "-k", "public.pem", "--prime-length=32", "--most-curves=1"];
    const { code, stdout, stderr } = await folder.run(words);
    expect(stdout.toString()).toMatch(/^found +no: .*32 bits/m);
    expect(stdout.toString()).toMatch(/^curves +1$/m);
    expect(stderr).toContain("found nothing");
    expect(code).toBe(1);
    const asJson = await folder.run([...words, "--json"]);
    expect(JSON.parse(asJson.stdout.toString())).toMatchObject({ outcome: { found: false }, confirmed: [] });
    expect(asJson.code).toBe(1);
  });

  it.each(["small-crt-exponents", "small-private-exponent"])("does not apply to the key: %s", async (name) => {
    const { code, stdout, stderr } = await folder.run(["attack", name, "--key", "public.pem"]);
    expect(stderr).toContain("17 bits");
    expect(code).toBe(1);
    expect(stdout).toHaveLength(0);
  });

  it.each([
    [[], "--list"],
    [["guessing"], '"attack guessing"'],
    [["fault", "--key", "public.pem"], "--message is missing"],
    [["fault", "--signature", "5"], "--signature needs --key"],
    [["fault", "--key", "public.pem", "--message=1", "--signature=five"], '"five"'],
    [["fault", "--key", "public.pem", "--place", "crt-exponent"], "--place applies only to a demonstration key"],
    [["fault", "--primes", "3"], "--primes"],
    [["fault", "--variant", "original"], "multi-prime"],
    [["fault", "--modulus-length", "127"], "128"],
    [["fault", "--seed", "7"], "hexadecimal"],
    [["debian-seed", "--key", "public.pem", "--architecture", "mips"], "big-endian-32"],
    [["debian-seed", "--key", "public.pem", "--first-process", "32768"], "32768, but must be from 0 to 32767"],
    [["common-modulus", "-k", "key.pem", "--public-exponents=5", "--ciphertexts=1,2"], "cannot be combined"],
    [["elliptic-curve", "--all-primes", "perhaps"], "yes, no"],
    [["elliptic-curve", "--shape=one-short-prime", "--prime-length", "101"], "100"],
  ])("is an invalid command line, and ends with 2: %j", async (words, reason) => {
    const { code, stdout, stderr } = await folder.run(["attack", ...words]);
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
    expect(stdout).toHaveLength(0);
  });
});

describe("a running attack", () => {
  /** Takes hours. */
  const long = ["attack", "elliptic-curve", "--shape=one-short-prime", "--modulus-length=2048", "--prime-length=100"];

  it("shows its steps only at a terminal, and ends when it is aborted", async () => {
    const words = ["attack", "elliptic-curve", ...flagsOf({}, small["elliptic-curve"])];
    expect((await folder.run(words)).stderr).toBe("");

    let shown = "";
    const stop = new AbortController();
    const stderr = new Writable({
      write(piece: Buffer, _encoding, done) {
        shown += piece.toString();
        if (/ {2}\d+ of about \d+/.test(shown.split("on elliptic curves")[1] ?? "")) stop.abort();
        done();
      },
    });
    const at = { stderr: Object.assign(stderr, { isTTY: true }), signal: stop.signal };
    expect(await folder.run(long, "", at)).toMatchObject({ code: 1, stdout: Buffer.alloc(0) });
    expect(shown).toContain("a prime of about 100 bits in 2048 bits, on elliptic curves");
  });

  it.skipIf(process.platform === "win32")("is ended by Ctrl-C", async () => {
    const child = await folder.startUntil("computes", ...long);
    const ended = outcome(child);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stdout: Buffer.alloc(0) });
  });
});
