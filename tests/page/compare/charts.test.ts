import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { buildRows } from "@rsa-variants/measure/run/rows";
import type { Run } from "@rsa-variants/measure/run/run";
import type { Subject } from "@rsa-variants/measure/tasks/protocol";
import { methodId } from "@rsa-variants/measure/tasks/subject";
import { curveNames, speedUpCurves, sweepCurves } from "@rsa-variants/page/compare/charts/curves.ts";
import { paperMarks, paperSpeedUps } from "@rsa-variants/page/compare/charts/papers.ts";
import type { ChartState } from "@rsa-variants/page/compare/charts/scope.ts";
import { speedUpDrawing } from "@rsa-variants/page/compare/charts/speed-up.ts";
import { published } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { runOf } from "./runs.ts";

const selection: Selection = {
  ...defaultSelection,
  variants: ["original", "crt", "multi-prime"],
  references: ["bigint"],
};
type Variant = Selection["variants"][number];

function subjectOf(variant: Variant, engine: "lanes" | "scalar" = "scalar"): Subject {
  return { kind: "variant", variant, engine };
}

/** A run with times in milliseconds, by modulus length. */
const times: Readonly<Record<number, Partial<Record<Variant, number>>>> = {
  512: { original: 1, crt: 0.5 },
  1024: { original: 8, crt: 2, "multi-prime": 1 },
  2048: { original: 64, crt: 16 },
};
const [run, ...others] = Object.entries(times).map(([length, own]) =>
  runOf({ ...selection, modulusLength: Number(length) }, ({ subject }, operation) =>
    operation === "encrypt" || operation === "decrypt" ? own[methodId(subject) as Variant] : undefined,
  ),
) as [Run, ...Run[]];
for (const { subjects, measurements } of others) {
  run.subjects.push(...subjects);
  run.measurements.push(...measurements);
}

function stateOf(shown: Run | undefined, change: Partial<Selection> = {}): ChartState {
  const chosen = { ...selection, ...change };
  const rows = buildRows({ selection: chosen, ...(shown === undefined ? {} : { run: shown }) });
  return { selection: chosen, shown, rows };
}

describe("papers", () => {
  it("have speed-ups over plain RSA on their own machine", () => {
    const [series] = paperSpeedUps(["r-prime"], "decrypt").filter(({ source }) => source === "paixao-2005");
    expect(series?.points[0]?.value).toBeCloseTo(3 * 3.24, 6);
    expect(series?.points.at(-1)).toEqual({ modulusLength: 2048, value: 27.2 });
  });

  it("have marks and dashes of their own", () => {
    const marks = [...new Set(published.map(({ source }) => source))].map((source) => paperMarks[source]);
    expect(new Set(marks.map(({ letter }) => letter)).size).toBe(marks.length);
    expect(new Set(marks.map(({ dash }) => dash.join())).size).toBe(marks.length);
  });
});

describe("series", () => {
  it("name the engine where there are several", () => {
    const curves = (["lanes", "scalar"] as const).map((engine) => ({ subject: subjectOf("crt", engine), points: [] }));
    expect(curveNames(curves)).toEqual(["CRT (lanes)", "CRT (scalar)"]);
    expect(curveNames(curves.slice(0, 1))).toEqual(["CRT"]);
  });

  it("fit the growth of times measured with the same parameters", () => {
    const [, crt] = sweepCurves(run, selection, "decrypt");
    expect(crt?.points).toHaveLength(3);
    expect(crt?.slope).toBeCloseTo(2.5);
    expect(sweepCurves(run, { ...selection, publicExponent: 3n }, "decrypt")).toEqual([]);
  });

  it("are compared with plain RSA at the same length and on the same engine", () => {
    const curves = sweepCurves(run, selection, "decrypt");
    const values = speedUpCurves(curves).map(({ points }) => points.map(({ value }) => value));
    expect(values).toEqual([[2, 4, 4], [8]]);
    const [, ...others] = curves;
    expect(speedUpCurves(others)).toEqual([]);
    expect(speedUpCurves([{ subject: subjectOf("original", "lanes"), points: [] }, ...others])).toEqual([]);
  });
});

describe("the chart of speed-ups", () => {
  it("tells in words what was measured here, in theory and in the papers, of the chosen variants", () => {
    const label = speedUpDrawing(stateOf(run), "decrypt")?.label;
    expect(label).toMatch(/^CRT: 512 bits 2\.00.×, 1024 bits 4\.00.×/);
    expect(label).toMatch(/Multi-prime in theory: [^;]*1024 bits 9\.00.×, .*4096 bits 9\.00.×/);
    expect(label).toContain("Paixão, Gazzoni Filho 2005, CRT: 768 bits 3.24");
    expect(label).not.toContain("Rebalanced");
  });

  it("has theory for the lengths that the chosen parameters allow, and only where it changes the speed", () => {
    const variants = ["original", "crt", "rebalanced"] as const;
    expect(speedUpDrawing(stateOf(undefined, { variants }), "decrypt")?.label).toMatch(
      /Rebalanced in theory: .*2048 bits 12\.8.×.*4096 bits 25\.6/,
    );
    expect(speedUpDrawing(stateOf(undefined, { variants }), "encrypt")?.label).toMatch(/^Rebalanced in theory: /);
    expect(speedUpDrawing(stateOf(undefined, { variants: ["original"] }), "decrypt")).toBeUndefined();
  });
});
