// Measures the run that Compare shows before its first one.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { main, whole } from "../scripts/lib/command.mjs";
import { page as pageRoot } from "../scripts/lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "../scripts/lib/programs.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { showProgress, warnWhenBusy } from "./bench/measuring.mjs";
import { measureRun, shortened } from "./record/recording.mjs";
import { servePage } from "./smoke/page.mjs";

const record = {
  usage: "node lab/record.mjs [options]",
  about:
    "Measures all variants on the built page in Chromium, at every length that it offers, and writes the run that the page shows\n" +
    "before its first one (web/page/src/compare/recorded.json).",
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
    const text = await measureRun(place);
    await writeFile(join(pageRoot, "src/compare/recorded.json"), shortened(text));
  } finally {
    showProgress("");
    await page.close();
  }
  console.log(
    "Next, in the folder tests: npx vitest run bench/recorded bench/figures page/compare/advice -u writes the tables and figures of the documents.",
  );
});
