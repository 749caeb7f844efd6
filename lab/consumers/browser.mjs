// @ts-check
// Opens pages in Chromium. One browser serves all rows.
import { createHash } from "node:crypto";
import { chromiumFlags, findProgram } from "../../scripts/lib/programs.mjs";

/** @type {Promise<import("playwright").Browser> | undefined} */
let browser;

async function launch() {
  const { chromium } = await import("playwright"); // only now, because the command's set-up installs it
  const executablePath = await findProgram("testChromium");
  return chromium.launch({ args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) });
}

/** Ends the browser, if one was started. */
export async function closeBrowser() {
  await (await browser)?.close();
  browser = undefined;
}

/**
 * The report that a page puts into its title.
 * @param {string} address
 * @returns {Promise<Record<string, string>>}
 */
export async function open(address) {
  browser ??= launch();
  const context = await (await browser).newContext();
  try {
    return await reportOf(await context.newPage(), address);
  } finally {
    await context.close();
  }
}

/**
 * The report of the page index.html of an extension. Only the browser that people use has extensions.
 * @param {string} folder @param {string | undefined} executablePath
 */
export async function openExtension(folder, executablePath) {
  const { chromium } = await import("playwright");
  const context = await chromium.launchPersistentContext("", {
    headless: false,
    args: [...chromiumFlags, "--headless=new", `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    // The name of an unpacked extension is a hash of its path, written with the letters from a to p.
    const digits = createHash("sha256").update(folder).digest("hex").slice(0, 32);
    const id = digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
    return await reportOf(await context.newPage(), `chrome-extension://${id}/index.html`);
  } finally {
    await context.close();
  }
}

/** The report of a page in Firefox. @param {string} address */
export async function openInFirefox(address) {
  const { default: puppeteer } = await import("puppeteer-core");
  const executablePath = await findProgram("firefox");
  if (executablePath === undefined) throw new Error("Firefox is not installed");
  const firefox = await puppeteer.launch({ browser: "firefox", headless: true, executablePath });
  try {
    const page = await firefox.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address);
    return await titleOf(() => page.title());
  } finally {
    await firefox.close();
  }
}

/**
 * Opens an address in a tab, and waits until its title is a report.
 * @param {import("playwright").Page} page @param {string} address
 * @returns {Promise<Record<string, string>>}
 */
export async function reportOf(page, address) {
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.setDefaultTimeout(0);
  await page.goto(address);
  return titleOf(() => page.title(), errors);
}

/**
 * The title, when it is a report. Not waitForFunction, which a policy of the page may forbid.
 * @param {() => Promise<string>} read @param {readonly string[]} errors what the page has reported
 */
async function titleOf(read, errors = []) {
  for (let tries = 0; tries < 6000; tries++) {
    const title = await read().catch(() => "");
    if (title.startsWith("{")) return JSON.parse(title);
    if (errors.length > 0 && tries > 600) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the page did not finish: ${[...new Set(errors)].join(" | ") || "no error shown"}`);
}
