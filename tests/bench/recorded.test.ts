import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { guardedRow, isUnsafe, type Row } from "@rsa-variants/measure/run/rows";
import type { Run } from "@rsa-variants/measure/run/run";
import { methodId, subjectName } from "@rsa-variants/measure/tasks/subject";
import { formatNumber } from "@rsa-variants/measure/text/format";
import { paramList } from "@rsa-variants/measure/text/params";
import { sourceInBrief } from "@rsa-variants/measure/text/sources";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import { browserOf } from "@rsa-variants/page/compare/names.ts";
import { factsOf, type Variant, variants } from "rsa-variants";
import { paramLimits } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { replaceTables } from "../../scripts/lib/places.mjs";
import { papers, root, rowsAt, run, security } from "./figures/data.ts";

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

/** Both engines beside theory and the papers that measured the variant with these parameters. */
function papersTable(modulusLength: number): string {
  const rows = rowsAt(modulusLength, papers).filter(({ summaries }) => summaries.decrypt !== undefined);
  const engineOf = ({ subject }: Row) => (subject.kind === "variant" ? subject.engine : undefined);
  const scalar = new Map(rows.filter((row) => engineOf(row) === "scalar").map((row) => [methodId(row.subject), row]));
  const speedUp = (row: Row | undefined) => row?.comparisons.decrypt.measured?.value ?? Number.NaN;
  const lines = rows.flatMap((row) => {
    if (engineOf(row) === "scalar") return [];
    const { encrypt, decrypt } = row.summaries;
    const { theory, published } = row.comparisons.decrypt;
    const [, ...params] = row.resolved === undefined ? [] : paramList(row.resolved.params);
    const papers = published.filter(({ difference }) => difference === undefined);
    return [
      [
        [subjectName(row.subject), ...params.filter((text) => text !== "e 65537")].join(", "),
        formatNumber(encrypt?.time ?? Number.NaN),
        formatNumber(decrypt?.time ?? Number.NaN),
        `${formatNumber(speedUp(row))} ×`,
        `${formatNumber(speedUp(scalar.get(methodId(row.subject))))} ×`.replace("– ×", ""),
        `${formatNumber(theory ?? Number.NaN)} ×`.replace("– ×", ""),
        papers.map(({ value, source }) => `${formatNumber(value)} (${sourceInBrief(source)})`).join(", "),
      ],
    ];
  });
  return markdownTable(
    ["variant", "encrypt, ms", "decrypt, ms", "speed-up, `lanes`", "`scalar`", "theory", "papers"],
    lines,
  );
}

function machineOf(of: Run): string {
  const { processor, processors, build, timerStep, version } = of.environment ?? {};
  const browser = `${browserOf(of)} (build \`${build}\`, timer step ${formatNumber((timerStep ?? 0) * 1000, 2)} µs)`;
  return `${processor}, ${processors} logical processors; ${browser}; ${of.startedAt.slice(0, 10)}, rsa-variants ${version}.`;
}

it("docs/benchmarks.md has the recorded run of the page, but for what is weak or broken, and that with the papers' parameters", async () => {
  const text = await readFile(join(root, "docs/benchmarks.md"), "utf8");
  const tables = [
    ...[2048, 3072, 4096].map((length) => ({ name: String(length), markdown: tableOf(length) })),
    ...[2048, 1024].map((length) => ({ name: `papers-${length}`, markdown: papersTable(length) })),
    { name: "machine", markdown: machineOf(run) },
    { name: "papers-machine", markdown: machineOf(papers) },
  ];
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
