import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { packages } from "../../scripts/lib/release/npm.mjs";
import { machinesOf, obstacles, untimedFiles } from "../../scripts/lib/release/obstacles.mjs";
import { addressesOf } from "../../scripts/lib/release/publication.mjs";
import { billOfMaterials, notices, partsOf } from "../../scripts/lib/release/third-party.mjs";
import { run } from "../../scripts/lib/run.mjs";

const ready = {
  changes: "",
  changelog: "# Changelog\n\n## 1.2.3 (2026-12-01)\n\n## 1.2.2 (2026-11-01)\n",
  cargo: '[workspace]\nmembers = []\n\n[workspace.package]\nversion = "1.2.3"\n',
  versions: { "web/library/package.json": "1.2.3", "web/powers/package.json": "1.2.3" },
  machines: ["AMD EPYC"],
  untimed: "",
  where: { repository: "https://example.org/rsa-variants", jsrScope: "@example" },
};

it("a release is refused while the address is not set, and nothing is invented", () => {
  expect(obstacles({ ...ready, where: { repository: undefined, jsrScope: undefined } })).toEqual([
    expect.stringContaining("repository in scripts/lib/release/publication.mjs"),
    expect.stringContaining("jsrScope in scripts/lib/release/publication.mjs"),
  ]);
  expect(addressesOf(undefined, "web/library")).toEqual({});
});

it("a release needs one version everywhere, a date and nothing uncommitted", () => {
  expect(obstacles(ready)).toEqual([]);
  const faults: [change: Partial<typeof ready>, reason: string][] = [
    [{ changes: " M README.md\n" }, "not committed"],
    [
      { untimed: "crates/rsa/src/pss.rs" },
      "other code; run node lab/timing.mjs --write on an idle machine. Changed since: crates",
    ],
    [
      { versions: { ...ready.versions, "web/powers/package.json": "1.3.0" } },
      "1.3.0 in web/powers/package.json, 1.2.3 in Cargo.toml",
    ],
    [{ machines: ["AMD EPYC", "Intel Xeon"] }, "several machines, measure all on one: AMD EPYC, Intel Xeon"],
    [{ changelog: ready.changelog.replace("2026-12-01", "unreleased") }, 'not "unreleased"'],
    [{ changelog: ready.changelog.replace("1.2.3", "1.2.4") }, "must be 1.2.3, not 1.2.4"],
  ];
  for (const [change, reason] of faults) expect(obstacles({ ...ready, ...change }).join("\n")).toContain(reason);
});

it("the machines of a document are those that its commands and its texts name", async () => {
  const [first, second, third] = [
    "AMD EPYC, 2 threads",
    "Intel(R) Xeon(R) Processor (family 6; FMA), 2 threads",
    "Apple M1, 8",
  ];
  const text = (own: string, of = first) =>
    `<!-- bench: machine -->\n\n${of}, Linux.\n\n<!-- bench: end -->\nWords. Machine: ${own}.\n`;
  expect(machinesOf(text("AMD EPYC (virtual)"))).toEqual(["AMD EPYC"]);
  expect(machinesOf(text("Apple M1, 8 cores", second))).toEqual(["Intel Xeon", "Apple M1"]);
  expect(machinesOf(text("AMD EPYC,").replace(" machine", " experiment-machine") + text("AMD EPYC,", third))).toEqual([
    "AMD EPYC",
    "Apple M1",
  ]);
  const benchmarks = await readFile(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
  expect(machinesOf(benchmarks)).not.toEqual([]);
  const two = ["family 26, model 2; AVX2", "family 25, model 17; FMA"].map(
    (kind) => `Machine: AMD EPYC (${kind}), 2 threads\n`,
  );
  expect(machinesOf(`${two.join("")}Machine: AMD EPYC (virtual, 2 cores)\n`)).toEqual([
    "AMD EPYC (family 26, model 2)",
    "AMD EPYC (family 25, model 17)",
    "AMD EPYC",
  ]);
});

it("timing tables that name no commit are about no present code", async () => {
  expect(await untimedFiles("measured on 2026-01-01")).toContain("no commit");
  expect(
    await untimedFiles((await run("git", ["rev-parse", "HEAD"])).stdout.replace(/(.*)\n/, "commit $1, 2026")),
  ).not.toContain("README.md");
});

it("the address becomes repository, homepage and bugs", () => {
  expect(addressesOf("https://example.org/rsa-variants", "web/library")).toEqual({
    repository: { type: "git", url: "git+https://example.org/rsa-variants.git", directory: "web/library" },
    homepage: "https://example.org/rsa-variants#readme",
    bugs: "https://example.org/rsa-variants/issues",
  });
});

it("both npm packages say what they contain of others, with the licenses", async () => {
  for (const { name, modules, bundled } of packages) {
    const parts = await partsOf(modules, bundled);
    const text = await notices(parts);
    for (const part of [...bundled, "subtle", "num-bigint"])
      expect(text, name).toMatch(new RegExp(`^${part} \\d`, "m"));
    expect(text).toMatch(/^subtle [\d.]+ \(BSD-3-Clause\)\n\nCopyright/m);
    expect(text).not.toMatch(/^(rsa-variants|modular-powers) \d/m);
    const { components } = billOfMaterials({ name, version: "1.2.3", license: "MIT" }, parts);
    expect(components.map((each) => each.name)).toEqual(parts.map((each) => each.name));
  }
});
