import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { brokenLinks } from "../../scripts/lib/docs/links.mjs";

const folder = await mkdtemp(join(tmpdir(), "rsa-variants-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a site and checks it. */
async function faultsOf(files: Readonly<Record<string, string>>, hasAnchors?: (file: string) => boolean) {
  const site = await mkdtemp(join(folder, "site-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), text);
  }
  return brokenLinks(site, hasAnchors);
}

test("links to files, folders, anchors and other sites are fine", async () => {
  const index = `<a href="a/">1</a> <a href='a/index.html?x=1#one%3C'>2</a> <a href="#here" id="here">3</a>
    <a href="https://example.org/">4</a> <img src="a/b&amp;c.svg"> <a href="a/lines.html#2-3">5</a>
    <script>document.write('<a href="nowhere">');</script>`;
  const files = { "index.html": index, "a/index.html": '<p id="one<">', "a/b&c.svg": "", "a/lines.html": "" };
  expect(await faultsOf(files)).toEqual([]);
});

test("missing files and anchors, and links out of the site, are found", async () => {
  const index =
    '<a href="b.html">1</a> <a href="a.html#two">2</a> <a href="../a.html">3</a> <script src="c.js"></script>';
  expect(await faultsOf({ "index.html": index, "a.html": '<p id="one">' })).toEqual([
    "index.html links to b.html, which is not there",
    "index.html links to a.html#two, which has no such anchor",
    "index.html links to ../a.html, which is not there",
    "index.html links to c.js, which is not there",
  ]);
});

test("whatever a page would load from elsewhere is found", async () => {
  const index = '<link rel="stylesheet" href="https://example.org/a.css"> <script src="//example.org/a.js"></script>';
  expect(await faultsOf({ "index.html": index })).toEqual([
    "index.html loads https://example.org/a.css",
    "index.html loads //example.org/a.js",
  ]);
});

test("anchors are looked for where a page leads, and not where a script draws them", async () => {
  const files = {
    "index.html": '<a href="old.html#one">1</a> <a href="old.html#two">2</a> <a href="drawn.html#three">3</a>',
    "old.html": '<meta http-equiv="refresh" content="0;URL=a/new.html">',
    "a/new.html": '<p id="one">',
    "drawn.html": "",
  };
  const faults = await faultsOf(files, (file) => file !== "drawn.html");
  expect(faults).toEqual(["index.html links to old.html#two, which has no such anchor"]);
});
