// @ts-check
// Serves the measuring page, web/bench, and opens it in a browser.
import { bench } from "./paths.mjs";
import { chromiumFlags } from "./programs.mjs";
import { Silence } from "./silence.mjs";

/**
 * The browsers that can measure, and how to start them.
 * @type {Readonly<Record<"chromium" | "firefox", { name: string, launch: import("puppeteer-core").LaunchOptions }>>}
 */
export const browsers = {
  chromium: { name: "Chromium", launch: { browser: "chrome", args: chromiumFlags } },
  firefox: { name: "Firefox", launch: { browser: "firefox" } },
};

/** Serves the measuring page; `load` loads a module of its sources in Node. */
export async function serveMeasuringPage() {
  const { createServer } = await import("vite");
  const server = await createServer({ root: bench, logLevel: "warn" });
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
 * Opens the measuring page in a new browser and calls one of its functions (web/bench/src/main.ts).
 * @param {object} place
 * @param {import("puppeteer-core").LaunchOptions} place.launch
 * @param {string} place.executablePath
 * @param {string} place.address
 * @param {(text: string) => void} place.onProgress
 * @param {"compare" | "pageTable" | "experiment"} name
 * @param {unknown} [argument]
 * @returns {Promise<{ version: string | undefined, result: any }>} the browser's version, and the function's result
 */
export async function callInBrowser({ launch, executablePath, address, onProgress }, name, argument) {
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
    const call = tab.evaluate((method, input) => /** @type {any} */ (globalThis).bench[method](input), name, argument);
    const text = await Promise.race([call, silence.tooLong]).finally(() => silence.end());
    return { version: (await browser.version()).split("/").at(-1), result: JSON.parse(text) };
  } finally {
    await browser.close();
  }
}
