// @ts-check
// Bundlers as they are, without a configuration of the package's own.
import { reportIn } from "../rows.mjs";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Project} Project */

/** @param {string} script */
const pageOf = (script, type = 'type="module" ') =>
  `<!doctype html><meta charset="utf-8"><title>running</title><script ${type}src="${script}"></script>\n`;

/** Opens the bundle of page.js in the folder `out`. @param {Project} project @param {string} script @param {string} [type] */
async function visit(project, script, type) {
  await project.write({ "out/index.html": pageOf(script, type) });
  return project.visit("out");
}

/** Runs the bundle of print.js. @param {Project} project @param {string} file */
const runIn = async (project, file) => reportIn(await project.exec(process.execPath, [`out/${file}`]));

/** @param {Project} project */
async function parcel(project) {
  await project.exec("parcel", ["build", "index.html", "--dist-dir", "out", "--no-cache"]);
  return project.visit("out");
}

/** @param {string} tool @returns {Row[]} */
function webpackRows(tool) {
  const name = tool === "webpack" ? "webpack 5" : "Rspack";
  /** Their command lines are packages of their own; this is what these call. @param {string} entry @param {string} target */
  const program = (
    entry,
    target,
  ) => `import ${tool === "webpack" ? "bundle" : "{ rspack as bundle }"} from "${tool === "webpack" ? tool : "@rspack/core"}";
bundle({ mode: "production", context: import.meta.dirname, entry: "./${entry}", target: "${target}", output: { path: import.meta.dirname + "/out", filename: "${entry}"${target === "node" ? ', module: false, filename: "print.cjs"' : ""} } }, (error, stats) => {
  if (error || stats.hasErrors()) { console.error(error ?? stats.toString("errors-only")); process.exit(1); }
});
`;
  return [
    {
      name: `${name}, web`,
      async run(project) {
        await project.write({ "build.js": program("page.js", "web") });
        await project.exec("/usr/bin/env", ["node", "build.js"]);
        return visit(project, "page.js", "");
      },
    },
    {
      name: `${name}, Node`,
      async run(project) {
        await project.write({ "build.js": program("print.js", "node") });
        await project.exec("/usr/bin/env", ["node", "build.js"]);
        return runIn(project, "print.cjs");
      },
    },
  ];
}

const viteWorker = `import { run } from "./entries.js";
run().then((report) => postMessage(report));
`;
const viteWorkerPage = `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => { document.title = JSON.stringify(data); };
worker.onerror = ({ message }) => console.error(message);
`;

const classicWorkers = {
  reason: 'Vite 7 bundles workers without import(), unless worker.format is "es"',
  error: /Invalid value "iife" for option "worker.format"/,
};

/** @param {string} tool @returns {Row[]} */
function viteRows(tool) {
  const isCurrent = tool === "vite";
  const name = isCurrent ? "Vite 8" : "Vite 7";
  /** @param {Project} project @param {readonly string[]} args */
  const vite = (project, args) =>
    isCurrent
      ? project.exec("vite", args)
      : project.exec("/usr/bin/env", ["node", `${project.place.tools}/vite7/bin/vite.js`, ...args]);
  /** @param {Project} project */
  const worker = async (project) => {
    await project.write({ "worker.js": viteWorker, "page.js": viteWorkerPage });
    await vite(project, ["build", "--outDir", "out", "--logLevel", "error"]);
    return project.visit("out");
  };
  /** @param {Project} project */
  const moduleWorker = async (project) => {
    await project.write({ "vite.config.js": 'export default { worker: { format: "es" } };\n' });
    return worker(project);
  };
  /** @type {Row[]} */
  const rows = [
    {
      name: `${name}, build`,
      fast: isCurrent,
      async run(project) {
        await vite(project, ["build", "--outDir", "out", "--logLevel", "error"]);
        return project.visit("out");
      },
    },
    {
      name: `${name}, development server`,
      fast: isCurrent,
      run(project) {
        const args = ["--port", "0", "--host", "127.0.0.1"];
        const { open } = project;
        return isCurrent
          ? project.withServer("vite", args, open)
          : project.withServer("/usr/bin/env", ["node", `${project.place.tools}/vite7/bin/vite.js`, ...args], open);
      },
    },
    {
      name: `${name}, SSR with noExternal`,
      fast: isCurrent,
      async run(project) {
        await project.write({ "vite.config.js": "export default { ssr: { noExternal: true } };\n" });
        await vite(project, ["build", "--ssr", "print.js", "--outDir", "out", "--logLevel", "error"]);
        return runIn(project, "print.js");
      },
    },
    {
      name: `${name}, a worker of the user`,
      fast: isCurrent,
      ...(isCurrent ? {} : { limits: { start: classicWorkers } }),
      run: worker,
    },
    ...(isCurrent ? [] : [{ name: `${name}, a worker of the user with format "es"`, run: moduleWorker }]),
  ];
  return rows;
}

/** @type {Row[]} */
export const rows = [
  {
    name: "esbuild, browser, splitting",
    async run(project) {
      await project.exec("esbuild", ["page.js", "--bundle", "--format=esm", "--splitting", "--outdir=out"]);
      return visit(project, "page.js");
    },
  },
  {
    name: "esbuild, browser, one ES module",
    async run(project) {
      await project.exec("esbuild", ["page.js", "--bundle", "--format=esm", "--outdir=out"]);
      return visit(project, "page.js");
    },
  },
  {
    name: "esbuild, browser, classic script",
    async run(project) {
      await project.exec("esbuild", ["page.js", "--bundle", "--minify", "--outdir=out"]);
      return visit(project, "page.js", "");
    },
  },
  {
    name: "esbuild, Node, ES module",
    async run(project) {
      await project.exec("esbuild", ["print.js", "--bundle", "--platform=node", "--format=esm", "--outdir=out"]);
      return runIn(project, "print.js");
    },
  },
  {
    name: "esbuild, Node, CommonJS",
    async run(project) {
      await project.exec("esbuild", ["print.js", "--bundle", "--platform=node", "--outfile=out/print.cjs"]);
      return runIn(project, "print.cjs");
    },
  },
  {
    name: "Rollup, browser",
    async run(project) {
      await project.exec("rollup", ["page.js", "-p", "node-resolve={browser:true}", "-d", "out", "--silent"]);
      return visit(project, "page.js");
    },
  },
  {
    name: "Rollup, Node",
    async run(project) {
      await project.exec("rollup", [
        "print.js",
        "-p",
        "node-resolve={exportConditions:['node']}",
        "-d",
        "out",
        "--silent",
      ]);
      return runIn(project, "print.js");
    },
  },
  {
    name: "Rolldown, browser",
    fast: true,
    async run(project) {
      await project.exec("rolldown", ["page.js", "--platform", "browser", "-d", "out"]);
      return visit(project, "page.js");
    },
  },
  {
    name: "Rolldown, browser, classic script",
    async run(project) {
      await project.exec("rolldown", ["page.js", "--platform", "browser", "--format", "iife", "-d", "out"]);
      return visit(project, "page.js", "");
    },
  },
  {
    name: "Rolldown, Node",
    fast: true,
    async run(project) {
      await project.exec("rolldown", ["print.js", "--platform", "node", "-d", "out"]);
      return runIn(project, "print.js");
    },
  },
  ...["webpack", "rspack"].flatMap((tool) => webpackRows(tool)),
  {
    name: "Parcel",
    limits: {
      start: {
        reason: "Parcel ignores `exports` of packages unless packageExports is set",
        error: /Cannot load file '\.\/index'/,
      },
    },
    run: parcel,
  },
  {
    name: "Parcel with packageExports",
    async run(project) {
      const settings = { "@parcel/resolver-default": { packageExports: true } };
      await project.write({
        "package.json": JSON.stringify({ name: "project", private: true, ...settings }),
        "package-lock.json": "{}", // Parcel takes its settings from the folder with the lock file
      });
      return parcel(project);
    },
  },
  ...["vite", "vite7"].flatMap((tool) => viteRows(tool)),
];
