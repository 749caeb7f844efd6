import { expect, it } from "vitest";
import { site } from "../browser.ts";

it("what else the engine does is measured here, and what is measured stays after Stop", async () => {
  const page = await site.open("papers/#engine");
  await page.locator("#engine ~ .actions button").click();
  const row = (name: string) => page.locator("#engine ~ .table-box tr", { hasText: name });
  await row("with a table of the base").locator("td", { hasText: "×" }).waitFor();
  await page.locator("#engine ~ .actions button").click();
  await page.getByText("Stopped.").first().waitFor();
  const cells = await row("A power modulo 3072 bits").locator("td").allTextContents();
  expect(cells.map((cell) => cell.replaceAll(/\s/g, " "))).toEqual([
    expect.stringMatching(/^\d[\d.]* (µs|ms)$/),
    expect.stringMatching(/^\d[\d.]* (µs|ms)$/),
    expect.stringMatching(/^\d[\d.]* ×$/),
  ]);
  // A new run starts with an empty table.
  await page.locator("#engine ~ .actions button").click();
  expect(await row("A safe prime of 1024 bits").locator("td").allTextContents()).toContain("–");
  expect(await page.locator(".problem").allTextContents()).toEqual([""]);
});
