// @ts-check
// Hosts that run programs near their users, with a part of a browser's platform and without workers.
import { reportIn } from "../rows.mjs";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Project} Project */

const worker = `import { run } from "./entries.js";
export default { fetch: async () => Response.json(await run()) };
`;

/** Runs a bundle as Vercel's edge functions do. */
const edgeRuntime = `import { readFile } from "node:fs/promises";
import { EdgeRuntime } from "edge-runtime";
const runtime = new EdgeRuntime({ initialCode: await readFile(new URL("./out/main.js", import.meta.url), "utf8") });
const response = await runtime.dispatchFetch("http://localhost/");
await response.waitUntil();
console.log("REPORT " + await response.text());
`;
const listener = `import { run } from "./entries.js";
addEventListener("fetch", (event) => event.respondWith(run().then((report) => new Response(JSON.stringify(report)))));
`;

const withStaticImports = `import { load } from "rsa-variants";
import formats from "rsa-variants/wasm/rsa-variants-formats.wasm";
import main from "rsa-variants/wasm/rsa-variants-baseline.wasm";
const loading = load({ build: "baseline", source: main, formatsSource: formats });
export default {
  async fetch() {
    const key = (await loading).generateKey({ variant: "crt", modulusLength: 2048 });
    return Response.json({ PEM: (await key.export("pkcs8-pem")).includes("PRIVATE KEY") ? "ok" : "wrong" });
  },
};
`;

/** What a worker answers in wrangler. @param {Project} project */
function inWrangler(project) {
  const args = ["dev", "worker.js", "--compatibility-date=2026-01-01", "--port=0", "--ip=127.0.0.1"];
  return project.withServer("wrangler", [...args, "--show-interactive-dev-session=false"], async (address) => {
    const response = await fetch(address);
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text);
  });
}

/** @param {string} host */
const noWorkers = (host) => ({
  connect: { reason: `${host} has no workers`, error: /^worker-failed: / },
});

/** @type {Row[]} */
export const rows = [
  {
    name: "Cloudflare Workers (wrangler)",
    limits: noWorkers("workerd"),
    async run(project) {
      await project.write({ "worker.js": worker });
      return inWrangler(project);
    },
  },
  {
    name: "Cloudflare Workers, static imports",
    async run(project) {
      await project.write({ "worker.js": withStaticImports });
      return inWrangler(project);
    },
  },
  {
    name: "edge-runtime (esbuild)",
    limits: noWorkers("edge-runtime"),
    async run(project) {
      await project.write({ "main.js": listener, "start.mjs": edgeRuntime });
      await project.exec("esbuild", ["main.js", "--bundle", "--outdir=out"]);
      return reportIn(await project.exec(process.execPath, ["start.mjs"]));
    },
  },
];
