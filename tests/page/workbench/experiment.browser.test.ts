import { expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { Workbench } from "./support.ts";

it.each([
  ["light", 1280],
  ["dark", 360],
] as const)("the experiment fills tables and charts, and stops, %s at %i px", async (colorScheme, width) => {
  const bench = await Workbench.open("", { colorScheme, viewport: { width, height: 800 } });
  const { page } = bench;
  // The tabs scroll where there is too little room for them: the chosen one is seen, however it was chosen.
  await page.evaluate(() => {
    location.hash = "#experiment";
  });
  await page.locator("#panel-experiment").waitFor();
  const tab = await page.getByRole("tab", { name: "Experiment" }).boundingBox();
  expect((tab?.x ?? width) + (tab?.width ?? width)).toBeLessThanOrEqual(width);
  await bench.press("Run");
  const row = bench.panel.locator(".experiment-table").nth(1).locator("tbody tr").first();
  await row.locator("td:last-child", { hasText: /^[13]$/ }).waitFor();
  await bench.says([() => bench.press("Stop"), "Stopped. The results so far are below."]);
  expect(await row.locator("td").nth(3).textContent()).toMatch(/^[\d.]+$/);
  await bench.panel.locator("#experiment-lengths").scrollIntoViewIfNeeded();
  await bench.panel.getByRole("img", { name: /^Time against n\. .*encrypt, here: 512/ }).waitFor();
  expect((await bench.download("Save as PNG")).name).toBe("rsa-variants-experiment-pieces.png");
  expect(await violations(page)).toEqual([]);
});
