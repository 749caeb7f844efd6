import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { download, site } from "../browser.ts";
import { dropFiles, makeKey, openWorkbench } from "./support.ts";

describe("leaving the page", () => {
  /** Closes the page as a user does, who stays when the browser asks. */
  async function asks(page: Page): Promise<boolean> {
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

  async function save(page: Page, which: string): Promise<void> {
    await page.getByRole("button", { name: "Save mine" }).click();
    await page.getByRole("dialog").getByLabel("which").selectOption(which);
    await download(page, "Save the file");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }

  it("is asked about while a key is nowhere else, and not once its private half is saved", async () => {
    const page = await openWorkbench(site);
    await makeKey(page, "mine", "crt", { "n modulus": "512" });
    expect(await asks(page)).toBe(true);
    await save(page, "public");
    expect(await asks(page)).toBe(true);
    await save(page, "private");
    expect(await asks(page)).toBe(false);
  });

  it("is not asked about with a key from a file, but while work runs", async () => {
    const page = await openWorkbench(site);
    const { privateKey } = await makePair(1024);
    const content = pemOf(privateKey);
    await dropFiles(page, ".keys-panel", [{ name: "mine.pem", content }]);
    await page.getByRole("heading", { name: "mine" }).waitFor();
    const panel = page.locator("#panel-encrypt");
    await page.getByRole("tab", { name: "Encrypt" }).click();
    await page.getByLabel("mode").selectOption("incremental");
    await page.getByLabel("c characters at once").fill("1");
    const buffer = Buffer.alloc(2_000_000, "x");
    await panel.locator("#encrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    await panel.getByRole("button", { name: "Encrypt", exact: true }).click();
    await panel.locator(".job-progress").waitFor();
    expect(await asks(page)).toBe(true);
    await panel.getByRole("button", { name: "Cancel" }).click();
    await panel.getByText("Canceled. Nothing was saved.").waitFor();
    expect(await asks(page)).toBe(false);
  });
});
