// @module-tag extended
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { site, textOf } from "../browser.ts";
import { dropFiles, fillNewPassphrase, keepKeys, makeKey, openWorkbench, recordCount, unlockKeys } from "./support.ts";

/** A short key: each tab that shows it also assesses it, which takes half the time. */
const { privateKey, publicKey } = await makePair(512);
const privatePem = pemOf(privateKey);
const publicPem = pemOf(publicKey);

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
    .getByText(/Your keys are stored encrypted/)
    .waitFor();

/** Two tabs that have both keys that are kept, unlocked. */
async function twoOpenTabs(): Promise<[Page, Page]> {
  const page = await openWorkbench(site);
  await load(page, privatePem);
  await makeKey(page, "second", "crt", { "n modulus": "512" });
  await keepKeys(page, passphrase);
  await expect.poll(() => recordCount(page)).toBe(2);
  const other = await secondTab(page);
  await unlockKeys(other, passphrase);
  await unlocked(other);
  expect(await other.locator(".key").count()).toBe(2);
  return [page, other];
}

/** Two tabs that keep the same key, which each has loaded and written. */
async function twoRecordsOfOneKey(): Promise<[Page, Page]> {
  const page = await openWorkbench(site);
  await keepKeys(page, passphrase);
  await unlocked(page);
  const other = await secondTab(page);
  await unlockKeys(other, passphrase);
  await unlocked(other);
  for (const each of [page, other]) await load(each, privatePem);
  await expect.poll(() => recordCount(page)).toBe(2);
  return [page, other];
}

describe("what tabs tell each other", () => {
  it("is which key was forgotten, by its fingerprint, and another channel's noise does nothing", async () => {
    const [page, other] = await twoOpenTabs();
    const listener = await secondTab(page);
    await listener.evaluate(() => {
      const heard: unknown[] = [];
      const channel = new BroadcastChannel("rsa-variants-storage");
      channel.onmessage = ({ data }) => heard.push(data);
      Object.assign(window, { heard, channel });
      const vault = "of no vault that is open";
      for (const data of [null, 7, { type: "locked" }, { type: "locked", vault }, { type: "deleted", vault }]) {
        channel.postMessage(data);
      }
    });
    const shown = await textOf(page.locator(".key", { hasText: "mine" }).locator(".fingerprint code"));
    await page.getByRole("button", { name: "Forget mine" }).click();
    await page.getByRole("button", { name: "Forget for good? mine" }).click();
    await other.getByText("Forgotten in another tab: mine.").waitFor();
    expect(await other.locator(".key h2").allTextContents()).toEqual(["second"]);
    await unlocked(other);
    await expect.poll(() => recordCount(page)).toBe(1);
    const heard = await listener.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
    expect(heard).toEqual([
      { type: "forgotten", vault: expect.stringMatching(/^[\da-f-]{36}$/), fingerprints: [shown.replaceAll(" ", "")] },
    ]);
    // What is left is the other's too: both keep it as one record.
    await other.reload();
    await unlockKeys(other, passphrase);
    await unlocked(other);
    expect(await other.locator(".key h2").allTextContents()).toEqual(["second"]);
  });

  it("is also of a key that each of them wrote: forgotten in one, it is gone from both and from the browser", async () => {
    const [page, other] = await twoRecordsOfOneKey();
    await page.getByRole("button", { name: "Forget mine" }).click();
    await page.getByRole("button", { name: "Forget for good? mine" }).click();
    await other.getByText("No keys yet.").waitFor();
    await expect.poll(() => recordCount(page)).toBe(0);
  });
});

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
  });

  it("is one record after two tabs wrote it, so that it is gone when it is forgotten", async () => {
    const [page] = await twoRecordsOfOneKey();
    await page.reload();
    await unlockKeys(page, passphrase);
    await unlocked(page);
    expect(await kind(page)).toBe("private and public");
    await expect.poll(() => recordCount(page)).toBe(1);
    await page.getByRole("button", { name: "Forget mine" }).click();
    await page.getByRole("button", { name: "Forget for good? mine" }).click();
    await expect.poll(() => recordCount(page)).toBe(0);
  });
});

describe("two tabs", () => {
  it("that both begin to keep keys: the second is told to unlock, and destroys nothing", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "first", "crt", { "n modulus": "512" });
    const other = await secondTab(page);
    await other.getByRole("button", { name: "Store keys in this browser …" }).click();
    await keepKeys(page, passphrase);
    await expect.poll(() => recordCount(page)).toBe(1);
    await fillNewPassphrase(other, "another passphrase", "another passphrase");
    await other.getByText("Another tab already stores keys. Unlock them.").waitFor();
    await other.keyboard.press("Escape");
    await unlockKeys(other, passphrase);
    await other.getByRole("heading", { name: "first" }).waitFor();
  });

  it("that cannot tell each other, of which one deletes what is kept: the other puts nothing under a key that is gone", async () => {
    const page = await openWorkbench(site);
    await page.context().addInitScript(() => Reflect.deleteProperty(globalThis, "BroadcastChannel"));
    await page.reload();
    await page.locator("#panel-keys .run:enabled").waitFor();
    await keepKeys(page, passphrase);
    await unlocked(page);
    const other = await secondTab(page);
    await other.getByRole("button", { name: "Delete stored keys" }).click();
    await other.getByRole("button", { name: "Delete for good?" }).click();
    await keepKeys(other, "another passphrase");
    await unlocked(other);
    await makeKey(page, "late", "crt", { "n modulus": "512" });
    await page.getByText("The browser did not store the keys. Another tab deleted the stored keys.").waitFor();
    await page.getByText("0 encrypted keys are stored in this browser.").waitFor();
    expect(await recordCount(page)).toBe(0);
  });

  it("of which one locks: the keys leave both, with what was worked on", async () => {
    const [page, other] = await twoOpenTabs();
    await other.getByRole("tab", { name: "Sign" }).click();
    await other.getByLabel("Text to sign").fill("a secret");
    await page.getByRole("button", { name: "Lock" }).click();
    await other.locator("#panel-sign").getByText("Your stored keys are locked").waitFor();
    expect(await other.getByLabel("Text to sign").inputValue()).toBe("");
    await other.getByRole("tab", { name: "Keys" }).click();
    for (const each of [page, other]) {
      await each.getByText("2 encrypted keys are stored in this browser.").waitFor();
      expect(await each.locator(".key").count()).toBe(0);
    }
  });

  it("of which one deletes what is kept: the other shows it, and both have their keys still", async () => {
    const [page, other] = await twoOpenTabs();
    await page.getByRole("button", { name: "Delete stored keys" }).click();
    await page.getByRole("button", { name: "Delete for good?" }).click();
    await other.getByText("Another tab deleted the stored keys. They are still in this page.").waitFor();
    for (const each of [page, other]) {
      await each.getByText("Keys are lost when you close this page.").waitFor();
      expect(await each.locator(".key").count()).toBe(2);
    }
  });

  it("of which one deletes what the other is unlocking: the other says so, and holds its keys for kept no more", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "first", "crt", { "n modulus": "512" });
    await keepKeys(page, passphrase);
    await unlocked(page);
    await expect.poll(() => recordCount(page)).toBe(1);
    const other = await secondTab(page);
    // What opens the vault comes first; the records wait.
    await other.evaluate(() => {
      const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
      let count = 0;
      crypto.subtle.decrypt = async (...given) => {
        if (count++ > 0) await new Promise((resolve) => document.addEventListener("go on", resolve, { once: true }));
        return decrypt(...given);
      };
    });
    await unlockKeys(other, passphrase);
    await page.getByRole("button", { name: "Delete stored keys" }).click();
    await page.getByRole("button", { name: "Delete for good?" }).click();
    await page.getByText("Keys are lost when you close this page.").waitFor();
    await expect
      .poll(async () => {
        await other.evaluate(() => document.dispatchEvent(new Event("go on")));
        return other.getByText("Another tab deleted the stored keys.").count();
      })
      .toBe(1);
    await other.keyboard.press("Escape");
    await other.getByText("Keys are lost when you close this page.").waitFor();
  });

  it("of which one is locked: it counts what the other keeps", async () => {
    const page = await openWorkbench(site);
    const other = await secondTab(page);
    await keepKeys(page, passphrase);
    await other.getByText("0 encrypted keys are stored in this browser.").waitFor();
    await load(page, privatePem);
    await other.getByText("One encrypted key is stored in this browser.").waitFor();
    await page.getByRole("button", { name: "Forget mine" }).click();
    await page.getByRole("button", { name: "Forget for good? mine" }).click();
    await other.getByText("0 encrypted keys are stored in this browser.").waitFor();
    await other.getByRole("button", { name: "Delete stored keys" }).click();
    await other.getByRole("button", { name: "Delete for good?" }).click();
    await page.getByText("Keys are lost when you close this page.").waitFor();
  });
});
