// @ts-check
// Starts Chromium for the smoke test, controlled by Playwright, which needs no driver of its own.
import { chromiumFlags, ensureProgram } from "../../scripts/lib/programs.mjs";

/**
 * Starts the browser that tests use.
 * @returns {Promise<import("./visit.mjs").Browser>}
 */
export async function startChromium() {
  const executablePath = await ensureProgram("testChromium");
  const { chromium } = await import("playwright"); // available only after the set-up
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(0); // the visitor waits only for so long
    return tabOf(await context.newPage(), `Chromium ${browser.version()}`);
  };
  return { open, stop: () => browser.close() };
}

/**
 * A tab with an empty profile.
 * @param {import("playwright").Page} page
 * @param {string} name
 * @returns {import("./visit.mjs").Tab}
 */
function tabOf(page, name) {
  return {
    name,
    goTo: (address) => page.goto(address),
    reload: () => page.reload(),
    // As a text, because Playwright passes a function only one argument.
    evaluate: (work, ...values) => page.evaluate(`(${work})(...${JSON.stringify(values)})`),
    async find(xpath) {
      const found = await page.locator(`xpath=${xpath}`).elementHandles();
      return found.map((element) => ({
        isReady: async () => (await element.isVisible()) && (await element.isEnabled()),
        click: () => element.click(),
        fill: (text) => element.fill(text),
        paste: (text) => element.fill(text),
        choose: (value) => element.selectOption(value),
        giveFile: (path) => element.setInputFiles(path),
      }));
    },
    picture: () => page.screenshot(),
    close: () => page.context().close(),
  };
}
