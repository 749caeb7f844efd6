import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { download, site } from "../browser.ts";
import { openWorkbench } from "./support.ts";

describe("the tab Experiment", () => {
  it.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("fills tables and charts, stops, and is accessible, %s at %i px", async (colorScheme, width) => {
    const page = await openWorkbench(site, "", { colorScheme, viewport: { width, height: 800 } });
    // The tabs scroll where there is too little room for them: the chosen one is seen, however it was chosen.
    await page.evaluate(() => {
      location.hash = "#experiment";
    });
    await page.locator("#panel-experiment").waitFor();
    const tab = await page.getByRole("tab", { name: "Experiment" }).boundingBox();
    expect((tab?.x ?? width) + (tab?.width ?? width)).toBeLessThanOrEqual(width);
    const panel = page.locator("#panel-experiment");
    await panel.getByRole("button", { name: "Run" }).click();
    const row = panel.locator(".experiment-table").nth(1).locator("tbody tr").first();
    await row.locator("td:last-child", { hasText: /^[13]$/ }).waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText("Stopped. The results so far are below.").first().waitFor();
    expect(await row.locator("td").nth(3).textContent()).toMatch(/^[\d.]+$/);
    await panel.locator("#experiment-lengths").scrollIntoViewIfNeeded();
    await panel.getByRole("img", { name: /^Time against n\. .*encrypt, here: 512/ }).waitFor();
    expect((await download(page, "Save as PNG")).name).toBe("rsa-variants-experiment-pieces.png");
    expect(await violations(page)).toEqual([]);
  });
});
