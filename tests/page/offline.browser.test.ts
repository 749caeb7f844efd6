import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isolationHeaders } from "@rsa-variants/measure/isolation-headers";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { runButton, runEnded, servePlainly, site, textOf } from "./browser.ts";

const folder = await mkdtemp(join(tmpdir(), "rsa-variants-offline-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens a place of a host that the test can stop and change, and waits until it is kept. */
async function openKept(path: string, query = "") {
  const copy = await mkdtemp(join(folder, "site-"));
  await cp(site.folder, copy, { recursive: true });
  const host = await servePlainly(copy, "/some/where/", isolationHeaders);
  const page = await site.open(`${host.address}${path}${query}`, { serviceWorkers: "allow" });
  await waitUntilKept(page, 1);
  return { host, page, copy, place: `${host.address}${path}` };
}

/** Waits until so many caches have the HTML of the page. */
async function waitUntilKept(page: Page, count: number): Promise<void> {
  const countKept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const here = location.origin + location.pathname;
      const found = await Promise.all(names.map((cacheName) => caches.match(here, { cacheName })));
      return found.filter((response) => response !== undefined).length;
    });
  await expect.poll(countKept).toBe(count);
}

const query = "?n=512&variants=original,crt&seconds=1";

describe("without a network", () => {
  it("Compare runs, before and after it is loaded again, with fine timers", async () => {
    const { host, page } = await openKept("", query);
    host.close();
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.locator(".verdict-badge").first().waitFor();
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
  });

  it.each([
    ["security/", "?n=1024", ".verdict-badge"],
    ["xrsa/", "?n=1024&k=512", ".run:enabled"],
    ["workbench/", "", "#panel-keys .run:enabled"],
    ["papers/", "", "#kocher-1996"],
  ])("%s works once it has been opened", async (path, parameters, selector) => {
    const { host, page } = await openKept(path, parameters);
    host.close();
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(request.url()));
    await page.reload();
    await page.locator(selector).first().waitFor();
    expect(failed).toEqual([]);
  });

  it("a place that was never opened says so, and which ones are there", async () => {
    const { host, page } = await openKept("papers/");
    host.close();
    await page.getByRole("link", { name: "Workbench", exact: true }).click();
    expect(await textOf(page.locator("h1"))).toBe("You are offline");
    expect(await textOf(page.locator("main p"))).toMatch(/^Workbench was not opened in this browser before/);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link").click();
    await page.locator("#kocher-1996").waitFor();
  });
});

describe("a new version", () => {
  it("is shown at once, and replaces what is kept when no page of the old one is open", async () => {
    const { host, page, copy, place } = await openKept("papers/");
    const [first] = await page.evaluate(() => caches.keys());
    const html = join(copy, "papers/index.html");
    await writeFile(html, (await readFile(html, "utf8")).replace("<h1>Papers", "<h1>New"));
    const worker = join(copy, "sw.js");
    await writeFile(worker, (await readFile(worker, "utf8")).replace(/version = "\w+"/, 'version = "new"'));
    await page.reload();
    expect(await textOf(page.locator("h1"))).toBe("New");
    await waitUntilKept(page, 2);
    // A page of the same host that is not of the site, to see when the old version is gone.
    const other = await page.context().newPage();
    await other.goto(new URL("/", place).href);
    await page.close();
    await expect.poll(() => other.evaluate(() => caches.keys())).toHaveLength(1);
    expect(await other.evaluate(() => caches.keys())).not.toContain(first);
    await other.goto(place);
    host.close();
    await other.reload();
    expect(await textOf(other.locator("h1"))).toBe("New");
  });

  it("is not kept where its HTML and its files do not match", async () => {
    const { host, page, copy } = await openKept("papers/");
    const html = join(copy, "papers/index.html");
    await writeFile(
      html,
      (await readFile(html, "utf8")).replace("</head>", '<link href="../assets/of-another-version.css" /></head>'),
    );
    const worker = join(copy, "sw.js");
    await writeFile(worker, (await readFile(worker, "utf8")).replace(/version = "\w+"/, 'version = "new"'));
    const versions = (update: boolean) =>
      page.evaluate(async (updates) => {
        const { active, waiting, installing } = await navigator.serviceWorker.ready.then((each) =>
          updates ? each.update() : each,
        );
        return [active, waiting, installing].map((each) => each?.state);
      }, update);
    await versions(true);
    await expect.poll(() => versions(false)).toEqual(["activated", undefined, undefined]);
    host.close();
    await page.reload();
    expect(await textOf(page.locator("h1"))).toBe("Papers");
    expect(await page.locator("link[href*=of-another-version]").count()).toBe(0);
  });
});

it("nothing but the page's own files is asked for", async () => {
  const requests: string[] = [];
  const { host, page } = await openKept("papers/");
  page.context().on("request", (request) => requests.push(request.url()));
  await page.reload();
  await page.locator("#kocher-1996").waitFor();
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter((url) => !url.startsWith(host.address))).toEqual([]);
  host.close();
});
