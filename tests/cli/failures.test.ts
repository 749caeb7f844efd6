import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { armor } from "../../web/library/dist/files/armor.js";
import { randomBytes } from "../random.ts";
import { Folder, outcome, program, terminal } from "./support.ts";

let folder: Folder;
const publicKey = () => keys.file("public.pem");
const privateKey = () => keys.file("key.pem");
const keys = await Folder.make();
await keys.succeed(["keygen", "-n", "1024", "-o", "key.pem", "--public-out", "public.pem"]);
await keys.succeed(["keygen", "-n", "1024", "-o", "other.pem"]);
beforeEach(async () => {
  folder = await Folder.make();
  return () => folder.remove();
});
afterAll(() => keys.remove());

const noPassphrase = "--encrypt and --new-passphrase-file apply only to the formats pkcs8-pem, pkcs8-der, openssh";

const commands = [
  "keygen",
  "public",
  "convert",
  "encrypt",
  "decrypt",
  "recipients",
  "sign",
  "verify",
  "inspect",
  "doctor",
  "bench",
  "attack",
  "menu",
];

describe("a command line", () => {
  it("has a help, overall and of each command, with every flag that it takes", async () => {
    const overview = (await folder.succeed(["--help"])).toString();
    for (const command of commands) {
      expect(overview).toMatch(new RegExp(`^ {2}${command} +\\S`, "m"));
      const help = (await folder.succeed([command, "--help"])).toString();
      expect(help).toContain(`rsa-variants ${command} [flags]`);
      expect(help).toMatch(/-h, --help/);
      for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
    }
    expect(await folder.succeed(["help", "sign"])).toEqual(await folder.succeed(["sign", "-h"]));
    // The program itself: its output and its exit code.
    const manifest = JSON.parse(await readFile(new URL("../../web/library/package.json", import.meta.url), "utf8"));
    const version = await outcome(folder.start("--version"));
    expect(version).toMatchObject({ code: 0, stdout: Buffer.from(`${manifest.version}\n`) });
    const wrong = await outcome(folder.start("encript"));
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('"encript"') });
  });

  it.skipIf(process.platform === "win32")("is what npx runs in a clone, as the README says", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    expect(readme).toContain("`npx rsa-variants --help`");
    // npm linked this during the set-up; npx prefers it.
    const linked = fileURLToPath(new URL("../../node_modules/.bin/rsa-variants", import.meta.url));
    const { stdout } = await promisify(execFile)(linked, ["--help"], { cwd: folder.path });
    expect(stdout).toBe((await folder.succeed(["--help"])).toString());
    await expect(promisify(execFile)(linked, ["encript"])).rejects.toMatchObject({ code: 2 });
  });

  it("reports in one sentence that it is not built", async () => {
    const bin = fileURLToPath(new URL("../../web/library/bin", import.meta.url));
    await cp(bin, folder.file("bin"), { recursive: true });
    await writeFile(folder.file("package.json"), '{ "type": "module" }');
    const unbuilt = promisify(execFile)(process.execPath, [folder.file("bin/rsa-variants.js"), "--help"]);
    const stderr = expect.stringMatching(/^rsa-variants is not built yet: run "npm run build" .*\n$/);
    await expect(unbuilt).rejects.toMatchObject({ code: 1, stdout: "", stderr });
  });

  it.each([
    [[], "a command is missing"],
    [["encript"], '"encript"'],
    [["keygen", "--bits", "2048"], "unknown flag --bits\n"],
    [["decrypt", "-k", "anna.pem", "-k", "ben.pem"], "-k is the second --key: give each flag only once"],
    [["decrypt", "-k", "anna.pem", "--key=ben.pem"], "--key is the second --key"],
    [["encrypt", "-k", "anna.pem", "-ao", "one", "-o", "other"], "-o is the second --out"],
    [["encrypt", "-k", "anna.pem", "-k", "ben.pem", "--incremental"], "--incremental needs a single --key"],
    [["encrypt", "-k", "-", "-k", "-", "file"], "standard input"],
    [["encrypt", "--key", "", "file"], "--key is empty, but must be the name of a file"],
    [["decrypt", "-k", "key", "-o", ""], "-o is empty, but must be the name of a file"],
    [["encrypt", "-k", "key", ""], "the name of a file is empty"],
    [["decrypt", "-k", "key", "--padding", "pkcs1", "--label", "a"], "--label applies only to --padding oaep"],
    [["recipients"], "say what to do: add"],
    [["recipients", "add", "-k", "key"], "--private-key is missing"],
    [["decrypt", "--force", "-k", "key", "--force"], "--force is the second --force"],
    [["attack", "fault", "-k", "key", "-k", "other"], "-k is the second --key"],
    [["keygen", "-v", "rebalanced", "-w", "9"], "--crt-exponent-length is 9 bits, but must be from 16"],
    [["keygen", "-n", "many"], '"many"'],
    [["keygen", "-n", "64"], "128"],
    [["keygen", "-v", "crt", "-r", "3"], "primes"],
    [["keygen", "-v", "rsa"], "multi-prime"],
    [["keygen", "-v", "multi-power", "-p"], `${noPassphrase}, not to json\n`],
    [["keygen", "-f", "jwk", "--new-passphrase-file", "file"], `${noPassphrase}, not to jwk\n`],
    [["convert", "-f", "pkcs1-pem", "--encrypt", "key"], `${noPassphrase}, not to pkcs1-pem\n`],
    [["keygen", "more"], '"more"'],
    [["encrypt"], "--key is missing"],
    [["encrypt", "-k", "-"], "standard input"],
    [["decrypt", "-k", "key", "--passphrase-file", "-"], "standard input"],
    [["encrypt", "-k", "-", "--passphrase-file", "-", "file"], "standard input"],
    [["sign", "-k", "key", "--passphrase-file", "-"], "standard input"],
    [["verify", "-k", "key", "-s", "-", "--passphrase-file", "-", "file"], "standard input"],
    [["convert", "--new-passphrase-file", "-"], "standard input"],
    [["convert", "--passphrase-file", "-", "--new-passphrase-file", "-", "key"], "standard input"],
    [["public", "--passphrase-file", "-"], "standard input"],
    [["inspect", "--passphrase-file", "-"], "standard input"],
    [["menu", "--passphrase-file", "-"], "standard input"],
    [["encrypt", "-k", "key", "-c", "5"], "--incremental"],
    [["encrypt", "-k", "key", "--armor", "--incremental"], "leave --armor out"],
    [["sign", "-k", "key", "--padding", "pkcs1", "--mgf-hash", "SHA-1"], "--mgf-hash applies only to --padding pss"],
    [["sign", "-k", "key", "--salt-length", "digest"], "--salt-length"],
    [["convert", "-k", "key", "other"], "one key is needed, but there are two: --key key and other"],
    [["keygen", "-e", "three"], '"three"'],
    [["doctor"], "signature, ciphertext, pair or token"],
    [["doctor", "key"], '"doctor key"'],
    [["doctor", "token"], "--key is missing"],
    [["doctor", "signature", "-k", "-", "-s", "-"], "standard input"],
    [["doctor", "ciphertext", "-k", "-"], "standard input"],
    [["doctor", "pair", "-k", "key", "-l", "none", "other"], "-l"],
    [["doctor", "signature", "-k", "key", "-s", "other", "-l", "perl"], "openssl, none"],
    [["bench", "--seconds", "0"], "1 to 600"],
    [["bench", "--engines", "abacus"], "scalar"],
  ])("that is invalid ends with 2 and says why: %j", async (words, reason) => {
    const { code, stdout, stderr } = await folder.run(words);
    expect(stderr).toContain(reason);
    expect(stderr).toContain("--help");
    expect(code).toBe(2);
    expect(stdout).toHaveLength(0);
  });

  it("reports the most characters that fit", async () => {
    const { code, stderr } = await folder.run(["encrypt", "-k", publicKey(), "--incremental", "-c", "103"], "text");
    expect(stderr).toMatch(/--characters must be from 1 to 102\b/);
    expect(code).toBe(2);
  });

  it.each([
    ["MD5", "must be one of SHA-1, SHA-224"],
    ["sha256", 'did you mean "SHA-256"?'],
  ])("lets the library check the hash function %s", async (hash, help) => {
    await folder.fails(2, `--hash "${hash}" is unknown; ${help}`, ["sign", "-k", privateKey(), "--hash", hash], "text");
  });

  it.each([
    ["encrypt", "-k", publicKey],
    ["verify", "-s", "signature", "-k", publicKey],
    ["public", publicKey],
    ["convert", "-k", privateKey],
    ["inspect", privateKey],
  ])("reports a missing passphrase file, even if no passphrase is needed: %s", async (...words) => {
    const given = words.map((word) => (typeof word === "string" ? word : word()));
    await folder.fails(1, "nowhere: no such file", [...given, "--passphrase-file", "nowhere"], "text");
  });

  it.each([
    ["encrypt", "-k", "nowhere"],
    ["decrypt", "-k", "nowhere"],
    ["inspect", "nowhere"],
  ])("reports a missing file: %s", async (...words) => {
    await folder.fails(1, "nowhere: no such file", words);
  });
});

describe("a name or a passphrase", () => {
  it("cannot control a terminal or imitate other lines", async () => {
    const name = "a\x1b]0;b\x07\r\nrsa-variants: the signature is good\x9b";
    const shown = "a\\x1b]0;b\\x07\\x0d\\x0arsa-variants: the signature is good\\x9b: ";
    await writeFile(folder.file(name), "text");
    for (const words of [
      ["encrypt", "-k", "nowhere\x1b[2J"],
      ["encrypt", "-k", name],
      ["sign", "-k", name],
      ["decrypt", "-k", privateKey(), name],
      ["inspect", name],
      ["verify", "-k", publicKey(), "-s", name],
      ["encrypt", "-k", publicKey(), "-o", name, name],
      ["sign", "-k", privateKey(), "--passphrase-file", "nowhere\x1b[2J"],
      ["keygen\x1b[2J"],
      ["menu", "--keys", "nowhere\x1b[2J"],
    ]) {
      const { code, stderr } = await folder.run(words, "text");
      expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
      expect(stderr.replaceAll("\n", "").length).toBeGreaterThan(0);
      if (words.includes(name)) expect(stderr).toContain(shown);
      expect(code).not.toBe(0);
    }
    // Names in files, too.
    const { stream: stdout, text } = terminal();
    const jwk = JSON.parse((await keys.succeed(["public", "-f", "jwk", "public.pem"])).toString());
    await writeFile(
      folder.file("set"),
      JSON.stringify({
        keys: [
          { ...jwk, kid: "\x1b[2J" },
          { ...jwk, kid: "b" },
        ],
      }),
    );
    await folder.run(["inspect", "set"], "", { stdout });
    expect(text()).toContain("set, \\x1b[2J");
  });

  it("is refused if it is an address, or not text", async () => {
    const address = await folder.run(["encrypt", "-k", "https://a.example/key.pem"], "text");
    expect(address.stderr).toContain("https://a.example/key.pem: this is an address, not a file; download it first");
    await keys.succeed(
      ["convert", "--new-passphrase-file", "-", "-o", folder.file("locked.pem"), "key.pem"],
      "secret\n",
    );
    for (const [text, problem] of [
      [
        Buffer.from("\ufeffsecret\r\n", "utf16le"),
        "is not text in UTF-8, but UTF-16, an old encoding or binary; write it as UTF-8",
      ],
      [Buffer.from("secret\r\n", "utf16le"), "is not text in UTF-8"],
      [Buffer.from("geh\xe4im\n", "latin1"), "is not text in UTF-8"],
      ["", "passphrase: the passphrase, the first line of this file, must not be empty"],
      ["\nsecret\n", "must not be empty"],
    ] as const) {
      await writeFile(folder.file("passphrase"), text);
      for (const words of [
        ["public", "--passphrase-file", "passphrase", "locked.pem"],
        ["keygen", "-n", "1024", "--new-passphrase-file", "passphrase"],
      ]) {
        await folder.fails(1, problem, words);
      }
    }
    await writeFile(folder.file("passphrase"), "\ufeffsecret\r\n");
    await folder.succeed(["public", "--passphrase-file", "passphrase", "locked.pem"]);
  });
});

it("an encrypted file for another key, damaged or cut short leaves no output", async () => {
  const data = randomBytes(3 * 2 ** 20 + 5);
  const encrypted = await folder.succeed(["encrypt", "-k", publicKey()], data);
  const damaged = Buffer.from(encrypted);
  damaged[2_500_000] = (damaged[2_500_000] ?? 0) ^ 1;
  const armored = Buffer.from(armor(encrypted));
  const tries: [string, Buffer, string][] = [
    [keys.file("other.pem"), encrypted, "another key"],
    [privateKey(), damaged, "segment 5"],
    [privateKey(), encrypted.subarray(0, -1), "cut short"],
    [privateKey(), encrypted.subarray(0, 100), "header"],
    [privateKey(), data, "not a file written by encrypt"],
    [privateKey(), Buffer.alloc(0), "it is empty"],
    [
      privateKey(),
      Buffer.from(encrypted.subarray(0, 9000).toString("base64")),
      "but one in another form. The file is Base64",
    ],
    [privateKey(), Buffer.from(armor(encrypted.subarray(0, 900)).replaceAll("\n", "<br>\n")), "has tags of HTML"],
    [privateKey(), Buffer.from(armor(encrypted), "utf16le"), "but one in another form. The text is UTF-16"],
    [privateKey(), Buffer.from("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n"), "This is a message of OpenPGP"],
    [privateKey(), Buffer.from("age-encryption.org/v1\n-> X25519 abc\n"), "This is a file of age"],
    [privateKey(), Buffer.from("Salted__12345678abcdefgh"), "openssl enc"],
    [privateKey(), Buffer.from(randomBytes(128).toString("base64")), "as long as one block of RSA"],
    [keys.file("other.pem"), armored, "another key"],
    [privateKey(), armored.subarray(0, -5), "cut short: its last line"],
    [privateKey(), armored.subarray(0, 4_000_000), "cut short: its last line"],
    [privateKey(), Buffer.concat([armored, armored]), "a second line"],
    [privateKey(), Buffer.from(armored.toString().split("\n").toSpliced(40_000, 1).join("\n")), "segment 4"],
    [privateKey(), Buffer.from(armor(armored)), "not a file written by encrypt"],
    [privateKey(), Buffer.from(armor(Buffer.from("31415926\n"))), "add --incremental"],
  ];
  for (const [key, input, reason] of tries) {
    await folder.fails(1, reason, ["decrypt", "-k", key, "-o", "out"], input);
    expect(await folder.names()).toEqual([]);
  }
  // A pipe has received the authentic part, and the exit code shows that it is not all.
  const piped = await outcome(folder.start("decrypt", "-k", privateKey()), damaged);
  expect(piped.code).toBe(1);
  expect(piped.stdout.equals(data.subarray(0, piped.stdout.length))).toBe(true);
  expect(piped.stdout.length).toBeLessThanOrEqual(2 * 2 ** 20);
});

it("a decrypted text cannot control a terminal, unless --out - is given", async () => {
  const text = Buffer.from("\tGrüße\n\x1b]0;title\x07\r\x7f\u009b2J");
  const encrypted = await folder.succeed(["encrypt", "-k", publicKey()], text);
  const at = async (...words: string[]) => {
    const { stream: stdout, text: shown } = terminal();
    const { code } = await folder.run(["decrypt", "-k", privateKey(), ...words], encrypted, { stdout });
    expect(code).toBe(0);
    return shown();
  };
  expect(await at()).toBe("\tGrüße\n\\x1b]0;title\\x07\\x0d\\x7f\\x9b2J");
  expect(await at("--out", "-")).toBe(text.toString());
  expect(await folder.succeed(["decrypt", "-k", privateKey()], encrypted)).toEqual(text);
});

describe("a file that is written", () => {
  it("is read and written with the handles of Yarn's PnP", async () => {
    const preload = `
      import fs from "node:fs/promises";
      const handle = await fs.open(process.execPath);
      const all = Object.getPrototypeOf(handle);
      await handle.close();
      const { read } = all;
      all.sync = () => { throw new Error("Method not implemented."); };
      all.read = function (given, ...rest) {
        return Buffer.isBuffer(given) ? read.call(this, given, ...rest) : read.call(this, given.buffer, 0);
      };`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`, program];
    const child = spawn(process.execPath, [...node, "public", privateKey(), "-o", "new.pem"], { cwd: folder.path });
    expect(await outcome(child)).toMatchObject({ code: 0, stderr: "" });
    expect(await folder.names()).toEqual(["new.pem"]);
  });

  it("is overwritten only with --force", async () => {
    await writeFile(folder.file("out"), "old");
    await folder.fails(1, "out: the file already exists", ["encrypt", "-k", publicKey(), "-o", "out"], "new");
    expect(await readFile(folder.file("out"), "utf8")).toBe("old");
    await folder.succeed(["encrypt", "-k", publicKey(), "-o", "out", "--force"], "new");
    expect((await folder.succeed(["decrypt", "-k", privateKey(), "out"])).toString()).toBe("new");
    expect(await folder.names()).toEqual(["out"]);
  });

  it.skipIf(process.platform === "win32")("has no more permissions than the old one", async () => {
    const mode = async (name: string) => (await stat(folder.file(name))).mode & 0o777;
    for (const [old, encrypted, decrypted] of [
      [0o640, 0o640, 0o600],
      [0o600, 0o600, 0o600],
      [0o664, 0o664, 0o600],
    ] as const) {
      for (const name of ["sealed", "opened"]) {
        await writeFile(folder.file(name), "old");
        await chmod(folder.file(name), old);
      }
      await folder.succeed(["encrypt", "-k", publicKey(), "-o", "sealed", "--force"], "text");
      await folder.succeed(["decrypt", "-k", privateKey(), "-o", "opened", "--force", "sealed"]);
      expect([await mode("sealed"), await mode("opened")]).toEqual([encrypted, decrypted]);
    }
    await folder.succeed(["decrypt", "-k", privateKey(), "-o", "new", "sealed"]);
    expect(await mode("new")).toBe(0o600);
  });

  it("may have a name as long as the system allows", async () => {
    const name = "n".repeat(255);
    await folder.succeed(["encrypt", "-k", publicKey(), "-o", name], "text");
    expect(await folder.names()).toEqual([name]);
  });

  it("is refused before the file to sign is read", async () => {
    await writeFile(folder.file("out"), "old");
    const stdin = new Readable({ read: () => expect.unreachable("standard input was read") });
    const words = ["sign", "-k", privateKey(), "-o", "out"];
    await folder.fails(1, "out: the file already exists", words, "", { stdin });
  });

  it.skipIf(!existsSync("/dev/full"))("says that the disk is full (needs Linux's /dev/full)", async () => {
    await folder.fails(
      1,
      "/dev/full: no space is left on the device",
      ["encrypt", "-k", publicKey(), "-o", "/dev/full"],
      "text",
    );
  });

  // A limit on the blocks of a process has the same effect on a new file as a full disk.
  it.skipIf(process.platform === "win32")("leaves nothing if it does not fit (needs ulimit)", async () => {
    await writeFile(folder.file("data"), randomBytes(5_000_000));
    const words = [process.execPath, program, "encrypt", "-k", publicKey(), "-o", "out", "data"];
    const limited = promisify(execFile)("sh", ["-c", 'ulimit -f 2000; exec "$@"', "sh", ...words], {
      cwd: folder.path,
    });
    await expect(limited).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/out: .*larger|space/) });
    expect(await folder.names()).toEqual(["data"]);
  });

  it("does not appear if its folder does not exist", async () => {
    await folder.fails(1, "none/out: no such file or folder", ["encrypt", "-k", publicKey(), "-o", "none/out"], "text");
  });

  /** Starts to encrypt an endless input and waits until it writes; `old` is the previous content of its output. */
  async function begun(old: string) {
    await writeFile(folder.file("out"), old);
    const child = folder.start("encrypt", "-k", publicKey(), "-o", "out", "--force");
    const ended = outcome(child);
    child.stdin?.write(randomBytes(5_000_000));
    while (!(await readdir(folder.path)).some((name) => name.endsWith(".tmp"))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { child, ended };
  }

  it("is complete or absent after the process is killed", async () => {
    const { child, ended } = await begun("old");
    child.kill("SIGKILL");
    expect((await ended).code).toBeNull();
    expect(await readFile(folder.file("out"), "utf8")).toBe("old");
  });

  it.skipIf(process.platform === "win32").each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("leaves nothing behind on %s", async (signal, code) => {
    const { child, ended } = await begun("old");
    child.kill(signal);
    expect((await ended).code).toBe(code);
    expect(await folder.names()).toEqual(["out"]);
    expect(await readFile(folder.file("out"), "utf8")).toBe("old");
  });

  it.skipIf(process.platform === "win32").each([["menu", "--keys", "."], ["inspect"], ["sign", "-k", "key.pem"]])(
    "does not keep %s from ending when nobody types",
    async (...words) => {
      await keys.succeed(["convert", "-o", folder.file("key.pem"), privateKey()]);
      await keys.succeed(["convert", "-o", folder.file(".rsaprivate"), privateKey()]);
      const child = await folder.startUntil("reads", ...words);
      const ended = outcome(child);
      child.kill("SIGINT");
      expect((await ended).code).toBe(130);
    },
  );

  it("ends when nobody reads the output", async () => {
    const encrypted = await folder.succeed(["encrypt", "-k", publicKey()], randomBytes(5_000_000));
    const child = folder.start("decrypt", "-k", privateKey());
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect(await outcome(child, encrypted)).toMatchObject({ code: 1, stderr: expect.stringContaining("nobody reads") });
  });

  it.skipIf(process.platform === "win32")("does not appear if key generation is interrupted", async () => {
    const child = folder.start("keygen", "-n", "16384", "-o", "key.pem");
    const ended = outcome(child);
    while ((await folder.names()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(await folder.names()).toEqual([]);
  });
});
