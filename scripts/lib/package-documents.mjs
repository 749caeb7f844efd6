// Copies documents of the project into the package, with links that lead to what the package contains.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { library, root } from "./paths.mjs";

/** Copied from the root into the package. */
export const documents = ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "SECURITY.md"];
/** The package's README, among the guides of the project. */
const readme = "npm-package.md";

export async function writePackageDocuments() {
  for (const name of documents) await writeFile(join(library, name), await readFile(join(root, name)));
  const folder = join(library, "docs");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  for (const name of names) {
    const text = await readFile(join(root, "docs", name), "utf8");
    if (name === readme) await writeFile(join(library, "README.md"), withLinks(text, "docs/", ""));
    else await writeFile(join(folder, name), withLinks(text, "", "../"));
  }
}

/**
 * Text of a guide, with links for its place in the package. Pictures, and links to the project's sources, are left out.
 * @param {string} text
 * @param {string} guides the path from there to the guides
 * @param {string} top the path to the package's folder
 */
function withLinks(text, guides, top) {
  return text
    .replaceAll(/^!\[[^\]]*\]\([^)]*\)\n\n?/gm, "")
    .replaceAll(/\[([^\]]*)\]\(((?:\.\.\/)?)([\w./-]+)((?:#[\w-]*)?)\)/g, (_, label, up, path, anchor) => {
      if (up === "") return `[${label}](${path === readme ? `${top}README.md` : guides + path}${anchor})`;
      return documents.includes(path) ? `[${label}](${top}${path}${anchor})` : label;
    });
}
