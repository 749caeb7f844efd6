import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { openSettings, site, textOf } from "../browser.ts";

describe("the verdicts of the table", () => {
  it("stand beside the parameters, and change with them", async () => {
    const page = await site.open("?n=2048&r=3&w=160");
    const shown = page.locator(".results-part:not([inert]) tr.row:not(.reference)");
    await shown.locator(".verdict-badge").first().waitFor();
    const rows = await shown.all();
    const verdicts = rows.map(async (row) => [
      (await row.getAttribute("data-subject"))?.split("/")[0],
      (await textOf(row.locator(".verdict-badge"))).split(",")[0],
    ]);
    expect(Object.fromEntries(await Promise.all(verdicts))).toEqual({
      original: "Acceptable",
      crt: "Acceptable",
      "multi-prime": "Acceptable",
      "multi-power": "Weak",
      rebalanced: "Broken",
      "r-prime": "Weak",
      "scheme-a": "Broken",
      "scheme-b": "Broken",
      tunable: "Acceptable",
      batch: "Acceptable",
      unbalanced: "Acceptable",
    });
    expect(await page.locator("tr.reference .verdict-badge").count()).toBe(0);
    await openSettings(page);
    await page.getByLabel("n modulus length").fill("3072");
    await page.locator('tr.row[data-subject^="crt/"]').locator(".verdict-badge", { hasText: "Good" }).waitFor();
  });

  it("say why in the row's fold, change the choice on request, and lead to the place Security", async () => {
    const page = await site.open("?n=2048&r=3&w=160");
    const row = page.locator("tr.row", { hasText: "Rebalanced" });
    await row.locator(".verdict-badge").waitFor();
    await row.locator(".toggle").click();
    const details = page.locator("#details-rebalanced-lanes, #details-rebalanced-scalar");
    await details.locator(".verdict-badge").waitFor();
    expect(await textOf(details)).toMatch(
      /Broken Lattice attack on short CRT exponents, essentially no work, in theory.+250.+Use w = 320 instead of 160\./,
    );
    await details.getByRole("button", { name: "Use these settings" }).click();
    await row.locator(".verdict-badge", { hasText: "Acceptable" }).waitFor();
    await page.waitForURL(/[?&]w=320/);
    await details.getByRole("link", { name: "All attacks on these parameters" }).click();
    await page.waitForURL(/security\/\?variant=rebalanced&n=2048&w=320$/);
    expect(await textOf(page.locator(".verdict-word"))).toBe("Acceptable");
  });

  it("are in the fold of every row, and what is chosen afterwards still shows", async () => {
    const page = await site.open("?n=2048&r=3&w=320");
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    // While the painted answer is shown, the rows that replace it are hidden.
    const rows = page.locator(".results-part:not([inert]) tr.row:not(.reference)");
    await rows.first().locator(".verdict-badge").waitFor();
    expect(await rows.count()).toBe(allVariants.length);
    for (const row of await rows.all()) {
      await row.locator(".toggle").click();
      const fold = page.locator(`#${await row.locator(".toggle").getAttribute("aria-controls")}`);
      await fold.locator(".verdict-badge").waitFor();
      expect(await textOf(fold)).toMatch(/All attacks on these parameters/);
    }
    await openSettings(page);
    await page.getByLabel("n modulus length").fill("3072");
    const crt = page.locator('tr.row[data-subject^="crt/"]');
    await crt.locator(".verdict-badge", { hasText: "Good" }).waitFor();
    await page.locator("[id^=details-crt-] .verdict-badge", { hasText: "Good" }).waitFor();
    expect(errors).toEqual([]);
  });

  it("are missing where their module is blocked; the table says so and works", async () => {
    const page = await site.open();
    await page.route(/(rsa-variants-security-[\w-]+\.wasm|security\.inline-[\w-]+\.js)$/, (route) => route.abort());
    await page.reload();
    await page.getByText("Without the safety verdicts there is no recommendation.").waitFor();
    expect(await page.locator(".verdict-badge").count()).toBe(0);
    expect(await page.getByRole("alert").isVisible()).toBe(false);
    await page.locator("button.run:enabled").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
