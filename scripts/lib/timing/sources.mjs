// @ts-check
// Which code the timing tables of SECURITY.md are about: a fingerprint of each file, written beside the tables by
// `npm run timing -- --write`. A test compares it with the present code (tests/timing/sources.test.ts).
//
// What counts is the code without comments, layout, texts and tests: none of these changes a time. The compiled functions would say
// more, but they differ between compilers and platforms, so the test would fail where nobody changed anything. Code that only makes
// keys, checks primes or proves something is left out, because the tables do not time it.
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { root } from "../paths.mjs";

/** The folders and files that the timed operations consist of, and the programs that time them. */
const timed = [
  "crates/modular-powers/src",
  ...["arithmetic.rs", "blind", "blind.rs", "components.rs", "hazmat.rs", "operation.rs", "padding", "padding.rs"].map(
    ofRsa,
  ),
  ...["private_key.rs", "protection", "protection.rs", "recombine.rs", "variants"].map(ofRsa),
  "crates/rsa/examples/timing",
  "scripts/lib/timing/node",
  "scripts/lib/timing/programs.mjs",
  "scripts/lib/timing/statistics.mjs",
];

/** @param {string} path */
function ofRsa(path) {
  return `crates/rsa/src/${path}`;
}

/** What is below these folders, but neither runs in a private operation nor measures one. */
const untimed =
  /\/(tests|proofs|toy|testing|faults?|fermat|lucas|linked|square|power_error)(\.rs|\/)|modular-powers\/src\/(lib|prime|product|jacobi|square_modulus)(\.rs|\/)/;

/** The file with the fingerprints of the measured code. */
const record = join(root, "scripts/lib/timing/measured.json");

/**
 * The fingerprint of each file, by its path from the root; the optimized profile of the workspace counts as a file.
 * @returns {Promise<Record<string, string>>}
 */
export async function fingerprints() {
  const files = (await Promise.all(timed.map((path) => filesOf(join(root, path))))).flat();
  const paths = files.map((file) => relative(root, file).split(sep).join("/")).filter((path) => !untimed.test(path));
  const found = paths.sort().map(async (path) => {
    const text = await readFile(join(root, path), "utf8");
    return [path, fingerprint(path.endsWith(".rs") ? rustCode(text) : await scriptCode(text))];
  });
  const manifest = await readFile(join(root, "Cargo.toml"), "utf8");
  return { "Cargo.toml": fingerprint(releaseProfile(manifest)), ...Object.fromEntries(await Promise.all(found)) };
}

/** @returns {Promise<Record<string, string>>} the fingerprints of the code that the tables are about */
export async function recordedFingerprints() {
  return JSON.parse(await readFile(record, "utf8"));
}

/** @param {Record<string, string>} found the fingerprints of the measured code, taken before the measurement */
export async function recordFingerprints(found) {
  await writeFile(record, `${JSON.stringify(found, undefined, 2)}\n`);
}

/** @param {string} code */
function fingerprint(code) {
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

/** @param {string} path @returns {Promise<string[]>} */
async function filesOf(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  return (await Promise.all((await readdir(path)).map((name) => filesOf(join(path, name))))).flat();
}

/**
 * Comments, white space, texts, characters (but no lifetimes), words and numbers, and any other character of Rust. Block comments
 * are not nested here: the style of this project has none.
 */
const rustTokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^\n]+?|[^'\\\n])'|'?\w+|[\s\S]/g;

/**
 * The tokens of Rust code without comments, tests, the contents of texts (but with those of bytes), and what rustfmt decides: white
 * space, and commas before closing brackets.
 * @param {string} text
 */
export function rustCode(text) {
  const tokens = (text.match(rustTokens) ?? []).filter((token) => !/^(\s|\/\/|\/\*)/.test(token));
  const code = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens.slice(i, i + 7).join("") === "#[cfg(test)]") i = endOfItem(tokens, i + 7);
    else if (tokens[i] !== "," || !/^[)\]}]$/.test(tokens[i + 1] ?? ""))
      code.push(tokens[i]?.replace(/^r?#*"[\s\S]*/, '""'));
  }
  return code.join(" ");
}

/**
 * The place of an item's last token: the brace that closes its body, or a semicolon before any.
 * @param {readonly string[]} tokens
 * @param {number} start
 */
function endOfItem(tokens, start) {
  let depth = 0;
  for (let i = start; i < tokens.length; i += 1) {
    if (/^[{([]$/.test(tokens[i] ?? "")) depth += 1;
    else if (/^[})\]]$/.test(tokens[i] ?? "")) depth -= 1;
    if (depth === 0 && /^[;}]$/.test(tokens[i] ?? "")) return i;
  }
  return tokens.length;
}

/** JavaScript as TypeScript prints it, without comments. @param {string} text */
async function scriptCode(text) {
  const { default: ts } = await import("typescript"); // available only after the set-up
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** The sections of the optimized profile, without comments. @param {string} manifest */
function releaseProfile(manifest) {
  const sections = manifest.replaceAll(/^#.*\n|\s+#.*$/gm, "").split(/^(?=\[)/m);
  return sections
    .filter((section) => section.startsWith("[profile.release"))
    .join("")
    .replaceAll(/\s+/g, " ");
}
