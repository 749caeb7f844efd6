// Tests the mutants of sample.mjs, one at a time, in a copy of the project: the working tree never changes.
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { mustRun, Problem, run } from "../../scripts/lib/run.mjs";
import { checkPrerequisites } from "../../scripts/lib/rust-tools.mjs";
import { setUp } from "../../scripts/lib/set-up.mjs";
import { secondsSince, timed } from "../../scripts/lib/step.mjs";
import { rustEnvironment } from "./rust.mjs";
import { sample } from "./sample.mjs";

const copy = join(root, "target", "sample");
const isRust = ({ file }) => file.startsWith("crates/");

/** Tests all mutants of the sample, or those in a share; shares are consecutive, so that few of them need the same crates. */
export async function testSample({ shard: { index, count } = { index: 0, count: 1 }, json }) {
  const all = Object.entries(sample).flatMap(([tests, mutants]) => mutants.map((mutant) => ({ tests, ...mutant })));
  await checkSnippets(all);
  const first = (share) => Math.floor((share * all.length) / count);
  const chosen = all.slice(first(index), first(index + 1));
  if (chosen.every(isRust)) await checkPrerequisites();
  else await setUp({ upTo: "library" });
  await timed("copy of the project", copyProject);
  const results = [];
  let known;
  for (const mutant of chosen) {
    const { tests, file, from, to, why } = mutant;
    if (tests !== known) await timed(`${tests} without a mutant`, () => mustPass(mutant));
    known = tests;
    const place = join(copy, file);
    const original = await readFile(place, "utf8");
    const start = performance.now();
    await writeFile(place, original.split(from).join(to));
    const { caughtBy = null, problem } = await testsOf(mutant);
    await writeFile(place, original);
    const seconds = Math.round(secondsSince(start));
    results.push({ file, why, caughtBy, seconds });
    const number = `${all.indexOf(mutant) + 1}/${all.length}`;
    const outcome = caughtBy === null ? (problem ?? "survived") : `caught by ${caughtBy}`;
    console.log(`${caughtBy === null ? "✗" : "✓"} ${number} ${file}: ${why}\n    ${outcome} (${seconds} s)`);
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
  const caught = results.filter(({ caughtBy }) => caughtBy !== null).length;
  console.log(`${caught} of ${results.length} mutants were caught`);
  if (caught < results.length) process.exitCode = 1;
}

/** Refuses the whole sample if a part of it no longer fits the code: it must be carried along. */
async function checkSnippets(mutants) {
  const problems = [];
  for (const { file, from } of mutants) {
    const found = (await readFile(join(root, file), "utf8").catch(() => "")).split(from).length - 1;
    if (found !== 1) problems.push(`${file} has this ${found} times, not once:\n  ${from}`);
  }
  if (problems.length > 0) throw new Problem(`update lab/mutants/sample.mjs:\n${problems.join("\n")}`);
}

/** Copies all files that git knows or would add, and the built packages. Only what cargo compiled stays from run to run. */
async function copyProject() {
  await mkdir(copy, { recursive: true });
  const old = (await readdir(copy)).filter((name) => name !== "target");
  for (const name of old) await rm(join(copy, name), { recursive: true });
  const files = await mustRun("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const file of [...files.split("\0").filter(Boolean), "web/library/dist", "web/powers/dist"]) {
    // With new times, because what cargo compiled last may be a mutant. What git knows may have been deleted, or not been built.
    await cp(join(root, file), join(copy, file), { recursive: true }).catch(() => {});
  }
  // Tests ask git which files there are.
  await mustRun("git", ["init", "-q", copy]);
  await mustRun("git", ["-C", copy, "add", "-A"]);
  // The packages of the copy; Node finds all others in the parent folders.
  const packages = join(copy, "node_modules");
  await mkdir(join(packages, "@rsa-variants"), { recursive: true });
  await symlink(join(copy, "web/library"), join(packages, "rsa-variants"), "junction");
  for (const name of ["measure", "page"])
    await symlink(join(copy, "web", name), join(packages, "@rsa-variants", name), "junction");
}

async function mustPass(mutant) {
  const { code, output } = await testsOf(mutant, false);
  if (code !== 0) throw new Problem(`the tests of ${mutant.tests} fail without a mutant:\n${output}`);
}

/** Whether the library in the copy is compiled from its sources as they are. */
let isCompiled = false;

/** Runs the tests for a mutant: those of a crate, or of a project of Vitest. */
async function testsOf({ tests, file }, isChanged = true) {
  if (isRust({ file })) return rustTests(tests);
  const isOfLibrary = isChanged && file.startsWith("web/library/");
  if (isOfLibrary || !isCompiled) {
    isCompiled = false;
    const { code, output } = await run("tsc", ["-p", join(copy, "web/library"), "--pretty", "false"]);
    if (code !== 0) return { code, output, problem: `does not compile: ${output.trim()}` };
    isCompiled = !isOfLibrary;
  }
  const [project, ...files] = tests.split(" ");
  const args = ["run", "--root", "tests", `--project=${project}`, "--bail", "1", ...files];
  const { code, output } = await run("vitest", args, { cwd: copy, env: { NO_COLOR: "1" } });
  if (code === 0) return { code };
  return { code, output, caughtBy: / FAIL {2}(?:\|.*?\| )?(.+)/.exec(output)?.[1] ?? "an error outside of tests" };
}

async function rustTests(crate) {
  // The arguments of cargo-mutants, for cargo and for the tests. In one unit, modular-powers takes several times as long to compile.
  const shared = (await readFile(join(root, ".cargo/mutants.toml"), "utf8")).matchAll(/"(-[^"]*)"/g);
  const units = "--config=profile.mutants.package.modular-powers.codegen-units=16";
  const args = ["test", "-p", crate, "--profile=mutants", units, ...[...shared].map(([, argument]) => argument)];
  const env = { ...rustEnvironment, CARGO_TARGET_DIR: join(copy, "target") };
  const { code, output } = await run("cargo", args, { cwd: copy, env });
  if (code === 0) return { code };
  if (/^error: could not compile/m.test(output)) return { code, output, problem: "does not compile" };
  const program = [...output.matchAll(/^ +Running (?:\w+ )?(\S+) \(/gm)].at(-1)?.[1];
  return { code, output, caughtBy: `${program}: ${/^test (\S+) .*FAILED$/m.exec(output)?.[1] ?? "ended early"}` };
}
