// The smoke test of every place of the built page in Chromium; npm run smoke runs it in WebKit, too.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { places } from "../../scripts/lib/paths.mjs";
import { startChromium } from "../../scripts/lib/smoke/chromium.mjs";
import { servePage } from "../../scripts/lib/smoke/page.mjs";
import { visit } from "../../scripts/lib/smoke/visit.mjs";

let page: Awaited<ReturnType<typeof servePage>>;
let browser: Awaited<ReturnType<typeof startChromium>>;
let folder: string;

beforeAll(async () => {
  page = await servePage();
  browser = await startChromium();
  folder = await mkdtemp(join(tmpdir(), "rsa-variants-smoke-"));
});

afterAll(async () => {
  await browser?.stop();
  await page?.close();
  await rm(folder, { recursive: true, force: true });
});

it.each(places)("the main job of %s", async (name) => {
  expect((await visit(name, { browser, page, folder })).problems).toEqual([]);
});
