import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { site, textOf } from "../browser.ts";

async function openExample(width: number): Promise<Page> {
  const page = await site.open("", { viewport: { width, height: 740 } });
  await page.locator("#example summary").first().click();
  await page.locator(".followed-examples article:not(.not-chosen)").waitFor();
  return page;
}

describe("the worked example", () => {
  it("computes with the numbers that the reader chooses, draws the work, and prints the exercises alone", async () => {
    const page = await openExample(1280);
    const example = page.locator(".worked-example");
    // Multiplications of half the length are a quarter as large.
    const squares = example.locator(".lesson .squares");
    const areas = await squares.evaluateAll((rows) =>
      rows.map((row) => {
        const { width, height } = (row.firstElementChild as Element).getBoundingClientRect();
        return width * height;
      }),
    );
    expect(areas[0]).toBe(4 * (areas[1] as number));
    expect(await squares.first().getAttribute("aria-label")).toMatch(
      /^\d+ squarings and \d+ multiplications of 16 bits$/,
    );
    const colorOf = (square: Element) => getComputedStyle(square).backgroundColor;
    expect(await squares.locator("i").first().evaluate(colorOf)).not.toBe("rgba(0, 0, 0, 0)");

    // Binary numbers have no commas.
    expect(await textOf(example.locator(".printed-answers"))).toContain("e is 1\u00a00001 in binary");

    await example.getByLabel("message").fill("12345");
    await page.locator("#example-two-0").selectOption("149");
    const crt = example.locator("article", { has: page.getByRole("heading", { name: "CRT", exact: true }) });
    expect(await textOf(crt)).toMatch(/p\s=\s149, q\s=\s233.*M\s=\s12,345/);
    await page.locator("#example-two-0").selectOption("233");
    expect(await textOf(example.getByRole("status"))).toBe("The primes of a key must differ.");
    expect(await textOf(crt)).toMatch(/p\s=\s149/);
    expect(await violations(page)).toEqual([]);

    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: "Print the exercises" }).click();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".exercises").isVisible()).toBe(true);
    expect(await page.locator(".printed-answers").isVisible()).toBe(true);
    for (const hidden of ["header", ".lesson", ".exercises button", ".followed-examples"]) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    }
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await page.locator(".lesson").isVisible()).toBe(true);
  });

  it("opens from the details of a row with its variant, and shows one variant at a time but prints all", async () => {
    const page = await site.open("");
    await page.locator(".results-part:not([inert]) tr.best .toggle").first().click();
    const link = page.getByRole("button", { name: /^Follow one message through / });
    const name = /through (.+)$/.exec(await textOf(link))?.[1] as string;
    await link.click();
    const shown = page.locator(".followed-examples article").filter({ visible: true });
    expect(await textOf(shown.locator("h3"))).toBe(name);
    for (const variant of ["Multi-power", "Original"]) {
      await page.locator("#example-variant").selectOption({ label: variant });
      expect(await textOf(shown.locator("h3"))).toBe(variant);
      expect(await textOf(shown)).toMatch(/Encrypted: .*C\s=\sMe mod\sN\s=\s31,41517 mod\s/);
      expect(await textOf(shown)).toContain("5376 bit multiplications"); // of plain RSA
    }
    // Closed and asked for again.
    await page.locator("#example summary").first().click();
    await link.click();
    expect(await textOf(shown.locator("h3"))).toBe(name);
    expect(await textOf(shown.locator(".factor"))).toMatch(/^[\d.]+ × less work$/);
    const small = await shown
      .locator("sup, sub")
      .evaluateAll((all) => all.filter((each) => Number.parseFloat(getComputedStyle(each).fontSize) < 10).length);
    expect(small).toBe(0);
    await page.emulateMedia({ media: "print" });
    expect(await shown.count()).toBe(8);
  });

  it("has a menu of variants on a phone", async () => {
    const page = await openExample(360);
    await page.locator("#example-variant").selectOption("batch");
    await page.locator(".followed-examples article:not(.not-chosen) h3", { hasText: "Batch" }).waitFor();
  });
});
