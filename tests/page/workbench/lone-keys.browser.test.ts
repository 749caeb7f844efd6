import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, site, textOf } from "../browser.ts";
import { keepKeys, makeKey, openWorkbench, recordCount, unlockKeys } from "./support.ts";

const passphrase = "correct horse battery";
const notice = (page: Page) => page.locator(".lone-keys");

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

/** Saves the key through the notice. */
async function save(page: Page): Promise<void> {
  await notice(page).getByRole("button", { name: "Save it as a file …" }).click();
  await download(page, "Save the file");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

describe("a key that exists only in the page", () => {
  it("is named while the stored ones are locked, and stored when they are unlocked", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "first", "crt", { "n modulus": "512" });
    await keepKeys(page, passphrase);
    await expect.poll(() => recordCount(page)).toBe(1);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText("One encrypted key is stored in this browser.").waitFor();
    expect(await textOf(notice(other))).toBe("");
    await makeKey(other, "second", "crt", { "n modulus": "512" });
    await notice(other).getByText("second is not stored.").waitFor();
    expect(await violations(other)).toEqual([]);
    await notice(other).getByRole("button", { name: "Unlock them to store it, too …" }).click();
    await unlockKeys(other, passphrase);
    await other.getByText("Your keys are stored encrypted").waitFor();
    await expect.poll(() => recordCount(page)).toBe(2);
    await expect.poll(() => textOf(notice(other))).toBe("");
  });

  it("can be saved where the browser stores nothing", async () => {
    const page = await openWorkbench(site);
    await page.context().addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The user denied permission.", "SecurityError");
      };
    });
    await page.reload();
    await page.locator("#panel-keys .run:enabled").waitFor();
    await makeKey(page, "mine", "crt", { "n modulus": "512" });
    await notice(page)
      .getByText(/^mine is not stored\. This browser stores no keys here/)
      .waitFor();
    await save(page);
    await expect.poll(() => textOf(notice(page))).toBe("");
    // The button that was clicked is gone.
    await expect.poll(() => focused(page)).toBe("Save mine");
  });

  it("is named after the storage is full, also when other keys are loaded, and stored by another try", async () => {
    const page = await openWorkbench(site);
    await keepKeys(page, passphrase);
    await page.getByText("Your keys are stored encrypted").waitFor();
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
      document.addEventListener("room", () => {
        IDBObjectStore.prototype.put = put;
      });
    });
    for (const name of ["mine", "another"]) await makeKey(page, name, "crt", { "n modulus": "512" });
    await notice(page)
      .getByText(/^mine and another are not stored\. The browser refused: There is not enough space/)
      .waitFor();
    expect(await notice(page).getByRole("button").allTextContents()).toEqual([
      "Try again",
      "Save mine as a file …",
      "Save another as a file …",
    ]);
    await page.evaluate(() => document.dispatchEvent(new Event("room")));
    await notice(page).getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => recordCount(page)).toBe(2);
    await expect.poll(() => textOf(notice(page))).toBe("");
    await expect.poll(() => focused(page)).toBe("Save mine");
  });
});
