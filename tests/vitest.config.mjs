import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { builds } from "rsa-variants";
import { defineConfig } from "vitest/config";
import { relaxedSimd, simd } from "wasm-feature-detect";
import { root } from "../scripts/lib/paths.mjs";
import { chromiumFlags, findProgram } from "../scripts/lib/programs.mjs";

const executablePath = await findProgram("testChromium");
/**
 * In Node, tests load the library's modules one by one, because some of them also load what no entry exports. Node's users load
 * the bundle instead (dist/node), as the command line, tests/packaging and lab/consumers/environments do.
 */
const { exports: entries } = JSON.parse(await readFile(join(root, "web/library/package.json"), "utf8"));
const alias = Object.entries(entries).flatMap(([entry, { default: file }]) =>
  file === undefined
    ? []
    : [{ find: new RegExp(`^rsa-variants${entry.slice(1)}$`), replacement: join(root, "web/library", file) }],
);
const resolve = { alias };
/** The library as Node loads it, not through Vite's transforms. */
const server = { deps: { external: [/web\/library\/dist/] } };
/** The builds that this Node runs, fastest first. */
const [buildInNode, ...otherBuildsInNode] = builds.slice((await relaxedSimd()) ? 0 : (await simd()) ? 1 : 2);

const library = { include: ["library/**/*.test.ts"] };
/** For node lab/exhaustive.mjs: all of the library's tests on all builds, with more repetitions. */
const exhaustive = process.env.EXHAUSTIVE !== undefined;
/** The tag of the library's test files that also run on the other builds and in the browser. */
const elsewhere = exhaustive ? library : { ...library, include: await filesTagged("platform") };
/** Current browsers run every build, and load the fastest. */
const buildsInChromium = exhaustive ? builds : builds.slice(0, 1);

const powers = { include: ["powers/*.test.ts"] };
/** Every build has kernels of its own, so `npm test` runs these on each. */
const arithmeticOfPowers = ["elements", "powers", "primes"].map((file) => `powers/${file}.test.ts`);

/** Runs tests in Chromium, once for each build. */
function inChromium(project, chosen) {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({
      launchOptions: {
        args: [...chromiumFlags, "--js-flags=--expose-gc"],
        ...(executablePath === undefined ? {} : { executablePath }),
      },
    }),
    instances: chosen.map((build) => ({
      browser: "chromium",
      name: `${project}-chromium-${build}`,
      provide: { build, exhaustive },
    })),
  };
}

async function filesTagged(tag) {
  const names = await readdir(join(root, "tests/library"), { recursive: true });
  const files = names.filter((name) => name.endsWith(".test.ts")).map((name) => `library/${name}`);
  const contents = await Promise.all(files.map((file) => readFile(join(root, "tests", file), "utf8")));
  return files.filter((_, i) => contents[i].startsWith(`// @module-tag ${tag}\n`));
}

const seed = process.env.TEST_SEED ?? "";
/** No test fails because its machine is slow or busy: this only ends one that hangs. */
export const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
};
/** The random numbers of tests are the same in every run. With TEST_SEED they are others, and so is the order of files and tests. */
export const seeded = {
  setupFiles: [join(root, "tests/seeded.ts")],
  provide: { seed },
  ...(seed === "" ? {} : { sequence: { seed: Number(seed), shuffle: { files: true, tests: true } } }),
};
// Also in the processes and threads that tests start.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import ${new URL("seeded-process.mjs", import.meta.url)}`;

export default defineConfig({
  test: {
    silent: "passed-only",
    tags: [
      { name: "platform", description: "its outcome can differ between platforms and builds: see CONTRIBUTING.md" },
      { name: "extended", description: "only npm run test:all runs it" },
    ],
    maxWorkers: availableParallelism() + 1,
    ...seeded,
    projects: [
      { resolve, test: { name: "library", ...library, provide: { build: buildInNode, exhaustive }, server } },
      ...otherBuildsInNode.map((build) => ({
        resolve,
        test: { name: `library-elsewhere-${build}`, ...elsewhere, provide: { build, exhaustive }, server },
      })),
      {
        optimizeDeps: { exclude: ["rsa-variants"] },
        server: { fs: { allow: [root] } },
        test: {
          name: "library-elsewhere-chromium",
          ...elsewhere,
          browser: inChromium("library-elsewhere", buildsInChromium),
        },
      },
      // The package modular-powers: its bundle for Node, and that for browsers in Chromium.
      { test: { name: "powers-node", ...powers, include: ["powers/**/*.test.ts"], provide: { build: buildInNode } } },
      ...otherBuildsInNode.map((build) => ({
        test: { name: `powers-node-${build}`, ...powers, include: arithmeticOfPowers, provide: { build } },
      })),
      {
        optimizeDeps: { exclude: ["modular-powers"] },
        server: { fs: { allow: [root] } },
        test: { name: "powers-chromium", ...powers, browser: inChromium("powers", builds) },
      },
      {
        resolve,
        test: {
          name: "page-logic",
          include: ["page/**/*.test.ts"],
          exclude: ["page/**/*.browser.test.ts"],
          isolate: false, // nothing of it has a state
        },
      },
      {
        // One process for each worker, and a context for each test.
        resolve,
        test: {
          name: "page-browser",
          include: ["page/**/*.browser.test.ts"],
          setupFiles: [...seeded.setupFiles, "page/set-up.ts"],
          globalSetup: ["page/global-set-up.ts"],
          isolate: false, // so that a worker keeps its browser from file to file
          // If the browser dies, that is not the page's fault: the test runs once more, and the summary reports it.
          retry: { count: 1, condition: /^The browser process ended/ },
        },
      },
      { resolve, test: { name: "bench", include: ["bench/**/*.test.ts"] } },
      {
        // The library with other programs.
        resolve,
        test: {
          name: "interoperability",
          include: ["interoperability/**/*.test.ts"],
          server,
        },
      },
      {
        resolve,
        test: { name: "cli", include: ["cli/**/*.test.ts"], server },
      },
      {
        resolve,
        test: {
          name: "harness",
          include: ["harness/**/*.test.ts"],
        },
      },
      {
        resolve,
        test: {
          name: "lab",
          root: join(root, "lab"),
          include: ["**/*.test.ts"],
          globalSetup: [join(root, "tests/packaging/global-set-up.ts")],
        },
      },
      {
        test: {
          name: "packaging",
          include: ["packaging/**/*.test.ts"],
          globalSetup: ["packaging/global-set-up.ts"],
        },
      },
    ].map((project) => ({
      ...project,
      test: { ...seeded, ...patience, ...project.test, provide: { ...seeded.provide, ...project.test.provide } },
    })),
  },
});
