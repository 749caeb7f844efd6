import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { Measurement } from "@rsa-variants/bench/protocol";
import type { BrowserName, BrowserRun, Comparison } from "@rsa-variants/bench/report/comparison";
import {
  buildTables as buildExperimentTables,
  tableNames as experimentTableNames,
} from "@rsa-variants/bench/report/experiment";
import { goals, measureGoals } from "@rsa-variants/bench/report/goals";
import { meanOf, speedUpOfMeans } from "@rsa-variants/bench/report/means";
import { failureLines, toJson, toText } from "@rsa-variants/bench/report/output";
import { processorsTable, withProcessor } from "@rsa-variants/bench/report/processors";
import { buildTables, goalsTable, tableNames } from "@rsa-variants/bench/report/tables";
import { variantSelections } from "@rsa-variants/bench/selections";
import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import type { Engine } from "rsa-variants";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { buildTables as nativeTables } from "../../lab/native-bench/tables.mjs";
import { replaceTables, tableIn } from "../../scripts/lib/places.mjs";

/** A measurement whose samples all take the same time. */
function steady(part: Measurement["part"], contestant: string, length: number, time: number): Measurement {
  return { part, contestant, length, samples: Array.from({ length: 8 }, () => time), repetitions: 1 };
}

function runOf(
  browser: BrowserName,
  measurements: readonly Measurement[],
  engines: readonly Engine[] = ["scalar", "num-bigint"],
): BrowserRun {
  const environment = {
    userAgent: "test",
    crossOriginIsolated: true,
    timerStep: 0.005,
    build: "baseline",
    engines,
  };
  return { browser, version: "1.2", environment, measurements, failures: [] };
}

function comparisonOf(...runs: readonly BrowserRun[]): Comparison {
  const machine = { processor: "a processor", threads: 2, system: "Linux 1" };
  return { startedAt: "2026-01-31T12:00:00.000Z", command: "npm run bench", machine, runs };
}

/** The cells of a table's row. */
function rowOf(markdown: string | undefined, name: string): string[] {
  const line = markdown?.split("\n").find((each) => each.startsWith(`| ${name} `));
  if (line === undefined) throw new Error(`no row ${name} in\n${markdown}`);
  return line
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim().replaceAll("\u202f", " "));
}

function tableOf(comparison: Comparison, name: string): string | undefined {
  return buildTables(comparison).find((table) => table.name === name)?.markdown;
}

describe("means", () => {
  it("match the textbook", () => {
    // Variance 2.5 of 1 to 5, so that the standard error is √(2.5 / 5).
    expect(meanOf([1, 2, 3, 4, 5])).toEqual({ mean: 3, standardError: Math.sqrt(0.5) });
    expect(meanOf([7])).toEqual({ mean: 7, standardError: Number.POSITIVE_INFINITY });
    expect(() => meanOf([])).toThrow(RangeError);
  });

  it("give a ratio whose interval contains the true one in nineteen of twenty cases", () => {
    // Exponential times with means 60 and 20, from a fixed stream of uniform numbers (Lehmer's generator).
    let state = 12345;
    const uniform = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const times = (mean: number) => Array.from({ length: 60 }, () => -mean * Math.log(uniform()));
    const held = Array.from({ length: 1000 }, () => speedUpOfMeans(times(60), times(20))).filter(
      ({ low, high }) => low < 3 && 3 < high,
    );
    expect(held.length).toBeGreaterThan(920);
    expect(held.length).toBeLessThan(980);
  });
});

describe("tables", () => {
  const chromium = runOf("Chromium", [
    steady("modexp", "scalar", 1024, 2),
    steady("modexp", "num-bigint-crate", 1024, 6),
    steady("modexp", "bigint", 1024, 1.5),
    steady("variants", "crt", 2048, 2),
    steady("variants", "r-prime", 2048, 0.4),
    steady("variants", "webcrypto-sign", 2048, 0.6),
    { ...steady("keys", "webcrypto", 2048, 0), samples: [10, 20, 30, 40, 100] },
  ]);
  const firefox = runOf("Firefox", [steady("modexp", "scalar", 1024, 2.5), steady("modexp", "gmp-wasm", 1024, 5)]);
  const comparison = comparisonOf(chromium, firefox);

  it("compare with the fastest engine, not with the first measured", () => {
    const lanes = runOf(
      "Chromium",
      [steady("modexp", "scalar", 512, 4), steady("modexp", "lanes", 512, 1)],
      ["lanes", "scalar"],
    );
    const table = tableOf(comparisonOf(lanes), "modexp");
    expect(rowOf(table, "rsa-variants, engine `scalar`")).toEqual(["4.00 (4.0 ×)"]);
    expect(rowOf(table, "rsa-variants, engine `lanes`")).toEqual(["1.00"]);
  });

  it("claim no interval if there are too few samples for one", () => {
    const few = { ...steady("modexp", "scalar", 1024, 2), samples: [1, 2, 3, 4, 5] };
    expect(tableOf(comparisonOf(runOf("Chromium", [few])), "machine")).not.toContain("95 %");
    const enough = { ...few, samples: [1, 2, 3, 4, 5, 6] };
    expect(tableOf(comparisonOf(runOf("Chromium", [enough])), "machine")).toContain("95 %");
  });

  it("are on the terminal and in the JSON, with every sample", () => {
    for (const { markdown } of buildTables(comparison)) expect(toText(comparison)).toContain(markdown);
    const { runs, format } = JSON.parse(toJson(comparison));
    expect(format).toBe("rsa-variants bench");
    expect(runs[0].measurements[6]).toMatchObject({ samples: [10, 20, 30, 40, 100], summary: { time: 30 } });
  });

  it("leave failures out and report them", () => {
    const failure = { part: "modexp", contestant: "gmp-wasm", length: 512, message: "a result is wrong" } as const;
    const failed = comparisonOf({ ...chromium, failures: [failure] });
    expect(failureLines(failed)).toEqual(["Chromium: modexp, gmp-wasm, 512: a result is wrong"]);
  });
});

describe("goals", () => {
  it("are ratios of the other's time to ours, medians or means", () => {
    const run = runOf("Chromium", [
      steady("operations", "scalar", 2048, 0.5),
      steady("operations", "guarded", 2048, 0.8),
      steady("operations", "webcrypto-sign", 2048, 0.4),
      steady("modexp", "scalar", 1024, 0.5),
      steady("modexp", "num-bigint-crate", 1024, 6.5),
      { ...steady("keys", "rsa-variants", 2048, 0), samples: [10, 20, 30, 100] },
      { ...steady("keys", "webcrypto", 2048, 0), samples: [40, 80, 120, 160] },
      { ...steady("keys", "searching-1", 4096, 0), samples: [100, 300] },
      { ...steady("keys", "searching-2", 4096, 0), samples: [110, 90] },
    ]);
    expect(rowOf(tableOf(comparisonOf(run), "keys"), "Chromium: rsa-variants, 4096 bits, 2 workers")[1]).toBe("100");
    const results = measureGoals(comparisonOf(run));
    expect(results.map(({ goal, measured, reached }) => [goal, measured?.value, reached])).toEqual([
      [1.1, 0.5, false],
      [1.2, 0.8, false],
      [1.2, undefined, false],
      [4.2, undefined, false],
      [2.2, undefined, false],
      [12, 13, true],
      [3.2, 2.5, false],
      [1.7, 2, true],
    ]);
    expect(goalsTable(results)).toContain("| 13.0");
  });

  it("are reported as not measured if a contestant is missing or failed", () => {
    const run = runOf("Firefox", [steady("bulk", "workers-1", 2048, 2)]);
    const results = measureGoals(comparisonOf(run));
    expect(rowOf(goalsTable(results), "Firefox: 64 × RSA-2048")).toEqual(["1.8 ×", "not measured", ""]);
    const failure = { part: "bulk", contestant: "workers-2", length: 2048, message: "a result is wrong" } as const;
    expect(measureGoals(comparisonOf({ ...run, measurements: [], failures: [failure] }))).toEqual(results);
    expect(toText(comparisonOf(run))).toContain("The goals of this project");
  });

  it("have no range if there are too few samples for an interval", () => {
    const few = (contestant: string, samples: number[]): Measurement => ({
      ...steady("bulk", contestant, 2048, 1),
      samples,
    });
    const run = runOf("Chromium", [few("workers-1", [4, 5, 6, 5, 5]), few("workers-2", [2, 2, 2, 2, 2, 2, 2])]);
    const table = goalsTable(measureGoals(comparisonOf(run)));
    expect(rowOf(table, "Chromium: 64 × RSA-2048")[1]).toBe("2.50 ×");
  });
});

describe("the document of the tables", () => {
  const text = "a\n<!-- bench: one -->\n\nold\n\n<!-- bench: end -->\nb\n<!-- bench: two --><!-- bench: end -->\nc\n";

  it("gets new tables between its marks, and nothing else changes", () => {
    const changed = replaceTables(text, "bench", [
      { name: "one", markdown: "| 1 |" },
      { name: "two", markdown: "| 2 |" },
    ]);
    expect(changed).toBe(
      "a\n<!-- bench: one -->\n\n| 1 |\n\n<!-- bench: end 58899f6a -->\nb\n<!-- bench: two -->\n\n| 2 |\n\n<!-- bench: end 0c10be88 -->\nc\n",
    );
    expect(replaceTables(changed, "bench", [{ name: "one", markdown: "| 1 |" }])).toBe(changed);
  });

  it("must have a place for each table", () => {
    expect(() => tableIn(text, "bench", "three")).toThrow("three");
    expect(() => tableIn("<!-- bench: one -->\n<!-- bench: two --><!-- bench: end -->", "bench", "one")).toThrow(
      "no end",
    );
  });

  it("has one for each", async () => {
    const document = await readFile(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
    for (const name of [...tableNames, ...experimentTableNames])
      expect(tableIn(document, "bench", name), name).not.toBe("");
  });
});

describe("the variants' parameters", () => {
  it.each(variantSelections)("at $modulusLength bits are not broken in seconds", async (selection) => {
    const security = await load();
    for (const variant of allVariants) {
      const { params, skipped } = resolveVariant(variant, selection.modulusLength, selection);
      if (skipped !== undefined) continue;
      const methods = security.assess(params).findings.map(({ method }) => method);
      expect(methods, variant).not.toContain("crt-exponent-small-e-lattice");
    }
  });
});

describe("the table of processors", () => {
  const goal = "RSA-2048 with CRT, decryptRaw with guards, against WebCrypto's signature";
  const measured = (processor: string, browser: BrowserName, other: number): Comparison => {
    const comparison = comparisonOf(
      runOf(browser, [steady("operations", "guarded", 2048, 2), steady("operations", "webcrypto-sign", 2048, other)]),
    );
    return { ...comparison, machine: { ...comparison.machine, processor } };
  };

  it("has a column for each processor, and keeps what other runs measured", () => {
    const first = withProcessor("", measured("A (family 1)", "Chromium", 3));
    const second = withProcessor(first, measured("B (family 1, model 2; FMA)", "Chromium", 2.5));
    const both = withProcessor(second, measured("B (family 1, model 2; FMA)", "Firefox", 7));
    expect(both.split("\n")[0]).toBe("|  | A (family 1), 2026-01-31 | B (family 1, model 2; FMA), 2026-01-31 |");
    expect(rowOf(both, `Chromium: ${goal}`)).toEqual(["1.50 ×", "1.25 ×"]);
    expect(rowOf(both, `Firefox: ${goal}`)).toEqual(["–", "3.50 ×"]);
    const again = { ...measured("A (family 1)", "Chromium", 4), startedAt: "2026-02-01T00:00:00.000Z" };
    const replaced = withProcessor(both, again);
    expect(replaced.split("\n")[0]).toContain("| A (family 1), 2026-02-01 | B");
    expect(rowOf(replaced, `Chromium: ${goal}`)).toEqual(["2.00 ×", "1.25 ×"]);
    expect(withProcessor(replaced, again)).toBe(replaced);
  });

  it("is in the document, and what is not measured leaves it as it is", async () => {
    const document = await readFile(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
    const table = tableIn(document, "bench", processorsTable);
    const [, , ...rows] = table.split("\n");
    expect(rows.length).toBeGreaterThan(10);
    const names = goals.flatMap(({ name }) => [`Chromium: ${name}`, `Firefox: ${name}`, `WebKit: ${name}`]);
    for (const row of rows) expect(names).toContain(row.slice(2).split(" | ")[0]);
  });
});

it("the tables of docs/benchmarks.md follow from the kept data", async () => {
  const kept = async (name: string) =>
    JSON.parse(gunzipSync(await readFile(new URL(`../../lab/data/${name}.json.gz`, import.meta.url))).toString());
  const text = await readFile(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
  const comparison = await kept("bench");
  const processors = withProcessor(tableIn(text, "bench", processorsTable), comparison);
  const tables = [
    ...buildTables(comparison),
    { name: processorsTable, markdown: processors },
    ...buildExperimentTables(await kept("experiment")),
    ...nativeTables(await kept("native")),
  ];
  expect(replaceTables(text, "bench", tables)).toBe(text);
});
