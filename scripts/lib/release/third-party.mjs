// @ts-check
// What the npm packages contain of others: the crates that are compiled into their WebAssembly, and the npm packages that the build puts
// into their JavaScript. They have no dependencies beside them.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../paths.mjs";
import { Problem } from "../run.mjs";
import { cargoMetadata } from "../rust-tools.mjs";

/**
 * A crate or npm package. uses: identifiers of others; folder: where its license is; undefined for crates of this project
 * @typedef {{
 *   id: string, name: string, version: string, license: string | null, uses: string[], isRoot: boolean, folder: string | undefined,
 * }} Part
 */

/**
 * Everything that is compiled or bundled into a package, with this project's own crates.
 * @param {readonly { feature: string }[]} modules its modules of WebAssembly
 * @param {readonly string[]} bundled the npm packages in its JavaScript
 * @returns {Promise<Part[]>}
 */
export async function partsOf(modules, bundled) {
  const features = modules.map(({ feature }) => `rsa-variants-wasm/${feature}`).join();
  const platform = ["--filter-platform", "wasm32-unknown-unknown"];
  const { packages, resolve } = await cargoMetadata("--locked", ...platform, "--features", features);
  // Macros run in the compiler.
  const linked = packages.filter(({ targets }) => !targets.some(({ kind }) => kind.includes("proc-macro")));
  const crates = new Map(linked.map((crate) => [crate.id, crate]));
  // Dependencies of another kind belong to builds and tests.
  const isUsed = (/** @type {{ pkg: string, dep_kinds: { kind: string | null }[] }} */ { pkg, dep_kinds }) =>
    crates.has(pkg) && dep_kinds.some(({ kind }) => kind === null);
  const uses = new Map(resolve.nodes.map(({ id, deps }) => [id, deps.filter(isUsed).map(({ pkg }) => pkg)]));
  const roots = packages.filter(({ id }) => id.includes("/crates/wasm#")).map(({ id }) => id);
  const found = new Set(roots);
  for (const id of found) for (const used of uses.get(id) ?? []) found.add(used);
  const purl = (/** @type {string} */ id) => `pkg:cargo/${crates.get(id)?.name}@${crates.get(id)?.version}`;
  const compiled = linked
    .filter(({ id }) => found.has(id))
    .map(({ id, name, version, license, source, manifest_path }) => ({
      ...{ id: purl(id), name, version, license },
      uses: (uses.get(id) ?? []).map(purl),
      isRoot: roots.includes(id),
      folder: source === null ? undefined : dirname(manifest_path),
    }));
  const npm = bundled.map(async (name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return { id: `pkg:npm/${name}@${version}`, name, version, license, uses: [], isRoot: true, folder };
  });
  return [...(await Promise.all(npm)), ...compiled.sort((a, b) => a.name.localeCompare(b.name))];
}

/**
 * A bill of materials in the format CycloneDX 1.6.
 * @param {{ name: string, version: string, license: string }} npmPackage
 * @param {readonly Part[]} parts
 */
export function billOfMaterials({ name, version, license }, parts) {
  const own = `pkg:npm/${name}@${version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "library", "bom-ref": own, name, version, purl: own, licenses: [{ expression: license }] },
    },
    components: parts.map((part) => ({
      ...{ type: "library", "bom-ref": part.id, name: part.name, version: part.version, purl: part.id },
      licenses: part.license === null ? [] : [{ expression: part.license.replaceAll("/", " OR ") }],
    })),
    dependencies: [
      { ref: own, dependsOn: parts.filter(({ isRoot }) => isRoot).map(({ id }) => id) },
      ...parts.map(({ id, uses }) => ({ ref: id, dependsOn: uses })),
    ],
  };
}

/** License texts in the order of preference: all but the last ask for their notice only. */
const licenseFiles = [/^license-mit$/i, /^license(\.\w+)?$/i, /^license-/i];

/**
 * The names, versions and licenses of all parts of others. Parts with the same text share it.
 * @param {readonly Part[]} parts
 */
export async function notices(parts) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { name, version, license, folder } of parts) {
    if (folder === undefined) continue;
    const files = await readdir(folder);
    const file = licenseFiles.map((pattern) => files.find((each) => pattern.test(each))).find((each) => each);
    if (file === undefined || license === null) throw new Problem(`${name} ${version} has no license in ${folder}`);
    const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r", "").trim();
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return [
    "This package contains the following software of others, and the standard library of Rust (MIT OR Apache-2.0).",
    ...[...byText].map(([text, names]) => `${names.join("\n")}\n\n${text}`),
  ].join(rule);
}
