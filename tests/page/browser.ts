import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { writeRunFile } from "@rsa-variants/measure/run/file";
import type { Run } from "@rsa-variants/measure/run/run";
import type { BrowserContextOptions, Locator, Page } from "playwright";
import { type Variant, variants } from "rsa-variants";
import { afterAll, inject } from "vitest";
import { BrowserProcess } from "./browser-process.ts";

/** Milliseconds after which something that does not come counts as absent; tests that pass never wait for their end. */
const patience = 300_000;

/** The page as it is published, and a browser to open it in. */
export interface Site {
  readonly address: string;
  /** The folder with the built site. */
  readonly folder: string;
  /** Opens an address of the site in a fresh context, which is closed when the test ends. */
  open(query?: string, options?: BrowserContextOptions): Promise<Page>;
}

function siteIn(browser: BrowserProcess): Site {
  const { address, folder } = inject("site");
  return {
    address,
    folder,
    async open(query = "", options = {}) {
      // A service worker answers requests where tests do not see them: only those of offline use have it.
      const fresh = { viewport: { width: 1280, height: 900 }, serviceWorkers: "block" } as const;
      const context = await browser.newContext({ ...fresh, ...options });
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      await page.goto(new URL(query, address).href);
      return page;
    },
  };
}

/** The site in this worker's browser. */
export const site = siteIn(new BrowserProcess());

/** The site in a browser with further flags, which is closed after the tests of the suite that calls this. */
export function siteWith(...flags: readonly string[]): Site {
  const browser = new BrowserProcess(...flags);
  afterAll(() => browser.close());
  return siteIn(browser);
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves a folder as the plainest of hosts does: under a path of its own, and without any headers but those given. */
export async function servePlainly(
  folder: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ address: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname
      .slice(path.length)
      .replace(/^$|\/$/, "$&index.html");
    try {
      const content = await readFile(join(folder, name));
      response.setHeaders(new Map(Object.entries(headers)));
      response.setHeader("content-type", types[extname(name)] ?? "application/octet-stream");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}${path}`, close };
}

/** Opens Compare as it is after a run. */
export async function openWithRun(query: string, run: Run): Promise<Page> {
  const page = await site.open(query);
  await page.evaluate(
    ([startedAt, text]) => {
      localStorage.setItem(`rsa-variants run ${startedAt}`, text);
      sessionStorage.setItem("rsa-variants run", startedAt);
    },
    [run.startedAt, writeRunFile(run)] as const,
  );
  await page.reload();
  return page;
}

/** The one button that starts a run. */
export function runButton(page: Page): Locator {
  return page.getByRole("button", { name: "Run", exact: true });
}

/** The same button during a run, once it does not take a click for the second of a double click. */
export function stopButton(page: Page): Locator {
  return page.locator("button.run:not([data-new=true])", { hasText: "Stop" });
}

/** Fills fields and chooses from menus, by how their labels begin. */
export async function setFields(within: Locator, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(settings)) {
    const field = within.locator("input, select").and(within.getByLabel(new RegExp(`^${label}`)));
    if ((await field.evaluate((each) => each.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Unfolds Compare's settings. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByText("More settings").click();
}

/** Waits until the page says how its run ended. */
export async function runEnded(page: Page): Promise<string> {
  const text = page.locator(".progress-text");
  await text.filter({ hasText: /^(Done|Stopped|Ended|The run failed)/ }).waitFor();
  return textOf(text);
}

/** Starts a run, stops it once it says what it is at, and gives what it says then. */
export async function stopAt(page: Page, text: string): Promise<string> {
  await runButton(page).click();
  await page.locator(".progress-text", { hasText: text }).waitFor();
  await stopButton(page).click();
  return runEnded(page);
}

/** The texts of the table's variants in a column; "–" where there is no figure. */
export async function valuesOf(page: Page, column: string): Promise<string[]> {
  const texts = await page.locator(`tr.row:not(.reference) td.col-${column} .value`).allTextContents();
  return texts.map((text) => (/\d|same/.test(text) ? text : "–"));
}

/** The times beside the factors of a column, in milliseconds, in the natural order of variants; "–" where there is none. */
export async function timesOf(page: Page, column: string): Promise<string[]> {
  const rows = await page.locator("tr.row:not(.reference)").all();
  const found = rows.map(async (row) => {
    const variant = (await row.getAttribute("data-subject"))?.split("/")[0];
    const text = await textOf(row.locator(`td.col-${column} .small`));
    return [variants.indexOf(variant as Variant), /^([\d.]+) ms/.exec(text)?.[1] ?? "–"] as const;
  });
  return (await Promise.all(found)).sort(([a], [b]) => a - b).map(([, time]) => time);
}

/** The text of an element, once it is there. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? "";
}

/** The comparison's answer, once it says a text: before, it may still wait for the verdicts. */
export function headlineWith(page: Page, text: string): Promise<string> {
  return textOf(page.locator(".headline", { hasText: text }));
}

/** How far what is seen has moved since the page was opened, as browsers score it. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    // Entries come some time after the frame that they are about, and no event says that all have come: a mark that is moved
    // afterwards is not always reported.
    await new Promise((resolve) => setTimeout(resolve, 500));
    add(observer.takeRecords());
    return sum;
  });
}

/** The file that a button gives. */
export async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).first().click(),
  ]);
  return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) };
}

/** Watches what a page loads from now on. */
export function watchLoads(page: Page): {
  origins(): string[];
  /** The names of the files, without their hashes. */
  names(): string[];
} {
  const urls = new Set<string>();
  page.on("request", (request) => urls.add(request.url()));
  return {
    origins: () => [...new Set([...urls].map((url) => new URL(url).origin))],
    names: () => [...urls].map((url) => basename(new URL(url).pathname).replace(/-[\w-]{8}(?=\.)/, "")),
  };
}

/** Requests for WebAssembly, also in the form that the page loads where the files cannot be fetched. */
export const webAssembly = /\.wasm$|(?<!worker)\.inline-[\w-]+\.js$/;
/** Requests for the scripts of workers, also as text. */
export const workerScripts = /worker(\.inline)?-[\w-]+\.js$/;
