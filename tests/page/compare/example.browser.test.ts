import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pageWidth, violations } from "../accessibility.ts";
import { site, textOf } from "../browser.ts";

async function openExample(options = {}): Promise<Page> {
  const page = await site.open("", options);
  await page.locator("#example summary").first().click();
  await page.locator(".worked-example .squares").first().waitFor();
  return page;
}

describe("the worked example", () => {
  it("computes with the numbers that the reader chooses, and says why others cannot be used", async () => {
    const page = await openExample();
    const example = page.locator(".worked-example");
    await example.getByLabel("message").fill("12345");
    await page.locator("#example-two-0").selectOption("149");
    const crt = example.locator("article", { has: page.getByRole("heading", { name: "CRT", exact: true }) });
    expect(await textOf(crt)).toMatch(/p = 149, q = 233.*M = 12345/);
    await page.locator("#example-two-0").selectOption("233");
    expect(await textOf(example.getByRole("status"))).toBe("The primes of a key must differ.");
    expect(await textOf(crt)).toContain("p = 149");
    expect(await violations(page)).toEqual([]);
  });

  it("draws multiplications of half the length a quarter as large", async () => {
    const page = await openExample();
    const areas = await page.locator(".lesson .squares").evaluateAll((rows) =>
      rows.map((row) => {
        const { width, height } = (row.firstElementChild as Element).getBoundingClientRect();
        return width * height;
      }),
    );
    expect(areas[0]).toBe(4 * (areas[1] as number));
    expect(await page.locator(".lesson .squares").first().getAttribute("aria-label")).toMatch(
      /^\d+ squarings and \d+ multiplications of 16 bits$/,
    );
    const color = await page
      .locator(".squares i")
      .first()
      .evaluate((square) => getComputedStyle(square).backgroundColor);
    expect(color).not.toBe("rgba(0, 0, 0, 0)");
  });

  it("fits on a phone, and prints the exercises alone", async () => {
    const page = await openExample({ viewport: { width: 360, height: 740 } });
    expect(await pageWidth(page)).toBe(360);
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: "Print the exercises" }).click();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".exercises").isVisible()).toBe(true);
    expect(await page.locator(".printed-answers").isVisible()).toBe(true);
    for (const hidden of ["header", ".lesson", ".exercises button", ".examples"]) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    }
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await page.locator(".lesson").isVisible()).toBe(true);
  });
});
