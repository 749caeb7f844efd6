// @ts-check
// The reference of the npm packages and of the crates, as one static site.
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache, page, reference } from "../paths.mjs";
import { mustRun, Problem } from "../run.mjs";
import { cargoMetadata, publishedCrates } from "../rust-tools.mjs";
import { timed } from "../step.mjs";
import { brokenLinks } from "./links.mjs";

/** @typedef {import("../rust-tools.mjs").Package} Package */

/** Builds the reference from the sources of the crates and the types of the packages, and replaces an older one. */
export async function buildReference() {
  const { writePowersReference, writeReference } = await import("./typedoc.mjs"); // available only after the npm packages are installed
  const made = join(cache, "reference");
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { recursive: true });
  const site = join(made, "site");
  const beside = join(made, "modular-powers");
  await timed("reference (rsa-variants)", () =>
    writeReference(site, [
      { name: "The page", path: "../" },
      { name: "The npm package modular-powers", path: "modular-powers/index.html" },
      { name: "Rust crates", path: "rust/index.html" },
    ]),
  );
  await timed("reference (modular-powers)", () =>
    writePowersReference(beside, [
      { name: "The page", path: "../../" },
      { name: "The npm package rsa-variants", path: "../index.html" },
      { name: "Rust crates", path: "../rust/index.html" },
    ]),
  );
  await rename(beside, join(site, "modular-powers"));
  await timed("reference (crates)", () => writeRustdoc(join(site, "rust")));
  await rm(reference, { recursive: true, force: true });
  await rename(site, reference);
}

/** @param {string} folder */
async function writeRustdoc(folder) {
  const crates = await publishedCrates();
  const made = join((await cargoMetadata("--no-deps")).target_directory, "doc");
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
  const items = crates.map(({ name, description, targets }) => {
    const library = targets.find(({ kind }) => kind.includes("lib"))?.name.replaceAll("-", "_");
    return `<li><a href="${library}/index.html">${name}</a>: ${description}</li>`;
  });
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
