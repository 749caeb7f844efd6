// @ts-check
// Serves the measuring page, web/bench, and opens it in a browser.
import { setTimeout as sleep } from "node:timers/promises";
import { bench } from "../../scripts/lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "../../scripts/lib/programs.mjs";

/**
 * A tab of a new browser. evaluate: runs a function in the page, and awaits what it returns
 * @typedef {{
 *   version: string | undefined,
 *   goTo: (address: string) => Promise<unknown>,
 *   evaluate: (work: (...values: any[]) => unknown, ...values: unknown[]) => Promise<any>,
 *   close: () => Promise<unknown>,
 * }} Tab
 */

/**
 * The browsers that can measure, and how to open them.
 * @type {Readonly<Record<"chromium" | "firefox" | "webkit", { name: string, open: () => Promise<Tab> }>>}
 */
export const browsers = {
  chromium: { name: "Chromium", open: () => withPuppeteer("chromium", { browser: "chrome", args: chromiumFlags }) },
  firefox: { name: "Firefox", open: () => withPuppeteer("firefox", { browser: "firefox" }) },
  webkit: { name: "WebKit", open: withWebDriver },
};

/**
 * Answers every request with the whole file: WebKit 2.50 does not start a second worker in an isolated page if the server says that
 * the script has not changed.
 * @type {import("vite").Plugin}
 */
const alwaysWhole = {
  name: "always-whole",
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      delete request.headers["if-none-match"];
      next();
    });
  },
};

/** Serves the measuring page; `load` loads a module of its sources in Node. */
export async function serveMeasuringPage() {
  const { createServer } = await import("vite");
  const server = await createServer({ root: bench, logLevel: "warn", plugins: [alwaysWhole] });
  await server.listen();
  return {
    address: /** @type {string} */ (server.resolvedUrls?.local[0]), // defined because the server listens
    /** @param {string} path */
    load: (path) => server.ssrLoadModule(path),
    close: () => server.close(),
  };
}

/** A browser that does not report for this many milliseconds counts as hung; the longest work without a report is making a key. */
const mostSilence = 300_000;

/** Milliseconds between two looks at what the page has reported: WebDriver has no messages from the page. */
const interval = 1000;

/**
 * Opens the measuring page in a new browser and calls one of its functions (web/bench/src/main.ts).
 * @param {{ browser: keyof typeof browsers, address: string, onProgress: (text: string) => void }} place
 * address: that of the served page
 * @param {"compare" | "pageTable" | "experiment"} name
 * @param {unknown} [argument]
 * @returns {Promise<{ version: string | undefined, result: any }>} the browser's version, and the function's result
 */
export async function callInBrowser({ browser, address, onProgress }, name, argument) {
  const tab = await browsers[browser].open();
  try {
    await tab.goTo(address);
    await tab.evaluate(startCall, name, argument ?? null);
    const text = await followCall(() => tab.evaluate(takeReports), onProgress);
    return { version: tab.version, result: JSON.parse(text) };
  } finally {
    await tab.close();
  }
}

/**
 * Passes on what a call reports until it ends. Returns its result.
 * @param {() => Promise<{ reports: string[], text?: string, error?: string }>} look what is new
 * @param {(text: string) => void} onProgress
 * @param {{ every: number, patience: number }} [times]
 */
export async function followCall(look, onProgress, { every, patience } = { every: interval, patience: mostSilence }) {
  let last = { report: "the start", time: performance.now() };
  for (; ; await sleep(every)) {
    const { reports, text, error } = await look();
    for (const report of reports) {
      onProgress(report);
      last = { report, time: performance.now() };
    }
    if (error !== undefined) throw new Error(error);
    if (text !== undefined) return text;
    if (performance.now() - last.time > patience)
      throw new Error(`no report for ${patience / 1000} s after: ${last.report}`);
  }
}

/**
 * @param {"chromium" | "firefox"} name
 * @param {import("puppeteer-core").LaunchOptions} options
 * @returns {Promise<Tab>}
 */
async function withPuppeteer(name, options) {
  const { default: puppeteer } = await import("puppeteer-core");
  const executablePath = await ensureProgram(name);
  const browser = await puppeteer.launch({ ...options, executablePath, headless: true, protocolTimeout: mostSilence });
  const tab = await browser.newPage();
  return {
    version: (await browser.version()).split("/").at(-1),
    goTo: (address) => tab.goto(address),
    evaluate: (work, ...values) => tab.evaluate(work, ...values),
    close: () => browser.close(),
  };
}

/** @returns {Promise<Tab>} */
async function withWebDriver() {
  const { startWebkit } = await import("../smoke/webkit.mjs");
  const browser = await startWebkit();
  const tab = await browser.open();
  const close = () => tab.close().finally(browser.stop);
  return { version: tab.name.split(" ").at(-1), goTo: tab.goTo, evaluate: tab.evaluate, close };
}

/**
 * Runs in the page: calls a function without waiting for its end, and keeps what it reports and returns in `call`.
 * @param {string} name
 * @param {unknown} argument
 */
async function startCall(name, argument) {
  const page = /** @type {any} */ (globalThis);
  while (page.bench === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  page.call = { reports: [] };
  page.reportProgress = (/** @type {string} */ text) => page.call.reports.push(text);
  page.bench[name](argument ?? undefined).then(
    (/** @type {string} */ text) => Object.assign(page.call, { text }),
    (/** @type {unknown} */ error) => Object.assign(page.call, { error: String(error) }),
  );
}

/** Runs in the page: what it has reported since the last time, and the end. */
function takeReports() {
  const { call } = /** @type {any} */ (globalThis);
  return { ...call, reports: call.reports.splice(0) };
}
