import type { Page } from "playwright";
import { expect, it, type TestContext } from "vitest";
import { site } from "../../page/browser.ts";

/** Ends the browser process, like a failed assertion in it. */
async function crashBrowser(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  await session?.send("Browser.crash").catch(() => {}); // nobody answers: it fails when the process is gone
}

const isFirstTime = ({ task }: TestContext) => (task.result?.retryCount ?? 0) === 0;

it("passes when it runs again after the browser died", async (context) => {
  const page = await site.open();
  if (isFirstTime(context)) await crashBrowser(page);
  await page.reload();
  expect(await page.title()).toContain("rsa-variants");
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
  const session = await page.context().newCDPSession(page);
  session.send("Page.crash").catch(() => {}); // nobody answers
  await page.waitForEvent("crash");
});

it("passes after all that", async () => {
  const page = await site.open();
  expect(await page.title()).toContain("rsa-variants");
});
