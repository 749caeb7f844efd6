// A Chromium for the tests: one that is there, or one installed the way the machine allows.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem } from "./problem.mjs";
import { run } from "./run.mjs";
import { timed } from "./step.mjs";

const override = "RSA_VARIANTS_CHROMIUM";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

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
export async function findChromium() {
  const named = process.env[override];
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Problem(`${override} names ${named}, which does not exist`);
    return named;
  }
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== "" && existsSync(path)) return path;
    }
  }
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  return own !== "" && existsSync(own) ? own : undefined;
}

/** The path of a Chromium, installed when there is none. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== undefined) return found;
  await timed("Chromium", install);
  const installed = await findChromium();
  if (installed === undefined) {
    throw new Problem(`Chromium could not be installed: install it yourself, or set ${override} to its path`);
  }
  return installed;
}

async function install() {
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    const { code } = await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
    if (code === 0) return "Debian package";
  }
  const { code, output } = await run("npx", ["playwright", "install", "chromium"], {
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "0" },
  });
  if (code === 0) return "Playwright's own";
  throw new Problem(
    `Chromium could not be installed; install it, or set ${override} to its path:\n${output.trimEnd()}`,
  );
}
