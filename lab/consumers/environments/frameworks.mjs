// @ts-check
// Frameworks whose pages are made on a server and in the browser.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Project} Project */
/** @typedef {import("../rows.mjs").Limits} Limits */

const astro = `---
import { run } from "../../entries.js";
const report = JSON.stringify(await run());
---
<html><head><meta charset="utf-8"><title>{report}</title></head><body></body></html>
`;
const astroClient = `<html><head><meta charset="utf-8"><title>running</title></head><body>
<script>import "../../page.js";</script></body></html>
`;

/** The files of a Next app; the probe lies beside them. */
const next = {
  "app/layout.js": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;\n",
  "app/page.js": `"use client";
import { useEffect } from "react";
import { run } from "../entries.js";
export default function Page() {
  useEffect(() => void run().then((report) => { document.title = JSON.stringify(report); }), []);
  return <p>running</p>;
}
`,
  "app/component/page.js": `import { run } from "../../entries.js";
export const dynamic = "force-dynamic";
export async function generateMetadata() { return { title: JSON.stringify(await run()) }; }
export default function Page() { return <p>rendered</p>; }
`,
  "app/handler/route.js": `import { run } from "../../entries.js";
export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await run());
`,
};
const edgeRoute = `import { run } from "../../entries.js";
export const runtime = "edge";
export const GET = async () => Response.json(await run());
`;

const staticRoute = `import { load } from "rsa-variants";
import main from "rsa-variants/wasm/rsa-variants-baseline.wasm?module";
export const runtime = "edge";
export const GET = async () => {
  const rsa = await load({ build: "baseline", source: main });
  return Response.json({ load: rsa.modPow(3n, 5n, 101n) === 41n ? "ok" : "wrong" });
};
`;

/** Built by the first row that needs it. @type {Promise<Project> | undefined} */
let built;

/** @param {Project} project */
async function build(project) {
  await project.write(next);
  await project.exec("next", ["build"]);
  return project;
}

const start = ["start", "--port", "0", "--hostname", "127.0.0.1"];

/** @template R @param {Project} project @param {(address: string) => Promise<R>} use */
const served = async (project, use) => {
  built ??= build(project);
  return (await built).withServer("next", start, use);
};

/** @param {string} address */
async function answer(address) {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

/** An app with one route, which has a build of its own, because an error in it would fail the others. @param {Project} project @param {string} route */
async function atTheEdge(project, route) {
  await project.write({ "app/layout.js": next["app/layout.js"], "app/edge/route.js": route });
  await project.exec("next", ["build"]);
  return project.withServer("next", start, (address) => answer(`${address}/edge`));
}

/** @type {Limits} */
const noWorkers = { connect: { reason: "edge routes have no workers", error: /^worker-failed: .*use load\(\)/ } };

/** @type {Row[]} */
export const rows = [
  {
    name: "Astro 7, script in the browser",
    async run(project) {
      await project.write({ "src/pages/index.astro": astroClient });
      await project.exec("astro", ["build", "--silent"]);
      return project.visit("dist");
    },
  },
  {
    name: "Astro 7, page made by the build",
    async run(project) {
      await project.write({ "src/pages/index.astro": astro });
      await project.exec("astro", ["build", "--silent"]);
      const html = await readFile(join(project.folder, "dist", "index.html"), "utf8");
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "";
      return JSON.parse(title.replaceAll("&quot;", '"').replaceAll("&#34;", '"').replaceAll("&#39;", "'"));
    },
  },
  { name: "Next 16, browser (Turbopack)", run: (project) => served(project, (address) => project.open(address)) },
  {
    name: "Next 16, server component",
    run: (project) => served(project, (address) => project.open(`${address}/component`)),
  },
  { name: "Next 16, route handler", run: (project) => served(project, (address) => answer(`${address}/handler`)) },
  {
    name: "Next 16, development server",
    async run(project) {
      await project.write(next);
      return project.withServer("next", ["dev", "--port", "0", "--hostname", "127.0.0.1"], (address) =>
        project.open(address),
      );
    },
  },
  {
    name: "Next 16, edge route",
    limits: noWorkers,
    run: (project) => atTheEdge(project, edgeRoute),
  },
  {
    name: "Next 16, edge route, static import",
    run: (project) => atTheEdge(project, staticRoute),
  },
];
