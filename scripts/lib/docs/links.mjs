// @ts-check
// Checks the links of a static site: that every file and anchor is there, and that no page loads anything from elsewhere.
import { readdir, readFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";

/**
 * The faults of a site, each in a line.
 * @param {string} folder
 * @param {(file: string) => boolean} [hasAnchors] whether the anchors of an HTML file are in it, rather than drawn by a script
 * @returns {Promise<string[]>}
 */
export async function brokenLinks(folder, hasAnchors = () => true) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = new Set(paths.map((path) => relative(folder, path).replaceAll("\\", "/")));
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const name of files) {
    if (name.endsWith(".html")) pages.set(name, await readFile(join(folder, name), "utf8"));
  }
  /** @type {Map<string, ReadonlySet<string>>} */
  const anchors = new Map();
  const faults = new Set();
  for (const [page, html] of pages) {
    for (const { tag, target } of linksOf(html)) {
      if (/^(?:https?:)?\/\//.test(target)) {
        if (tag !== "a") faults.add(`${page} loads ${target}`);
        continue;
      }
      if (/^(?:data|mailto|javascript):/.test(target)) continue;
      const [address = "", anchor = ""] = target.split("#");
      const path = decodeURIComponent(address.replace(/\?.*$/, ""));
      const wanted = path === "" ? page : posix.join(posix.dirname(page), path);
      const found = [wanted, posix.join(wanted, "index.html")].find((name) => files.has(name)); // as hosts look for it
      if (found === undefined) faults.add(`${page} links to ${target}, which is not there`);
      // rustdoc's pages of sources have lines as anchors, which a script marks.
      else if (
        tag === "a" &&
        anchor !== "" &&
        pages.has(found) &&
        !/^\d+(?:-\d+)?$/.test(anchor) &&
        hasAnchors(found)
      ) {
        const known = anchors.get(found) ?? anchorsOf(found, pages);
        anchors.set(found, known);
        // As browsers look for it: as it is, then decoded.
        if (known.has(anchor) || known.has(decodeURIComponent(anchor))) continue;
        faults.add(`${page} links to ${target}, which has no such anchor`);
      }
    }
  }
  return [...faults];
}

/** @param {string} html */
function linksOf(html) {
  const code = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, (script) => script.slice(0, script.indexOf(">") + 1));
  return [...code.matchAll(/<(a|link|script|img|iframe|source)\b[^>]*?\s(?:href|src)=(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, tag = "", double, single]) => ({ tag, target: decoded(double ?? single ?? "") }),
  );
}

/**
 * The anchors of a page, or of the one that it sends its visitors to.
 * @param {string} file
 * @param {ReadonlyMap<string, string>} pages
 * @returns {ReadonlySet<string>}
 */
function anchorsOf(file, pages) {
  const html = pages.get(file) ?? "";
  const [, next] = /<meta http-equiv="refresh" content="\d+;\s*url=([^"]+)"/i.exec(html) ?? [];
  if (next !== undefined) return anchorsOf(posix.join(posix.dirname(file), decoded(next)), pages);
  return new Set([...html.matchAll(/\s(?:id|name)=(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) => decoded(a ?? b ?? "")));
}

/** @param {string} text */
function decoded(text) {
  const named = { "&quot;": '"', "&#39;": "'", "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return Object.entries(named).reduce((rest, [name, character]) => rest.replaceAll(name, character), text);
}
