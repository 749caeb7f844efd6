// @ts-check
// Opens a place of the built page and does its main job, in whatever browser.
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { startChromium } from "./chromium.mjs";
import { Visitor } from "./places/visitor.mjs";
import { startWebkit } from "./webkit.mjs";

/**
 * A browser. open: opens a tab with an empty profile
 * @typedef {{ open: () => Promise<Tab>, stop: () => unknown }} Browser
 *
 * A tab. name: the browser's name and version; evaluate: runs a function in the page, and awaits what it returns; find: the elements
 * that an XPath finds; picture: a PNG
 * @typedef {{
 *   name: string,
 *   goTo: (address: string) => Promise<unknown>,
 *   reload: () => Promise<unknown>,
 *   evaluate: (work: (...values: any[]) => unknown, ...values: unknown[]) => Promise<any>,
 *   find: (xpath: string) => Promise<Element[]>,
 *   picture: () => Promise<Uint8Array>,
 *   close: () => Promise<unknown>,
 * }} Tab
 *
 * An element. isReady: whether it is displayed and not disabled; fill: replaces the text, key by key where the browser can; paste:
 * replaces the text at once; choose: an option by its value
 * @typedef {{
 *   isReady: () => Promise<boolean>,
 *   click: () => Promise<unknown>,
 *   fill: (text: string) => Promise<unknown>,
 *   paste: (text: string) => Promise<unknown>,
 *   choose: (value: string) => Promise<unknown>,
 *   giveFile: (path: string) => Promise<unknown>,
 * }} Element
 */

/** The browsers, and how to start them. */
export const browsers = { webkit: startWebkit, chromium: startChromium };

/** The folder for screenshots of failures; git-ignored. */
const pictures = join(root, "test-results");

/**
 * Does the job of a place in a new tab.
 * @param {string} name
 * @param {{ browser: Browser, page: Awaited<ReturnType<typeof import("./page.mjs").servePage>>, folder: string }} where
 * folder: for the files that the page gets
 * @returns {Promise<{ problems: string[], note: string }>} the problems, and the browser's name and version
 */
export async function visit(name, { browser, page, folder }) {
  const { address, doJob } = await import(`./places/${name}.mjs`);
  const tab = await browser.open();
  try {
    await tab.goTo(new URL(address, page.address).href);
    /** @type {string[]} */
    const problems = [];
    await doJob(new Visitor(tab), folder).catch((/** @type {Error} */ error) => problems.push(error.message));
    problems.push(...(await page.errors(tab)));
    if (problems.length > 0) problems.push(`screenshot: ${await takePicture(tab, name)}`);
    return { problems, note: tab.name };
  } finally {
    await tab.close();
  }
}

/** @param {Tab} tab @param {string} name */
async function takePicture(tab, name) {
  const picture = join(pictures, `smoke-${name}.png`);
  await mkdir(pictures, { recursive: true });
  await writeFile(picture, await tab.picture());
  return relative(root, picture);
}
