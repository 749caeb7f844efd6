// Measures the run that Compare shows before its first one, and one with the papers' parameters.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { main, whole } from "../scripts/lib/command.mjs";
import { page as pageRoot } from "../scripts/lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "../scripts/lib/programs.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { keepData, showProgress, warnWhenBusy } from "./bench/measuring.mjs";
import { measureRun, shortened } from "./record/recording.mjs";
import { servePage } from "./smoke/page.mjs";

const record = {
  usage: "node lab/record.mjs [options]",
  about:
    "Measures all variants on the built page in Chromium, at every length that it offers, and writes the run that the page shows\n" +
    "before its first one (web/page/src/compare/recorded.json). A second run, with the papers' parameters and two engines, is kept in\n" +
    "lab/data for the documents.",
  options: { seconds: { type: "string", default: "60", help: "for each length" } },
};

await main(record, async ({ seconds: given }) => {
  const seconds = whole("--seconds", given);
  warnWhenBusy("times get longer");
  await setUp();
  const executablePath = await ensureProgram("chromium");
  const page = await servePage();
  try {
    const place = { address: page.address, executablePath, args: chromiumFlags, seconds, onProgress: showProgress };
    const run = await measureRun(place, [1024, 3072, 4096, 2048]);
    await writeFile(join(pageRoot, "src/compare/recorded.json"), `${JSON.stringify(shortened(run))}\n`);
    const papers = await measureRun(place, [1024, 2048], "&r=3&w=160&engines=lanes,scalar");
    await keepData("papers", papers);
  } finally {
    showProgress("");
    await page.close();
  }
  console.log(
    "Next, in the folder tests: npx vitest run bench/recorded bench/figures page/compare/advice -u writes the tables and figures of the documents.",
  );
});
