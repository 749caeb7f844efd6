// @ts-check
// npm run release: publishes the npm packages and the crates.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { main } from "./lib/command.mjs";
import { root } from "./lib/paths.mjs";
import { publishCrates } from "./lib/release/crates.mjs";
import { packages, packNpm, publishJsr, publishNpm } from "./lib/release/npm.mjs";
import { machinesOf, obstacles, untimedFiles } from "./lib/release/obstacles.mjs";
import { Problem, run } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";

const release = {
  usage: "npm run release -- [options]",
  about:
    "Publishes the npm packages (npm, JSR) and the crates (crates.io), after it has packed and checked them. Refuses while the address\n" +
    "of the repository is not set.",
  options: { "dry-run": { type: "boolean", help: "do everything but publish, and say what would prevent it" } },
};

/** @param {import("./lib/release/npm.mjs").Package} one */
async function versionOf({ source, directory }) {
  const path = `${directory}/package.json`;
  return [path, JSON.parse(await readFile(join(source, "package.json"), "utf8")).version];
}

await main(release, async ({ "dry-run": isDry = false }) => {
  const { stdout: changes } = await run("git", ["status", "--porcelain"]);
  const found = obstacles({
    changes,
    changelog: await readFile(join(root, "CHANGELOG.md"), "utf8"),
    cargo: await readFile(join(root, "Cargo.toml"), "utf8"),
    versions: Object.fromEntries(await Promise.all(packages.map(versionOf))),
    machines: machinesOf(await readFile(join(root, "docs/benchmarks.md"), "utf8")),
    untimed: await untimedFiles(await readFile(join(root, "SECURITY.md"), "utf8")),
  });
  if (found.length > 0 && !isDry) throw new Problem(`nothing was published:\n${found.join("\n")}`);
  await setUp({ upTo: "library" });
  // Everything is packed and checked before anything is published.
  const packed = [];
  for (const one of packages) packed.push(await packNpm(one));
  for (const { archive } of packed) await publishNpm(archive, { isDry });
  for (const { staged } of packed) await publishJsr(staged, { isDry });
  await publishCrates({ isDry });
  if (isDry)
    console.log(["\nNothing was published.", ...found.map((one) => `A release would be refused: ${one}`)].join("\n"));
});
