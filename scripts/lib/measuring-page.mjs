// @ts-check
// Serves the measuring page, web/bench, and opens it in a browser.
import { setTimeout as sleep } from "node:timers/promises";
import { Silence } from "../../lab/silence.mjs";
import { bench } from "./paths.mjs";
import { chromiumFlags } from "./programs.mjs";

/** @typedef {(place: Place, name: string, argument: unknown) => Promise<Answer>} Call */

/**
 * The browsers that can measure, and how to call a function of the page in them.
 * @type {Readonly<Record<"chromium" | "firefox" | "webkit", { name: string, call: Call }>>}
 */
export const browsers = {
  chromium: { name: "Chromium", call: withPuppeteer({ browser: "chrome", args: chromiumFlags }) },
  firefox: { name: "Firefox", call: withPuppeteer({ browser: "firefox" }) },
  webkit: { name: "WebKit", call: withWebDriver },
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

/**
 * A browser to measure in. executablePath: its program, or WebKit's driver; address: that of the served page
 * @typedef {{
 *   browser: keyof typeof browsers,
 *   executablePath: string,
 *   address: string,
 *   onProgress: (text: string) => void,
 * }} Place
 *
 * The browser's version, and the text that the function returned.
 * @typedef {{ version: string | undefined, text: string }} Answer
 */

/**
 * Opens the measuring page in a new browser and calls one of its functions (web/bench/src/main.ts).
 * @param {Place} place
 * @param {"compare" | "pageTable" | "experiment"} name
 * @param {unknown} [argument]
 * @returns {Promise<{ version: string | undefined, result: any }>} the browser's version, and the function's result
 */
export async function callInBrowser(place, name, argument) {
  const { version, text } = await browsers[place.browser].call(place, name, argument);
  return { version, result: JSON.parse(text) };
}

/**
 * @param {import("puppeteer-core").LaunchOptions} launch
 * @returns {Call}
 */
function withPuppeteer(launch) {
  return async ({ executablePath, address, onProgress }, name, argument) => {
    const { default: puppeteer } = await import("puppeteer-core");
    // No time limit: a call lasts as long as its measurement.
    const browser = await puppeteer.launch({ ...launch, executablePath, headless: true, protocolTimeout: 0 });
    try {
      const tab = await browser.newPage();
      const silence = new Silence(mostSilence);
      await tab.exposeFunction("reportProgress", (/** @type {string} */ text) => {
        silence.broken(text);
        onProgress(text);
      });
      await tab.goto(address);
      await tab.waitForFunction(() => "bench" in globalThis);
      const call = tab.evaluate(
        (method, input) => /** @type {any} */ (globalThis).bench[method](input),
        name,
        argument,
      );
      const text = await Promise.race([call, silence.tooLong]).finally(() => silence.end());
      return { version: (await browser.version()).split("/").at(-1), text };
    } finally {
      await browser.close();
    }
  };
}

/** Milliseconds between two looks at what WebKit has reported: WebDriver has no messages from the page. */
const interval = 1000;

/** @type {Call} */
async function withWebDriver({ address, onProgress }, name, argument) {
  const { startWebkit } = await import("../../lab/smoke/webkit.mjs");
  const browser = await startWebkit();
  const silence = new Silence(mostSilence);
  const tab = await browser.open();
  try {
    await tab.goTo(address);
    await tab.evaluate(startCall, name, argument ?? null);
    const ended = async () => {
      for (let last = ""; ; await sleep(interval)) {
        const { progress, text, error } = await tab.evaluate(() => /** @type {any} */ (globalThis).call);
        if (error !== undefined) throw new Error(error);
        if (text !== undefined) return text;
        if (progress === last) continue;
        last = progress;
        silence.broken(progress);
        onProgress(progress);
      }
    };
    const text = await Promise.race([ended(), silence.tooLong]);
    return { version: tab.name.split(" ").at(-1), text };
  } finally {
    silence.end();
    await tab.close();
    await browser.stop();
  }
}

/**
 * Runs in the page: calls a function without waiting for its end, and keeps what it reports and returns in `call`.
 * @param {string} name
 * @param {unknown} argument
 */
async function startCall(name, argument) {
  const page = /** @type {any} */ (globalThis);
  while (page.bench === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  page.call = { progress: "" };
  page.reportProgress = (/** @type {string} */ text) => {
    page.call.progress = text;
  };
  page.bench[name](argument ?? undefined).then(
    (/** @type {string} */ text) => {
      page.call.text = text;
    },
    (/** @type {unknown} */ error) => {
      page.call.error = String(error);
    },
  );
}
