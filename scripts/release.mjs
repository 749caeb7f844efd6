// @ts-check
// npm run release: publishes the npm package and the crates.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { main } from "./lib/command.mjs";
import { library, root } from "./lib/paths.mjs";
import { publishCrates } from "./lib/release/crates.mjs";
import { packNpm, publishJsr, publishNpm } from "./lib/release/npm.mjs";
import { obstacles, untimedFiles } from "./lib/release/obstacles.mjs";
import { Problem, run } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";

const release = {
  usage: "npm run release -- [options]",
  about:
    "Publishes the npm package (npm, JSR) and the crates (crates.io), after it has packed and checked them. Refuses while the address\n" +
    "of the repository is not set.",
  options: { "dry-run": { type: "boolean", help: "do everything but publish, and say what would prevent it" } },
};

await main(release, async ({ "dry-run": isDry = false }) => {
  const { stdout: changes } = await run("git", ["status", "--porcelain"]);
  const found = obstacles({
    changes,
    changelog: await readFile(join(root, "CHANGELOG.md"), "utf8"),
    cargo: await readFile(join(root, "Cargo.toml"), "utf8"),
    manifest: JSON.parse(await readFile(join(library, "package.json"), "utf8")),
    untimed: await untimedFiles(await readFile(join(root, "SECURITY.md"), "utf8")),
  });
  if (found.length > 0 && !isDry) throw new Problem(`nothing was published:\n${found.join("\n")}`);
  await setUp({ upTo: "library" });
  const archive = await packNpm();
  await publishNpm({ isDry, archive });
  await publishJsr({ isDry });
  await publishCrates({ isDry });
  if (isDry)
    console.log(["\nNothing was published.", ...found.map((one) => `A release would be refused: ${one}`)].join("\n"));
});
