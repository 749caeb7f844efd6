// @ts-check
// Compares what users load with its sizes at the last release (sizes.json): part of `npm run check`. All sizes are bytes after
// compression by brotli, as servers send them. Before a release, --write records the present sizes.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { rolldown } from "rolldown";
import { library, page, places, powers } from "../paths.mjs";

/** How much larger something may be than at the last release. */
const tolerance = 0.03;

const table = new URL("sizes.json", import.meta.url);

/** What programs import from an entry of a package. The rest of the entry is left out of their bundles. */
const imports = [
  ...["load", "connect", "load, connect"].map((names) => ({ home: library, entry: ".", names })),
  { home: library, entry: "./files", names: "encryptStream, decryptStream" },
  { home: library, entry: "./doctor", names: "diagnoseSignature" },
  { home: library, entry: "./theory", names: "theoreticalSpeedup" },
  ...["load", "load, connect"].map((names) => ({ home: library, entry: "./blind", names })),
  { home: library, entry: "./public", names: "load" },
  { home: library, entry: "./security", names: "load" },
  { home: library, entry: "./xrsa", names: "load, Device" },
  ...["load", "load, connect"].map((names) => ({ home: powers, entry: ".", names })),
];

/** @param {string | Buffer} content */
async function compressed(content) {
  const bytes = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return (await promisify(brotliCompress)(bytes, { params })).length;
}

/** @param {readonly (string | Buffer)[]} contents */
async function sumOf(contents) {
  return (await Promise.all(contents.map(compressed))).reduce((sum, each) => sum + each, 0);
}

/**
 * What a page loads for an import before the first WebAssembly file.
 * @param {typeof imports[number]} wanted
 */
async function sizeOfImport({ home, entry, names }) {
  const { exports } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const program = `export { ${names} } from ${JSON.stringify(join(home, exports[entry].default))};`;
  const plugin = {
    name: "program",
    resolveId: (/** @type {string} */ id) => (id === "program" ? id : null),
    load: (/** @type {string} */ id) => (id === "program" ? program : null),
  };
  const bundle = await rolldown({ input: "program", platform: "browser", plugins: [plugin], onLog: () => {} });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const chunks = new Map(output.flatMap((each) => (each.type === "chunk" ? [[each.fileName, each]] : [])));
  // Copies of the WebAssembly are imported dynamically, if the files cannot be loaded.
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of loaded) for (const other of chunks.get(name)?.imports ?? []) loaded.add(other);
  return sumOf([...loaded].map((name) => chunks.get(name)?.code ?? ""));
}

/**
 * The scripts and style sheets that the HTML of a place loads.
 * @param {string} place
 */
async function sizeOfPlace(place) {
  const html = join(page, "dist", place === "compare" ? "" : place, "index.html");
  const tags = (await readFile(html, "utf8")).match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const files = tags.flatMap((tag) => (/\b(?:src|href)="([^"]+\.(?:js|css))"/.exec(tag) ?? []).slice(1));
  return sumOf(await Promise.all([...new Set(files)].map((file) => readFile(join(dirname(html), file)))));
}

/** @returns {Promise<Record<string, number>>} */
async function measure() {
  /** @type {[name: string, size: Promise<number>][]} */
  const sizes = [];
  for (const { home, entry, names } of imports) {
    const from = join(basename(home) === "powers" ? "modular-powers" : "rsa-variants", entry);
    sizes.push([`{ ${names} } from ${from}`, sizeOfImport({ home, entry, names })]);
  }
  const script = join(library, "dist/rsa-variants.min.js");
  sizes.push([basename(script), readFile(script).then(compressed)]);
  for (const home of [library, powers]) {
    const folder = join(home, "dist/wasm");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".wasm")).sort();
    for (const name of names) sizes.push([name, readFile(join(folder, name)).then(compressed)]);
  }
  for (const place of places) sizes.push([`page: ${place}`, sizeOfPlace(place)]);
  return Object.fromEntries(await Promise.all(sizes.map(async ([name, size]) => [name, await size])));
}

const row = (/** @type {string[]} */ [name = "", ...figures]) =>
  name.padEnd(64) + figures.map((each) => each.padStart(10)).join("");

const now = await measure();
if (process.argv.includes("--write")) await writeFile(table, `${JSON.stringify(now, null, 2)}\n`);
/** @type {Record<string, number>} */
const released = JSON.parse(await readFile(table, "utf8"));
console.log(row(["bytes, compressed", "now", "released", "change"]));
for (const [name, size] of Object.entries(now)) {
  const before = released[name];
  const change = before === undefined ? 0 : size / before - 1;
  const isLarger = change > tolerance;
  if (isLarger) process.exitCode = 1;
  const shown = before === undefined ? ["–", "new"] : [String(before), `${(100 * change).toFixed(1)} %`];
  console.log(row([name, String(size), ...shown]) + (isLarger ? "  ✗" : ""));
}
if (process.exitCode === 1) {
  console.error(`✗ What is marked has grown by more than ${100 * tolerance} % since the last release.`);
}
