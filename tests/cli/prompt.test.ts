// Passphrases at a terminal: keys are tested with a fake terminal, the whole prompt with a real one.
import { execFile, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { copyFile, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUnseen } from "../../web/library/dist/cli/prompt.js";
import { Folder, outcome, program } from "./support.ts";

class Keyboard extends EventEmitter {
  readonly modes: boolean[] = [];
  setRawMode(raw: boolean) {
    this.modes.push(raw);
  }
  resume() {}
  pause() {}
  type(...chunks: (string | Uint8Array)[]) {
    for (const chunk of chunks) this.emit("data", Buffer.from(chunk));
  }
}

describe("a passphrase", () => {
  const typed = async (...chunks: (string | Uint8Array)[]) => {
    const keyboard = new Keyboard();
    const passphrase = readUnseen(keyboard, new AbortController().signal, () => {
      expect(keyboard.modes, "typing is hidden").toEqual([true]);
    });
    keyboard.type(...chunks);
    return passphrase.finally(() => {
      expect(keyboard.modes, "the terminal is as it was").toEqual([true, false]);
      expect(keyboard.listenerCount("data")).toBe(0);
    });
  };

  it("is the typed line, with its corrections", async () => {
    expect(await typed("horse\r")).toBe("horse");
    expect(await typed("h", "o", "r", "s", "e", "\n")).toBe("horse");
    expect(await typed("hoof\x7f\x7frse\r")).toBe("horse");
    expect(await typed("staple\x15horse\r")).toBe("horse");
    expect(await typed(new Uint8Array([0xc3]), new Uint8Array([0xa9]), "\x7fé\r")).toBe("é");
    expect(await typed("\r")).toBe("");
  });

  it("is interrupted by Ctrl-C, Ctrl-D and signals", async () => {
    await expect(typed("ho\x03")).rejects.toThrow("interrupted");
    await expect(typed("\x04")).rejects.toThrow("interrupted");
    const stop = new AbortController();
    const passphrase = readUnseen(new Keyboard(), stop.signal, () => {});
    stop.abort();
    await expect(passphrase).rejects.toThrow("interrupted");
  });
});

const hasScript = await promisify(execFile)("script", ["--version"]).then(
  ({ stdout }) => stdout.includes("util-linux"),
  () => false,
);

describe("at a terminal", () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await Folder.make();
    await folder.succeed(["keygen", "-n", "1024", "-o", "key.pem"]);
  });
  afterAll(() => folder.remove());

  it.skipIf(!hasScript)(
    "a key is encrypted and opened, and no passphrase is shown (needs util-linux's script)",
    async () => {
      const at = async (words: string[], ...answers: string[]) => {
        const command = [process.execPath, program, ...words].join(" ");
        const child = spawn("script", ["-qec", command, "/dev/null"], {
          cwd: folder.path,
        });
        const ended = outcome(child);
        let shown = "";
        let asked = 0;
        child.stdout.on("data", (piece: Buffer) => {
          shown += piece.toString();
          // A line for each question, when it is there.
          const questions = shown.split(/(?:passphrase|more|locked\.pem|\.p12): /i).length - 1;
          for (; asked < questions && asked < answers.length; asked++) child.stdin.write(`${answers[asked]}\r`);
        });
        return ended;
      };
      const locked = await at(["convert", "--encrypt", "-o", "locked.pem", "key.pem"], "horse 4711", "horse 4711");
      expect(locked.stdout.toString()).toContain("New passphrase: ");
      expect(locked.stdout.toString()).not.toContain("4711");
      expect(locked.code).toBe(0);
      expect(await readFile(folder.file("locked.pem"), "utf8")).toContain("BEGIN ENCRYPTED PRIVATE KEY");
      const opened = await at(["convert", "-o", "opened.pem", "locked.pem"], "horse 4711");
      expect(opened.stdout.toString()).not.toContain("4711");
      expect(opened.code).toBe(0);
      expect(await readFile(folder.file("opened.pem"))).toEqual(await readFile(folder.file("key.pem")));
      const refused = await at(["convert", "-o", "wrong.pem", "locked.pem"], "horse 4712");
      expect(refused.code).toBe(1);
      // Asked once, although the public key is sought first and found in the private one.
      for (const name of ["pkcs12-certificate-only", "pkcs12-rc2"]) {
        await copyFile(new URL(`../../crates/rsa/tests/keys/${name}.pem`, import.meta.url), folder.file("file.p12"));
        const read = await at(["public", "--force", "-o", "public.pem", "file.p12"], "secret");
        expect(read.code, name).toBe(0);
        expect(read.stdout.toString().split("Passphrase for file.p12").length, name).toBe(2);
        expect(await readFile(folder.file("public.pem"), "utf8")).toContain("BEGIN PUBLIC KEY");
      }
    },
  );
});
