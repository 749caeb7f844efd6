import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { adviceChange, defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { answerOf } from "@rsa-variants/measure/run/answer";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { toCsv, toMarkdown } from "@rsa-variants/measure/run/export";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { buildRows, type Row } from "@rsa-variants/measure/run/rows";
import { subjectName } from "@rsa-variants/measure/tasks/subject";
import type { CompareState } from "@rsa-variants/page/compare/state.ts";
import { starText, verdictOf } from "@rsa-variants/page/compare/views/key-fields.tsx";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { runOf } from "./runs.ts";

const assess = createAssessor(await load());
/** The papers' w, with which some rows are broken. */
const published: Selection = { ...defaultSelection, crtExponentLength: 160 };
const rows = buildRows({ selection: published, assess });

/** The names of the rows with a verdict. */
function namesWith(rows: readonly Row[], verdict: string): string[] {
  return rows.filter(({ assessment }) => assessment?.verdict === verdict).map(({ subject }) => subjectName(subject));
}

/** A run in which every variant's operations took a millisecond, and those of the variants named a tenth of it. */
const runWith = (selection: Selection, fast: readonly string[]) =>
  runOf(selection, ({ subject }, operation) => {
    if (subject.kind === "reference" || (operation !== "encrypt" && operation !== "decrypt")) return undefined;
    return fast.includes(subject.variant) ? 0.1 : 1;
  });

describe("the verdicts of the table", () => {
  it("are there for every variant, and for no reference", () => {
    const judged = rows.filter(({ assessment }) => assessment !== undefined);
    expect(judged.map(({ subject }) => subject.kind === "variant" && subject.variant)).toEqual(allVariants);
    expect(namesWith(rows, "broken")).toEqual(["Rebalanced", "Scheme A", "Scheme B"]);
    expect(namesWith(rows, "weak")).toEqual(["Multi-power", "R-Prime"]);
  });

  it("are that no row is broken but those of Schemes A and B, as the page opens", () => {
    expect(namesWith(buildRows({ selection: defaultSelection, assess }), "broken")).toEqual(["Scheme A", "Scheme B"]);
  });

  it("are absent until they are known, and where parameters are refused", () => {
    expect(buildRows({ selection: published }).every(({ assessment }) => assessment === undefined)).toBe(true);
    const refused: Selection = { ...published, variants: ["multi-prime", "crt"], references: [] };
    const assessed = buildRows({ selection: { ...refused, publicExponent: 4n }, assess });
    expect(assessed.map(({ assessment }) => assessment)).toEqual([undefined, undefined]);
  });

  it("decide what is recommended: never what is broken or weak, and nothing without verdicts", () => {
    const run = runWith(published, ["rebalanced"]);
    const recommended = (input: Parameters<typeof buildRows>[0]) => {
      const rows = buildRows(input);
      const answer = answerOf(rows, "decrypt");
      const marked = rows.filter(({ fastest }) => fastest.has("decrypt")).map(({ id }) => id);
      // The dot and the sentence go by one rule.
      const named = typeof answer === "string" ? [] : [answer.fastest, ...answer.ties];
      expect(marked.sort()).toEqual(named.map(({ id }) => id).sort());
      return typeof answer === "string" ? answer : marked;
    };
    expect(recommended({ selection: published, run })).toBe("no-verdicts");
    const safe = recommended({ selection: published, run, assess });
    expect(safe).not.toContain("rebalanced/scalar");
    expect(safe.length).toBeGreaterThan(0);
    const short = { ...published, modulusLength: 512, variants: ["original", "crt"] as const };
    expect(recommended({ selection: short, run: runWith(short, ["crt"]), assess })).toBe("none-safe");
    expect(recommended({ selection: published, assess })).toBe("not-measured");
    const longer = { ...published, crtExponentLength: 320 };
    expect(namesWith(buildRows({ selection: longer, assess }), "broken")).not.toContain("Rebalanced");
  });
});

it("the advice applied to the controls makes the row acceptable", () => {
  for (const { assessment, subject } of rows) {
    if (assessment?.advised === undefined || subject.kind !== "variant") continue;
    const selection = { ...published, ...adviceChange(assessment.advised) };
    const [row] = buildRows({ selection: { ...selection, variants: [subject.variant] }, assess });
    expect(["acceptable", "good"], subject.variant).toContain(row?.assessment?.verdict);
    const own = rows.find((each) => each.assessment === assessment);
    expect(own?.advisedVerdict, subject.variant).toBe(row?.assessment?.verdict);
  }
});

describe("exports", () => {
  const run = runWith(published, []);
  const measured = buildRows({ selection: published, run, assess });
  const markdownOf = (rows: readonly Row[]) => toMarkdown([{ rows, modulusLength: 2048 }], run, published);

  it("carry the verdicts as CSV and Markdown", () => {
    const [head, ...lines] = toCsv([{ rows: measured, modulusLength: 2048 }], run).split("\r\n");
    expect(head).toContain(",public_exponent,verdict,strength_bits,");
    expect(lines.some((line) => line.startsWith("rebalanced,") && line.includes(",broken,0,"))).toBe(true);
    expect(lines.some((line) => line.startsWith("crt,") && line.includes(",acceptable,110,"))).toBe(true);
    expect(markdownOf(measured)).toMatch(/\| Rebalanced \|.+\| Broken, essentially no work, in theory: .+ \|/);
    expect(markdownOf(measured)).toMatch(/\| R-Prime \|.+\| Weak, 80 bits: .+ \|/);
    expect(markdownOf(buildRows({ selection: published, run }))).not.toContain("bits: ");
  });

  it("carry them as JSON, for every measured key, which is still read as a run", () => {
    const text = writeRunFile(run, assess);
    const { verdicts } = JSON.parse(text) as { verdicts: { variant: string; verdict: string; reason: string }[] };
    expect(verdicts.map(({ variant }) => variant)).toEqual(allVariants);
    expect(verdicts.find(({ variant }) => variant === "scheme-b")).toMatchObject({ verdict: "broken", strength: 0 });
    expect(verdicts.every(({ reason }) => reason.length > 20)).toBe(true);
    expect(readRunFile(text)).toEqual(run);
    expect(JSON.parse(writeRunFile(run))).not.toHaveProperty("verdicts");
  });
});

it("a value of r or w has the worst verdict of the variants that it is for, as a star where others are safe", () => {
  const security = { state: "ready", assess } as const;
  const words = (change: Partial<Selection>, name: "modulusLength" | "primes" | "crtExponentLength", value: number) =>
    verdictOf({ security, selection: { ...defaultSelection, ...change } }, name, value);
  expect(words({}, "primes", 3)).toMatchObject({ word: "*", grade: "weak" });
  expect(words({}, "primes", 3)?.text).toContain("Multi-power: weak");
  expect(words({}, "crtExponentLength", 160)).toMatchObject({ word: "broken" });
  const state = { security, selection: defaultSelection } as CompareState;
  expect(starText(state)).toMatch(/^\* weak or broken for some variants \(r 3: Multi-power/);
  expect(starText({ ...state, selection: { ...defaultSelection, variants: ["multi-prime"] } })).toMatch(/variants$/);
  expect(words({ variants: ["multi-prime"] }, "primes", 3)).toMatchObject({ word: undefined, grade: "acceptable" });
  // Every variant has an n.
  expect(words({}, "modulusLength", 2048)).toMatchObject({ word: undefined });
});
