import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { guardedRow, isUnsafe, type Row } from "@rsa-variants/measure/run/rows";
import { methodId, subjectName } from "@rsa-variants/measure/tasks/subject";
import { formatNumber } from "@rsa-variants/measure/text/format";
import { paramList } from "@rsa-variants/measure/text/params";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import { factsOf, type Variant, variants } from "rsa-variants";
import { paramLimits } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { replaceTables } from "../../scripts/lib/places.mjs";
import { root, rowsAt, security } from "./figures/data.ts";

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

it("README has all variants with the verdicts on their defaults", async () => {
  const text = await readFile(join(root, "README.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \|.*\| ([^|]*) \|$/gm)].map(([, name, verdict]) => ({
    name,
    verdict,
  }));
  expect(rows.map(({ name }) => name)).toEqual(variants);
  for (const { name, verdict } of rows) {
    const expected = security.assess({ variant: name as Variant, modulusLength: 2048 }).verdict;
    expect(verdict, name).toMatch(new RegExp(`^${expected}`));
  }
});

describe("docs/verdicts.md", async () => {
  const text = await readFile(join(root, "docs/verdicts.md"), "utf8");
  const section = text.split(/^## /m).find((each) => each.startsWith("Verdicts on common parameters")) ?? "";
  const rows = [...section.matchAll(/^\| ([^|]*\d) \| ([a-z]+) \| ([^|]*) \|/gm)].map(([, ...cells]) => cells);

  it.each(rows)("%s", (words = "", verdict, bits) => {
    const numberAfter = (name: string) => Number(new RegExp(`\\b${name} (\\d+)`).exec(words)?.[1]);
    for (const variant of variants.filter((each) => words.toLowerCase().split(/[ ,]+/).join("-").includes(each))) {
      const { params } = factsOf(variant);
      const wanted = {
        ...(params.includes("primes") && words.includes("r ") ? { primes: numberAfter("r") } : {}),
        ...(params.includes("crtExponentLength") && words.includes("w ")
          ? { crtExponentLength: numberAfter("w") }
          : {}),
      };
      const found = security.assess({ variant, modulusLength: Number(/\d{4}/.exec(words)), ...wanted });
      const [least, most] = found.decisive.strengthRange ?? [found.strength, found.strength];
      expect([found.verdict, least === most ? `${least}` : `${least} to ${most}`], variant).toEqual([verdict, bits]);
    }
  });

  it("has the most primes that verdicts allow", () => {
    const rows = [...text.matchAll(/^\| (\d+) \| \d \| \d \| (\d) \| (\d|none) \|$/gm)];
    expect(rows).toHaveLength(5);
    for (const [, n, asStrong, acceptable] of rows) {
      const found = [2, 3, 4, 5, 6, 7, 8].map((primes) =>
        security.assess({ variant: "multi-prime", modulusLength: Number(n), primes }),
      );
      const most = found.findLastIndex(({ strength }) => strength === found[0]?.strength) + 2;
      const safe = found.findLastIndex(({ strength }) => strength >= 110) + 2;
      expect([String(most), safe === 1 ? "none" : String(safe)], n).toEqual([asStrong, acceptable]);
    }
  });

  it("has the least acceptable lengths, and the defaults of rebalanced keys", () => {
    const verdictAt = (variant: Variant, modulusLength: number) => security.assess({ variant, modulusLength }).verdict;
    for (const [variant, least] of [
      ["crt", 2023],
      ["multi-power", 2488],
    ] as const) {
      expect(text).toContain(String(least));
      expect([verdictAt(variant, least - 1), verdictAt(variant, least)]).toEqual(["weak", "acceptable"]);
    }
    const defaults = [3072, 4096].map((modulusLength) => paramLimits({ variant: "rebalanced", modulusLength }));
    expect(defaults.map(({ crtExponentLength }) => crtExponentLength?.default)).toEqual([448, 608]);
  });
});
