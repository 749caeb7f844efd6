// Packs the package as for publication, and makes projects that install it.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright";
import type ts from "typescript";
import { expect, inject } from "vitest";
import { chromiumFlags, findProgram } from "../../scripts/lib/programs.mjs";
import { printsOf } from "./documents.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const projects = fileURLToPath(new URL("projects", import.meta.url));
const sandboxes: string[] = [];

/** An empty folder outside the repository, so that nothing is found by accident in a parent's node_modules. */
export async function sandbox(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-"));
  sandboxes.push(folder);
  return folder;
}

/** Removes every folder that this module has made. */
export async function cleanUp(): Promise<void> {
  await Promise.all(sandboxes.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

/** Runs a program of this workspace or of the machine; rejects with its output if it fails. */
export async function execute(program: string, args: string[], folder: string): Promise<string> {
  try {
    const { stdout } = await run(program, args, { cwd: folder, maxBuffer: 1 << 24 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** The browser of tests. */
export async function launchChromium(...flags: string[]): Promise<Browser> {
  const executablePath = await findProgram("testChromium");
  return chromium.launch({ args: [...chromiumFlags, ...flags], ...(executablePath ? { executablePath } : {}) });
}

/** Opens a page that shares nothing with others: neither a cache nor an origin's data. It waits as long as its test does. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  return page;
}

/** A command line program installed in this workspace. */
export function workspaceProgram(name: string): string {
  return join(root, "node_modules", ".bin", name);
}

export interface Packed {
  /** The archive that would be published. */
  archive: string;
  /** The files in it. */
  files: string[];
}

/** `npm pack` of the library. */
export function packedLibrary(): Packed {
  return inject("library");
}

/** Projects outside the workspace in which the package is installed. */
export interface Installed {
  /** The folder in which it is installed. */
  folder: string;
  /** The folder of a project of projects/. */
  project(name: string): string;
}

/** Projects with the library: a copy of what npm has installed. */
export async function installedLibrary(): Promise<Installed> {
  const { home } = inject("library");
  return projectsIn((folder) => cp(home, folder, { recursive: true }));
}

/** Projects with other packed packages. */
export function install(...packed: Packed[]): Promise<Installed> {
  return projectsIn((folder) => installInto(folder, ...packed));
}

/** Projects in whose parent folder the package is installed once for all: Node, TypeScript and Vite look there, too. */
async function projectsIn(installPackage: (folder: string) => Promise<void>): Promise<Installed> {
  const folder = await sandbox();
  await installPackage(folder);
  await cp(projects, folder, { recursive: true });
  return { folder, project: (name) => join(folder, name) };
}

/** Installs packages with npm. */
export async function installInto(folder: string, ...packed: Packed[]): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "projects", private: true, type: "module" }));
  const options = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await execute("npm", ["install", ...options, ...packed.map(({ archive }) => archive)], folder);
}

/** Runs the modules that it is given, one after the other, so that each need not start Node and load the package. */
const runner = `
for (const file of process.argv.slice(2)) {
  console.log("\\n=== " + file);
  try {
    await import(file);
  } catch (error) {
    console.log("failed:", error);
  }
}
`;

/** Compiles programs as strict users do and runs them, in a new folder of a project. Returns what each prints, in their order. */
export async function runPrograms(
  project: string,
  programs: readonly string[],
  options: ts.server.protocol.CompilerOptions = {},
): Promise<string[]> {
  const folder = await mkdtemp(join(project, "programs-"));
  const compilerOptions = {
    ...{ module: "NodeNext", target: "ES2022", strict: true, skipDefaultLibCheck: true, types: [], outDir: "made" },
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    ...options,
  };
  const files = programs.map((_, index) => `program-${index}.ts`);
  await Promise.all(programs.map((text, index) => writeFile(join(folder, files[index] as string), text)));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await execute(workspaceProgram("tsc"), ["-p", folder], folder);
  await writeFile(join(folder, "runner.mjs"), runner);
  const count = availableParallelism();
  const made = programs.map((_, index) => `./made/program-${index}.js`);
  const outputs = await Promise.all(
    Array.from({ length: count }, (_, share) =>
      execute(process.execPath, ["runner.mjs", ...made.filter((_, index) => index % count === share)], folder),
    ),
  );
  const printed = new Map(
    outputs
      .join("")
      .split("\n=== ")
      .map((part) => [part.split("\n", 1)[0], part]),
  );
  return made.map((file) => printed.get(file) ?? "failed: it was not run");
}

/** Expects that a program has printed what the comments after its calls of `console.log` say. */
export function expectPrints(printed: string, program: string): void {
  expect(printed).not.toContain("failed:");
  let from = 0;
  for (const piece of printsOf(program)) {
    const at = printed.indexOf(piece, from);
    expect(at, `prints ${piece} in ${printed}, of ${program}`).toBeGreaterThanOrEqual(0);
    from = at + piece.length;
  }
}

/** The files below a folder whose names have this ending. */
export async function filesEnding(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => entry.endsWith(ending));
}
