// @ts-check
// The reference of the npm packages and of the crates, as one static site.
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache, page, reference } from "../paths.mjs";
import { mustRun, Problem } from "../run.mjs";
import { timed } from "../step.mjs";
import { brokenLinks } from "./links.mjs";

/** Builds the reference from the sources of the crates and the types of the packages, and replaces an older one. */
export async function buildReference() {
  const { writePowersReference, writeReference } = await import("./typedoc.mjs"); // available only after the npm packages are installed
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, "reference-"));
  try {
    const site = join(made, "site");
    const { target_directory, packages } = await metadata();
    const crates = packages.filter(({ publish }) => publish === null); // null: published
    crates.sort((a, b) => (a.name < b.name ? -1 : 1));
    await timed("reference (rsa-variants)", () =>
      writeReference(site, [
        { name: "The page", path: "../" },
        { name: "The npm package modular-powers", path: "modular-powers/index.html" },
        { name: "Rust crates", path: "rust/index.html" },
      ]),
    );
    const beside = join(made, "modular-powers");
    await timed("reference (modular-powers)", () =>
      writePowersReference(beside, [
        { name: "The page", path: "../../" },
        { name: "The npm package rsa-variants", path: "../index.html" },
        { name: "Rust crates", path: "../rust/index.html" },
      ]),
    );
    await rename(beside, join(site, "modular-powers"));
    await timed("reference (crates)", () => writeRustdoc(join(site, "rust"), crates, join(target_directory, "doc")));
    await rm(reference, { recursive: true, force: true });
    await rename(site, reference);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/**
 * @typedef {{
 *   name: string, description: string, publish: string[] | null, targets: { name: string, kind: string[] }[],
 *   dependencies: { name: string, kind: string | null }[],
 * }} Package
 * @returns {Promise<{ target_directory: string, packages: Package[] }>}
 */
async function metadata() {
  return JSON.parse(await mustRun("cargo", ["metadata", "--no-deps", "--format-version=1"]));
}

/**
 * @param {string} folder
 * @param {readonly Package[]} crates
 * @param {string} made where cargo writes it
 */
async function writeRustdoc(folder, crates, made) {
  await rm(made, { recursive: true, force: true }); // the search would also find crates that were documented before
  // One after the other: rustdoc links to another crate only if that one is already there.
  for (const { name } of inOrder(crates)) {
    await mustRun("cargo", ["doc", "--no-deps", "--package", name], { env: { RUSTDOCFLAGS: "-D warnings" } });
  }
  await cp(made, folder, { recursive: true });
  // rustdoc links to it, and writes none.
  await writeFile(join(folder, "index.html"), listOf(crates));
}

/** Each crate after those that it depends on. @param {readonly Package[]} crates @returns {Package[]} */
function inOrder(crates) {
  /** @type {Set<Package>} */
  const ordered = new Set();
  /** @param {Package} crate */
  const add = (crate) => {
    for (const { name, kind } of crate.dependencies) {
      const other = crates.find((each) => each.name === name);
      if (other !== undefined && kind !== "dev") add(other);
    }
    ordered.add(crate);
  };
  crates.forEach(add);
  return [...ordered];
}

/** @param {readonly Package[]} crates */
function listOf(crates) {
  const items = crates.flatMap(({ name, description, targets }) =>
    targets
      .filter(({ kind }) => kind.includes("lib"))
      .map((library) => {
        const path = `${library.name.replaceAll("-", "_")}/index.html`;
        return `<li><a href="${path}">${name}</a>: ${description}</li>`;
      }),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rust crates · rsa-variants</title>
<link rel="icon" href="../assets/favicon.svg">
<link rel="stylesheet" href="../assets/custom.css">
<body class="list">
<h1>Rust crates</h1>
<ul>
${items.join("\n")}
</ul>
<p><a href="../index.html">The npm package rsa-variants and the documents</a>, <a href="../modular-powers/index.html">the npm package modular-powers</a></p>
`;
}

/**
 * Puts the reference beside the built page, which has a link to it, and checks all links of both.
 * @throws {Problem} with the broken links
 */
export async function addToPage() {
  const built = join(page, "dist");
  // If the page was up to date, it has an older reference.
  await rm(join(built, "api"), { recursive: true, force: true });
  await cp(reference, join(built, "api"), { recursive: true });
  const faults = await brokenLinks(built, (file) => file.startsWith("api/")); // scripts draw the page's places
  if (faults.length > 0) throw new Problem(`the built site has broken links:\n${faults.join("\n")}`);
}
