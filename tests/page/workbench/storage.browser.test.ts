import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { site, textOf } from "../browser.ts";
import { fillNewPassphrase, keepKeys, makeKey, openWorkbench, unlockKeys } from "./support.ts";

const passphrase = "correct horse battery";

describe("keys kept in the browser", () => {
  const storage = (page: Page) => page.locator(".storage");
  const names = (page: Page) => page.locator(".key h2").allTextContents();

  /** Everything that is in the page's storage, as text, with the bytes as they are. */
  const stored = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<{ count: number; text: string }>((resolve) => {
          const opened = indexedDB.open("rsa-variants");
          opened.onsuccess = () => {
            const all = opened.result.transaction("keys").objectStore("keys").getAll();
            all.onsuccess = () => {
              const texts = all.result.map(
                ({ id, sealed }) => id + new TextDecoder("latin1").decode(sealed.ciphertext),
              );
              opened.result.close();
              resolve({ count: all.result.length, text: texts.join() });
            };
          };
        }),
    );

  it("are not kept if the dialog is closed before the passphrase was taken", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "plain", "crt", { "n modulus": "512" });
    for (const way of ["cancelled", "kept"]) {
      await page.getByRole("button", { name: "Store keys in this browser …" }).click();
      const dialog = page.getByRole("dialog", { name: "Store keys in this browser" });
      for (const label of ["new passphrase", "repeat passphrase"]) {
        expect(await dialog.getByLabel(label).inputValue()).toBe("");
        await dialog.getByLabel(label).fill(`${passphrase}, ${way}`);
      }
      await dialog.evaluate((element, isCancelled) => {
        element.querySelector("form")?.requestSubmit();
        if (isCancelled) element.querySelector<HTMLElement>(".dialog-buttons .secondary")?.click();
      }, way === "cancelled");
      await dialog.waitFor({ state: "hidden" });
    }
    await storage(page)
      .getByText(/Your keys are stored encrypted/)
      .waitFor();
    await page.reload();
    await unlockKeys(page, `${passphrase}, kept`);
    await page.getByRole("heading", { name: "plain" }).waitFor();
  });

  it("come back with the passphrase, each with its variant, and go when they are forgotten", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "power", "multi-power", { "n modulus": "768" });
    await makeKey(page, "plain", "original", { "n modulus": "512" });
    await keepKeys(page, "short");
    await page.getByText("Use at least 12 characters").waitFor();
    await fillNewPassphrase(page, passphrase, "another one");
    await page.getByText("The two passphrases differ.").waitFor();
    await fillNewPassphrase(page, passphrase, passphrase);
    await storage(page)
      .getByText(/Your keys are stored encrypted/)
      .waitFor();
    // The dialog closes after the keys are stored. Then the button that opened it has the focus again.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Lock");
    // A key that comes later is kept, too.
    await makeKey(page, "later", "batch", { "n modulus": "512" });
    const fingerprints = await page.locator(".fingerprint code").allTextContents();
    await expect.poll(async () => (await stored(page)).count).toBe(3);
    const { text } = await stored(page);
    for (const word of ["power", "rsa-variants", "modulus"]) expect(text).not.toContain(word);

    await page.reload();
    await storage(page).getByText("3 encrypted keys are stored in this browser.").waitFor();
    expect(await names(page)).toEqual([]);
    await unlockKeys(page, "wrong");
    await page.getByText("Wrong passphrase.").waitFor();
    await unlockKeys(page, passphrase);
    await storage(page)
      .getByText(/Your keys are stored encrypted/)
      .waitFor();
    expect(await names(page)).toEqual(["power", "plain", "later"]);
    expect((await page.locator(".fingerprint code").allTextContents()).sort()).toEqual(fingerprints.sort());
    const params = await page.locator(".key-params").allTextContents();
    expect(params.map((each) => each.split(",")[0]).sort()).toEqual(["Batch", "Multi-power", "Original"]);

    await page.getByRole("button", { name: "Forget plain" }).click();
    await page.getByRole("button", { name: "Forget for good? plain" }).click();
    await expect.poll(async () => (await stored(page)).count).toBe(2);
    await storage(page).getByRole("button", { name: "Lock" }).click();
    await storage(page).getByText("2 encrypted keys are stored in this browser.").waitFor();
    expect(await names(page)).toEqual([]);
    await storage(page).getByRole("button", { name: "Delete stored keys" }).click();
    await storage(page).getByRole("button", { name: "Delete for good?" }).click();
    await storage(page).getByText("Keys are lost when you close this page.").waitFor();
    expect((await stored(page)).count).toBe(0);
  });

  it("that are damaged are left out with a sentence, and the others come back", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "one", "crt", { "n modulus": "512" });
    await makeKey(page, "two", "crt", { "n modulus": "512" });
    await keepKeys(page, passphrase);
    await expect.poll(async () => (await stored(page)).count).toBe(2);
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opened = indexedDB.open("rsa-variants");
          opened.onsuccess = () => {
            const keys = opened.result.transaction("keys", "readwrite").objectStore("keys");
            const all = keys.getAll();
            all.onsuccess = () => {
              const [record] = all.result;
              record.sealed.ciphertext[0] ^= 1;
              keys.put(record).onsuccess = () => resolve();
            };
          };
        }),
    );
    await page.reload();
    await unlockKeys(page, passphrase);
    await page.getByText("A stored key is damaged and was left out.").waitFor();
    expect(await names(page)).toHaveLength(1);
  });

  it("have nothing that axe-core finds wrong, at 360 px", async () => {
    const page = await openWorkbench(site, "", { colorScheme: "dark", viewport: { width: 360, height: 800 } });
    await page.getByRole("button", { name: "Store keys in this browser …" }).click();
    expect(await violations(page)).toEqual([]);
    await fillNewPassphrase(page, passphrase, passphrase);
    await storage(page)
      .getByText(/Your keys are stored encrypted/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await textOf(storage(page))).toContain("save important keys as files");
  });
});
