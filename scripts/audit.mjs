// @ts-check
// npm run audit: checks licenses, duplicate versions, sources and security advisories of the workspace's dependencies against
// deny.toml.
import { tools } from "./lib/paths.mjs";
import { main, Problem } from "./lib/problem.mjs";
import { mustRun, run } from "./lib/run.mjs";
import { timed } from "./lib/step.mjs";

const version = "0.20.2";

await main(async () => {
  const words = process.argv.slice(2);
  if (words.some((word) => word !== "--install")) throw new Problem("npm run audit accepts only --install");
  if ((await run("cargo-deny", ["--version"])).code !== 0) {
    if (words.length === 0) {
      throw new Problem(
        'cargo-deny is missing: run "npm run audit -- --install" to compile it into .tools, which takes some minutes',
      );
    }
    await install();
  }
  const { code } = await run("cargo-deny", ["check", "licenses", "bans", "sources"], { show: true });
  const advisories = await run("cargo-deny", ["check", "advisories"]);
  const unread = advisories.code !== 0 && isUnreachable(advisories.output);
  if (unread) console.log("security advisories were not checked: their database cannot be fetched");
  process.stdout.write(advisories.output);
  if (code !== 0 || (advisories.code !== 0 && !unread))
    throw new Problem("the check failed; deny.toml lists what is accepted, and why");
});

/**
 * Whether cargo-deny could not read its database, rather than found something in it.
 * @param {string} output
 */
function isUnreachable(output) {
  return /failed to (?:fetch|clone|load|open|update|acquire)[^\n]*(?:advisory|db|database|repository)/i.test(output);
}

async function install() {
  // Compiled without optimization, because it mostly waits for cargo.
  const args = ["install", "cargo-deny", "--version", version, "--locked", "--debug", "--quiet", "--root", tools];
  await timed(`cargo-deny ${version}`, async () => {
    await mustRun("cargo", args);
    return "compiled, once";
  });
}
