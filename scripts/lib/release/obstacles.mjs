// @ts-check
import { mustRun } from "../run.mjs";
import { publication } from "./publication.mjs";

/** What the timing tables of SECURITY.md are about. */
const timed = ["Cargo.toml", "crates/modular-powers/src", "crates/rsa/src", "lab/crates/programs/src/bin/timing"];

/**
 * The names of the timed files that have changed since the tables were measured.
 * @param {string} security the text of SECURITY.md
 */
export async function untimedFiles(security) {
  const commit = /\bcommit ([\da-f]{7,40}), /.exec(security)?.[1];
  if (commit === undefined) return "all files, because the tables name no commit";
  return (await mustRun("git", ["diff", "--name-only", commit, "--", ...timed])).trim().replaceAll("\n", ", ");
}

/**
 * The processors that the tables of a document are of: those that its commands name, and those that follow "Machine: ", each with
 * its family and model if they are given, because one name has many. The table of processors names its own.
 * @param {string} benchmarks the text of docs/benchmarks.md
 */
export function machinesOf(benchmarks) {
  const named = /^(?:<!-- \w+: (?:\w+-)?machine -->\s+|.*\bMachine: )(.*?)(?:,| \((family \d+, model \d+)?)/gm;
  const names = [...benchmarks.matchAll(named)].map(([, name = "", kind]) =>
    [name.replaceAll("(R)", "").replace(/ Processor$/, ""), kind && `(${kind})`].filter(Boolean).join(" "),
  );
  return [...new Set(names)];
}

/**
 * Why a release would be refused, a line for each reason.
 * @param {object} state
 * @param {string} state.changes the output of `git status --porcelain`
 * @param {string} state.changelog
 * @param {string} state.cargo the workspace's Cargo.toml
 * @param {Record<string, string>} state.versions those of the npm packages, by the paths of their package.json
 * @param {readonly string[]} state.machines the processors that the tables of docs/benchmarks.md are of
 * @param {string} state.untimed the names of timed files that have changed since the tables of SECURITY.md were measured
 * @param {typeof publication} [state.where]
 */
export function obstacles({ changes, changelog, cargo, versions, machines, untimed, where = publication }) {
  const version = /^\[workspace\.package\]\nversion = "(.*)"/m.exec(cargo)?.[1];
  const [, latest, date] = /^## (\S+) \((.*)\)$/m.exec(changelog) ?? [];
  const file = "scripts/lib/release/publication.mjs";
  return [
    where.repository === undefined && `the address of the repository is not set (repository in ${file})`,
    where.jsrScope === undefined && `the scope on JSR is not set (jsrScope in ${file})`,
    changes !== "" && "there are changes that are not committed",
    untimed !== "" &&
      `SECURITY.md has times of other code; run node lab/timing.mjs --write on an idle machine. Changed since: ${untimed}`,
    machines.length > 1 &&
      `docs/benchmarks.md has tables of several machines, measure all on one: ${machines.join(", ")}`,
    ...Object.entries(versions).map(
      ([path, one]) => one !== version && `the versions differ: ${one} in ${path}, ${version} in Cargo.toml`,
    ),
    latest !== version && `the first version in CHANGELOG.md must be ${version}, not ${latest}`,
    !/^\d{4}-\d{2}-\d{2}$/.test(date ?? "") &&
      `the version in CHANGELOG.md must have a date such as 2026-01-31, not "${date}"`,
  ].filter((one) => one !== false);
}
