// @ts-check
// Test runners, which imitate browsers or use one, and TypeScript.
import { readFile } from "node:fs/promises";
import { chromiumFlags, findProgram } from "../../../scripts/lib/programs.mjs";
import { reportIn } from "../rows.mjs";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Limits} Limits */

const test = `import { run } from "./entries.js";
test("the package", async () => console.log("REPORT " + JSON.stringify(await run())), 300_000);
`;
const vitestTest = `import { test } from "vitest";\n${test}`;

/** @param {string} name @param {string} environment @param {Limits} limits @returns {Row} */
const jest = (name, environment, limits = {}) => ({
  name,
  limits,
  async run(project) {
    await project.write({ "package.test.js": test });
    const env = { NODE_OPTIONS: "--experimental-vm-modules" };
    return reportIn(await project.exec("jest", ["--env", environment, "--rootDir", project.folder], { env }));
  },
});

/** @param {string} name @param {readonly string[]} args @param {Limits} limits @returns {Row} */
const vitest = (name, args, limits = {}) => ({
  name,
  limits,
  async run(project) {
    await project.write({ "package.test.js": vitestTest });
    return reportIn(await project.exec("vitest", ["run", "--root", project.folder, ...args]));
  },
});

const vitestConfig = (/** @type {string} */ launch) => `import { playwright } from "@vitest/browser-playwright";
export default {
  test: {
    browser: { enabled: true, headless: true, provider: playwright({ launchOptions: ${launch} }), instances: [{ browser: "chromium" }] },
  },
};
`;

/** @param {string} module @param {string} moduleResolution @returns {Row} */
const typescript = (module, moduleResolution) => ({
  name: `TypeScript 5.9, ${moduleResolution}, without DOM`,
  async run(project) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "ES2022",
      lib: ["ES2023"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipDefaultLibCheck: true, // those of TypeScript itself; the package's are checked
      noEmit: true,
    };
    await project.write({
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["use.ts"] }),
      "use.ts": await readFile(
        new URL("../../../tests/packaging/projects/types/without-dom.ts", import.meta.url),
        "utf8",
      ),
    });
    await project.exec("tsc", ["-p", "tsconfig.json"]);
    return { types: "ok" };
  },
});

/** @type {Row[]} */
export const rows = [
  jest("Jest 30, node", "node"),
  jest("Jest 30, jsdom", "jsdom", {
    all: {
      reason: "Jest's jsdom has no TextDecoder, crypto, streams and workers",
      error: /has no TextDecoder; in Jest/,
    },
  }),
  vitest("Vitest 5, node", []),
  vitest("Vitest 5, jsdom", ["--environment", "jsdom"]),
  {
    name: "Vitest 5, browser",
    async run(project) {
      const executablePath = await findProgram("testChromium");
      await project.write({
        "package.test.js": vitestTest,
        "vitest.config.js": vitestConfig(JSON.stringify({ args: chromiumFlags, executablePath })),
      });
      return reportIn(await project.exec("vitest", ["run", "--root", project.folder]));
    },
  },
  typescript("preserve", "bundler"),
  typescript("node16", "node16"),
  typescript("nodenext", "nodenext"),
];
