// @ts-check
// Runs the measurement of the built page in Chromium, and keeps the machine busy meanwhile.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { chromium } from "playwright";
import { environment, page as root } from "../../scripts/lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "../../scripts/lib/programs.mjs";
import { Problem } from "../../scripts/lib/run.mjs";

/** How a run ends, in the page's words. */
const ended = /^(Done|Stopped|Ended|The run failed)/;

/** Milliseconds by which a run may take longer than its budget: keys must be made first, and the machine may be busy. */
const patience = 300_000;

/** Opens the page in a Chromium of its own. @param {string} address */
async function openPage(address) {
  const browser = await chromium.launch({ executablePath: await ensureProgram("chromium"), args: chromiumFlags });
  const page = await browser.newPage();
  await page.goto(address);
  return { browser, page, run: page.getByRole("button", { name: "Run", exact: true }) };
}

/**
 * One run, with a new browser and new keys.
 * @param {string} address the page with its settings
 * @param {number} seconds the budget in these settings
 * @returns {Promise<string>} the file that "Save JSON" saves
 */
export async function runOnce(address, seconds) {
  const { browser, page, run } = await openPage(address);
  try {
    await run.click();
    const progress = page.locator(".progress-text", { hasText: ended });
    await progress.waitFor({ timeout: 1000 * seconds + patience });
    const text = await progress.textContent();
    if (text?.startsWith("Done") !== true) throw new Problem(`a run did not end well: ${text}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save JSON" }).click(),
    ]);
    return await readFile(await file.path(), "utf8");
  } finally {
    await browser.close();
  }
}

/**
 * Keeps the machine busy: the TypeScript compiler in a loop, once for each processor, and a second browser that runs the same page.
 * @param {string} address
 * @returns {Promise<() => Promise<void>>} ends it
 */
export async function makeBusy(address) {
  let isOver = false;
  /** @type {Set<import("node:child_process").ChildProcess>} */
  const compilers = new Set();
  const compile = () => {
    if (isOver) return;
    const compiler = spawn("tsc", ["--noEmit", "-p", root], { env: environment, stdio: "ignore" });
    compilers.add(compiler);
    compiler.once("close", () => {
      compilers.delete(compiler);
      compile();
    });
  };
  const { browser, run } = await openPage(address);
  await run.click();
  for (let count = 0; count < availableParallelism(); count++) compile();
  return async () => {
    isOver = true;
    for (const compiler of compilers) compiler.kill();
    await browser.close();
  };
}
