import { generateKeyPairSync } from "node:crypto";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite, textOf } from "../browser.ts";
import { dropFiles, fillNewPassphrase, keepKeys, makeKey, openWorkbench, recordCount, unlockKeys } from "./support.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const privatePem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const publicPem = publicKey.export({ type: "spki", format: "pem" }) as string;

const passphrase = "correct horse battery";
const kind = (page: Page) => textOf(page.locator(".key-kind"));

async function load(page: Page, content: string): Promise<void> {
  await dropFiles(page, ".keys-panel", [{ name: "mine.pem", content }]);
  await page.locator(".keys-panel .notes").getByText(/mine/).waitFor();
}

/** A second tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator("#panel-keys .run:enabled").waitFor();
  return other;
}

const unlocked = (page: Page) =>
  page
    .locator(".storage")
    .getByText(/The keys are kept/)
    .waitFor();

describe("what is kept of one key", () => {
  it("is its private half as soon as that is here, though the public one was kept first", async () => {
    const page = await openWorkbench(site);
    await load(page, publicPem);
    await keepKeys(page, passphrase);
    await expect.poll(() => recordCount(page)).toBe(1);
    await page.reload();
    // Loaded while what is kept is locked.
    await page.locator("#panel-keys .run:enabled").waitFor();
    await load(page, privatePem);
    await unlockKeys(page, passphrase);
    await unlocked(page);
    await page.reload();
    await unlockKeys(page, passphrase);
    await unlocked(page);
    expect(await kind(page)).toBe("private and public");
    expect(await recordCount(page)).toBe(1);
    await page.context().close();
  });

  it("is one record after two tabs wrote it, so that it is gone when it is forgotten", async () => {
    const page = await openWorkbench(site);
    await keepKeys(page, passphrase);
    await unlocked(page);
    const other = await secondTab(page);
    await unlockKeys(other, passphrase);
    await unlocked(other);
    for (const each of [page, other]) await load(each, privatePem);
    await expect.poll(() => recordCount(page)).toBe(2);
    await page.reload();
    await unlockKeys(page, passphrase);
    await unlocked(page);
    expect(await kind(page)).toBe("private and public");
    await expect.poll(() => recordCount(page)).toBe(1);
    await page.getByRole("button", { name: "Forget mine" }).click();
    await page.getByRole("button", { name: "Forget for good? mine" }).click();
    await expect.poll(() => recordCount(page)).toBe(0);
    await page.context().close();
  });
});

describe("two tabs", () => {
  it("that both begin to keep keys: the second is told to unlock, and destroys nothing", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "first", "crt", { "n modulus": "512" });
    const other = await secondTab(page);
    await keepKeys(page, passphrase);
    await expect.poll(() => recordCount(page)).toBe(1);
    await other.getByRole("button", { name: "Keep keys in this browser …" }).click();
    await fillNewPassphrase(other, "another passphrase", "another passphrase");
    await other.getByText("Keys are kept already, by another tab: unlock them.").waitFor();
    await other.keyboard.press("Escape");
    await unlockKeys(other, passphrase);
    await other.getByRole("heading", { name: "first" }).waitFor();
    await page.context().close();
  });

  it("of which one deletes what is kept: the other puts nothing under a key that is gone", async () => {
    const page = await openWorkbench(site);
    await keepKeys(page, passphrase);
    await unlocked(page);
    const other = await secondTab(page);
    await other.getByRole("button", { name: "Delete what is kept" }).click();
    await other.getByRole("button", { name: "Delete it for good?" }).click();
    await keepKeys(other, "another passphrase");
    await unlocked(other);
    await makeKey(page, "late", "crt", { "n modulus": "512" });
    await page.getByText("The browser did not keep the keys: Another tab has deleted what was kept.").waitFor();
    await page.getByText("0 keys are kept in this browser, encrypted.").waitFor();
    expect(await recordCount(page)).toBe(0);
    await page.context().close();
  });
});

describe("locking", () => {
  it("takes away what was decrypted and typed, and says that the keys are locked", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "first", "crt", { "n modulus": "1024" });
    await keepKeys(page, passphrase);
    await unlocked(page);
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.getByLabel("Text to sign").fill("a secret");
    await page.locator("#panel-sign").getByRole("button", { name: "Sign", exact: true }).click();
    await page.locator("#panel-sign .result").waitFor();
    await page.getByRole("tab", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Lock" }).click();
    await page.getByText("One key is kept in this browser, encrypted.").waitFor();
    await page.getByRole("tab", { name: "Sign" }).click();
    await page.locator("#panel-sign").getByText("The kept keys are locked").waitFor();
    expect(await page.getByLabel("Text to sign").inputValue()).toBe("");
    expect(await page.locator("#panel-sign .result").isVisible()).toBe(false);
    await page.context().close();
  });
});
