// The Markdown of this repository: its files, links, headings and code blocks.
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const skipped = new Set(["node_modules", "target", "dist", "wasm", "test-results"]);

/** A fenced block of a document. */
export interface Block {
  /** Where it begins, such as `docs/files.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

/** A Markdown file. */
export interface Document {
  /** Its path from the root of the repository. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** The targets of its links and images. */
  readonly links: readonly string[];
  /** What stands between backticks in its text. */
  readonly code: readonly string[];
  /** The anchors of its headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
}

/** Every Markdown file of the repository. */
export async function readDocuments(): Promise<Document[]> {
  const paths = await markdownBelow(root);
  return Promise.all(paths.sort().map(async (path) => parse(path, await readFile(join(root, path), "utf8"))));
}

/** Contain copies of documents, with other links: the package, and the reference that npm run docs makes. */
const copies = ["web/library", "web/api"].map((folder) => join(root, folder));

async function markdownBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (copies.includes(path)) return [];
    if (entry.isDirectory()) return entry.name.startsWith(".") || skipped.has(entry.name) ? [] : markdownBelow(path);
    return entry.name.endsWith(".md") ? [relative(root, path).replaceAll("\\", "/")] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Reads the Markdown that this repository uses: fences of backticks, ATX headings, inline links. */
export function parse(path: string, text: string): Document {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { indent: string; place: string; language: string; lines: string[] } | undefined;
  for (const [i, line] of text.split("\n").entries()) {
    const [, indent = "", language = ""] = /^( *)```(.*)$/.exec(line) ?? [undefined, undefined];
    const isFence = /^ *```/.test(line);
    if (open === undefined && isFence)
      open = { indent, place: `${path}:${i + 1}`, language: language.trim(), lines: [] };
    else if (open === undefined) prose.push(line);
    else if (!isFence)
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
    else {
      blocks.push({ place: open.place, language: open.language, text: `${open.lines.join("\n")}\n` });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`${open.place}: the block has no end`);
  const words = prose.join("\n");
  const code = [...words.matchAll(/`([^`]+)`/g)].map(([, inside]) => (inside as string).replaceAll("\n", " "));
  const links = [...words.replaceAll(/`[^`]*`/g, "`").matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target]) => target as string,
  );
  return { path, blocks, links, code, anchors: anchorsOf(prose) };
}

function anchorsOf(prose: readonly string[]): Set<string> {
  const anchors = new Set<string>();
  for (const line of prose) {
    const [, heading] = /^#{1,6} +(.+?) *$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** A program made of a block, and of the one that it continues. */
export interface Program {
  readonly place: string;
  readonly text: string;
}

/** The blocks marked `ts`. One without an import continues the last before it that has one. */
export function programsOf({ blocks }: Document): Program[] {
  let base: string | undefined;
  return blocks
    .filter(({ language }) => language === "ts")
    .map(({ place, text }) => {
      if (/^import /m.test(text)) base = text;
      else if (base === undefined) throw new Error(`${place}: there is no block with an import before it`);
      return { place, text: base === text ? text : `${base}{\n${text}}\n` };
    });
}

/**
 * What a program has to print, in this order: the comments after calls of `console.log`. An ellipsis in such a comment stands for
 * any text.
 */
export function printsOf(text: string): string[] {
  return [...text.matchAll(/console\.log\(.*\);? *\/\/ (.*)$/gm)].flatMap(([, comment = ""]) =>
    comment.split("…").flatMap((piece) => piece.trim() || []),
  );
}
