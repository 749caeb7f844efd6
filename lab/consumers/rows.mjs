// @ts-check
// Runs the rows of the matrix: environments in which people use the package.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { secondsSince } from "../../scripts/lib/step.mjs";
import { open } from "./browser.mjs";
import { serve } from "./serve.mjs";

/**
 * An environment, or one way to use it.
 * fast: npm test runs it, too; its tools are in the project's own node_modules
 * limits: what the environment itself does not allow, by the step of the probe, `all` of them, or `start` if the probe cannot even
 * start; `error` is what must appear instead, so that a limit that is gone is noticed
 * missing: why it cannot run on this machine, if it cannot
 * @typedef {{
 *   name: string, fast?: boolean, limits?: Limits, missing?: (place: Place) => string | undefined | Promise<string | undefined>,
 *   run: (project: Project) => Promise<Report>,
 * }} Row
 * @typedef {{ reason: string, error: RegExp }} Limit
 * @typedef {Readonly<Record<string, Limit> & { all?: Limit, start?: Limit }>} Limits
 * @typedef {Readonly<Record<string, string>>} Report what the probe returns: "ok" or an error for each of its steps
 * @typedef {{ home: string, tools: string }} Place home: where the package is installed; tools: the node_modules with the tools
 * @typedef {{ name: string, state: "ok" | "RED" | "limit" | "skipped", text: string, seconds: number }} Result
 */

const probe = join(root, "lab/consumers/environments/probe");
/** How long a command may take. */
const mostMinutes = 10;

/** Children that run in process groups of their own, which Ctrl-C does not reach. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.once("SIGINT", () => process.exit(130));
process.once("exit", () => {
  for (const child of running) end(child);
});

/** Ends a child and what it has started. @param {import("node:child_process").ChildProcess} child */
function end({ pid, exitCode, signalCode }) {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
}

/** A project of a user, with the probe in it. */
export class Project {
  /** @param {Place} place @param {string} folder */
  constructor(place, folder) {
    this.place = place;
    this.folder = folder;
  }

  /** Writes files of the project. @param {Readonly<Record<string, string | Uint8Array>>} files */
  async write(files) {
    for (const [name, text] of Object.entries(files)) {
      const file = join(this.folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  /**
   * Runs a tool by its name in node_modules, or a program by its path; returns what it prints.
   * @param {string} command @param {readonly string[]} args
   */
  async exec(command, args = [], { env = {} } = {}) {
    const { child, output } = this.start(command, args, { env });
    const timer = setTimeout(() => end(child), mostMinutes * 60_000);
    const code = await new Promise((resolve) => {
      child.on("error", (error) => resolve(error.message));
      child.on("close", resolve);
    });
    clearTimeout(timer);
    if (code !== 0) throw new Error(`${command} ${args[0] ?? ""} ended with ${code}: ${lastLines(output())}`);
    return output();
  }

  /**
   * Starts a tool in a process group of its own.
   * @param {string} command @param {readonly string[]} args
   */
  start(command, args = [], { env = {} } = {}) {
    const file = command.includes("/") ? command : join(this.place.tools, ".bin", command);
    const child = spawn(file, args, {
      cwd: this.folder,
      env: { ...cleanEnvironment(this.place), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.add(child);
    child.on("close", () => running.delete(child));
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
    }
    return { child, output: () => text };
  }

  /**
   * Starts a server, waits for its address, and stops it after use.
   * @template R
   * @param {string} command @param {readonly string[]} args @param {(address: string) => Promise<R>} use
   * @returns {Promise<R>}
   */
  async withServer(command, args, use, { env = {} } = {}) {
    const { child, output } = this.start(command, args, { env });
    try {
      for (let tries = 0; tries < 6000; tries++) {
        const address = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(stripColors(output()))?.[0];
        if (address !== undefined) return await use(address.replace("localhost", "127.0.0.1"));
        if (child.exitCode !== null) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`${command} did not start: ${lastLines(output())}`);
    } catch (error) {
      throw new Error(`${/** @type {Error} */ (error).message}; ${command} printed: ${lastLines(output())}`, {
        cause: error,
      });
    } finally {
      end(child);
    }
  }

  /** The report of the page at an address. @param {string} address */
  open(address) {
    return open(address);
  }

  /**
   * Serves a folder of the project, and returns the report of a page in it.
   * @param {string} folder @param {string} [page] @param {import("./serve.mjs").Options} [options]
   */
  async visit(folder, page = "index.html", options = {}) {
    return serve(join(this.folder, folder), (address) => open(`${address}/${page}`), options);
  }
}

/** The report that a program printed. @param {string} output @returns {Report} */
export function reportIn(output) {
  const report = /REPORT (\{.*\})/.exec(output)?.[1];
  if (report === undefined) throw new Error(`no report: ${lastLines(output)}`);
  return JSON.parse(report);
}

/** Runs a row in a project of its own. @param {Row} row @param {Place} place @returns {Promise<Result>} */
export async function runRow({ name, limits = {}, missing, run }, place) {
  const start = performance.now();
  /** @param {Result["state"]} state @param {string} text */
  const result = (state, text) => ({ name, state, text, seconds: secondsSince(start) });
  const reason = await missing?.(place);
  if (reason !== undefined) return result("skipped", reason);
  try {
    const project = await makeProject(name, place);
    const { problems, notes } = judge(await run(project), limits);
    if (problems.length > 0) return result("RED", problems.join("; "));
    return result(limits.all === undefined ? "ok" : "limit", notes.join("; "));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (limits.start?.error.test(message)) return result("limit", limits.start.reason);
    return result("RED", oneLine(message));
  }
}

/** @param {string} name @param {Place} place */
async function makeProject(name, place) {
  const folder = join(place.home, "projects", name.toLowerCase().replaceAll(/\W+/g, "-"));
  await cp(probe, folder, { recursive: true });
  const project = new Project(place, folder);
  const html = `<!doctype html><meta charset="utf-8"><title>running</title><script type="module" src="./page.js"></script>\n`;
  await project.write({
    "package.json": JSON.stringify({ name: "project", private: true, type: "module" }),
    "index.html": html,
  });
  return project;
}

/**
 * What is wrong in a report, and what the environment itself does not allow.
 * @param {Report} report @param {Limits} limits
 */
function judge(report, limits) {
  const problems = [];
  const notes = new Set();
  for (const [step, outcome] of Object.entries(report)) {
    const limit = limits[step] ?? limits.all;
    if (outcome === "ok" && limits[step] === undefined) continue;
    if (limit?.error.test(outcome)) notes.add(`${limits[step] ? `but for ${step}: ` : ""}${limit.reason}`);
    else if (outcome === "ok") problems.push(`${step} works: its limit is gone`);
    else if (!outcome.startsWith("skipped")) problems.push(`${step}: ${oneLine(outcome)}`);
  }
  return { problems: [...new Set(problems)], notes: [...notes] };
}

/** The environment of a user's terminal: nothing of the tools that run this. @param {Place} place */
function cleanEnvironment({ tools }) {
  const { PATH = "", HOME = "", TMPDIR, LANG } = process.env;
  const node = newestNode(tools);
  return {
    PATH: [dirname(node), PATH].join(delimiter),
    HOME,
    ...(TMPDIR && { TMPDIR }),
    ...(LANG && { LANG }),
    CI: "1",
    NO_COLOR: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    WRANGLER_SEND_METRICS: "false",
  };
}

/** The path of a Node from an npm package, if it is installed. @param {string} tools @param {number} version */
export function nodeOf(tools, version) {
  const file = join(tools, `node-${version}`, "bin", "node");
  return existsSync(file) ? file : undefined;
}

/** Some tools need a newer Node than this project. @param {string} tools */
function newestNode(tools) {
  return nodeOf(tools, 26) ?? nodeOf(tools, 24) ?? process.execPath;
}

/** @param {string} text */
function lastLines(text) {
  return oneLine(stripColors(text).trim().split("\n").slice(-12).join(" "));
}

/** @param {string} text */
function stripColors(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of terminals begin with one
  return text.replaceAll(/\u001b\[[\d;]*m/g, "");
}

/** @param {string} text */
function oneLine(text) {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 600 ? `${line.slice(0, 300)} … ${line.slice(-290)}` : line;
}
