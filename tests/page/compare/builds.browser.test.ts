// @module-tag extended
import { readRunFile } from "@rsa-variants/measure/run/file";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { download, openSettings, runButton, runEnded, site, siteWith, textOf, valuesOf } from "../browser.ts";

/** The build of each WebAssembly file that a page or its workers asked for. */
function watchBuilds(page: Page): Set<string | undefined> {
  const fetched = new Set<string | undefined>();
  page.on("request", (request) => {
    const match = /rsa-variants-([\w-]+)-[\w-]{8}\.wasm$/.exec(request.url());
    // The module of the verdicts has one build, which comes beside whatever is measured.
    if (match !== null && match[1] !== "security") fetched.add(match[1]);
  });
  return fetched;
}

/** Unfolds the settings and what the page says about the machine. */
async function unfold(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByRole("heading", { name: "How this is measured" }).click();
}

/** What the page says under a term of its environment. */
function environment(page: Page, term: string): Promise<string> {
  return textOf(page.locator(".environment-list dt", { hasText: term }).locator("+ dd"));
}

async function measure(page: Page): Promise<void> {
  await runButton(page).click();
  expect(await runEnded(page)).toMatch(/^Done/);
}

const query = "n=512&variants=original,crt&references=none&samples=3";

describe("a browser of today", () => {
  it("measures the fastest build and engine, and fetches no other build", async () => {
    const page = await site.open();
    const fetched = watchBuilds(page);
    await page.goto(new URL(`?${query}`, site.address).href);
    await unfold(page);
    await measure(page);
    expect([...fetched]).toEqual(["relaxed-simd"]);
    expect(await environment(page, "WebAssembly")).toBe("build relaxed-simd, the fastest that runs here");
    const [fastest] = (await environment(page, "Engines that run")).split(/[,;]/);
    expect(await environment(page, "Engine in use")).toBe(fastest);
  });

  it("measures the build of the address, and saves its name with the figures", async () => {
    const page = await site.open();
    const fetched = watchBuilds(page);
    await page.goto(new URL(`?${query}&build=baseline`, site.address).href);
    await unfold(page);
    await measure(page);
    expect([...fetched]).toEqual(["baseline"]);
    expect(await environment(page, "WebAssembly")).toBe("build baseline, as chosen");
    expect(await environment(page, "Engines that run")).toBe("scalar, num-bigint; lanes is not in the build baseline.");
    const saved = readRunFile((await download(page, "Save JSON")).content.toString());
    expect(saved.environment).toMatchObject({ build: "baseline", engines: ["scalar", "num-bigint"] });
  });

  it("lets the user choose a build, and shows figures with the build that they belong to", async () => {
    const page = await site.open(`?${query}&engines=scalar`);
    await unfold(page);
    await measure(page);
    const figures = await valuesOf(page, "measured");
    expect(figures).not.toContain("–");
    await page.getByLabel("WebAssembly build").selectOption("baseline");
    await page.waitForURL(/[?&]build=baseline/);
    await page.locator(".environment-list dd", { hasText: "build baseline, as chosen" }).waitFor();
    expect(await valuesOf(page, "measured")).toEqual(["–", "–"]);
    const status = page.locator(".progress-text");
    expect(await textOf(status)).toContain("Measured with build relaxed-simd; choose that build to see the figures.");
    const save = page.getByRole("button", { name: /^Save (JSON|CSV)/ });
    expect(await save.evaluateAll((buttons) => buttons.map((each) => each.matches(":disabled")))).toEqual([true, true]);
    await page.getByLabel("WebAssembly build").selectOption("auto");
    await page.locator(".environment-list dd", { hasText: "build relaxed-simd, the fastest" }).waitFor();
    expect(await valuesOf(page, "measured")).toEqual(figures);
    expect(await runEnded(page)).toMatch(/^Done/);
    expect(await save.evaluateAll((buttons) => buttons.map((each) => each.matches(":disabled")))).toEqual([
      false,
      false,
    ]);
    await page.waitForURL((url) => !url.searchParams.has("build"));
  });

  it("names no build and starts nothing while one is loading, and forgets a failure when another is chosen", async () => {
    const page = await site.open(`?${query}`);
    await unfold(page);
    await page.locator(".environment-list dd", { hasText: "build relaxed-simd" }).waitFor();
    let fail = (): void => {};
    const asked = new Promise<void>((resolve) => {
      page.route(/baseline\.inline/, (route) => route.abort());
      page.route(/rsa-variants-baseline/, async (route) => {
        resolve();
        await new Promise<void>((allow) => {
          fail = allow;
        });
        await route.abort();
      });
    });
    await page.getByLabel("WebAssembly build").selectOption("baseline");
    await asked;
    expect(await environment(page, "WebAssembly")).toBe("loading");
    expect(await runButton(page).isDisabled()).toBe(true);
    fail();
    const alert = page.getByRole("alert").filter({ hasText: "could not be started" });
    await alert.waitFor();
    await page.getByLabel("WebAssembly build").selectOption("auto");
    await alert.waitFor({ state: "hidden" });
    await page.locator("button.run:enabled").waitFor();
  });
});

// What V8 is told not to use, an older machine does not have.
describe.skipIf(process.arch !== "x64")("a browser without relaxed SIMD", () => {
  const site = siteWith("--js-flags=--no-enable-sse4-1");

  it("measures the baseline and says why", async () => {
    const page = await site.open(`?${query}`);
    await unfold(page);
    await measure(page);
    expect(await environment(page, "WebAssembly")).toBe("build baseline, the fastest that runs here");
    const why = "lanes does not run here: this browser or processor lacks SIMD.";
    expect(await environment(page, "Engines that run")).toBe(`scalar, num-bigint; ${why}`);
    expect(await page.locator(".settings").getByText(why).isVisible()).toBe(true);
    expect(await page.getByRole("checkbox", { name: /^lanes/ }).isVisible()).toBe(false);
  });

  it("lets the user take out an engine of the address that does not run", async () => {
    const page = await site.open(`?${query}&engines=lanes`);
    await unfold(page);
    const lanes = page.getByRole("checkbox", { name: /^lanes/ });
    await page.locator("button.run:disabled").waitFor();
    await lanes.uncheck();
    await measure(page);
    expect(await lanes.isVisible()).toBe(false);
    expect(await environment(page, "Engine in use")).toBe("scalar");
  });

  it("says that the build of an address is not possible, and goes on with the baseline", async () => {
    const page = await site.open(`?${query}&build=relaxed-simd`);
    await unfold(page);
    await page.getByRole("status").filter({ hasText: "the build relaxed-simd needs instructions" }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("build"));
    await measure(page);
    expect(await environment(page, "WebAssembly")).toBe("build baseline, the fastest that runs here");
  });
});

describe.skipIf(process.arch !== "x64")("a processor that does not fuse", () => {
  const site = siteWith("--js-flags=--no-enable-fma3");

  it("measures in the build whose fastest engine needs no such operation", async () => {
    const page = await site.open(`?${query}`);
    await unfold(page);
    await measure(page);
    expect(await environment(page, "WebAssembly")).toBe("build simd, the fastest that runs here");
    expect(await environment(page, "Engines that run")).toBe("lanes, scalar, num-bigint");
    expect(await environment(page, "Engine in use")).toBe("lanes");
  });
});
