// @ts-check
// Finds or installs a Chromium for tests, and one for measurements.
import { existsSync } from "node:fs";
import { ensureProgram, findProgram } from "./program.mjs";
import { run } from "./run.mjs";

/** @type {import("./program.mjs").Program} */
const chromium = {
  name: "Chromium",
  override: "RSA_VARIANTS_CHROMIUM",
  commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  packages: ["chromium"],
  async findElsewhere() {
    const own = (await import("playwright")).chromium.executablePath();
    return own !== "" && existsSync(own) ? own : undefined;
  },
  async installElsewhere() {
    const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "0" };
    return { ...(await run("npx", ["playwright", "install", "chromium"], { env })), note: "Playwright's own" };
  },
};

/**
 * Chromium without windows, for tests: it has the same engine, and opens a page of ours with about a third of the processor
 * time. Measurements use the browser that people use.
 * @type {import("./program.mjs").Program}
 */
const headlessShell = {
  name: "Chromium's headless shell",
  override: "RSA_VARIANTS_CHROMIUM_SHELL",
  commands: ["chromium-headless-shell"],
  packages: ["chromium-headless-shell"],
};

/** Flags for every start: no sandbox for root, and no background work that disturbs measurements. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of a Chromium, or undefined. */
export const findChromium = () => findProgram(chromium);

/** The path of a Chromium, which is installed if it is missing. */
export const ensureChromium = () => ensureProgram(chromium);

/** The path of a Chromium for tests, or undefined. */
export const findTestChromium = async () => (await findProgram(headlessShell)) ?? (await findChromium());

/** The path of a Chromium for tests: the headless shell, installed if it is missing, or any Chromium if that is impossible. */
export async function ensureTestChromium() {
  const found = await findProgram(headlessShell); // throws if the variable names a missing file
  return found ?? ensureProgram(headlessShell).catch(ensureChromium);
}
