import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { buildRows } from "@rsa-variants/measure/run/rows";
import { emptyRun, type Run } from "@rsa-variants/measure/run/run";
import type { Operation, Subject } from "@rsa-variants/measure/tasks/protocol";
import { bothWaysDrawing } from "@rsa-variants/page/compare/charts/both-ways.ts";
import { curveNames, speedUpCurves, sweepCurves } from "@rsa-variants/page/compare/charts/curves.ts";
import { paperMarks, paperSpeedUps, paperTimes } from "@rsa-variants/page/compare/charts/papers.ts";
import type { ChartState } from "@rsa-variants/page/compare/charts/scope.ts";
import { timesDrawing } from "@rsa-variants/page/compare/charts/times.ts";
import { published } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";

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
function runWith(times: Partial<Record<Variant, Readonly<Record<number, number>>>>): Run {
  const run = emptyRun("", "2026-01-31T12:00:00.000Z");
  for (const [variant, lengths] of Object.entries(times) as [Variant, Readonly<Record<number, number>>][]) {
    for (const [length, time] of Object.entries(lengths)) {
      const [subject, modulusLength] = [subjectOf(variant), Number(length)];
      const primes = variant === "multi-prime" ? { primes: 3 } : {};
      const params = { variant, modulusLength, ...primes, publicExponent: "65537" };
      run.subjects.push({ subject, modulusLength, params, keySource: "generate" });
      for (const operation of ["encrypt", "decrypt"] as const satisfies readonly Operation[]) {
        const samples = Array.from({ length: 8 }, () => time);
        run.measurements.push({ subject, modulusLength, operation, repetitions: 1, samples });
      }
    }
  }
  return run;
}

const run = runWith({
  original: { 512: 1, 1024: 8, 2048: 64 },
  crt: { 512: 0.5, 1024: 2, 2048: 16 },
  "multi-prime": { 1024: 1 },
});

function stateOf(shown: Run | undefined, change: Partial<Selection> = {}): ChartState {
  const chosen = { ...selection, ...change };
  const rows = buildRows({ selection: chosen, ...(shown === undefined ? {} : { run: shown }) });
  return { selection: chosen, shown, rows };
}

describe("papers", () => {
  it("have every time of the comparison of Schemes A and B but those that its clock reported as 0", () => {
    const all = paperTimes(["original", "crt", "rebalanced", "scheme-a", "scheme-b"], "decrypt");
    const found = all.filter(({ source }) => source === "ijafrc-2014");
    expect(found.map(({ variant, points }) => [variant, points.map(({ value }) => value)])).toEqual([
      ["original", [31, 18.8, 138.2, 672]],
      ["crt", [3.75, 6.2, 37.4, 227.8]],
      ["rebalanced", [13, 5.2, 19, 31]],
      ["scheme-a", [40.4]],
      ["scheme-b", [37.4]],
    ]);
    const [original] = paperTimes(["original"], "encrypt").filter(({ source }) => source === "ijafrc-2014");
    expect(original?.points).toEqual([
      { modulusLength: 1024, value: 34.2 },
      { modulusLength: 2048, value: 225 },
    ]);
  });

  it("have times for one message where a file was measured, once for each length", () => {
    const [series] = paperTimes(["original"], "decrypt").filter(({ source }) => source === "biswas-2003");
    expect(series?.points.map(({ modulusLength }) => modulusLength)).toEqual([512, 768, 1024, 1280, 1536, 1792, 2048]);
    expect(series?.points[2]?.value).toBeCloseTo(3365.591 / 100, 6);
  });

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

describe("the chart of times", () => {
  const choice = { direction: "decrypt", unit: "milliseconds" } as const;

  it("tells in words what was measured here and in the papers, of the chosen variants", () => {
    const label = timesDrawing(stateOf(run), choice)?.label;
    expect(label).toMatch(
      /^Decryption\. Original: 512 bits 1\.00 ms, .*2048 bits 64\.0 ms, grows as n to the 3\.0; CRT: /,
    );
    expect(label).toContain("Hansen, Larsen, Olsen 2009, CRT: 1024 bits 558 ms");
    expect(label).not.toContain("Rebalanced");
  });

  it("compares everything with plain RSA if that is chosen", () => {
    const label = timesDrawing(stateOf(run), { ...choice, unit: "speed-up" })?.label;
    expect(label).toMatch(/^Decryption\. CRT: 512 bits 2\.00.×, 1024 bits 4\.00.×/);
    expect(label).toContain("Paixão, Gazzoni Filho 2005, CRT: 768 bits 3.24");
    expect(label).not.toContain(" ms");
  });

  it("has the papers before anything is measured, and is missing where there is neither", () => {
    expect(timesDrawing(stateOf(undefined), choice)?.label).toMatch(/^Decryption\. Hansen/);
    expect(timesDrawing(stateOf(undefined, { variants: ["tunable"], references: [] }), choice)).toBeUndefined();
  });
});

describe("the chart of both directions", () => {
  it("has a row for each that was measured but plain RSA, with the papers of the same parameters", () => {
    const label = bothWaysDrawing(stateOf(run, { modulusLength: 1024 }))?.label ?? "";
    expect(label.split("; ").map((row) => row.split(":")[0])).toEqual(["CRT", "Multi-prime"]);
    expect(label).toMatch(/decrypt 4\.00.×.*decrypt 3\.80.× in Hansen, Larsen, Olsen 2009/);
    expect(bothWaysDrawing(stateOf(undefined))).toBeUndefined();
  });
});
