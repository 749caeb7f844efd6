// @ts-check
// Finds or installs programs that are not part of the project, such as browsers.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem, run } from "./run.mjs";
import { timed } from "./step.mjs";

/**
 * variable: the environment variable that can name its path; commands: its names on the path; packages: Debian's
 * @typedef {{
 *   name: string,
 *   variable: string,
 *   commands: string[],
 *   packages: string[],
 *   findElsewhere?: () => Promise<string | undefined>,
 *   installElsewhere?: () => Promise<{ code: number, output: string, note: string }>,
 * }} Program
 */

/**
 * A program with one command, in the Debian package of that name or in another.
 * @param {string} command
 * @returns {Program}
 */
function program(command, { name = command, packages = [command] } = {}) {
  const variable = `RSA_VARIANTS_${command.toUpperCase().replaceAll("-", "_")}`;
  return { name, variable, commands: [command], packages };
}

const isMac = process.platform === "darwin";

export const programs = {
  chromium: {
    ...program("chromium", { name: "Chromium" }),
    commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    async findElsewhere() {
      const own = (await import("playwright")).chromium.executablePath();
      return own !== "" && existsSync(own) ? own : undefined;
    },
    async installElsewhere() {
      const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "0" };
      return { ...(await run("npx", ["playwright", "install", "chromium"], { env })), note: "Playwright's own" };
    },
  },
  /**
   * Chromium without windows, for tests: it has the same engine, and opens a page of ours with about a third of the processor
   * time. Measurements use the browser that people use.
   */
  testChromium: {
    ...program("chromium-headless-shell", { name: "Chromium's headless shell" }),
    variable: "RSA_VARIANTS_CHROMIUM_SHELL",
  },
  firefox: {
    ...program("firefox", { name: "Firefox", packages: ["firefox-esr", "firefox"] }),
    commands: ["firefox", "firefox-esr"],
  },
  /** WebKit's driver, which starts the browser. */
  webkit: {
    ...program(isMac ? "safaridriver" : "WebKitWebDriver", { name: "WebKit", packages: ["webkit2gtk-driver"] }),
    variable: "RSA_VARIANTS_WEBKIT",
  },
  /** A screen in memory. */
  xvfb: program("Xvfb", { packages: ["xvfb"] }),
  openssl: program("openssl", { name: "OpenSSL" }),
  /** For tests of the doctor, which are skipped without it, as without Java and Go. */
  python: program("python3", { name: "Python", packages: ["python3", "python3-cryptography"] }),
  javac: program("javac", { name: "Java", packages: ["default-jdk-headless"] }),
  go: program("go", { name: "Go", packages: ["golang-go"] }),
  sshKeygen: program("ssh-keygen", { packages: ["openssh-client"] }),
  gappa: program("gappa", { name: "Gappa" }),
  z3: program("z3"),
  valgrind: program("valgrind"),
};

/** @typedef {keyof typeof programs} Name */

/** Flags for every start of Chromium: no sandbox for root, and no background work that disturbs measurements. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of a program, or undefined. For tests, any Chromium will do if the headless shell is missing.
 * @param {Name} name
 * @returns {Promise<string | undefined>}
 */
export async function findProgram(name) {
  const found = await find(programs[name]);
  return found === undefined && name === "testChromium" ? find(programs.chromium) : found;
}

/**
 * The path of a program, which is installed if it is missing.
 * @param {Name} name
 * @returns {Promise<string>}
 */
export async function ensureProgram(name) {
  const found = await find(programs[name]); // throws if the variable names a missing file
  if (found !== undefined) return found;
  const installed = install(programs[name]);
  return name === "testChromium" ? installed.catch(() => ensureProgram("chromium")) : installed;
}

/** @param {Program} program */
async function find({ variable, commands, findElsewhere }) {
  const named = process.env[variable];
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Problem(`${variable} names ${named}, which does not exist`);
    return named;
  }
  const { PATH = "" } = process.env;
  const folders = PATH.split(delimiter).filter(Boolean);
  const paths = folders.flatMap((folder) => commands.map((command) => join(folder, command)));
  return paths.find((path) => existsSync(path)) ?? findElsewhere?.();
}

/** @param {Program} program */
async function install(program) {
  const { name, variable, packages, installElsewhere } = program;
  let output = "";
  await timed(name, async () => {
    if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
      listsUpdated ??= aptGet("update");
      await listsUpdated;
      for (const each of packages) {
        if ((await aptGet("install", "-y", "--no-install-recommends", each)).code === 0) return "Debian package";
      }
    }
    const other = await installElsewhere?.();
    if (other?.code === 0) return other.note;
    output = other === undefined ? "" : `\n${other.output.trimEnd()}`;
    return "failed";
  });
  const installed = await find(program);
  if (installed !== undefined) return installed;
  throw new Problem(`${name} could not be installed: install it yourself, or set ${variable} to its path${output}`);
}

/** @type {Promise<unknown> | undefined} */
let listsUpdated;
let lastAptGet = Promise.resolve({ code: 0 });

/** One call at a time, because apt-get fails while another holds its lock. It waits for other processes' locks. */
function aptGet(/** @type {string[]} */ ...args) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  lastAptGet = lastAptGet.then(() => run("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], { env }));
  return lastAptGet;
}
