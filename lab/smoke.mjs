// Opens the places of the built page in a browser and does the main job of each.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosen, main } from "../scripts/lib/command.mjs";
import { places } from "../scripts/lib/paths.mjs";
import { Problem } from "../scripts/lib/run.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { timed } from "../scripts/lib/step.mjs";
import { servePage } from "./smoke/page.mjs";
import { browsers, visit } from "./smoke/visit.mjs";

const smoke = {
  usage: "node lab/smoke.mjs [PLACE ...] [options]",
  about: `Opens the places of the built page in a browser and does the main job of each (default: ${places.join(", ")}).`,
  options: { browser: { type: "string", default: "webkit", help: "webkit or chromium" } },
};

await main(smoke, async (values, words) => {
  const wanted = chosen(words, places);
  chosen([values.browser], Object.keys(browsers));
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-smoke-"));
  const failed = [];
  let page;
  let browser;
  try {
    page = await servePage();
    browser = await browsers[values.browser]();
    for (const name of wanted) {
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
    throw new Problem(
      `to repeat the failures, run: node lab/smoke.mjs --browser ${values.browser} ${failed.join(" ")}`,
    );
});
