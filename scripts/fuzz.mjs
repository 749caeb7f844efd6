// npm run fuzz: fuzzes parsers, padding decoders and engines.
import { fuzz } from "./lib/commands.mjs";
import { damagedKeys, fuzzRust } from "./lib/fuzz/rust.mjs";
import { mustRun } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";
import { main } from "./lib/words.mjs";

const others = { "damaged-keys": damagedKeys, javascript: fuzzJavaScript };

await main(fuzz, async ({ minutes, targets }) => {
  const seconds = Math.max(1, Math.round((60 * minutes) / targets.length));
  for (const name of targets) await (others[name]?.(seconds) ?? fuzzRust(name, seconds));
});

/** In a separate process, because coverage slows everything down. */
async function fuzzJavaScript(seconds) {
  await setUp({ upTo: "library" });
  await mustRun(process.execPath, ["scripts/lib/fuzz/javascript.mjs", String(seconds)], { show: true });
}
