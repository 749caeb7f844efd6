import { createHash, createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { closePrimesJwk, distances } from "../../library/security/close-primes.ts";
import { makePair, pemOf } from "../../random.ts";
import { violations } from "../accessibility.ts";
import { layoutShift, site, siteWith, textOf, watchLoads, webAssembly, workerScripts } from "../browser.ts";
import { mine, Workbench } from "./support.ts";

const publicPem = pemOf(mine.publicKey);
const encrypted = mine.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "sesame" });
const fingerprintOf = (der: Uint8Array) => createHash("sha256").update(der).digest("hex");
const shownFingerprint = async ({ page }: Workbench) =>
  (await textOf(page.locator(".fingerprint code"))).replaceAll(" ", "");
const kind = ({ page }: Workbench) => textOf(page.locator(".key-kind"));

describe("keys of the workbench", () => {
  it("are made, saved and loaded again", async () => {
    const bench = await Workbench.open();
    await bench.makeKey("Three primes", "multi-prime", { "n modulus": "1024" });
    expect(await textOf(bench.page.locator(".key-params"))).toMatch(/^Multi-prime, n\s1024, r\s3$/);
    await bench.page.getByRole("link", { name: /Weak|Broken/ }).waitFor();
    const pem = await bench.save("Three primes", "private", "PKCS #8, PEM", "open it");
    expect(pem.name).toBe("three-primes.pem");
    expect(pem.content.toString()).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    const shown = await shownFingerprint(bench);
    expect(shown).toBe(fingerprintOf((await bench.save("Three primes", "public", "SPKI, DER")).content));
    const json = await bench.save("Three primes", "private", "JSON of rsa-variants, keeps the variant");
    expect(JSON.parse(json.content.toString()).params).toMatchObject({ variant: "multi-prime", primes: 3 });

    await bench.forget("Three primes");
    await bench.see("No keys yet.");
    await bench.drop(".keys-panel", pem);
    await bench.givePassword("three-primes.pem is encrypted", "wrong");
    await bench.dialog.getByText("Wrong password, or the file is damaged.").waitFor();
    await bench.givePassword("three-primes.pem is encrypted", "open it");
    await bench.page.getByRole("heading", { name: "three-primes" }).waitFor();
    expect(await shownFingerprint(bench)).toBe(shown);
  });

  describe("in a browser that is slow enough for a long search on every machine", () => {
    const slow = siteWith("--js-flags=--no-opt,--no-maglev,--liftoff-only");
    it("say what they search, and can be stopped", async () => {
      const bench = await Workbench.open("", {}, slow);
      const dialog = await bench.openMake({ "n modulus": "8192" });
      await dialog.getByRole("button", { name: "Make", exact: true }).click();
      await dialog.getByText(/Prime [12] of 2: candidate/).waitFor(); // the first one may be found at once
      await dialog.getByRole("button", { name: "Stop" }).click();
      await dialog.getByText("Stopped. No key was made.").waitFor();
    });
  });

  it("of other software are loaded by button and by drop, private in the place of public", async () => {
    const bench = await Workbench.open();
    await bench.page
      .locator("#load-keys")
      .setInputFiles({ name: "partner.pub.pem", mimeType: "", buffer: Buffer.from(publicPem) });
    await bench.page.getByRole("heading", { name: "partner" }).waitFor();
    expect(await kind(bench)).toBe("public");
    const fingerprint = fingerprintOf(mine.publicKey.export({ type: "spki", format: "der" }));
    expect(await shownFingerprint(bench)).toBe(fingerprint);
    await bench.says(
      [
        () => bench.drop(".keys-panel", { name: "again.pem", content: publicPem }),
        "You already have this key: partner.",
      ],
      [
        async () => {
          await bench.drop(".keys-panel", { name: "mine.pem", content: encrypted });
          await bench.givePassword("mine.pem is encrypted", "sesame");
        },
        /private key of partner loaded/,
      ],
    );
    expect([await bench.page.locator(".key").count(), await kind(bench)]).toEqual([1, "private and public"]);
    // What is saved is the very key.
    const saved = await bench.save("partner", "private", "PKCS #1, DER");
    const read = createPrivateKey({ key: saved.content, type: "pkcs1", format: "der" });
    expect(read.equals(mine.privateKey)).toBe(true);

    const line = await bench.save("partner", "public", "OpenSSH (one ssh-rsa line)");
    expect([line.name, line.content.toString()]).toEqual([
      "partner.pub",
      expect.stringMatching(/^ssh-rsa AAAAB3NzaC1yc2E\S+\n$/),
    ]);
    const file = await bench.save("partner", "private", "OpenSSH", "open it");
    expect(file.name).toBe("partner.ssh");
    await bench.forget("partner");
    await bench.drop(".keys-panel", line, file);
    await bench.givePassword("partner.ssh is encrypted", "open it");
    await expect.poll(() => kind(bench)).toBe("private and public");
    expect(await shownFingerprint(bench)).toBe(fingerprint);

    const repository = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url));
    await bench.load("p12", await repository("lab/crates/fuzz/corpus/keys/pkcs12-one-iteration.der"), "secret", "p12");
    await bench.drop(".keys-panel", {
      name: "same.ppk",
      content: await repository("crates/rsa/tests/keys/putty-argon2id.pem"),
    });
    await bench.givePassword("same.ppk is encrypted", "secret");
    await bench.see("You already have this key: p12.");
  });

  it("that cannot be read have a reason, and broken ones say why", async () => {
    const bench = await Workbench.open();
    const { kty, n, e } = closePrimesJwk(distances.touching);
    await bench.drop(
      ".keys-panel",
      { name: "letter.txt", content: "Dear Sir" },
      { name: "large.pem", content: "x".repeat(70_000) },
      { name: "close.jwk", content: JSON.stringify({ kty, n, e }) },
    );
    await bench.page
      .locator(".key")
      .getByText(/Fermat/)
      .waitFor();
    expect(await bench.notes.locator(".problem").allTextContents()).toEqual([
      expect.stringMatching(/^letter\.txt: /),
      "large.pem: A key file has at most 65536 bytes, this one has 70000.",
    ]);
  });

  it("have their verdict before they are made, and a broken one is made only when it is called that", async () => {
    const bench = await Workbench.open();
    const dialog = await bench.openMake();
    const verdict = dialog.locator(".new-key-verdict");
    const make = dialog.getByRole("button", { name: "Make", exact: true });
    const w = dialog.getByLabel("w CRT exponents");
    await verdict.getByText("Good", { exact: true }).waitFor();
    await dialog.getByLabel("n modulus").fill("1024");
    await verdict.getByText("Use n = 2048 instead of 1024.").waitFor();
    expect(await textOf(verdict)).toMatch(/^Weak/);
    expect(await make.isEnabled()).toBe(true);
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("n modulus").fill("2048");
    await w.fill("160");
    await verdict.getByText("Use w = 320 instead of 160.").waitFor();
    await verdict.getByRole("button", { name: "Apply" }).click();
    expect([await w.inputValue(), await textOf(verdict)]).toEqual(["320", expect.stringMatching(/^Acceptable/)]);
    // The button is gone, and the keyboard goes on where it was.
    expect(await dialog.locator(":focus").count()).toBe(1);

    await w.fill("9999");
    await dialog.getByText("From 16 to 4096; 9999 is outside.").waitFor();
    await dialog.getByText("Fix the highlighted fields first.").waitFor();
    expect(await make.isDisabled()).toBe(true);
    // Another variant has no such field.
    await dialog.getByLabel("variant").selectOption("crt");
    expect(await make.isEnabled()).toBe(true);
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("n modulus").fill("512");
    await w.fill("300");
    await dialog.locator(".new-key-verdict", { hasText: /^w is 300 bits, but must be from 16 to 256 bits/ }).waitFor();

    await dialog.getByLabel("n modulus").fill("2048");
    await w.fill("160");
    expect(await make.count()).toBe(0);
    await dialog.getByRole("button", { name: "Make a broken key" }).click();
    await bench.page.getByRole("link", { name: "Broken" }).waitFor();
    const offered = () => bench.panel.locator(".after-making button:visible").allTextContents();
    await expect.poll(offered).toEqual(["Sign with it", "Share the public key …"]);
    // Nobody gave it a name.
    const [, start] = /^Key ([\da-f]{4}-[\da-f]{4})$/.exec(await textOf(bench.page.locator(".key h2"))) ?? [];
    expect(await textOf(bench.page.locator(".key-params"))).toMatch(/^Rebalanced, n\s2048, w\s160$/);
    await bench.see(/^Key created: Rebalanced, 2048 bits \(\d.* m?s\)\.$/);
    await bench.press("Share the public key …");
    await bench.dialog.getByText(/compare this fingerprint with you, by phone/).waitFor();
    expect(await bench.page.getByLabel("which").isVisible()).toBe(false);
    expect((await bench.download("Save the file")).name).toBe(`key-${start}.pub.pem`);
  });

  it("come in twos on one modulus, of which the second has a short e", async () => {
    const bench = await Workbench.open();
    const dialog = await bench.openMake();
    const box = dialog.getByLabel("Also make a key with e = 65537");
    expect(await box.isVisible()).toBe(false);
    await dialog.getByLabel("variant").selectOption("r-prime");
    await box.check();
    await bench.page.keyboard.press("Escape");
    await bench.makeKey("fast", "r-prime", { "n modulus": "1024", "w CRT exponents": "160" });
    const publicKey = async (name: string) =>
      JSON.parse((await bench.save(name, "public", "JSON Web Key")).content.toString());
    const [fast, short] = [await publicKey("fast"), await publicKey("fast, short e")];
    expect(short).toMatchObject({ n: fast.n, e: "AQAB" });
    expect(fast.e.length).toBeGreaterThan(160);
    await bench.page.getByRole("button", { name: "Save fast", exact: true }).click();
    expect(await bench.dialog.getByLabel("format").locator("option").allTextContents()).toHaveLength(6); // not OpenSSH
    await bench.page.keyboard.press("Escape");
    // The one that was asked for is chosen.
    await bench.tab("Decrypt");
    expect(await bench.chosenKey()).toMatch(/^fast\b(?!, short e)/);
  });

  it("give up what was begun in a dialog that is closed", async () => {
    const bench = await Workbench.open();
    for (const name of ["one", "two"]) await bench.load(name, pemOf((await makePair(512)).privateKey));
    const saved: string[] = [];
    bench.page.on("download", (file) => saved.push(file.suggestedFilename()));
    await bench.page.getByRole("button", { name: "Save one", exact: true }).click();
    for (const label of ["password (optional)", "repeat password"])
      await bench.dialog.getByLabel(label).fill("open it");
    // In one turn: encrypting the file takes longer.
    await bench.dialog.evaluate((dialog: HTMLElement) => {
      dialog.querySelector("form")?.requestSubmit();
      dialog.querySelector<HTMLElement>(".dialog-buttons .secondary")?.click();
    });
    await bench.save("two", "private", undefined, "open it");
    expect(saved).toEqual(["two.pem"]);
  });

  it("that exist only in the page are named until they are saved, and leaving is asked about", async () => {
    const bench = await Workbench.open();
    const notice = bench.page.locator(".lone-keys");
    expect(await textOf(notice)).toBe("");
    await bench.makeKey("mine", "crt", { "n modulus": "512" });
    await bench.see("mine is only in this page, and lost when you close it.");
    await bench.makeKey("another", "crt", { "n modulus": "512" });
    await bench.see("mine and another are only in this page,");
    expect(await violations(bench.page)).toEqual([]);
    expect(await asksToLeave(bench.page)).toBe(true);
    await bench.save("another", "public");
    for (const button of ["Save another as a file …", "Save it as a file …"]) {
      await notice.getByRole("button", { name: button }).click();
      await bench.download("Save the file");
      await bench.dialog.waitFor({ state: "hidden" });
    }
    await expect.poll(() => textOf(notice)).toBe("");
    // The button that was clicked is gone.
    await expect.poll(() => bench.focused()).toBe("Save mine");
    await bench.startLong();
    expect(await asksToLeave(bench.page)).toBe(true);
    await bench.cancel();
    expect(await asksToLeave(bench.page)).toBe(false);
  });
});

/** Closes the page as a user does, who stays when the browser asks. */
async function asksToLeave(page: Page): Promise<boolean> {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    return true;
  });
  const closed = page.waitForEvent("close").then(() => false);
  for (const each of [asked, closed]) each.catch(() => {}); // the one that lost
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, closed]);
}

describe("the place Workbench", () => {
  it("moves nothing while it loads, and loads the doctor with its tab", async () => {
    const page = await site.open("xrsa/");
    const loads = watchLoads(page);
    await page.getByRole("link", { name: "Workbench", exact: true }).click();
    await page.locator("#panel-keys .run:enabled").waitFor();
    expect(await textOf(page.locator("[aria-current=page]"))).toBe("Workbench");
    expect(await layoutShift(page)).toBeLessThan(0.05);
    expect(loads.names()).not.toContain("doctor.js");
    await page.getByRole("tab", { name: "Doctor" }).click();
    await expect.poll(() => loads.names()).toContain("doctor.js");
  });

  it("opens its dialog from another place, once", async () => {
    const bench = await Workbench.open("make");
    const { dialog, page } = bench;
    await dialog.getByText("disallows all RSA after 2035").waitFor();
    await dialog.getByText("What browsers and servers use. Private keys work with all software.").waitFor();
    await dialog.getByLabel("variant").selectOption("multi-power");
    await dialog.getByText("Only this library reads the private keys.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toBe("#keys");
    await page.evaluate(() => {
      location.hash = "#make";
    });
    await dialog.getByRole("button", { name: "Make", exact: true }).waitFor();
    // Closed by Escape and opened again in one turn: the late event of the first must not close the second.
    await page.evaluate(() => {
      document.querySelector("dialog")?.requestClose();
      location.hash = "#make";
    });
    await page.waitForFunction(() => location.hash === "#keys");
    await dialog.getByRole("button", { name: "Make", exact: true }).click();
    await page.locator(".key").waitFor();
    await expect.poll(() => bench.focused()).toMatch(/^Save /);
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
});
