// @ts-check
// Browsers without a bundler, and places in them that forbid something.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findProgram } from "../../../scripts/lib/programs.mjs";
import { openExtension, openInFirefox } from "../browser.mjs";
import { serve } from "../serve.mjs";

/** @typedef {import("../rows.mjs").Row} Row */
/** @typedef {import("../rows.mjs").Place} Place */
/** @typedef {import("../rows.mjs").Project} Project */
/** @typedef {import("../rows.mjs").Limits} Limits */

/** @param {Place} place */
const packageOf = ({ home }) => join(home, "node_modules", "rsa-variants");

/** The file for script tags. @param {Place} place */
const single = (place) => join(packageOf(place), "dist", "rsa-variants.min.js");

/** @param {Place} place */
const pending = (place) =>
  existsSync(single(place)) ? undefined : "pending: the package has no dist/rsa-variants.min.js";

/** @param {"chromium" | "firefox"} name */
const without = (name) => async () =>
  (await findProgram(name)) === undefined ? `${name} is not installed` : undefined;

/** @param {string} body */
const html = (body) => `<!doctype html><meta charset="utf-8"><title>running</title>${body}\n`;

/** A page with the single file and the probe as classic scripts, as `file:` requires. @param {string} tag */
async function classicPage(tag, done = "(report) => { document.title = JSON.stringify(report); }") {
  const text = await readFile(new URL("probe/probe.js", import.meta.url), "utf8");
  const probe = text.replaceAll(/^export /gm, "");
  return html(`${tag}<script>${probe}; probe({ main: rsaVariants, ...rsaVariants }).then(${done});</script>`);
}

/** A page that shows another in a sandboxed frame, which has an origin of its own. @param {string} address */
const framing = (address) =>
  html(`<script>onmessage = ({ data }) => { document.title = data; };</script>
<iframe sandbox="allow-scripts" src="${address}"></iframe>`);

const toParent = "(report) => parent.postMessage(JSON.stringify(report), '*')";

const inServiceWorker = `import { run } from "./entries.js";
oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onmessage = (event) => event.waitUntil(run().then((report) => event.source.postMessage(report)));
`;
const serviceWorkerPage = html(`<script>
navigator.serviceWorker.onmessage = ({ data }) => { document.title = JSON.stringify(data); };
navigator.serviceWorker.register("sw.js");
navigator.serviceWorker.ready.then(({ active }) => active.postMessage(""));
</script>`);

/** @type {Limits} */
const noWebAssembly = {
  all: {
    reason: "the policy forbids WebAssembly, and the error says so",
    error: /script-src needs 'wasm-unsafe-eval'/,
  },
};

const policy = (/** @type {string} */ scripts) => ({
  "content-security-policy": `default-src 'none'; script-src ${scripts}; connect-src 'self'; worker-src 'self'`,
});

/** Bundles with Vite, as an example of a bundler. @param {Project} project */
const build = (project) => project.exec("vite", ["build", "--outDir", "out", "--logLevel", "error"]);

/** The page of esbuild's classic script. @param {Project} project */
async function classicBundle(project, entry = "page.js") {
  await project.exec("esbuild", [entry, "--bundle", "--outdir=out"]);
  await project.write({ "out/index.html": html(`<script src="${entry}"></script>`) });
}

/** @type {Row[]} */
export const rows = [
  {
    name: "Chromium, import map of the guide",
    fast: true,
    async run(project) {
      const guide = await readFile(new URL("../../../docs/bundlers-and-runtimes.md", import.meta.url), "utf8");
      const guideMap = /<script type="importmap">[\s\S]*?<\/script>/.exec(guide)?.[0];
      // The guide is about rsa-variants only; modular-powers is a bundle and needs no name of its own parts but #embedded.
      const map = guideMap?.replace('"imports": {', '"imports": { "modular-powers": "/modular-powers/dist/index.js",');
      await project.write({ "index.html": html(`${map}<script type="module" src="page.js"></script>`) });
      const roots = {
        "/rsa-variants/": packageOf(project.place),
        "/modular-powers/": join(project.place.home, "node_modules", "modular-powers"),
      };
      return project.visit(".", "index.html", { roots });
    },
  },
  {
    name: "Chromium, script tag",
    missing: pending,
    async run(project) {
      await project.write({
        "index.html": await classicPage('<script src="/rsa-variants/dist/rsa-variants.min.js"></script>'),
      });
      return project.visit(".", "index.html", { roots: { "/rsa-variants/": packageOf(project.place) } });
    },
  },
  {
    name: "Chromium, script tag from a CDN with SRI",
    missing: pending,
    async run(project) {
      const file = await readFile(single(project.place));
      const integrity = `sha384-${createHash("sha384").update(file).digest("base64")}`;
      const cors = { headers: { "access-control-allow-origin": "*" } };
      const visit = async (/** @type {string} */ cdn) => {
        const tag = `<script src="${cdn}/dist/rsa-variants.min.js" integrity="${integrity}" crossorigin></script>`;
        await project.write({ "index.html": await classicPage(tag) });
        return project.visit(".");
      };
      return serve(packageOf(project.place), visit, cors);
    },
  },
  {
    name: "Chromium, script tag in a file: page",
    missing: pending,
    async run(project) {
      const address = pathToFileURL(single(project.place)).href;
      await project.write({ "index.html": await classicPage(`<script src="${address}"></script>`) });
      return project.open(pathToFileURL(join(project.folder, "index.html")).href);
    },
  },
  {
    name: "Chromium, script tag in a sandboxed frame",
    missing: pending,
    async run(project) {
      const tag = '<script src="/rsa-variants/dist/rsa-variants.min.js"></script>';
      await project.write({ "index.html": framing("frame.html"), "frame.html": await classicPage(tag, toParent) });
      return project.visit(".", "index.html", { roots: { "/rsa-variants/": packageOf(project.place) } });
    },
  },
  {
    name: "Chromium, file: page of esbuild",
    async run(project) {
      await classicBundle(project);
      return project.open(pathToFileURL(join(project.folder, "out", "index.html")).href);
    },
  },
  {
    name: "Chromium, sandboxed frame of esbuild",
    async run(project) {
      await project.write({ "frame.js": `import { run } from "./entries.js";\nrun().then(${toParent});\n` });
      await classicBundle(project, "frame.js");
      await project.write({
        "out/index.html": framing("frame.html"),
        "out/frame.html": html('<script src="frame.js"></script>'),
      });
      return project.visit("out");
    },
  },
  {
    name: "Chromium, service worker of esbuild",
    limits: {
      connect: {
        reason: "service workers cannot start workers",
        error: /^worker-failed: .*no constructor Worker.*load\(\)/,
      },
    },
    async run(project) {
      await project.write({ "sw.js": inServiceWorker, "out/index.html": serviceWorkerPage });
      await project.exec("esbuild", ["sw.js", "--bundle", "--outdir=out"]);
      return project.visit("out");
    },
  },
  {
    name: "Chromium, CSP with 'wasm-unsafe-eval'",
    async run(project) {
      await build(project);
      return project.visit("out", "index.html", { headers: policy("'self' 'wasm-unsafe-eval'") });
    },
  },
  {
    name: "Chromium, CSP without 'wasm-unsafe-eval'",
    limits: noWebAssembly,
    async run(project) {
      await build(project);
      return project.visit("out", "index.html", { headers: policy("'self'") });
    },
  },
  {
    name: "Chromium, page of an MV3 extension",
    missing: without("chromium"),
    async run(project) {
      await build(project);
      const executablePath = await findProgram("chromium");
      const pages = "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'";
      const manifest = {
        manifest_version: 3,
        name: "test",
        version: "1",
        content_security_policy: { extension_pages: pages },
      };
      await project.write({ "out/manifest.json": JSON.stringify(manifest) });
      return openExtension(join(project.folder, "out"), executablePath);
    },
  },
  {
    name: "Firefox, build of Vite 8",
    missing: without("firefox"),
    async run(project) {
      await build(project);
      return serve(join(project.folder, "out"), (address) => openInFirefox(`${address}/index.html`));
    },
  },
  {
    name: "Firefox, script tag in a file: page",
    missing: async ({ home, tools }) => pending({ home, tools }) ?? without("firefox")(),
    async run(project) {
      const address = pathToFileURL(single(project.place)).href;
      await project.write({ "index.html": await classicPage(`<script src="${address}"></script>`) });
      return openInFirefox(pathToFileURL(join(project.folder, "index.html")).href);
    },
  },
];
