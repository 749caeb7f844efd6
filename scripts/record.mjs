// npm run record: measures the run that Compare shows before its first one.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { record } from "./lib/commands.mjs";
import { showProgress, warnWhenBusy } from "./lib/measuring.mjs";
import { page as pageRoot } from "./lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "./lib/programs.mjs";
import { measureRun, shortened } from "./lib/recording.mjs";
import { setUp } from "./lib/set-up.mjs";
import { servePage } from "./lib/smoke/page.mjs";
import { main } from "./lib/words.mjs";

await main(record, async ({ values: { seconds } }) => {
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
    "Next, in the folder tests: npx vitest run bench/recorded -u writes the tables of docs/benchmarks.md and compares README.md.",
  );
});
