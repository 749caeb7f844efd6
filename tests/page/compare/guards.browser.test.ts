import { readRunFile } from "@rsa-variants/measure/run/file";
import { describe, expect, it } from "vitest";
import { pageWidth, violations } from "../accessibility.ts";
import { download, openSettings, runButton, runEnded, site } from "../browser.ts";

describe("on the page", () => {
  it("the guards are measured only where they are asked for, by keyboard too", async () => {
    const page = await site.open("?n=512&samples=3&variants=crt,rebalanced,batch&references=none");
    const panel = page.locator("#guards");
    await page.getByRole("heading", { name: "What the guards cost" }).click();
    await panel.getByText("Not measured").waitFor();
    await runButton(page).click();
    await runEnded(page);
    expect(await panel.locator("table").count()).toBe(0);

    const ask = panel.getByRole("button", { name: "Measure them in the next run" });
    await ask.press("Enter");
    expect(await ask.isVisible()).toBe(false);
    expect(await panel.getByText("Press Run to measure.").evaluate((note) => note === document.activeElement)).toBe(
      true,
    );
    await page.waitForURL(/[?&]guards=measure/);
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    const costs = await panel.locator("tbody td .value").allTextContents();
    expect(costs).toHaveLength(9);
    for (const cost of costs) expect(Number.parseFloat(cost), cost).toBeGreaterThan(0);
    const saved = readRunFile((await download(page, "Save JSON")).content.toString());
    const guarded = saved.measurements.filter(({ operation }) => operation.startsWith("decrypt-"));
    expect(guarded.map(({ samples }) => samples.length)).toEqual(Array(9).fill(3));

    await page.reload();
    await openSettings(page);
    const box = page.getByLabel("What blinding and the fault check cost");
    expect(await box.isChecked()).toBe(true);
    await box.press("Space");
    await page.waitForURL((url) => !url.searchParams.has("guards"));
  });

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
  ] as const)("have no violation in %s, %i pixels wide, and nothing scrolls sideways", async (colorScheme, width) => {
    const page = await site.open("?n=512&samples=6&variants=crt,r-prime&references=none&guards=measure", {
      colorScheme,
      viewport: { width, height: 740 },
    });
    expect(await violations(page)).toEqual([]);
    await runButton(page).click();
    await runEnded(page);
    const box = page.locator("#guards .table-box");
    await box.waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await pageWidth(page)).toBe(width);
    expect(await box.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  });

  it("an address with other guards is told of", async () => {
    const page = await site.open("?guards=all");
    await page.getByText("Unknown guards in the address, left out: all.").waitFor();
  });
});
