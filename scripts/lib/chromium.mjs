// A Chromium for the tests and one for measurements: one that is there, or one installed the way the machine allows.
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
 * Chromium without windows, for tests: it opens a page of ours with a third of the processor time that Chromium takes (0.6 and
 * 2.1 s on a busy machine), and has the same engine. Measurements use what people use.
 * @type {import("./program.mjs").Program}
 */
const headlessShell = {
  name: "Chromium's headless shell",
  override: "RSA_VARIANTS_CHROMIUM_SHELL",
  commands: ["chromium-headless-shell"],
  packages: ["chromium-headless-shell"],
};

/** Flags that every start needs here: no sandbox for root, and no work in the background that disturbs measurements. */
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

/** The path of a Chromium, installed when there is none. */
export const ensureChromium = () => ensureProgram(chromium);

/** The path of a Chromium for tests, or undefined. */
export const findTestChromium = async () => (await findProgram(headlessShell)) ?? (await findChromium());

/** The path of a Chromium for tests, installed when there is none: the shell, or where that cannot be had, any. */
export const ensureTestChromium = () => ensureProgram(headlessShell).catch(ensureChromium);
