// @ts-check
// npm run audit: checks licenses, duplicate versions and sources of the workspace's dependencies against deny.toml.
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
  if (code !== 0) throw new Problem("the check failed; deny.toml lists what is accepted, and why");
});

async function install() {
  // Compiled without optimization, because it mostly waits for cargo.
  const args = ["install", "cargo-deny", "--version", version, "--locked", "--debug", "--quiet", "--root", tools];
  await timed(`cargo-deny ${version}`, async () => {
    await mustRun("cargo", args);
    return "compiled, once";
  });
}
