import { describe, expect, it } from "vitest";
import { violations } from "../accessibility.ts";
import { openSettings, runButton, runEnded, site, textOf, webAssembly, workerScripts } from "../browser.ts";

it("a run is started and stopped, and a row opened, by keyboard", async () => {
  const page = await site.open("?n=512&seconds=600&variants=original,crt&references=none");
  await openSettings(page);
  await page.getByLabel("measure for").focus();
  // Enter does nothing before the library is there.
  await page.locator("button.run:enabled").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".progress.active").waitFor();
  // The field is disabled now; the focus went to the button that stops.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Stop");
  await page.keyboard.press("Enter");
  expect(await runEnded(page)).toContain("Stopped");
  const toggle = page.locator(".toggle").first();
  await toggle.press("Space");
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.classList.contains("toggle"))).toBe(true);
});

it("a definition stays while the pointer is over it, and goes with the pointer or with Escape", async () => {
  const page = await site.open();
  await page.clock.install();
  const term = page.locator(".results-part:not([inert]) .provenance .term");
  const shown = page.locator(".definition:popover-open");
  await term.hover();
  await shown.waitFor();
  await shown.hover();
  await page.clock.runFor(10_000); // longer than the way there may take
  expect(await shown.count()).toBe(1);
  await page.mouse.move(0, 0);
  await shown.waitFor({ state: "detached" });
  await term.hover();
  await shown.waitFor();
  // The focus is elsewhere.
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });
});

it("a screen reader hears why nothing can be started, that it can again, and what was copied", async () => {
  const page = await site.open("?n=512");
  await openSettings(page);
  const blocked = page.getByRole("status").filter({ hasText: "Fix the highlighted fields first." });
  await page.getByLabel("r primes").fill("9");
  await blocked.waitFor({ state: "attached" });
  await page.getByLabel("r primes").fill("4");
  await blocked.waitFor({ state: "detached" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("status").filter({ hasText: "Copied" }).waitFor({ state: "attached" });
});

describe("when something is blocked", () => {
  it("a page without WebAssembly shows theory, and says what is missing", async () => {
    const page = await site.open("?n=1024");
    await page.route(webAssembly, (route) => route.abort());
    await page.reload();
    expect(await textOf(page.getByRole("alert"))).toContain("WebAssembly");
    expect(await runButton(page).isDisabled()).toBe(true);
    expect(await textOf(page.locator('tr.row[data-subject^="original/"] td.col-theory'))).toContain("1.00");
    expect(await violations(page)).toEqual([]);
  });

  it("a page that cannot load what draws its charts says so", async () => {
    const page = await site.open("", { viewport: { width: 1280, height: 600 } }); // the charts are not yet in sight
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.route("**/setup-*.js", (route) => route.abort());
    await page.getByRole("heading", { name: "Charts" }).scrollIntoViewIfNeeded();
    await page.locator("#speed-up").getByText("The chart could not be loaded.").waitFor();
    expect(errors).toEqual([]);
  });

  it("a page without workers says so when a run is started", async () => {
    const page = await site.open("?n=512&variants=crt&references=none");
    await page.route(workerScripts, (route) => route.abort());
    await runButton(page).click();
    expect(await textOf(page.getByRole("alert"))).toContain("worker");
    expect(await runButton(page).isEnabled()).toBe(true);
  });
});
