// @ts-check
// The software bill of materials of the npm package: the crates that are compiled into its WebAssembly, and the npm package that the
// build puts into its JavaScript. It has no dependencies beside them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { modules } from "../builds.mjs";
import { root } from "../paths.mjs";
import { cargoMetadata } from "../rust-tools.mjs";

/** @typedef {import("../rust-tools.mjs").Package} Crate */

/**
 * A bill of materials in the format CycloneDX 1.6.
 * @param {{ name: string, version: string, license: string }} npmPackage
 */
export async function billOfMaterials({ name, version, license }) {
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
  const roots = packages.filter(({ id }) => id.includes("/crates/wasm#"));
  const found = new Set(roots.map(({ id }) => id));
  for (const id of found) for (const used of uses.get(id) ?? []) found.add(used);
  const included = [...found]
    .map((id) => /** @type {Crate} */ (crates.get(id)))
    .sort((a, b) => a.name.localeCompare(b.name));
  const own = `pkg:npm/${name}@${version}`;
  const fflate = JSON.parse(await readFile(join(root, "node_modules/fflate/package.json"), "utf8"));
  const unpacking = `pkg:npm/fflate@${fflate.version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "library", "bom-ref": own, name, version, purl: own, licenses: [{ expression: license }] },
    },
    components: [componentOf(fflate, unpacking), ...included.map((crate) => componentOf(crate, purlOf(crate)))],
    dependencies: [
      { ref: own, dependsOn: [unpacking, ...roots.map(purlOf)] },
      { ref: unpacking, dependsOn: [] },
      ...included.map((crate) => ({
        ref: purlOf(crate),
        dependsOn: (uses.get(crate.id) ?? []).map((id) => purlOf(/** @type {Crate} */ (crates.get(id)))),
      })),
    ],
  };
}

/** @param {{ name: string, version: string, license: string | null }} component @param {string} purl */
function componentOf({ name, version, license }, purl) {
  const licenses = license === null ? [] : [{ expression: license.replaceAll("/", " OR ") }];
  return { type: "library", "bom-ref": purl, name, version, purl, licenses };
}

const purlOf = (/** @type {Crate} */ { name, version }) => `pkg:cargo/${name}@${version}`;
