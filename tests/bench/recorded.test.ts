import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSelection } from "@rsa-variants/measure/plan/url";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { buildRows, guardedRow, isUnsafe, type Row } from "@rsa-variants/measure/run/rows";
import { methodId, subjectName } from "@rsa-variants/measure/tasks/subject";
import { formatNumber } from "@rsa-variants/measure/text/format";
import { paramList } from "@rsa-variants/measure/text/params";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import { type Variant, variants } from "rsa-variants";
import { load } from "rsa-variants/security";
import { theoreticalSpeedup } from "rsa-variants/theory";
import { expect, it } from "vitest";
import { replaceTables } from "../../scripts/lib/places.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const security = await load();
const run = readRunFile(await readFile(join(root, "web/page/src/compare/recorded.json"), "utf8"));
const { selection } = readSelection(run.selection);

/** The rows that the page shows of the run. */
function rowsAt(modulusLength: number): Row[] {
  const assess = createAssessor(security);
  return buildRows({ selection: { ...selection, modulusLength }, available: run.environment?.engines, assess, run });
}

function rowOf(name: string, modulusLength: number): Row {
  return rowsAt(modulusLength).find(({ subject }) => methodId(subject) === name) as Row;
}

/** How many times as fast a row decrypts; beside the browser, with the guards, which that has, too. */
function times(row: Row, modulusLength: number, than = "original"): number {
  const guarded = than === "webcrypto" && row.subject.kind === "variant" ? guardedRow(row) : row;
  const own = guarded?.summaries.decrypt?.time ?? Number.NaN;
  return (rowOf(than, modulusLength).summaries.decrypt?.time ?? Number.NaN) / own;
}

function tableOf(modulusLength: number): string {
  const rows = rowsAt(modulusLength).filter((row) => row.summaries.decrypt !== undefined && !isUnsafe(row));
  const time = (row: Row | undefined, operation: "encrypt" | "decrypt") =>
    formatNumber(row?.summaries[operation]?.time ?? Number.NaN);
  const lines = rows
    .filter((row) => methodId(row.subject) !== "bigint")
    .map((row) => {
      const [, ...params] = row.resolved === undefined ? [] : paramList(row.resolved.params);
      return [
        [subjectName(row.subject), ...params.filter((text) => text !== "e 65537")].join(", "),
        time(row, "decrypt"),
        `${formatNumber(times(row, modulusLength))} ×`,
        time(guardedRow(row), "decrypt"),
        `${formatNumber(times(row, modulusLength, "webcrypto"))} ×`.replace("– ×", "–"),
        time(row, "encrypt"),
        row.assessment?.verdict ?? "",
      ];
    });
  const guarded = ["with guards, ms", "× browser, with guards"];
  return markdownTable(
    [`${modulusLength} bits`, "decrypt, ms", "× original", ...guarded, "encrypt, ms", "verdict"],
    lines,
  );
}

it("docs/benchmarks.md has the recorded run of the page, but for what is weak or broken", async () => {
  const text = await readFile(join(root, "docs/benchmarks.md"), "utf8");
  const tables = [2048, 3072, 4096].map((length) => ({ name: String(length), markdown: tableOf(length) }));
  // With -u, Vitest writes them.
  await expect(replaceTables(text, "recorded", tables)).toMatchFileSnapshot(join(root, "docs/benchmarks.md"));
});

it("README has figures of that run, and verdicts on the defaults", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  for (const name of ["multi-prime", "r-prime"]) {
    const cells = [2048, 3072, 4096].map((length) => {
      const row = rowOf(name, length);
      const [plain, browser] = ["original", "webcrypto"].map((than) => times(row, length, than).toPrecision(2));
      return `${browser} × (${plain} ×)`;
    });
    expect(text).toContain(`| ${cells.join(" | ")} |`);
  }
  const [a, b, c] = [2048, 3072, 4096].map((length) => rowOf("r-prime", length).summaries.encrypt?.time.toPrecision(2));
  expect(text).toContain(`encryption takes ${a}, ${b} and ${c} ms |`);
  const rows = text.split("\n").flatMap((line) => {
    const [, name, , speedup, , verdict] = /^\| `([a-z-]+)` \|(.*?)\| ([^|]*) \|([^|]*)\| ([^|]*) \|$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, speedup, verdict }];
  });
  expect(rows.map(({ name }) => name)).toEqual(variants);
  for (const { name, speedup, verdict } of rows) {
    const variant = name as Variant;
    expect(verdict, name).toMatch(new RegExp(`^${security.assess({ variant, modulusLength: 2048 }).verdict}`));
    if (speedup?.endsWith("in theory")) {
      const expected = theoreticalSpeedup({ variant, modulusLength: 2048 }, "original").toPrecision(2);
      expect(speedup, name).toBe(`${expected} × in theory`);
    } else {
      const length = speedup?.endsWith("3072 bits") ? 3072 : 2048;
      expect(speedup, name).toMatch(new RegExp(`^${times(rowOf(variant, length), length).toPrecision(2)} ×`));
    }
  }
});
