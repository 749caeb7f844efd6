// Finds or installs programs that are not part of the project, such as browsers.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem } from "./problem.mjs";
import { run } from "./run.mjs";
import { timed } from "./step.mjs";

/**
 * A program by name.
 * @typedef {{
 *   name: string,
 *   override: string,
 *   commands: string[],
 *   packages: string[],
 *   findElsewhere?: () => Promise<string | undefined>,
 *   installElsewhere?: () => Promise<{ code: number, output: string, note: string }>,
 * }} Program
 * override: the environment variable that can name its path; commands: its names on the path; packages: Debian's
 */

/**
 * The path of a program, or undefined.
 * @param {Program} program
 */
export async function findProgram({ override, commands, findElsewhere }) {
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
 * The path of a program, which is installed if it is missing.
 * @param {Program} program
 */
export async function ensureProgram(program) {
  const found = await findProgram(program);
  if (found !== undefined) return found;
  await timed(program.name, () => install(program));
  const installed = await findProgram(program);
  if (installed === undefined) throw new Problem(`${program.name} could not be installed: ${remedy(program)}`);
  return installed;
}

function remedy({ override }) {
  return `install it yourself, or set ${override} to its path`;
}

async function install(program) {
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    listsUpdated ??= aptGet(["update"]);
    await listsUpdated;
    for (const name of program.packages) {
      const { code } = await aptGet(["install", "-y", "--no-install-recommends", name]);
      if (code === 0) return "Debian package";
    }
  }
  const other = await program.installElsewhere?.();
  if (other?.code === 0) return other.note;
  const output = other === undefined ? "" : `\n${other.output.trimEnd()}`;
  throw new Problem(`${program.name} could not be installed: ${remedy(program)}${output}`);
}

let listsUpdated;
let lastAptGet = Promise.resolve();

/** One call at a time, because apt-get fails while another holds its lock. It waits for other processes' locks. */
function aptGet(args) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  lastAptGet = lastAptGet.then(() => run("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], { env }));
  return lastAptGet;
}
