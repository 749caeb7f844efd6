import type { Page } from "playwright";
import { expect, it, type TestContext } from "vitest";
import { site } from "../../page/browser.ts";

/** Makes the browser process end, as a failed assertion in it does. */
async function crashBrowser(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const ended = session?.send("Browser.crash");
  ended?.catch(() => {}); // answered by nobody
}

const isFirstTime = ({ task }: TestContext) => (task.result?.retryCount ?? 0) === 0;

it("passes when it runs again after the browser died", async (context) => {
  const page = await site.open();
  if (isFirstTime(context)) await crashBrowser(page);
  await page.reload();
  expect(await page.title()).toContain("RSA variants");
});

it("passes when it runs again after the browser died at its end", async (context) => {
  const page = await site.open();
  if (isFirstTime(context)) await crashBrowser(page);
});

it("fails when the browser dies again", async () => {
  await crashBrowser(await site.open());
});

it("fails when its page crashes", async () => {
  const page = await site.open();
  await page.goto("chrome://crash").catch(() => {}); // even where nothing was waited for
});

it("passes after all that", async () => {
  const page = await site.open();
  expect(await page.title()).toContain("RSA variants");
});
