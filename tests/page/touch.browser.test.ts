// @module-tag extended
import { expect, it } from "vitest";
import { site } from "./browser.ts";

const places = ["", "security/", "xrsa/", "workbench/", "workbench/#encrypt", "workbench/#doctor", "papers/"];

it.each(places)("on a phone every control of /%s but words in sentences is 44 px high", async (path) => {
  const page = await site.open(path, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.locator("main :is(h1, h2)").first().waitFor();
  await page.waitForLoadState("networkidle");
  const small = await page.evaluate(() => {
    const controls = document.querySelectorAll(
      "button:not(.term, .link), select, input, textarea, summary, header nav a",
    );
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      // A box to tick is as large as its label.
      const target = control.closest("label:has(> input)")?.getBoundingClientRect().height ?? height;
      const isSeen = control.checkVisibility({ visibilityProperty: true }) && width > 0;
      return isSeen && target < 43.5 ? [`${control.outerHTML.slice(0, 80)}: ${target}`] : [];
    });
  });
  expect(small).toEqual([]);
});
