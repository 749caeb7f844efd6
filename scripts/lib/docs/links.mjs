// @ts-check
// Checks the links of a static site: that every file and anchor is there, and that no page loads anything from elsewhere.
import { readdir, readFile, stat } from "node:fs/promises";
import { join, posix } from "node:path";

/**
 * The faults of a site, each in a line.
 * @param {string} folder
 * @param {(file: string) => boolean} [hasAnchors] whether the anchors of an HTML file are in it, rather than drawn by a script
 * @returns {Promise<string[]>}
 */
export async function brokenLinks(folder, hasAnchors = () => true) {
  const names = await readdir(folder, { recursive: true });
  const html = names.filter((name) => name.endsWith(".html")).map((name) => name.replaceAll("\\", "/"));
  /** @type {Map<string, Promise<ReadonlySet<string>>>} */
  const anchors = new Map();
  /** @param {string} file */
  const anchorsOf = (file) => {
    const known = anchors.get(file) ?? readAnchors(folder, file);
    anchors.set(file, known);
    return known;
  };
  const faults = new Set();
  for (const page of html) {
    for (const { tag, target } of linksOf(await readFile(join(folder, page), "utf8"))) {
      if (/^(?:https?:)?\/\//.test(target)) {
        if (tag !== "a") faults.add(`${page} loads ${target}`);
        continue;
      }
      if (/^(?:data|mailto|javascript):/.test(target)) continue;
      const [address = "", anchor = ""] = target.split("#");
      const path = decodeURIComponent(address.replace(/\?.*$/, ""));
      const file = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, "");
      const found = await fileAt(folder, file);
      if (found === undefined) faults.add(`${page} links to ${target}, which is not there`);
      else if (tag === "a" && needsAnchor(found, anchor) && hasAnchors(found)) {
        const known = await anchorsOf(found);
        // As browsers look for it: as it is, then decoded.
        if (known.has(anchor) || known.has(decodeURIComponent(anchor))) continue;
        faults.add(`${page} links to ${target}, which has no such anchor`);
      }
    }
  }
  return [...faults];
}

/** The file that a host sends for a path. @param {string} folder @param {string} path */
async function fileAt(folder, path) {
  if (path.startsWith("..")) return undefined;
  for (const file of [path, posix.join(path, "index.html")]) {
    if ((await stat(join(folder, file)).catch(() => undefined))?.isFile()) return file;
  }
  return undefined;
}

/** rustdoc's pages of sources have lines as anchors, which a script marks. @param {string} file @param {string} anchor */
function needsAnchor(file, anchor) {
  return anchor !== "" && file.endsWith(".html") && !/^\d+(?:-\d+)?$/.test(anchor);
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
 * @param {string} folder
 * @param {string} file
 * @returns {Promise<ReadonlySet<string>>}
 */
async function readAnchors(folder, file) {
  const html = await readFile(join(folder, file), "utf8");
  const [, next] = /<meta http-equiv="refresh" content="\d+;\s*url=([^"]+)"/i.exec(html) ?? [];
  if (next !== undefined) return readAnchors(folder, posix.join(posix.dirname(file), decoded(next)));
  return new Set([...html.matchAll(/\s(?:id|name)=(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) => decoded(a ?? b ?? "")));
}

/** @param {string} text */
function decoded(text) {
  const named = { "&quot;": '"', "&#39;": "'", "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return Object.entries(named).reduce((rest, [name, character]) => rest.replaceAll(name, character), text);
}
