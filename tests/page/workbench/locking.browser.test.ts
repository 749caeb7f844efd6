import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { site, textOf } from "../browser.ts";
import { dropFiles, keepKeys, makeKey, openWorkbench } from "./support.ts";

const panel = (page: Page) => page.locator("[role=tabpanel]:visible");
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();
const show = (page: Page, tab: string) => page.getByRole("tab", { name: tab }).click();

/** One character, encrypted by itself. */
async function encryptIncrementally(page: Page): Promise<string> {
  await show(page, "Encrypt");
  await page.getByLabel("mode").selectOption("incremental");
  await page.getByLabel("c characters at once").fill("1");
  await page.getByLabel("Text to encrypt").fill("x");
  await press(page, "Encrypt");
  return textOf(panel(page).locator(".result-text"));
}

/** Gives a tab a file of a gibibyte, which its reading alone takes seconds for. */
async function chooseGibibyte(page: Page): Promise<void> {
  await panel(page).evaluate((element) => {
    const data = new DataTransfer();
    data.items.add(new File(Array<Blob>(64).fill(new Blob([new Uint8Array(1 << 24)])), "disk.img"));
    element.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
}

/** Something that a tab works on, its field filled, and something that takes it long. */
const tabs = [
  {
    tab: "Encrypt",
    field: "Text to encrypt",
    fill: async (page: Page) => {
      await page.getByLabel("Text to encrypt").fill("a secret");
    },
    fillLong: async (page: Page) => {
      await page.getByLabel("mode").selectOption("incremental");
      await page.getByLabel("c characters at once").fill("1");
      await page.getByLabel("Text to encrypt").fill("x".repeat(1_000_000));
    },
  },
  {
    tab: "Decrypt",
    field: "Encrypted text",
    fill: async (page: Page) => {
      const encrypted = await encryptIncrementally(page);
      await show(page, "Decrypt");
      await page.getByLabel("Encrypted text").fill(encrypted);
    },
    fillLong: async (page: Page) => {
      const encrypted = await encryptIncrementally(page);
      await show(page, "Decrypt");
      const buffer = Buffer.from(encrypted.repeat(50_000));
      await page.locator("#decrypt-file").setInputFiles({ name: "long.txt", mimeType: "", buffer });
    },
  },
  {
    tab: "Sign",
    field: "Text to sign",
    fill: async (page: Page) => {
      await page.getByLabel("Text to sign").fill("a secret");
    },
    fillLong: chooseGibibyte,
  },
  {
    tab: "Verify",
    field: "Signed text",
    fill: async (page: Page) => {
      await page.getByLabel("Signed text").fill("a secret");
      await dropFiles(page, ".signature-file", [{ name: "a.sig", content: Buffer.alloc(128) }]);
    },
    fillLong: async (page: Page) => {
      await chooseGibibyte(page);
      await dropFiles(page, ".signature-file", [{ name: "a.sig", content: Buffer.alloc(128) }]);
    },
  },
] as const;

async function openWithKeptKey(tab: string): Promise<Page> {
  const page = await openWorkbench(site);
  await makeKey(page, "first", "crt", { "n modulus": "1024" });
  await keepKeys(page, "correct horse battery");
  await page.getByText("Your keys are stored encrypted").waitFor();
  await show(page, tab);
  return page;
}

async function lock(page: Page, tab: string): Promise<void> {
  await show(page, "Keys");
  await press(page, "Lock");
  await page.getByText("One encrypted key is stored in this browser.").waitFor();
  // In what is not seen, too.
  const shown = () =>
    page.evaluate(() => {
      const typed = [...document.querySelectorAll("textarea")].map(({ value }) => value);
      return [...typed, ...[...document.querySelectorAll(".result")].map(({ textContent }) => textContent)].join("");
    });
  expect(await shown()).toBe("");
  await show(page, tab);
  await panel(page).getByText("Your stored keys are locked").waitFor();
}

describe.each(tabs)("locking, on $tab", ({ tab, field, fill, fillLong }) => {
  it("takes away what was worked on and what came out", async () => {
    const page = await openWithKeptKey(tab);
    await fill(page);
    await press(page, tab);
    await panel(page).locator(".result h2").waitFor();
    await lock(page, tab);
    expect(await page.getByLabel(field).inputValue()).toBe("");
    expect(await panel(page).locator(".result").isVisible()).toBe(false);
    if (tab === "Verify")
      expect(await textOf(panel(page).locator(".signature-file"))).toContain("drop the .sig file here");
  });

  it("cancels what runs, and keeps nothing of it", async () => {
    const page = await openWithKeptKey(tab);
    await fillLong(page);
    await press(page, tab);
    await panel(page).locator(".job-progress").waitFor();
    await lock(page, tab);
    await panel(page).getByText("Canceled. Nothing was saved.").waitFor();
    for (const each of [".job-progress", ".result", ".chosen-file"]) {
      expect(await panel(page).locator(each).isVisible(), each).toBe(false);
    }
    expect(await page.getByLabel(field).inputValue()).toBe("");
  });
});

describe("a key that was forgotten", () => {
  it("takes the work that runs with it along, and locking what was typed for it", async () => {
    const page = await openWithKeptKey("Keys");
    await makeKey(page, "second", "crt", { "n modulus": "1024" });
    await show(page, "Sign");
    await chooseGibibyte(page);
    await press(page, "Sign");
    await panel(page).locator(".job-progress").waitFor();
    await show(page, "Encrypt");
    await page.getByLabel("Text to encrypt").fill("a secret");
    await show(page, "Keys");
    await page.getByRole("button", { name: "Forget first" }).click();
    await page.getByRole("button", { name: "Forget for good? first" }).click();
    await show(page, "Sign");
    await panel(page).getByText("Canceled. Nothing was saved.").waitFor();
    await lock(page, "Encrypt");
    expect(await page.getByLabel("Text to encrypt").inputValue()).toBe("");
  });
});
