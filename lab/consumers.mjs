// @ts-check
// Uses the packed packages in every environment of lab/consumers/environments, and prints a table.

import { join } from "node:path";
import { main } from "../scripts/lib/command.mjs";
import { ensureProgram } from "../scripts/lib/programs.mjs";
import { Problem } from "../scripts/lib/run.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { closeBrowser } from "./consumers/browser.mjs";
import { rows } from "./consumers/environments/rows.mjs";
import { prepareHome } from "./consumers/home.mjs";
import { runRow } from "./consumers/rows.mjs";

const consumers = {
  usage: "node lab/consumers.mjs [NAME ...] [options]",
  about:
    "Packs the packages, installs them with the tools of lab/consumers/environments outside the repository, and uses them without\n" +
    "configuration in every environment: Node, Deno, Bun, bundlers, frameworks, edge hosts, test runners, browsers. With NAMES, only in\n" +
    "those whose names contain one. Fails if something does not work that the environment itself allows.",
  options: {
    list: { type: "boolean", help: "list the environments" },
    "as-built": { type: "boolean", help: "use web/library/dist as it is, without the set-up" },
  },
};

await main(consumers, async ({ list, "as-built": isBuilt }, words) => {
  const chosen = rows.filter(
    ({ name }) =>
      words.length === 0 || words.some((/** @type {string} */ word) => name.toLowerCase().includes(word.toLowerCase())),
  );
  if (chosen.length === 0) throw new Problem(`no environment contains ${words.join(" or ")}`);
  if (list) return console.log(chosen.map(({ name }) => name).join("\n"));
  if (!isBuilt) await setUp({ upTo: "library", meanwhile: browsers });
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
