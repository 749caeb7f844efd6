// @ts-check
// npm run test:consumers: uses the packed packages in every environment of tests/consumers, and prints a table.
import { join } from "node:path";
import { rows } from "../tests/consumers/rows.mjs";
import { consumers } from "./lib/commands.mjs";
import { closeBrowser } from "./lib/consumers/browser.mjs";
import { prepareHome } from "./lib/consumers/home.mjs";
import { runRow } from "./lib/consumers/rows.mjs";
import { ensureProgram } from "./lib/programs.mjs";
import { Problem } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";
import { main } from "./lib/words.mjs";

await main(consumers, async ({ words, values }) => {
  const chosen = rows.filter(
    ({ name }) =>
      words.length === 0 || words.some((/** @type {string} */ word) => name.toLowerCase().includes(word.toLowerCase())),
  );
  if (chosen.length === 0) throw new Problem(`no environment contains ${words.join(" or ")}`);
  if (values.list) return console.log(chosen.map(({ name }) => name).join("\n"));
  if (!values["as-built"]) await setUp({ upTo: "library", meanwhile: browsers });
  const home = await prepareHome();
  const width = Math.max(...chosen.map(({ name }) => name.length));
  const red = [];
  try {
    for (const row of chosen) {
      const { name, state, text, seconds } = await runRow(row, { home, tools: join(home, "node_modules") });
      console.log(`${name.padEnd(width)}  ${state.padEnd(7)} ${seconds.toFixed(1).padStart(6)} s  ${text}`.trimEnd());
      if (state === "RED") red.push(name);
    }
  } finally {
    await closeBrowser();
  }
  console.log(`${chosen.length} environments, ${red.length} red`);
  if (red.length > 0) throw new Problem(`red: ${red.join("; ")}\nThe projects are in ${join(home, "projects")}`);
});

/** Installs the browsers. Only the first must be there: rows that need another are skipped without it. */
async function browsers() {
  await ensureProgram("testChromium");
  for (const name of /** @type {const} */ (["chromium", "firefox"])) await ensureProgram(name).catch(() => undefined);
}
