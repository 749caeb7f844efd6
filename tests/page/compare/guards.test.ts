import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { answerOf } from "@rsa-variants/measure/run/answer";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { costText, guardFigures } from "@rsa-variants/measure/run/guards";
import { readRunLink, writeRunLink } from "@rsa-variants/measure/run/link";
import { linkedRun } from "@rsa-variants/measure/run/linked";
import { buildRows, guardedRow, type Row } from "@rsa-variants/measure/run/rows";
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

const fewRounds = [0.99, ...Array<number>(13).fill(1), 1.01];

/** A run of one variant with the times given, in milliseconds, times a factor for each round. */
function runWith(times: Partial<Record<MeasuredOperation, number>>, rounds: readonly number[] = fewRounds): Run {
  const run = emptyRun(writeSelection(selection), "2026-01-31T12:00:00.000Z");
  const place = { userAgent: "agent", processors: 2 };
  const common = { subject: crt, modulusLength: 1024 };
  const params = { variant: "crt", modulusLength: 1024, publicExponent: "65537" } as const;
  addEvent(run, { type: "subject", report: { ...common, params } }, place);
  for (const [operation, time] of Object.entries(times)) {
    const samples = rounds.map((factor) => factor * time);
    const report = { ...common, operation: operation as MeasuredOperation, samples, repetitions: 32 };
    addEvent(run, { type: "samples", reports: [report] }, place);
  }
  run.state = "done";
  return run;
}

const times = { decrypt: 2, "decrypt-blinding": 2.2, "decrypt-fault-check": 3, "decrypt-both-guards": 3.2 };
const measured = runWith(times);

function samplesOf(run: Run, operation: MeasuredOperation): number[] {
  const found = run.measurements.find((each) => each.operation === operation);
  if (found === undefined) throw new Error(`${operation} was not measured`);
  return found.samples;
}

describe("the cost of a guard", () => {
  const costs = (run: Run) => {
    const figures = guardFigures(run, crt, 1024);
    return guardedOperations.map((operation) => figures[operation]?.cost);
  };

  it("is the median of the ratios round by round, however slow a round is", () => {
    const rounds = [1, 3, 1.5, 8, 1, 2, 5, 1.2, 1, 4];
    const run = runWith(times, rounds);
    // One round in which only the guarded sample was interrupted.
    samplesOf(run, "decrypt-blinding")[3] = 100;
    const [blinding, faultCheck, both] = costs(run);
    expect(blinding?.value).toBeCloseTo(1.1);
    expect(blinding?.low).toBeCloseTo(1.1);
    expect(blinding?.high).toBeCloseTo(1.1);
    expect([faultCheck?.value, both?.value].map((value) => value?.toFixed(3))).toEqual(["1.500", "1.600"]);
  });

  it("has the interval of order statistics", () => {
    const run = runWith(times, [1, 1, 1, 1, 1, 1]);
    for (const [round, cost] of [1.3, 1.1, 1.2, 1.6, 1.5, 1.4].entries())
      samplesOf(run, "decrypt-blinding")[round] = 2 * cost;
    const [blinding] = costs(run);
    // Of six samples, it is nearly the whole range.
    expect(blinding?.low).toBeCloseTo(1.1, 1);
    expect(blinding?.high).toBeCloseTo(1.6, 1);
    expect(blinding?.value).toBeCloseTo(1.35);
  });

  it("is unknown from fewer than six rounds", () => {
    expect(costs(runWith(times, [1, 1, 1, 1, 1]))).toEqual([undefined, undefined, undefined]);
    expect(costs(runWith(times, [1, 1, 1, 1, 1, 1]))[0]?.value).toBeCloseTo(1.1);
  });

  it("does not need the last round to be complete", () => {
    const run = runWith(times);
    samplesOf(run, "decrypt-blinding").pop();
    expect(costs(run).map((cost) => cost?.value.toFixed(3))).toEqual(["1.100", "1.500", "1.600"]);
  });

  it("is unknown where samples have no partners", () => {
    // A default run: both guards together, in some of the rounds. A link cuts it to as many samples as the bare one.
    expect(costs(runWith({ decrypt: 2, "decrypt-both-guards": 3.2 }))).toEqual([undefined, undefined, undefined]);
    const gaps = runWith(times);
    samplesOf(gaps, "decrypt-blinding").length -= 2;
    expect(costs(gaps).map((cost) => cost !== undefined)).toEqual([false, true, true]);
    const short = runWith(times);
    const at = short.measurements.findIndex(({ operation }) => operation === "decrypt");
    short.measurements[at] = { ...(short.measurements[at] as Run["measurements"][number]), repetitions: 31 };
    expect(costs(short)).toEqual([undefined, undefined, undefined]);
    expect(costs(runWith({ "decrypt-blinding": 2 }))).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [1.05, 1.12, 1.2, "1.12\u202f×"],
    [1.001, 1.004, 1.006, "1.00\u202f×"],
    [0.98, 1.004, 1.03, "≤ 1.03\u202f×"],
    [1, 1.1, 1.2, "≤ 1.20\u202f×"],
    [0.3, 0.64, 0.9, "≤ 1.00\u202f×"],
  ])("from %d over %d to %d is never shown below 1: %s", (low, value, high, text) => {
    expect(costText({ low, value, high })).toBe(text);
  });

  it("is a dash if it is unknown", () => {
    expect(costText(undefined)).toBe("–");
  });
});

describe("the guards' figures", () => {
  it("are of one subject and one length", () => {
    expect(Object.keys(guardFigures(measured, crt, 1024))).toEqual([...guardedOperations]);
    expect(guardFigures(measured, crt, 2048)).toEqual({});
  });

  it("belong to rows of the same parameters, here and in a loaded run, and leave the table's alone", () => {
    const [row] = buildRows({ selection, run: measured, loaded: [runWith({ ...times, "decrypt-blinding": 3 })] });
    expect(Object.keys(row?.guards ?? {})).toEqual([...guardedOperations]);
    expect(row?.loaded[0]?.guards["decrypt-blinding"]?.cost?.value).toBeCloseTo(1.5);
    expect(row?.summaries.decrypt?.time).toBe(2);
    expect(row && guardedRow(row)?.summaries.decrypt?.time).toBe(3.2);
    const [other] = buildRows({ selection: { ...selection, publicExponent: 3n }, run: measured });
    expect(other?.guards).toEqual({});
    expect(other && guardedRow(other)).toBeUndefined();
  });

  it("are in saved files, and refused there under an unknown name", () => {
    const text = writeRunFile(measured);
    expect(readRunFile(text)).toEqual(measured);
    expect(() => readRunFile(text.replace("decrypt-blinding", "decrypt-dazzling"))).toThrow(
      "operation is unknown: decrypt-dazzling",
    );
  });

  it("are in links, and the costs with them", async () => {
    const linked = await readRunLink(linkedRun(await writeRunLink(measured, 1024)) ?? "");
    const figures = guardFigures(linked, crt, 1024);
    expect(guardedOperations.map((operation) => figures[operation]?.cost?.value.toFixed(3))).toEqual([
      "1.100",
      "1.500",
      "1.600",
    ]);
  });

  it("are lines of the CSV and a table of the Markdown, where they were measured", () => {
    const run = runWith(times, [0.99, 1, 1, 1, 1, 1, 1.01]);
    for (const [round, cost] of [0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03].entries())
      samplesOf(run, "decrypt-blinding")[round] = cost * (samplesOf(run, "decrypt")[round] as number);
    const rows = buildRows({ selection, run });
    const [head, ...lines] = toCsv(rows, 1024).trimEnd().split("\r\n") as [string, ...string[]];
    expect(lines).toHaveLength(3 * rows.length + 3);
    const value = (operation: string, column: string) =>
      lines.find((line) => line.includes(`,${operation},`))?.split(",")[head.split(",").indexOf(column)];
    expect(value("decrypt with fault check", "time_ms")).toBe("3");
    expect(Number(value("decrypt with fault check", "cost_over_bare"))).toBeCloseTo(1.5);
    expect(Number(value("decrypt with fault check", "cost_at_most"))).toBeCloseTo(1.5);
    expect(value("decrypt with fault check", "speedup_over_original")).toBe("");
    expect(value("decrypt with blinding", "cost_over_bare")).toBe("");
    expect(Number(value("decrypt with blinding", "cost_at_most"))).toBeCloseTo(1.02);
    const markdown = toMarkdown(rows, run, 1024);
    expect(markdown).toContain("| Variant | Decrypt, ms | With blinding | With fault check | With both |");
    expect(markdown).toMatch(/\| CRT \| 2\.00 \(.+\) \| ≤ 1\.02\u202f× \| 1\.50\u202f× \(.+\) \| 1\.60\u202f× \(/);
  });

  it("are a column of the Markdown, without costs, where only both guards were measured", () => {
    const markdownOf = (run: Run) => toMarkdown(buildRows({ selection, run }), run, 1024);
    const markdown = markdownOf(runWith({ decrypt: 2, "decrypt-both-guards": 3.2 }));
    expect(markdown).toContain("| Decrypt, ms | Decrypt with guards, ms | Decryptions/s |");
    expect(markdown).toMatch(/\| CRT \|.+\| 2\.00 \(.+\) \| 3\.20 \(.+\) \| 500 \|/);
    expect(markdown).not.toContain("With blinding");
    expect(markdownOf(runWith({ decrypt: 2 }))).not.toMatch(/with guards, ms|With blinding/);
  });
});

describe("the answer's comparison with the browser", () => {
  const webcrypto = { subject: { kind: "reference", reference: "webcrypto" } as const, modulusLength: 1024 };

  /** The answer of a run in which the browser encrypts in 1 and decrypts in 4 milliseconds. */
  function overBrowser(operation: "encrypt" | "decrypt", times: Partial<Record<MeasuredOperation, number>>) {
    const run = runWith(times);
    run.subjects.push(webcrypto);
    for (const [name, time] of [
      ["encrypt", 1],
      ["decrypt", 4],
    ] as const)
      run.measurements.push({
        ...webcrypto,
        operation: name,
        samples: fewRounds.map((factor) => factor * time),
        repetitions: 1,
      });
    const good = { verdict: "good" } as Row["assessment"] & object;
    const rows = buildRows({ selection: { ...selection, references: ["webcrypto"] }, run });
    const answer = answerOf(
      rows.map((row) => ({ ...row, assessment: good })),
      operation,
    );
    if (typeof answer === "string") throw new Error(answer);
    return answer.overBrowser;
  }

  it("is of decryption with both guards, as both run by default", () => {
    const found = overBrowser("decrypt", { decrypt: 2, "decrypt-both-guards": 2.5 });
    expect(found?.value).toBeCloseTo(4 / 2.5);
    expect(found).toMatchObject({ isGuarded: true, isClear: true });
  });

  it("is of the bare operation, and says so, in runs without guards", () => {
    const found = overBrowser("decrypt", { decrypt: 2 });
    expect(found?.value).toBeCloseTo(2);
    expect(found?.isGuarded).toBe(false);
  });

  it("has no guards for encryption", () => {
    const found = overBrowser("encrypt", { encrypt: 0.5, decrypt: 2, "decrypt-both-guards": 2.5 });
    expect(found?.value).toBeCloseTo(2);
    expect(found?.isGuarded).toBe(false);
  });
});
