import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { answerOf } from "@rsa-variants/measure/run/answer";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { costText, guardFigures } from "@rsa-variants/measure/run/guards";
import { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import { buildRows, guardedRow, type Row } from "@rsa-variants/measure/run/rows";
import type { Run } from "@rsa-variants/measure/run/run";
import { guardedOperations } from "@rsa-variants/measure/tasks/guards";
import type { MeasuredOperation, Subject } from "@rsa-variants/measure/tasks/protocol";
import { describe, expect, it } from "vitest";
import { runOf, type Times } from "./runs.ts";

const selection: Selection = {
  ...defaultSelection,
  modulusLength: 1024,
  variants: ["crt", "batch"],
  references: ["webcrypto"],
  measureGuards: true,
};
const crt: Subject = { kind: "variant", variant: "crt", engine: "scalar" };
const times = { decrypt: 2, "decrypt-blinding": 2.2, "decrypt-fault-check": 3, "decrypt-both-guards": 3.2 };

/** A run of CRT with these times, times a factor for each round. */
function runWith(own: Times["crt"] & object, rounds?: readonly number[]): Run {
  return runOf(selection, { crt: own }, rounds && (() => rounds));
}

function samplesOf(run: Run, operation: MeasuredOperation): number[] {
  return run.measurements.find((each) => each.operation === operation)?.samples ?? expect.unreachable(operation);
}

/** The costs of the guards; "–" if unknown. */
function costs(run: Run): string {
  const figures = guardFigures(run, crt, 1024);
  return guardedOperations.map((operation) => figures[operation]?.cost?.value.toFixed(3) ?? "–").join(" ");
}

const measured = runWith(times);

describe("the cost of a guard", () => {
  it.each<[string, string, Run, (run: Run) => void]>([
    [
      "is the median of the ratios round by round, however slow a round is",
      "1.100 1.500 1.600",
      runWith(times, [1, 3, 1.5, 8, 1, 2, 5, 1.2, 1, 4]),
      // One round in which only the guarded sample was interrupted.
      (run) => samplesOf(run, "decrypt-blinding").splice(3, 1, 100),
    ],
    ["is known from six rounds on", "1.100 1.500 1.600", runWith(times, Array(6).fill(1)), () => undefined],
    ["is unknown from five", "– – –", runWith(times, Array(5).fill(1)), () => undefined],
    [
      "does not need the last round to be complete",
      "1.100 1.500 1.600",
      runWith(times),
      (run) => samplesOf(run, "decrypt-blinding").pop(),
    ],
    [
      "is unknown where samples have no partners",
      "– 1.500 1.600",
      runWith(times),
      (run) => samplesOf(run, "decrypt-blinding").splice(0, 2),
    ],
    [
      "is unknown where a sample is of other repetitions",
      "– – –",
      runWith(times),
      (run) => Object.assign(run.measurements[0] ?? {}, { repetitions: 31 }),
    ],
    // A default run: both guards together, in some of the rounds. A link cuts it to as many samples as the bare one.
    ["is unknown of both guards only", "– – –", runWith({ decrypt: 2, "decrypt-both-guards": 3.2 }), () => undefined],
    ["is unknown without the bare operation", "– – –", runWith({ "decrypt-blinding": 2 }), () => undefined],
  ])("%s: %s", (_what, expected, run, change) => {
    change(run);
    expect(costs(run)).toBe(expected);
  });

  it("has the interval of order statistics", () => {
    const run = runWith(times, Array(6).fill(1));
    samplesOf(run, "decrypt-blinding").splice(0, 6, ...[1.3, 1.1, 1.2, 1.6, 1.5, 1.4].map((cost) => 2 * cost));
    const { cost } = guardFigures(run, crt, 1024)["decrypt-blinding"] ?? {};
    // Of six samples, it is nearly the whole range.
    expect([cost?.low, cost?.value, cost?.high]).toEqual([1.1, 1.35, 1.6].map((value) => expect.closeTo(value, 1)));
  });

  it.each([
    [1.05, 1.12, 1.2, "1.12\u202f×"],
    [1.001, 1.004, 1.006, "1.00\u202f×"],
    [0.98, 1.004, 1.03, "≤ 1.03\u202f×"],
    [1, 1.1, 1.2, "≤ 1.20\u202f×"],
    [0.3, 0.64, 0.9, "≤ 1.00\u202f×"],
  ])("from %d over %d to %d is never shown below 1: %s", (low, value, high, text) => {
    expect(costText({ low, value, high })).toBe(text);
    expect(costText(undefined)).toBe("–");
  });
});

describe("the guards' figures", () => {
  it("belong to rows of the same parameters, here and in a loaded run, and leave the table's alone", () => {
    expect(guardFigures(measured, crt, 2048)).toEqual({});
    const [row] = buildRows({ selection, run: measured, loaded: [runWith({ ...times, "decrypt-blinding": 3 })] });
    expect(Object.keys(row?.guards ?? {})).toEqual([...guardedOperations]);
    expect(row?.loaded[0]?.guards["decrypt-blinding"]?.cost?.value).toBeCloseTo(1.5);
    expect(row?.summaries.decrypt?.time).toBe(2);
    expect(row && guardedRow(row)?.summaries.decrypt?.time).toBe(3.2);
    const [other] = buildRows({ selection: { ...selection, publicExponent: 3n }, run: measured });
    expect(other?.guards).toEqual({});
    expect(other && guardedRow(other)).toBeUndefined();
  });

  it("are in saved files, refused there under an unknown name, and in links with the costs", async () => {
    const text = writeRunFile(measured);
    expect(readRunFile(text)).toEqual(measured);
    const unknown = text.replace("decrypt-blinding", "decrypt-dazzling");
    expect(() => readRunFile(unknown)).toThrow("operation is unknown: decrypt-dazzling");
    const linked = await readRunLink(linkedRun(await writeRunLink(measured, 1024)) ?? "");
    expect(costs(linked)).toBe("1.100 1.500 1.600");
  });

  it("are lines of the CSV and a table of the Markdown, where they were measured", () => {
    const run = runWith(times, [0.99, 1, 1, 1, 1, 1, 1.01]);
    for (const [round, cost] of [0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03].entries())
      samplesOf(run, "decrypt-blinding")[round] = cost * (samplesOf(run, "decrypt")[round] as number);
    const rows = buildRows({ selection, run });
    const [head, ...lines] = toCsv([{ rows, modulusLength: 1024 }], run)
      .trimEnd()
      .split("\r\n") as [string, ...string[]];
    expect(lines).toHaveLength(3 * rows.length + 3);
    const valuesOf = (operation: string) => {
      const fields = lines.find((line) => line.includes(`,${operation},`))?.split(",");
      const columns = ["time_ms", "cost_over_bare", "cost_at_most", "speedup_over_original"];
      return columns.map((column) => fields?.[head.split(",").indexOf(column)]);
    };
    expect(valuesOf("decrypt with fault check")).toEqual(["3", "1.5", "1.5", ""]);
    expect(valuesOf("decrypt with blinding").slice(1)).toEqual(["", expect.stringMatching(/^1\.02/), ""]);
    const markdown = toMarkdown([{ rows, modulusLength: 1024 }], run, selection);
    expect(markdown).toContain("| Variant | Decrypt, ms | With blinding | With fault check | With both |");
    expect(markdown).toMatch(/\| CRT \| 2\.00 \(.+\) \| ≤ 1\.02\u202f× \| 1\.50\u202f× \(.+\) \| 1\.60\u202f× \(/);
  });

  it("are a column of the Markdown, without costs, where only both guards were measured", () => {
    const markdownOf = (run: Run) =>
      toMarkdown([{ rows: buildRows({ selection, run }), modulusLength: 1024 }], run, selection);
    const markdown = markdownOf(runWith({ decrypt: 2, "decrypt-both-guards": 3.2 }));
    expect(markdown).toContain("| Decrypt, ms | Decrypt with guards, ms | Decryptions/s |");
    expect(markdown).toMatch(/\| CRT \| 2\.00 \(.+\) \| 3\.20 \(.+\) \| 500 \|/);
    expect(markdown).not.toContain("With blinding");
    expect(markdownOf(runWith({ decrypt: 2 }))).not.toMatch(/with guards, ms|With blinding/);
  });
});

it.each([
  ["decryption with both guards, as both run by default", "decrypt", 4 / 2.5, true, { "decrypt-both-guards": 2.5 }],
  ["the bare operation, and says so, in runs without guards", "decrypt", 2, false, {}],
  ["encryption, which has no guards", "encrypt", 2, false, { encrypt: 0.5, "decrypt-both-guards": 2.5 }],
] as const)(
  "the answer's comparison with a browser that encrypts in 1 and decrypts in 4 milliseconds is of %s",
  (_what, operation, value, isGuarded, own) => {
    const run = runOf(selection, { crt: { decrypt: 2, ...own }, webcrypto: { encrypt: 1, decrypt: 4 } });
    const assessment = { verdict: "good" } as Row["assessment"] & object;
    const rows = buildRows({ selection, run }).map((row) => ({ ...row, assessment }));
    const answer = answerOf(rows, operation);
    if (typeof answer === "string") return expect.unreachable(answer);
    expect(answer.overBrowser).toMatchObject({ value: expect.closeTo(value), isGuarded, isClear: true });
  },
);
