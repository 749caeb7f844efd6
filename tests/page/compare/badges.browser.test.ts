import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { openSettings, site, textOf } from "../browser.ts";

describe("the verdicts of the table", () => {
  it("say why in a row's fold, change the choice on request, follow the settings, and lead to the place Security", async () => {
    const page = await site.open("?n=2048&r=3&w=160");
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    // While the painted answer is shown, the rows that replace it are hidden.
    const rows = page.locator(".results-part:not([inert]) tr.row:not(.reference)");
    await rows.first().locator(".verdict-badge").waitFor();
    for (const row of await rows.all()) {
      const fold = page.locator(`#${await row.locator(".toggle").getAttribute("aria-controls")}`);
      await row.locator(".toggle").click();
      await fold.locator(".verdict-badge").waitFor();
      expect(await textOf(fold)).toMatch(/All attacks on these parameters/);
      expect(await textOf(fold)).not.toContain("^"); // exponents are raised
    }
    const rebalanced = page.locator("[id^=details-rebalanced-]");
    expect(await textOf(rebalanced)).toMatch(
      /Broken Lattice attack on short CRT exponents, essentially no work, in theory.+250.+Use w = 320 instead of 160\./,
    );
    await rebalanced.getByRole("button", { name: "Use these settings" }).click();
    await page.waitForURL(/[?&]w=320/);
    const verdictOf = (variant: string, verdict: string) =>
      page.locator(`tr.row[data-subject^="${variant}/"] .verdict-badge`, { hasText: verdict }).waitFor();
    await verdictOf("rebalanced", "Acceptable");
    await openSettings(page);
    await page.getByLabel("n modulus length").fill("3072");
    await verdictOf("crt", "Good");
    await page.locator("[id^=details-crt-] .verdict-badge", { hasText: "Good" }).waitFor();
    expect(errors).toEqual([]);
    // The navigation leads to the variant of the answer.
    const place = (name: string) => page.getByRole("navigation").getByRole("link", { name }).getAttribute("href");
    expect(await place("Security")).toMatch(/security\/\?variant=[\w-]+&n=3072\b.*$/);
    const link = rebalanced.getByRole("link", { name: "All attacks on these parameters" });
    const badge = page.locator('tr.row[data-subject^="rebalanced/"] .col-verdict a');
    expect(await badge.getAttribute("href")).toBe(await link.getAttribute("href"));
    await badge.click();
    await page.waitForURL(/security\/\?variant=rebalanced&n=3072&w=320$/);
    await page.locator(".verdict-word").waitFor();
    // Back to the same n and w, for all variants.
    await page.getByRole("navigation").getByRole("link", { name: "Compare" }).click();
    await page.waitForURL(/\/\?n=3072&w=320$/);
    await page
      .getByLabel("Repeat a paper")
      .selectOption({ label: "Paixão, Gazzoni Filho 2005: n 1024, r 3, w 160, b 4" });
    await page.getByRole("navigation").getByRole("link", { name: "Papers" }).click();
    await page.locator("article#paixao-2005").waitFor();
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
