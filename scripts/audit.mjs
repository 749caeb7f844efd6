// @ts-check
// npm run audit: checks the workspace's dependencies with cargo-deny.
import { audit } from "./lib/commands.mjs";
import { Problem, run } from "./lib/run.mjs";
import { cargoInstall } from "./lib/rust-tools.mjs";
import { timed } from "./lib/step.mjs";
import { main } from "./lib/words.mjs";

const version = "0.20.2";
/** What cargo-deny prints if it could not read its database, rather than found something in it. */
const unreachable = /failed to (?:fetch|clone|load|open|update|acquire)[^\n]*(?:advisory|db|database|repository)/i;

await main(audit, async ({ values }) => {
  if ((await run("cargo-deny", ["--version"])).code !== 0) {
    if (!values.install) {
      throw new Problem(
        'cargo-deny is missing: run "npm run audit -- --install" to compile it into .tools, which takes some minutes',
      );
    }
    await timed(`cargo-deny ${version}`, () => cargoInstall("cargo-deny", version));
  }
  const { code } = await run("cargo-deny", ["check", "licenses", "bans", "sources"], { show: true });
  const advisories = await run("cargo-deny", ["check", "advisories"]);
  const unread = advisories.code !== 0 && unreachable.test(advisories.output);
  if (unread) console.log("security advisories were not checked: their database cannot be fetched");
  process.stdout.write(advisories.output);
  if (code !== 0 || (advisories.code !== 0 && !unread))
    throw new Problem("the check failed; deny.toml lists what is accepted, and why");
});
