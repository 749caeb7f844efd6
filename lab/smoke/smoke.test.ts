// The smoke test of every place of the built page in Chromium, and in WebKit if it is installed: node lab/smoke.mjs installs it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { places } from "../../scripts/lib/paths.mjs";
import { findProgram } from "../../scripts/lib/programs.mjs";
import { servePage } from "./page.mjs";
import { type Browser, browsers, visit } from "./visit.mjs";

let page: Awaited<ReturnType<typeof servePage>>;
let folder: string;

beforeAll(async () => {
  page = await servePage();
  folder = await mkdtemp(join(tmpdir(), "rsa-variants-smoke-"));
});

afterAll(async () => {
  await page?.close();
  await rm(folder, { recursive: true, force: true });
});

// Safari asks for a permission first, so on macOS only node lab/smoke.mjs starts it.
const needed = process.platform === "darwin" ? [] : (["webkit", "xvfb"] as const);
const found = await Promise.all(needed.map(findProgram));
const hasWebkit = needed.length > 0 && !found.includes(undefined);

describe.each(hasWebkit ? (["chromium", "webkit"] as const) : (["chromium"] as const))("in %s", (name) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await browsers[name]();
  });

  afterAll(() => browser?.stop() as Promise<void> | undefined);

  // WebKitGTK 2.50 rarely traps in a new worker: see docs/workers-and-progress.md.
  const retry = name === "webkit" ? { count: 1, condition: /RuntimeError|The run failed/ } : 0;
  it.each(places)("the main job of %s", { retry }, async (place) => {
    const { problems } = await visit(place, { browser, page, folder });
    expect(problems, problems.join("\n")).toEqual([]);
  });
});
