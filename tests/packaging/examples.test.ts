// The programs in examples/, as their README says to run them. lab/consumers/environments runs those for other hosts.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, verify } from "node:crypto";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { makePair, pemOf } from "../random.ts";
import { root } from "./documents.ts";
import { cleanUp, execute, installedLibrary, launchChromium, openPage } from "./package.ts";

const examples = join(root, "examples");
const folder = (await installedLibrary()).project("examples");
await cp(examples, folder, { recursive: true });
for (const page of ["browser", "files"]) {
  const script = join(root, "web/library/dist/rsa-variants.min.js");
  await cp(script, join(folder, page, "rsa-variants.min.js"));
}
const browser = await launchChromium();
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

/** Opens an example from the disk, as a user does. */
async function open(path: string) {
  const page = await openPage(browser);
  await page.goto(pathToFileURL(join(folder, path)).href);
  return page;
}

describe("the examples", () => {
  it("are listed, and have less than 60 lines each", async () => {
    const readme = await readFile(join(examples, "README.md"), "utf8");
    const files = (await readdir(examples, { recursive: true })).filter((file) => /\.(html|m?js|ts)$/.test(file));
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const file of files) {
      expect(readme).toContain(`](${file})`);
      expect((await readFile(join(examples, file), "utf8")).split("\n").length, file).toBeLessThan(61);
    }
  });

  it("browser: encrypts and decrypts a note", async () => {
    const page = await open("browser/index.html");
    await page.getByRole("button").click();
    await expect.poll(() => page.getByRole("status").textContent()).toBe("256 bytes, decrypted to: Meet me at noon.");
    await page.close();
  });

  it("files: encrypts and decrypts a file, and says what is wrong", async () => {
    const { publicKey, privateKey } = await makePair();
    const file = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    const page = await open("files/index.html");
    const status = () => page.getByRole("status").textContent();
    await page.getByRole("button", { name: "Encrypt" }).click();
    await expect.poll(status).toBe("Choose the key first.");
    await page.getByLabel("Key").setInputFiles(file("public.pem", pemOf(publicKey)));
    await page.getByLabel("File").setInputFiles(file("letter.txt", "a long letter"));
    await page.getByRole("button", { name: "Encrypt" }).click();
    await expect.poll(status).toBe("301 bytes");
    const download = page.waitForEvent("download");
    await page.getByRole("link").click();
    const encrypted = await readFile(await (await download).path());
    await page.getByLabel("Key").setInputFiles(file("private.pem", pemOf(privateKey)));
    const given = (buffer: Buffer) => ({ name: "letter.rsa", mimeType: "application/octet-stream", buffer });
    await page.getByLabel("File").setInputFiles(given(encrypted));
    await page.getByRole("button", { name: "Decrypt" }).click();
    await expect.poll(status).toBe("13 bytes");
    await page.getByLabel("File").setInputFiles(given(encrypted.subarray(0, -1)));
    await page.getByRole("button", { name: "Decrypt" }).click();
    await expect.poll(status).toMatch(/^damaged-file: /);
    await page.close();
  });

  it("node-files and progress: make keys, encrypt and decrypt with them", async () => {
    const here = join(folder, "node-files");
    const made = await execute(process.execPath, [join(folder, "progress/make-key.mjs"), "120"], here);
    expect(made).toContain("private-key.pem (encrypted) and public-key.pem are written");
    await writeFile(join(here, "letter.txt"), "a long letter");
    const run = (...words: string[]) =>
      execute("env", ["PASSWORD=only an example", process.execPath, "files.mjs", ...words], here);
    await run("encrypt", "public-key.pem", "letter.txt", "letter.rsa");
    await run("decrypt", "private-key.pem", "letter.rsa", "copy.txt");
    expect(await readFile(join(here, "copy.txt"), "utf8")).toBe("a long letter");
    await writeFile(join(here, "cut.rsa"), (await readFile(join(here, "letter.rsa"))).subarray(0, -1));
    const names = await readdir(here);
    await expect(run("decrypt", "private-key.pem", "cut.rsa", "cut.txt")).rejects.toThrow(
      "it was changed or cut short",
    );
    await expect(run("decrypt", "private-key.pem", "cut.rsa", "copy.txt")).rejects.toThrow("cut short");
    await expect(run("decrypt", "privat-key.pem", "letter.rsa", "copy.txt")).rejects.toThrow("ENOENT");
    expect(await readdir(here)).toEqual(names);
    expect(await readFile(join(here, "copy.txt"), "utf8")).toBe("a long letter");
    await expect(execute(process.execPath, [join(folder, "progress/make-key.mjs"), "0"], here)).rejects.toThrow(
      "stopped",
    );
  });

  it("blind-token: accepts each token once, in its week", async () => {
    const words = ["MODULUS_LENGTH=1024", process.execPath, "tokens.mjs"];
    const printed = await execute("env", words, join(folder, "blind-token"));
    expect(printed.trim().split("\n")).toEqual([
      "first use: accepted",
      "second use: refused: used before",
      "next week: refused: not a token of this week",
      "alice has only 0 tokens left in week 12",
    ]);
  });

  it("message-recovery: recovers messages of every length, from blocks as the standard has them", async () => {
    const here = join(folder, "message-recovery");
    const program = await readFile(join(here, "recover.mjs"), "utf8");
    const shown = `console.log(Buffer.from(key.publicKey.encryptRaw(signature)).toString("hex"));`;
    await writeFile(join(here, "shown.mjs"), program.replace("signature[9] ^= 1;", `${shown}\nsignature[9] ^= 1;`));
    for (const [length, start, rest] of [
      [0, `4b${"bb".repeat(220)}ba`, 0],
      [15, `4b${"bb".repeat(205)}ba`, 0],
      [220, "4bba", 0],
      [221, "4a", 0],
      [222, "6a", 1],
      [5000, "6a", 4779],
    ] as const) {
      const message = "m".repeat(length);
      const [first, recovered, block = "", changed] = (
        await execute(process.execPath, ["shown.mjs", message], here)
      ).split("\n");
      expect(first).toBe(`${rest} of ${length} bytes are not in the signature`);
      expect(recovered).toBe(message);
      const digest = createHash("sha256").update(message).digest("hex");
      expect(block).toBe(`${start}${"6d".repeat(length - rest)}${digest}34cc`);
      expect(changed).toBe("after a change: the signature is not valid");
    }
  });

  it("node-jwt: signs tokens that Node verifies with the published key", async () => {
    const server: ChildProcess = spawn(process.execPath, ["server.mjs"], {
      cwd: join(folder, "node-jwt"),
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const address = await new Promise<string>((resolve) =>
        server.stdout?.once("data", (line) => resolve(`${line}`.trim())),
      );
      const { token } = (await (await fetch(`${address}?sub=alice`)).json()) as { token: string };
      const { keys } = (await (await fetch(address.replace("/token", "/jwks"))).json()) as { keys: [JsonWebKey] };
      const [header = "", payload = "", signature = ""] = token.split(".");
      const key = { key: keys[0], format: "jwk" } as const;
      const signed = Buffer.from(`${header}.${payload}`);
      expect(verify("sha256", signed, key as never, Buffer.from(signature, "base64url"))).toBe(true);
      expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ sub: "alice" });
    } finally {
      server.kill();
    }
  });
});
