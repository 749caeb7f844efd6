// @ts-check
// Checks the published crates against the requirements of crates.io, and the contents of their packages.

/**
 * A package as `cargo metadata` describes it.
 * @typedef {{
 *   name: string,
 *   publish: string[] | null,
 *   rust_version: string | null,
 *   description: string | null,
 *   license: string | null,
 *   keywords: string[],
 *   categories: string[],
 *   dependencies: { name: string, kind: "dev" | "build" | null, req: string, path?: string }[],
 *   manifest_path: string,
 * }} Package
 */

/**
 * What a package contains: its files with their lengths in bytes, and the text of its README.
 * @typedef {{ files: Map<string, number>, readme: string }} Contents
 */

/** The maximum size of a package before compression, in bytes; sources take less. */
const mostBytes = 1 << 20;

const requiredFiles = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/** The paths that the files of a package can have. */
const places = /^(src|examples|docs)\/|^[^/]+$/;

/**
 * Whether a crate is published on crates.io.
 * @param {Package} crate
 */
export function isPublished({ publish }) {
  return publish === null || publish.length > 0;
}

/**
 * The reasons why a crate cannot be published.
 * @param {Package} crate
 * @param {readonly Package[]} all all packages of the workspace
 * @param {Contents} contents
 * @returns {string[]}
 */
export function problemsOf(crate, all, { files, readme }) {
  const problems = [];
  if (!crate.description) problems.push("it has no description");
  if (!crate.license) problems.push("it has no license");
  if (crate.categories.length === 0 || crate.categories.length > 5) problems.push("it needs one to five categories");
  if (crate.keywords.length === 0 || crate.keywords.length > 5) problems.push("it needs one to five keywords");
  for (const keyword of crate.keywords) {
    if (!/^[a-z0-9][a-z0-9_+-]{0,19}$/.test(keyword)) problems.push(`crates.io refuses the keyword ${keyword}`);
  }
  for (const { name, kind, req, path } of crate.dependencies) {
    // Cargo leaves out a test dependency that has a path and no version.
    if (path === undefined || (kind === "dev" && req === "*")) continue;
    if (req === "*") problems.push(`its dependency ${name} has no version`);
    if (!all.some((other) => other.name === name && isPublished(other)))
      problems.push(`its dependency ${name} is not published`);
  }
  for (const file of requiredFiles) if (!files.has(file)) problems.push(`its package has no ${file}`);
  for (const file of files.keys()) if (!places.test(file)) problems.push(`its package should not have ${file}`);
  const bytes = [...files.values()].reduce((sum, length) => sum + length, 0);
  if (bytes > mostBytes) problems.push(`its package has ${bytes} bytes, more than ${mostBytes}`);
  if (!readme.includes(`Rust ${crate.rust_version}.`))
    problems.push(`its README does not name the rust-version ${crate.rust_version}`);
  return problems;
}
