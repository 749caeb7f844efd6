import { readFile, stat, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Folder } from "./support.ts";

let folder: Folder;
beforeEach(async () => {
  folder = await Folder.make();
});
afterEach(() => folder.remove());

/** A session at the menu: the answers to its questions, one after the other. */
const session = (...answers: string[]) =>
  folder.run(["menu", "--keys", folder.path, "-n", "1024"], answers.map((answer) => `${answer}\n`).join(""));

describe("the menu", () => {
  it("makes keys at the first start, encrypts like the paper, and shows decrypted text", async () => {
    await writeFile(folder.file("text"), "Bitwise incremental RSA.");
    const first = await session("1", folder.file("text"), "", "5", folder.file("encrypted"), "4");
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/^rsa-variants menu: .*crt key weak/) });
    expect(first.stdout.toString()).toContain("There is no key yet: making one of 1024 bits");
    expect((await stat(folder.file(".rsaprivate"))).mode & 0o077).toBe(0);
    const lines = (await readFile(folder.file("encrypted"), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^\d{250,309}$/);

    const second = await session("2", folder.file("encrypted"), "", "4");
    expect(second.stdout.toString()).not.toContain("no key yet");
    expect(second.stdout.toString()).toContain("nothing shows whether it was changed");
    expect(second.stdout.toString()).toContain("Bitwise incremental RSA.\nDone.");
  });

  it("uses hybrid encryption if no number is given, and decrypts into a file", async () => {
    await writeFile(folder.file("text"), "A text.");
    await session(
      "1",
      folder.file("text"),
      "",
      "",
      folder.file("encrypted"),
      "2",
      folder.file("encrypted"),
      folder.file("out"),
    );
    expect((await readFile(folder.file("encrypted"))).toString("latin1", 0, 12)).toBe("rsa-variants");
    expect(await readFile(folder.file("out"), "utf8")).toBe("A text.");
  });

  it("makes no key that it cannot keep", async () => {
    const { code, stdout, stderr } = await folder.run(["menu", "--keys", folder.file("nowhere"), "-n", "1024"], "4\n");
    expect([code, stderr]).toEqual([1, expect.stringContaining("no such file or folder")]);
    expect(stdout.toString()).not.toContain("making");
  });

  it("overwrites no public key, and makes none if it cannot read the folder", async () => {
    await writeFile(folder.file(".rsapublic"), "of somebody");
    const { code, stderr } = await session("4");
    expect(stderr).toContain(".rsapublic: this public key exists without its private key");
    expect(code).toBe(1);
    expect(await readFile(folder.file(".rsapublic"), "utf8")).toBe("of somebody");
    await folder.fails(1, "a part of the path is not a folder", ["menu", "--keys", folder.file(".rsapublic")], "4\n");
    expect(await folder.names()).toEqual([".rsapublic"]);
  });

  it("checks the key pair, and notices a public key that does not belong to it", async () => {
    const { stdout } = await session("3", "4");
    expect(stdout.toString()).toContain("a random block was decrypted");
    const own = /^[0-9a-f]{64}$/m.exec(stdout.toString())?.[0];
    expect((await folder.run(["inspect", ".rsapublic"])).stdout.toString()).toContain(own ?? "a fingerprint");
    await folder.succeed(["keygen", "-n", "1024", "-o", "other", "--public-out", "other.pub"]);
    await writeFile(folder.file(".rsapublic"), await readFile(folder.file("other.pub")));
    const exchanged = await session("3", "4");
    expect(exchanged.stdout.toString()).toMatch(/\.rsapublic: this key does not belong to .*\.rsaprivate\n/);
  });

  it("accepts armor, and overwrites nothing", async () => {
    const text = folder.file("text");
    await writeFile(text, "A text.");
    await session("4");
    await folder.succeed(["encrypt", "-k", ".rsapublic", "--armor", "-o", "armored", "text"]);
    const { code, stdout } = await session("2", folder.file("armored"), "", "2", folder.file("armored"), text, "4");
    expect(code).toBe(0);
    expect(stdout.toString()).toContain("A text.\nDone.");
    expect(stdout.toString()).toContain(`${text}: the file already exists\n`); // there is no --force here
  });

  it("reports errors, and continues", async () => {
    await writeFile(folder.file("text"), "A text.");
    const { code, stdout } = await session(
      "7",
      "1",
      "nowhere",
      "",
      "",
      folder.file("a"),
      "1",
      folder.file("text"),
      "",
      "500",
      "2",
      "",
    );
    expect(code).toBe(0);
    for (const said of ["1, 2, 3 or 4", "nowhere: no such file", "from 1 to 102", "Nothing was done."]) {
      expect(stdout.toString()).toContain(said);
    }
    expect(await folder.names()).toEqual([".rsaprivate", ".rsapublic", "text"]);
  });
});

it("the bench command times every variant in turn, as a table and as JSON", async () => {
  const words = ["bench", "-n", "512", "-v", "crt,batch", "--seconds", "1"];
  const table = (await folder.succeed(words)).toString();
  for (const variant of ["crt", "batch"]) expect(table).toMatch(new RegExp(`^${variant} .*\\d`, "m"));
  const { rows, modulusLength } = JSON.parse((await folder.succeed([...words, "--json"])).toString());
  expect(modulusLength).toBe(512);
  expect(rows.map((row: { variant: string }) => row.variant)).toEqual(["crt", "batch"]);
  for (const { times, samples, median } of rows) {
    expect(times).toHaveLength(samples);
    expect(samples).toBe(rows[0].samples);
    expect(Math.min(...times)).toBeLessThanOrEqual(median);
    expect(Math.max(...times)).toBeGreaterThanOrEqual(median);
  }
});
