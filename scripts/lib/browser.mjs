// Finding a browser on this machine, or installing one the way the machine allows.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem } from "./problem.mjs";
import { run } from "./run.mjs";
import { timed } from "./step.mjs";

/**
 * A browser by name.
 * @typedef {{
 *   name: string,
 *   override: string,
 *   commands: string[],
 *   packages: string[],
 *   findElsewhere?: () => Promise<string | undefined>,
 *   installElsewhere?: () => Promise<{ code: number, output: string, note: string }>,
 * }} Browser
 * override: the environment variable that may name its path; commands: what it is called on the path; packages: Debian's
 */

/**
 * The path of a browser, or undefined.
 * @param {Browser} browser
 */
export async function findBrowser({ override, commands, findElsewhere }) {
  const named = process.env[override];
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Problem(`${override} names ${named}, which does not exist`);
    return named;
  }
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const command of commands) {
      const path = join(folder, command);
      if (folder !== "" && existsSync(path)) return path;
    }
  }
  return findElsewhere?.();
}

/**
 * The path of a browser, installed when there is none.
 * @param {Browser} browser
 */
export async function ensureBrowser(browser) {
  const found = await findBrowser(browser);
  if (found !== undefined) return found;
  await timed(browser.name, () => install(browser));
  const installed = await findBrowser(browser);
  if (installed === undefined) throw new Problem(`${browser.name} could not be installed: ${remedy(browser)}`);
  return installed;
}

function remedy({ override }) {
  return `install it yourself, or set ${override} to its path`;
}

async function install(browser) {
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    for (const name of browser.packages) {
      const { code } = await run("apt-get", ["install", "-y", "--no-install-recommends", name], { env });
      if (code === 0) return "Debian package";
    }
  }
  const other = await browser.installElsewhere?.();
  if (other?.code === 0) return other.note;
  const output = other === undefined ? "" : `\n${other.output.trimEnd()}`;
  throw new Problem(`${browser.name} could not be installed: ${remedy(browser)}${output}`);
}
