// @ts-check
// Node, Deno and Bun.
import { nodeOf, reportIn } from "../rows.mjs";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Project} Project */

const required = `const main = require("rsa-variants");
const names = ["blind", "doctor", "files", "security", "theory", "xrsa"];
const entries = Object.fromEntries(names.map((name) => [name, require("rsa-variants/" + name)]));
const { probe } = require("./probe.js");
probe({ main, ...entries, powers: require("modular-powers") }).then((report) => console.log("REPORT " + JSON.stringify(report)));
`;

const inThread = `import { Worker } from "node:worker_threads";
new Worker(new URL("./print.js", import.meta.url));
`;

const inline = `import * as main from "rsa-variants/inline";
import { RsaError } from "rsa-variants";
import * as blind from "rsa-variants/blind";
import * as doctor from "rsa-variants/doctor";
import * as files from "rsa-variants/files";
import * as security from "rsa-variants/security";
import * as theory from "rsa-variants/theory";
import * as xrsa from "rsa-variants/xrsa";
import { probe } from "./probe.js";
probe({ main: { ...main, RsaError }, blind, doctor, files, security, theory, xrsa }).then((report) => console.log("REPORT " + JSON.stringify(report)));
`;

/** The rows of one Node. @param {string} name @param {(project: Project["place"]) => string | undefined} find */
function rowsOf(name, find, isFast = false) {
  /** @type {Pick<Row, "missing">} */
  const common = {
    missing: (place) => (find(place) === undefined ? "its npm package has no binary for this platform" : undefined),
  };
  /** @param {Project} project @param {readonly string[]} args */
  const run = async (project, args) => reportIn(await project.exec(/** @type {string} */ (find(project.place)), args));
  /** @type {Row[]} */
  const rows = [
    { ...common, name: `${name}, import`, fast: isFast, run: (project) => run(project, ["print.js"]) },
    {
      ...common,
      name: `${name}, require`,
      fast: isFast,
      async run(project) {
        await project.write({ "main.cjs": required });
        return run(project, ["main.cjs"]);
      },
    },
    {
      ...common,
      name: `${name}, worker thread`,
      fast: isFast,
      async run(project) {
        await project.write({ "main.js": inThread });
        return run(project, ["main.js"]);
      },
    },
    {
      ...common,
      name: `${name}, --input-type`,
      run: (project) => run(project, ["--input-type=module", "--eval", 'import "./print.js";']),
    },
  ];
  return rows;
}

const current = Number(process.versions.node.split(".")[0]);
const others = [22, 24, 26].filter((version) => version !== current);

/** @type {Row[]} */
export const rows = [
  ...rowsOf(`Node ${current}`, () => process.execPath, true),
  ...others.flatMap((version) => rowsOf(`Node ${version}`, ({ tools }) => nodeOf(tools, version)).slice(0, 2)),
  {
    name: "Node, rsa-variants/inline",
    fast: true,
    async run(project) {
      await project.write({ "main.js": inline });
      return reportIn(await project.exec(process.execPath, ["main.js"]));
    },
  },
  {
    name: "Deno",
    run: async (project) =>
      reportIn(await project.exec("deno", ["run", `--allow-read=${project.place.home}/node_modules`, "print.js"])),
  },
  {
    name: "Deno without permissions",
    run: async (project) => reportIn(await project.exec("deno", ["run", "print.js"])),
  },
  { name: "Bun", run: async (project) => reportIn(await project.exec("bun", ["run", "print.js"])) },
  {
    name: "bun build",
    async run(project) {
      await project.exec("bun", ["build", "print.js", "--target=bun", "--outdir=out"]);
      return reportIn(await project.exec("bun", ["run", "out/print.js"]));
    },
  },
  {
    name: "bun build --compile",
    async run(project) {
      await project.exec("bun", ["build", "--compile", "print.js", "--outfile=program"]);
      return reportIn(await project.exec(`${project.folder}/program`));
    },
  },
];
