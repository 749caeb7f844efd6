// npm run smoke: opens the places of the built page in a browser and does the main job of each.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { smoke } from "./lib/commands.mjs";
import { places } from "./lib/paths.mjs";
import { Problem } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";
import { servePage } from "./lib/smoke/page.mjs";
import { browsers, visit } from "./lib/smoke/visit.mjs";
import { timed } from "./lib/step.mjs";
import { main } from "./lib/words.mjs";

await main(smoke, async ({ words, values }) => {
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-smoke-"));
  const failed = [];
  let page;
  let browser;
  try {
    page = await servePage();
    browser = await browsers[values.browser]();
    for (const name of words.length > 0 ? words : places) {
      await timed(name, async () => {
        const { problems, note } = await visit(name, { browser, page, folder });
        if (problems.length === 0) return `passed in ${note}`;
        failed.push(name);
        return ["FAILED", ...problems].join("\n  ");
      });
    }
  } finally {
    await browser?.stop();
    await page?.close();
    await rm(folder, { recursive: true, force: true });
  }
  if (failed.length > 0)
    throw new Problem(`to repeat the failures, run: npm run smoke -- --browser ${values.browser} ${failed.join(" ")}`);
});
