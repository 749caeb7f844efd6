// @ts-check
// The software bill of materials of the npm package: the crates that are compiled into its WebAssembly. It has no npm dependencies.
import { modules } from "../builds.mjs";
import { mustRun } from "../run.mjs";

/** @typedef {{ id: string, name: string, version: string, license: string | null, source: string | null }} Crate */
/** @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Node */

/**
 * A bill of materials in the format CycloneDX 1.6.
 * @param {{ name: string, version: string, license: string }} npmPackage
 */
export async function billOfMaterials({ name, version, license }) {
  const args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "wasm32-unknown-unknown"];
  /** @type {{ packages: Crate[], resolve: { nodes: Node[] } }} */
  const { packages, resolve } = JSON.parse(await mustRun("cargo", args));
  const crates = new Map(packages.map((crate) => [crate.id, crate]));
  const uses = new Map(resolve.nodes.map(({ id, deps }) => [id, deps.filter(isLinked).map(({ pkg }) => pkg)]));
  const bindings = modules.map(({ crate }) => crate.replace("crates/", ""));
  const roots = packages.filter(({ id }) => bindings.some((folder) => id.includes(`/crates/${folder}#`)));
  const found = new Set(roots.map(({ id }) => id));
  for (const id of found) for (const used of uses.get(id) ?? []) found.add(used);
  const included = [...found]
    .map((id) => /** @type {Crate} */ (crates.get(id)))
    .sort((a, b) => a.name.localeCompare(b.name));
  const own = `pkg:npm/${name}@${version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "library", "bom-ref": own, name, version, purl: own, licenses: [{ expression: license }] },
    },
    components: included.map((crate) => ({
      type: "library",
      "bom-ref": purlOf(crate),
      name: crate.name,
      version: crate.version,
      purl: purlOf(crate),
      licenses: crate.license === null ? [] : [{ expression: crate.license.replaceAll("/", " OR ") }],
    })),
    dependencies: [
      { ref: own, dependsOn: roots.map(purlOf) },
      ...included.map((crate) => ({
        ref: purlOf(crate),
        dependsOn: (uses.get(crate.id) ?? []).map((id) => purlOf(/** @type {Crate} */ (crates.get(id)))),
      })),
    ],
  };
}

/** Whether code of the dependency becomes part of the program; those of builds and tests do not. @param {Node["deps"][0]} dependency */
function isLinked({ dep_kinds }) {
  return dep_kinds.some(({ kind }) => kind === null);
}

/** @param {Crate} crate */
function purlOf({ name, version }) {
  return `pkg:cargo/${name}@${version}`;
}
