import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { site, textOf } from "../browser.ts";
import { openWorkbench } from "./support.ts";

async function openDialog(): Promise<{ page: Page; dialog: Locator }> {
  const page = await openWorkbench(site);
  await page.getByRole("button", { name: "Make a key …" }).click();
  return { page, dialog: page.getByRole("dialog", { name: "Make a key" }) };
}

describe("the dialog for a new key", () => {
  it("opens from another place, once, and says what the verdict and the variant mean", async () => {
    const page = await openWorkbench(site, "make");
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByText("Safe for long-lived secrets").waitFor();
    await dialog.getByText("What browsers and servers use. Private keys work with all software.").waitFor();
    await dialog.getByLabel("variant").selectOption("multi-power");
    await dialog.getByText("Only this library reads the private keys.").waitFor();
    // The page hears of the close some time after the dialog is hidden.
    await dialog.evaluate((element) => {
      const mark = () => setTimeout(() => element.setAttribute("data-closed", ""));
      element.addEventListener("close", mark, { once: true });
    });
    await page.keyboard.press("Escape");
    await page.locator("dialog[data-closed]").waitFor({ state: "attached" });
    expect(new URL(page.url()).hash).toBe("#keys");
    await page.evaluate(() => {
      location.hash = "#make";
    });
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Make", exact: true }).click();
    await page.locator(".key").waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(focused).toMatch(/^Save /);
  });
});

const w = (dialog: Locator) => dialog.getByLabel("w CRT exponents").inputValue();

describe("the numbers of a new key", () => {
  it.each([
    ["scheme-a", "512"],
    ["rebalanced", "320"],
    ["r-prime", "224"],
    ["tunable", "736"],
  ])("that nobody chose follow n: w of %s", async (variant, expected) => {
    const { dialog } = await openDialog();
    await dialog.getByLabel("n modulus").fill("512");
    await dialog.getByLabel("variant").selectOption(variant);
    await dialog.getByLabel("n modulus").fill("2048");
    expect(await w(dialog)).toBe(expected);
    await dialog.locator(".new-key-verdict").getByText("Acceptable", { exact: true }).waitFor();
  });

  it("that the user chose stay as they are", async () => {
    const { dialog } = await openDialog();
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("w CRT exponents").fill("400");
    await dialog.getByLabel("n modulus").fill("2048");
    expect(await w(dialog)).toBe("400");
    await dialog.getByLabel("variant").selectOption("r-prime");
    expect(await w(dialog)).toBe("400");
  });

  it("change as the verdict advises, with one click", async () => {
    const { dialog } = await openDialog();
    const verdict = dialog.locator(".new-key-verdict");
    await dialog.getByLabel("n modulus").fill("2048");
    await dialog.getByLabel("variant").selectOption("rebalanced");
    await dialog.getByLabel("w CRT exponents").fill("160");
    await verdict.getByText("Use w = 320 instead of 160.").waitFor();
    await verdict.getByRole("button", { name: "Apply" }).click();
    expect(await w(dialog)).toBe("320");
    expect(await textOf(verdict)).toMatch(/^Acceptable/);
    // The button is gone, and the keyboard goes on where it was.
    expect(await dialog.locator(":focus").count()).toBe(1);
    expect(await dialog.getByRole("button", { name: "Make", exact: true }).isEnabled()).toBe(true);
  });

  it("change with the length of the modulus that is advised", async () => {
    const { dialog } = await openDialog();
    await dialog.getByLabel("n modulus").fill("1024");
    await dialog.locator(".new-key-verdict").getByRole("button", { name: "Apply" }).click();
    expect(await dialog.getByLabel("n modulus").inputValue()).toBe("2048");
  });
});
