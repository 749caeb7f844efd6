// Copies documents of the project into the package, with links that lead to what the package contains.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { library, root } from "./paths.mjs";

/** Copied from the root into the package. */
export const documents = ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "SECURITY.md"];
/** The package's README, among the guides of the project. */
const readme = "npm-package.md";

export async function writePackageDocuments() {
  const folder = join(library, "docs");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const sources = [...documents, ...names.map((name) => `docs/${name}`)];
  for (const source of sources) {
    const place = placeOf(source);
    const move = (link) => {
      const [path, ...anchor] = link.split(/(?=#)/);
      const target = posix.join(posix.dirname(source), path);
      if (!sources.includes(target)) return undefined;
      return [posix.relative(posix.dirname(place), placeOf(target)), ...anchor].join("");
    };
    await writeFile(join(library, place), withLinks(await readFile(join(root, source), "utf8"), move));
  }
}

/** Where a document of the project is in the package. */
function placeOf(source) {
  return source === `docs/${readme}` ? "README.md" : source;
}

/** A text with its links to files moved. Links that lead nowhere in the package become plain text, and pictures are left out. */
function withLinks(text, move) {
  return text
    .replaceAll(/^!\[[^\]]*\]\([^)]*\)\n\n?/gm, "")
    .replaceAll(/\[([^\]]*)\]\((?!https:|#)([^)\s]+)\)/g, (_, label, link) => {
      const moved = move(link);
      return moved === undefined ? label : `[${label}](${moved})`;
    });
}
