import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { buildRows, guardFigures, isVague } from "@rsa-variants/measure/run/rows";
import { addEvent, emptyRun, type Run } from "@rsa-variants/measure/run/run";
import { guardedOperations } from "@rsa-variants/measure/tasks/guards";
import type { MeasuredOperation, Subject } from "@rsa-variants/measure/tasks/protocol";
import { describe, expect, it } from "vitest";

const selection: Selection = {
  ...defaultSelection,
  modulusLength: 1024,
  variants: ["crt", "batch"],
  references: ["bigint"],
  measureGuards: true,
};
const crt: Subject = { kind: "variant", variant: "crt", engine: "scalar" };

/** A run of one variant with the times given, in milliseconds. */
function runWith(times: Partial<Record<MeasuredOperation, number>>): Run {
  const run = emptyRun(writeSelection(selection), "2026-01-31T12:00:00.000Z");
  const place = { userAgent: "agent", processors: 2 };
  const common = { subject: crt, modulusLength: 1024 };
  const params = { variant: "crt", modulusLength: 1024, publicExponent: "65537" } as const;
  addEvent(run, { type: "subject", report: { ...common, params } }, place);
  for (const [operation, time] of Object.entries(times)) {
    const samples = [0.99, 1, 1, 1, 1, 1, 1.01].map((factor) => factor * time);
    const report = { ...common, operation: operation as MeasuredOperation, samples, repetitions: 32 };
    addEvent(run, { type: "samples", reports: [report] }, place);
  }
  run.state = "done";
  return run;
}

const measured = runWith({
  decrypt: 2,
  "decrypt-blinding": 2.2,
  "decrypt-fault-check": 3,
  "decrypt-both-guards": 3.2,
});

describe("the cost of a guard", () => {
  it.each([
    [1.02, 1.08, false],
    [0.8, 0.9, false],
    [0.291, 2.25, true],
    [1, 1.1, true],
    [1.1, 2.3, true],
  ])("from %d to %d is vague: %s", (low, high, vague) => {
    expect(isVague({ low, high })).toBe(vague);
  });
});

describe("the guards' figures", () => {
  it("are multiples of the bare operation in the same run, with the range of both intervals", () => {
    const figures = guardFigures(measured, crt, 1024);
    expect(figures["decrypt-blinding"]?.cost?.value).toBeCloseTo(1.1);
    expect(figures["decrypt-fault-check"]?.cost?.value).toBeCloseTo(1.5);
    expect(figures["decrypt-fault-check"]?.cost?.low).toBeCloseTo((3 * 0.99) / 2);
    expect(figures["decrypt-both-guards"]?.cost?.value).toBeCloseTo(1.6);
    expect(guardFigures(measured, crt, 2048)).toEqual({});
    expect(guardFigures(runWith({ "decrypt-blinding": 2 }), crt, 1024)["decrypt-blinding"]?.cost).toBeUndefined();
  });

  it("belong to rows of the same parameters, here and in a loaded run, and leave the table's alone", () => {
    const [row] = buildRows({ selection, run: measured, loaded: [runWith({ decrypt: 4, "decrypt-blinding": 6 })] });
    expect(Object.keys(row?.guards ?? {})).toEqual([...guardedOperations]);
    expect(row?.loaded[0]?.guards["decrypt-blinding"]?.cost?.value).toBeCloseTo(1.5);
    expect(row?.summaries.decrypt?.time).toBe(2);
    const [other] = buildRows({ selection: { ...selection, publicExponent: 3n }, run: measured });
    expect(other?.guards).toEqual({});
  });

  it("are in saved files, and refused there under an unknown name", () => {
    const text = writeRunFile(measured);
    expect(readRunFile(text)).toEqual(measured);
    expect(() => readRunFile(text.replace("decrypt-blinding", "decrypt-dazzling"))).toThrow(
      "operation is unknown: decrypt-dazzling",
    );
  });

  it("are lines of the CSV and a table of the Markdown, where they were measured", () => {
    const rows = buildRows({ selection, run: measured });
    const [head, ...lines] = toCsv(rows, 1024).trimEnd().split("\r\n") as [string, ...string[]];
    expect(lines).toHaveLength(3 * rows.length + 3);
    const blinding = lines.find((line) => line.includes(",decrypt with blinding,"))?.split(",") ?? [];
    expect(blinding[head.split(",").indexOf("time_ms")]).toBe("2.2");
    expect(Number(blinding[head.split(",").indexOf("cost_over_bare")])).toBeCloseTo(1.1);
    expect(blinding[head.split(",").indexOf("speedup_over_original")]).toBe("");
    const markdown = toMarkdown(rows, measured, 1024);
    expect(markdown).toContain("| Variant | Decrypt, ms | With blinding | With fault check | With both |");
    expect(markdown).toMatch(/\| CRT \| 2\.00 \(.+\) \| 1\.10\u202f× \(.+\) \| 1\.50\u202f× \(.+\) \| 1\.60\u202f× \(/);
    expect(toMarkdown(buildRows({ selection, run: runWith({ decrypt: 2 }) }), measured, 1024)).not.toContain(
      "blinding",
    );
  });
});
