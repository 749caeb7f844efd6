import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { closePrimesJwk, distances } from "../../library/security/close-primes.ts";
import { makePair, pemOf } from "../../random.ts";
import { violations } from "../accessibility.ts";
import { download, layoutShift, site, textOf, watchLoads, webAssembly, workerScripts } from "../browser.ts";
import { dropFiles, makeKey, openWorkbench } from "./support.ts";

/** A key of other software, encrypted. */
const foreign = await makePair(1024);
const encrypted = foreign.privateKey.export({
  type: "pkcs8",
  format: "pem",
  cipher: "aes-256-cbc",
  passphrase: "sesame",
}) as string;
const publicPem = pemOf(foreign.publicKey);
const fingerprint = createHash("sha256")
  .update(foreign.publicKey.export({ type: "spki", format: "der" }))
  .digest("hex");

const notes = (page: Page) => page.locator(".keys-panel .notes");

async function save(page: Page, name: string, which: "private" | "public", format: string, password = "") {
  await page.getByRole("button", { name: `Save ${name}`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Save ${name}`, exact: true });
  await dialog.getByLabel("which").selectOption(which);
  await dialog.getByLabel("format").selectOption({ label: format });
  if (password !== "") {
    await dialog.getByLabel("password (optional)").fill(password);
    await dialog.getByLabel("repeat password").fill(password);
  }
  const [file] = await Promise.all([download(page, "Save the file"), dialog.waitFor({ state: "hidden" })]);
  return file;
}

describe("keys of the workbench", () => {
  it("makes a key, says what to expect, saves it, and other software reads it", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByLabel("n modulus").fill("8192"); // long enough on every machine
    await dialog.getByText(/^Usually takes about .+\.$/).waitFor();
    await dialog.getByText("How this was estimated").click();
    await dialog.getByText(/this key needs 2\. .* geometric distribution/).waitFor();
    await page.keyboard.press("Escape");
    await makeKey(page, "Three primes", "multi-prime", { "n modulus": "1024" });
    expect(await textOf(page.locator(".key-params"))).toMatch(/^Multi-prime, n\s1024, r\s3$/);
    await page.getByRole("link", { name: /Weak|Broken/ }).waitFor();

    const pem = await save(page, "Three primes", "private", "PKCS #8, PEM", "open it");
    expect(pem.name).toBe("three-primes.pem");
    expect(pem.content.toString()).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    const spki = await save(page, "Three primes", "public", "SPKI, DER");
    const der = createPublicKey({ key: spki.content, type: "spki", format: "der" }).export({
      type: "spki",
      format: "der",
    });
    const shown = await textOf(page.locator(".fingerprint code"));
    expect(shown.replaceAll(" ", "")).toBe(createHash("sha256").update(der).digest("hex"));
    const json = await save(page, "Three primes", "private", "JSON of rsa-variants, keeps the variant");
    expect(JSON.parse(json.content.toString()).params).toMatchObject({ variant: "multi-prime", primes: 3 });

    // Forgotten, and loaded again with its password.
    await page.getByRole("button", { name: "Forget Three primes" }).click();
    await page.getByRole("button", { name: "Forget for good? Three primes" }).click();
    await page.getByText("No keys yet.").waitFor();
    await dropFiles(page, ".keys-panel", [pem]);
    const asked = page.getByRole("dialog", { name: "three-primes.pem is encrypted" });
    await asked.getByLabel("password").fill("wrong");
    await asked.getByRole("button", { name: "Open" }).click();
    await asked.getByText("Wrong password, or the file is damaged.").waitFor();
    await asked.getByLabel("password").fill("open it");
    await asked.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "three-primes" }).waitFor();
    expect(await textOf(page.locator(".fingerprint code"))).toBe(shown);
  });

  it("loads foreign keys by button and by drag and drop, private in the place of public", async () => {
    const page = await openWorkbench(site);
    await page
      .locator("#load-keys")
      .setInputFiles({ name: "partner.pub.pem", mimeType: "", buffer: Buffer.from(publicPem) });
    await page.getByRole("heading", { name: "partner" }).waitFor();
    expect(await textOf(page.locator(".key-kind"))).toBe("public");
    expect((await textOf(page.locator(".fingerprint code"))).replaceAll(" ", "")).toBe(fingerprint);
    await dropFiles(page, ".keys-panel", [{ name: "again.pem", content: publicPem }]);
    await notes(page).getByText("You already have this key: partner.").waitFor();
    await dropFiles(page, ".keys-panel", [{ name: "mine.pem", content: encrypted }]);
    await page.getByRole("dialog").getByLabel("password").fill("sesame");
    await page.keyboard.press("Enter");
    await notes(page)
      .getByText(/private key of partner loaded/)
      .waitFor();
    expect(await page.locator(".key").count()).toBe(1);
    expect(await textOf(page.locator(".key-kind"))).toBe("private and public");
    // What is saved is the very key.
    const saved = await save(page, "partner", "private", "PKCS #1, DER");
    const read = createPrivateKey({ key: saved.content, type: "pkcs1", format: "der" });
    expect(read.equals(foreign.privateKey)).toBe(true);
  });

  it("loads PKCS #12 and keys of PuTTY with their password", async () => {
    const page = await openWorkbench(site);
    const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url));
    const files = [
      { name: "mine.p12", content: await read("lab/crates/fuzz/corpus/keys/pkcs12-one-iteration.der") },
      { name: "same.ppk", content: await read("crates/rsa/tests/keys/putty-argon2id.pem") },
    ];
    for (const file of files) {
      await dropFiles(page, ".keys-panel", [file]);
      const asked = page.getByRole("dialog", { name: `${file.name} is encrypted` });
      await asked.getByLabel("password").fill("secret");
      await asked.getByRole("button", { name: "Open" }).click();
      await asked.waitFor({ state: "hidden" });
    }
    await notes(page).getByText("You already have this key: mine.").waitFor();
    expect(await textOf(page.locator(".key-kind"))).toBe("private and public");
  });

  it("saves keys of two primes for OpenSSH, and loads them again", async () => {
    const page = await openWorkbench(site);
    const pkcs8 = foreign.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    await dropFiles(page, ".keys-panel", [{ name: "foreign.pem", content: pkcs8 }]);
    await page.getByRole("heading", { name: "foreign" }).waitFor();
    const line = await save(page, "foreign", "public", "OpenSSH (one ssh-rsa line)");
    expect(line).toMatchObject({ name: "foreign.pub", content: expect.anything() });
    expect(line.content.toString()).toMatch(/^ssh-rsa AAAAB3NzaC1yc2E\S+\n$/);
    const file = await save(page, "foreign", "private", "OpenSSH", "open it");
    expect(file.name).toBe("foreign.ssh");
    expect(file.content.toString()).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
    await page.getByRole("button", { name: "Forget foreign" }).click();
    await page.getByRole("button", { name: "Forget for good? foreign" }).click();
    await dropFiles(page, ".keys-panel", [line, file]);
    const asked = page.getByRole("dialog", { name: "foreign.ssh is encrypted" });
    await asked.getByLabel("password").fill("open it");
    await asked.getByRole("button", { name: "Open" }).click();
    await notes(page)
      .getByText(/private key of foreign loaded/)
      .waitFor();
    expect(await textOf(page.locator(".key-kind"))).toBe("private and public");
    expect((await textOf(page.locator(".fingerprint code"))).replaceAll(" ", "")).toBe(fingerprint);
  });

  it("says of each file why it is no key, and loads the others", async () => {
    const page = await openWorkbench(site);
    await dropFiles(page, ".keys-panel", [
      { name: "letter.txt", content: "Dear Sir" },
      { name: "large.pem", content: "x".repeat(70_000) },
      { name: "partner.pem", content: publicPem },
    ]);
    await page.getByRole("heading", { name: "partner" }).waitFor();
    const problems = await notes(page).locator(".problem").allTextContents();
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^letter\.txt: /);
    expect(problems[1]).toMatch(/^large\.pem: A key file has at most 65536 bytes, this one has 70000\.$/);
  });

  it("shows why a public key is broken", async () => {
    const page = await openWorkbench(site);
    const { kty, n, e } = closePrimesJwk(distances.touching);
    await dropFiles(page, ".keys-panel", [{ name: "close.jwk", content: JSON.stringify({ kty, n, e }) }]);
    await page
      .locator(".key")
      .getByText(/Fermat/)
      .waitFor();
  });

  it("stops the making of a key, and makes one after it", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByLabel("n modulus").fill("8192");
    await dialog.getByRole("button", { name: "Make", exact: true }).click();
    await dialog.getByText(/Prime 1 of 2: candidate/).waitFor();
    await dialog.getByRole("button", { name: "Stop" }).click();
    await dialog.getByText("Stopped. No key was made.").waitFor();
    expect(await page.locator(".key").count()).toBe(0);
    await page.keyboard.press("Escape");
    await makeKey(page, "after", "crt", { "n modulus": "512" });
  });

  it("shows the verdict before a key is made, and makes a broken one only when it is called that", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    const verdict = dialog.locator(".new-key-verdict");
    await verdict.getByText("Good", { exact: true }).waitFor();
    await dialog.getByLabel("n modulus").fill("1024");
    await verdict.getByText("Weak", { exact: true }).waitFor();
    expect(await textOf(verdict)).toContain("Use n = 2048 instead of 1024.");
    expect(await dialog.getByRole("button", { name: "Make", exact: true }).isEnabled()).toBe(true);
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("n modulus").fill("2048");
    await dialog.getByLabel("w CRT exponents").fill("160");
    await verdict.getByText("Broken", { exact: true }).waitFor();
    expect(await textOf(verdict)).toContain("Use w = 320 instead of 160.");
    expect(await dialog.getByRole("button", { name: "Make", exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Make a broken key" }).click();
    await page.getByRole("link", { name: "Broken" }).waitFor();
    // Nobody gave it a name.
    expect(await textOf(page.locator(".key"))).toMatch(/^Key [\da-f]{4}-[\da-f]{4}private and public/);
    expect(await textOf(page.locator(".key-params"))).toMatch(/^Rebalanced, n\s2048, w\s160$/);
    await notes(page)
      .getByText(/^Key created: Rebalanced, 2048 bits \(\d.* m?s\)\.$/)
      .waitFor();
  });

  it("refuses parameters in the dialog, with the library's reason", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByLabel("n modulus").fill("100");
    await dialog.getByText("From 512 to 8192; 100 is outside.").waitFor();
    expect(await dialog.getByRole("button", { name: "Make", exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel("n modulus").fill("512");
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("w CRT exponents").fill("300");
    await dialog.locator(".expectation .problem").waitFor();
    expect(await textOf(dialog.locator(".expectation"))).toMatch(/^w is 300 bits, but must be from 16 to 256 bits/);
  });

  it("asks to fix what is highlighted, and forgets what is wrong in fields that another variant has not", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("w CRT exponents").fill("9999");
    await dialog.getByText("From 16 to 4096; 9999 is outside.").waitFor();
    const make = dialog.getByRole("button", { name: "Make", exact: true });
    expect(await make.isDisabled()).toBe(true);
    await dialog.getByText("Fix the highlighted fields first.").waitFor();
    await dialog.getByLabel("variant").selectOption("crt");
    expect(await make.isEnabled()).toBe(true);
  });

  it("makes two keys on one modulus, of which the second has a short e", async () => {
    const page = await openWorkbench(site);
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    const box = dialog.getByLabel("Also make a key with e = 65537");
    expect(await box.isVisible()).toBe(false);
    await dialog.getByLabel("variant").selectOption("r-prime");
    await box.check();
    await page.keyboard.press("Escape");
    await makeKey(page, "fast", "r-prime", { "n modulus": "1024", "w CRT exponents": "160" });
    const publicKey = async (name: string) =>
      JSON.parse((await save(page, name, "public", "JSON Web Key")).content.toString());
    const [fast, short] = [await publicKey("fast"), await publicKey("fast, short e")];
    expect(short).toMatchObject({ n: fast.n, e: "AQAB" });
    expect(fast.e.length).toBeGreaterThan(160);
    // The one that was asked for is chosen.
    await page.getByRole("tab", { name: "Decrypt" }).click();
    expect(await textOf(page.locator("#decrypt-key option:checked"))).toMatch(/^fast\b(?!, short e)/);
  });

  it("gives up what was begun in a dialog that is closed", async () => {
    const page = await openWorkbench(site);
    for (const name of ["one", "two"]) await makeKey(page, name, "crt", { "n modulus": "512" });
    const saved: string[] = [];
    page.on("download", (file) => saved.push(file.suggestedFilename()));
    const begin = async (name: string) => {
      await page.getByRole("button", { name: `Save ${name}`, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `Save ${name}`, exact: true });
      await dialog.getByLabel("password (optional)").fill("open it");
      await dialog.getByLabel("repeat password").fill("open it");
      return dialog;
    };
    const closing = await begin("one");
    // In one turn: encrypting the file takes longer.
    await closing.evaluate((dialog: HTMLElement) => {
      dialog.querySelector("form")?.requestSubmit();
      dialog.querySelector<HTMLElement>(".dialog-buttons .secondary")?.click();
    });
    const dialog = await begin("two");
    await dialog.getByRole("button", { name: "Save the file" }).click();
    await expect.poll(() => saved).toContain("two.pem");
    expect(saved).toEqual(["two.pem"]);
    await dialog.waitFor({ state: "hidden" });
  });

  it("offers a key without standard format in the library's own alone", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "power", "multi-power", { "n modulus": "768" });
    await page.getByRole("button", { name: "Save power" }).click();
    const dialog = page.getByRole("dialog", { name: "Save power" });
    expect(await dialog.getByLabel("format").locator("option").allTextContents()).toEqual([
      "JSON of rsa-variants, keeps the variant",
    ]);
  });
});

describe("the place Workbench", () => {
  it("follows its address, by keyboard too, and loads nothing from elsewhere", async () => {
    const page = await site.open("");
    const loads = watchLoads(page);
    await page.getByRole("link", { name: "Workbench", exact: true }).click();
    await page.getByRole("heading", { name: "Workbench" }).waitFor();
    expect(await textOf(page.locator("[aria-current=page]"))).toBe("Workbench");
    await page.locator("#panel-keys .run:enabled").waitFor();
    expect(loads.origins()).toEqual([new URL(site.address).origin]);
  });

  it("moves nothing while it loads, and loads charts with the experiment alone", async () => {
    const page = await site.open("about:blank");
    const loads = watchLoads(page);
    await page.goto(new URL("workbench/", site.address).href);
    await page.locator("#panel-keys .run:enabled").waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.05);
    expect(loads.names()).not.toContain("setup.js");
    await page.getByRole("tab", { name: "Experiment" }).click();
    await page.getByRole("img", { name: /^Time against n/ }).waitFor();
    expect(loads.names()).toContain("setup.js");
  });

  it.each([
    [webAssembly, /WebAssembly of this page could not be started/],
    [workerScripts, /The browser did not start the worker that computes/],
  ])("says what is missing without %s", async (blocked, title) => {
    const page = await site.open("workbench/");
    await page.route(blocked, (route) => route.abort());
    await page.reload();
    await page.locator(".failure").getByText(title).waitFor();
    expect(await page.getByRole("button", { name: "Make a key …" }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
  ] as const)("has nothing that axe-core finds wrong, %s at %i px", async (colorScheme, width) => {
    const page = await openWorkbench(site, "", { colorScheme, viewport: { width, height: 800 } });
    await makeKey(page, "a key with a rather long name, for the narrow screen", "crt", { "n modulus": "768" });
    await dropFiles(page, ".keys-panel", [{ name: "partner.pem", content: publicPem }]);
    await page.getByRole("heading", { name: "partner" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Make a key …" }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save partner" }).click();
    expect(await violations(page)).toEqual([]);
  });
});
