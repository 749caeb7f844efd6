// Every sentence of the page's answer has a premise. States are made here, and each text is checked against what the run says.
import { defaultSelection, type Selection, units } from "@rsa-variants/measure/plan/selection";
import { caveatsOf } from "@rsa-variants/measure/run/advice";
import { type Answer, answerOf } from "@rsa-variants/measure/run/answer";
import { createAssessor, strengthText } from "@rsa-variants/measure/run/assessor";
import { readRunFile } from "@rsa-variants/measure/run/file";
import { guardedRow, type Row, workOf } from "@rsa-variants/measure/run/rows";
import { emptyRun, type Run } from "@rsa-variants/measure/run/run";
import { isGuarded, type ScaledFigure, scaleRow } from "@rsa-variants/measure/run/scale";
import { type MeasuredOperation, type Operation, operations } from "@rsa-variants/measure/tasks/protocol";
import { formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { statementOf } from "@rsa-variants/page/compare/answer.ts";
import { derive } from "@rsa-variants/page/compare/derive.ts";
import { countText, ofUnit } from "@rsa-variants/page/compare/figures.ts";
import { presets } from "@rsa-variants/page/compare/presets.ts";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import type { CompareState } from "@rsa-variants/page/compare/state.ts";
import { nameOf, whyDifferent } from "@rsa-variants/page/compare/texts.ts";
import { factsOf } from "rsa-variants";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { runOf } from "./runs.ts";

const assess = createAssessor(await load());
const recorded = readRunFile(recordedText);

/** What other work on a machine does to the samples of a run: how many there are, and a factor for each. */
const noises = {
  quiet: [40, () => 1 + 0.02 * Math.random()],
  noisy: [20, () => 0.3 + 5 * Math.random() ** 2],
  few: [5, () => 1 + 0.1 * Math.random()],
} as const satisfies Record<string, readonly [number, () => number]>;

/** A run with these settings whose times follow theory, or are all the same. */
function runWith(selection: Selection, noise: keyof typeof noises, isTied = false): Run {
  const [count, factor] = noises[noise];
  const rounds = () => Array.from({ length: count }, factor);
  const timeOf = ({ comparisons, messageKind }: Row, operation: MeasuredOperation) => {
    const own = messageKind !== "skipped" && operations.find((each) => each === operation);
    return own ? 10 / (isTied ? 1 : (comparisons[own].theory ?? 2)) : undefined;
  };
  return runOf(selection, timeOf, rounds);
}

function stateOf(
  selection: Selection,
  runs: Pick<CompareState, "run" | "opened">,
  change: Partial<CompareState> = {},
): CompareState {
  const library = { state: "ready", engines: ["lanes", "scalar"], build: "baseline", check: () => undefined } as const;
  const common = { selection, library, security: { state: "ready", assess }, recorded, ...runs, ...change } as const;
  return { ...common, ...derive(common), fieldProblems: {}, typedLengths: "", notices: [] };
}

const selections: readonly Selection[] = [
  ...presets.map(({ values }) => ({ ...defaultSelection, ...values })),
  { ...defaultSelection, crtExponentLength: 224 },
  { ...defaultSelection, primes: 2, modulusLength: 4096 },
  { ...defaultSelection, variants: ["crt", "multi-power", "rebalanced"], references: [] },
];

/** Where the shown run comes from, and how it fits the settings. */
const origins: Readonly<Record<string, (selection: Selection) => CompareState>> = {
  recorded: (selection) => stateOf(selection, { opened: [] }),
  here: (selection) => stateOf(selection, { run: runWith(selection, "quiet"), opened: [] }),
  noisy: (selection) => stateOf(selection, { run: runWith(selection, "noisy"), opened: [] }),
  few: (selection) => stateOf(selection, { run: runWith(selection, "few"), opened: [] }),
  tied: (selection) => stateOf(selection, { run: runWith(selection, "quiet", true), opened: [] }),
  stale: (selection) => {
    const other = { ...selection, crtExponentLength: selection.crtExponentLength - 32, primes: 4 };
    return stateOf(selection, { run: runWith(other, "quiet"), opened: [] });
  },
  shared: (selection) => stateOf(selection, { opened: [{ name: "x", run: runWith(selection, "noisy"), link: "x" }] }),
  opened: (selection) => stateOf(selection, { opened: [{ name: "x", run: runWith(selection, "quiet") }] }),
  unmeasured: (selection) => stateOf(selection, { opened: [] }, { recorded: emptyRun("") }),
};

const whereOf: Readonly<Record<string, string>> = {
  recorded: "recorded on another machine",
  shared: "in a shared run",
  opened: "in an opened file",
};

const isGeneral = ({ subject }: Row) => subject.kind === "variant" && factsOf(subject.variant).purpose === "general";
const isSafe = ({ assessment }: Row) => ["acceptable", "good"].includes(assessment?.verdict ?? "");

/** Whether the intervals of two rows' times leave no doubt, which an interval of the speed-up may still do. */
function isBelow(row: Row, other: Row, operation: Operation): boolean {
  const [own, its] = [row.summaries[operation]?.interval, other.summaries[operation]?.interval];
  return own !== undefined && its !== undefined && own.high < its.low;
}

/** Between a number and ×. */
const narrowSpace = "\u202f";

/** A form that a text may have, and what must be true of its parts then. */
const say = (pattern: RegExp, premise: (...parts: string[]) => void) => ({ pattern, premise });

/** The text must have one of the forms, and what the first of those says must be true. */
function checkText(text: string, forms: readonly ReturnType<typeof say>[]): void {
  const found = forms.find(({ pattern }) => pattern.test(text.replaceAll(narrowSpace, "")));
  expect(found, `what ${text} presumes`).toBeDefined();
  found?.premise(...(found.pattern.exec(text.replaceAll(narrowSpace, "")) ?? []).slice(1));
}

const verbs: Readonly<Record<string, Operation>> = { decrypts: "decrypt", encrypts: "encrypt", "makes keys": "keygen" };

function checkStatement(state: CompareState, origin: string): void {
  const { selection } = state;
  const { compared } = selection;
  const statement = statementOf(state);
  // With guards where the table has them; a paper's figures have none.
  const withGuards = state.rows.flatMap((each) => {
    return guardedRow(each) ?? (each.subject.kind === "variant" && each.summaries.decrypt ? [] : each);
  });
  const hasGuards = isGuarded(selection) && statement.kind !== "paper" && state.rows.some((each) => guardedRow(each));
  const rows = hasGuards ? withGuards : state.rows;
  const isOfPaper = statement.kind === "paper" && selection.unit !== "crt";
  const unit = selection.unit === "ms" || isOfPaper ? "plain" : selection.unit;
  const base = { plain: "plain RSA", crt: "CRT", browser: `${whereOf[origin] ? "that" : "this"} browser’s RSA` }[unit];
  const isAgainst = (text: string) => expect(text).toBe(base);
  const scaled = (name: string, operation = compared, of = unit) =>
    scaleRow(row(name), rows, { ...selection, compared: operation, unit: of });
  const row = (name: string) => rows.find((each) => nameOf(each, state) === name) ?? expect.unreachable(name);
  const measured = (name: string, operation = compared) => scaled(name, operation).measured;
  const factor = (value: number | undefined) => `${formatNumber(value ?? Number.NaN)}×`;
  // One number only where the interval is narrow.
  const speedOf = ({ value, low, high, kind }: ScaledFigure) =>
    kind === "interval" && high > 1.25 * low ? `${formatRange(low, high)}×` : factor(value);
  const nameIn = (text: string) => text.replace(/ \d\S*\s×$/, "");
  const names = (list: string) => list.replaceAll(/ \([^)]*\)(?=[ ,]|$)/g, "").split(/, | and /);

  checkText(statement.head + statement.rest, [
    say(
      /^(.+) (decrypts|encrypts|makes keys) (\d\S*) as fast as (.+ RSA|CRT)(?:; theory says (\S+))?$/,
      (name = "", verb = "", speed, than = "", theory) => {
        isAgainst(than);
        expect(verbs[verb]).toBe(compared);
        const found = measured(name) ?? expect.unreachable();
        expect([found.kind, found.low > 1, speed]).toEqual(["interval", true, speedOf(found)]);
        if (theory !== undefined) expect(theory).toBe(factor(scaled(name).theory));
      },
    ),
    say(
      /^(.+) \S+(?: keys)? (\d\S*) as fast as (plain RSA|CRT)(; (\S+))? in the paper(?:, (\S+) in theory)?$/,
      (name = "", first, than = "", isMeasured, second, theory) => {
        isAgainst(than);
        const { published, ...own } = scaled(name);
        expect(statement.kind).toBe("paper");
        expect(own.measured !== undefined).toBe(isMeasured !== undefined);
        if (own.measured) expect(first).toBe(speedOf(own.measured));
        const exact = published.filter(({ difference }) => difference === undefined);
        expect(exact.map(({ value }) => factor(value))).toContain(second ?? first);
        if (theory !== undefined) expect(theory).toBe(factor(own.theory));
      },
    ),
    say(/^(.+) encrypts exactly as (plain RSA|CRT): the same computation$/, (name = "", than = "") => {
      isAgainst(than);
      expect(workOf(row(name), "encrypt")).toBe(workOf(row("Original"), "encrypt"));
    }),
    say(/^(.+) (?:makes keys) exactly as (?:plain RSA|CRT): the same computation$/, (name = "") => {
      expect(workOf(row(name), "keygen")).toBe(workOf(row("Original"), "keygen"));
    }),
    say(/^(.+) (?:decrypts|encrypts|makes keys) about as fast as (.+ RSA|CRT)$/, (name = "", than = "") => {
      isAgainst(than);
      const { low, high } = measured(name) ?? expect.unreachable();
      expect(low <= 1 && high >= 1).toBe(true);
    }),
    say(/^(.+) takes \S+ as long as (.+ RSA|CRT)$/, (name = "", than = "") => {
      isAgainst(than);
      expect(measured(name)?.high).toBeLessThan(1);
    }),
    say(/^(.+) (?:decrypts|encrypts|makes keys) in (\S+) ms$/, (name = "", time) => {
      expect(formatNumber(row(name).summaries[compared]?.time ?? 0)).toBe(time);
      expect(["itself", undefined]).toContain(measured(name)?.kind);
    }),
    say(/^Not measured yet with these settings\.$/, () => {
      expect(rows.every(({ subject, summaries }) => subject.kind !== "variant" || !summaries[compared])).toBe(true);
    }),
    say(/^No variant is safe with these settings\.$/, () => {
      expect(rows.some((each) => isSafe(each) && isGeneral(each) && each.summaries[compared])).toBe(false);
    }),
    say(/^Too few samples to name the fastest\.$/, () => {
      expect(rows.some(({ summaries }) => summaries[compared]?.interval === undefined)).toBe(true);
    }),
    say(/^Too noisy to name the fastest\.$/, () => {
      expect(compared).not.toBe("keygen");
      const scatter = ({ summaries: { [compared]: summary } }: Row) =>
        summary?.interval === undefined ? 0 : (summary.interval.high - summary.interval.low) / summary.time;
      expect(Math.max(...rows.map(scatter))).toBeGreaterThan(0.2);
    }),
    say(/^Too few keys to name the fastest\.$/, () => expect(compared).toBe("keygen")),
  ]);

  if (statement.kind === "answer") {
    const [, name = ""] = /^(.+?) (?:decrypts|encrypts|makes keys|takes) /.exec(statement.head) ?? [];
    const own = row(name);
    expect([isSafe(own), isGeneral(own)]).toEqual([true, true]);
    // The very same computation is as fast, whatever the samples say.
    const isSame = (each: Row) =>
      workOf(own, compared) !== undefined && workOf(each, compared) === workOf(own, compared);
    const betters = rows.filter(
      (each) => isSafe(each) && isGeneral(each) && !isSame(each) && isBelow(each, own, compared),
    );
    // Between two runs, any time differs by some percent.
    const isMuch = (each: Row) => (own.summaries[compared]?.time ?? 0) > 1.04 * (each.summaries[compared]?.time ?? 0);
    expect(betters.filter(isMuch).map(({ id }) => id)).toEqual([]);
    // All that might be faster is named.
    const unmeasured = rows.filter((each) => isSafe(each) && isGeneral(each) && !each.summaries[compared]);
    const named = statement.notes.join(" ");
    for (const each of unmeasured) expect(named).toContain(nameOf(each, state));
  }

  for (const aside of statement.asides) {
    checkText(aside, [
      say(/^(on this machine|recorded on another machine|in a shared run|in an opened file)$/, (where) =>
        expect(where).toBe(whereOf[origin] ?? "on this machine"),
      ),
      say(/^(weak|broken) today$/, (verdict) => {
        const [, name = ""] = /^(.+) \S+(?: keys)? \d/.exec(statement.head) ?? [];
        expect([statement.kind, row(name).assessment?.verdict, isSafe(row(name))]).toEqual(["paper", verdict, false]);
      }),
      say(/^too few samples for an interval$/, () =>
        expect(state.rows.every(({ summaries }) => !summaries[compared]?.interval)).toBe(true),
      ),
      say(/^not measured with these settings$/, () =>
        expect(statement.rest).toMatch(/^ as fast as (plain RSA|CRT) in the paper/),
      ),
      say(/^with(out)? guards$/, (without) => {
        expect(["browser", "ms"]).toContain(selection.unit);
        expect([compared, statement.kind, without === undefined]).toEqual(["decrypt", "answer", hasGuards]);
      }),
      say(/^(en|de)cryption (is|takes) (?:the same|(\S+) as (fast|long))$/, (direction, _verb, speed, how) => {
        const name = /^(.+?) (?:de|en)crypts /.exec(statement.head)?.[1] ?? "";
        const found = measured(name, `${direction}crypt` as Operation) ?? expect.unreachable();
        if (speed === undefined) expect(found.kind).toBe("same");
        else {
          expect([found.kind, how === "fast" ? found.low > 1 : found.high < 1]).toEqual(["interval", true]);
          expect(speed).toBe(
            speedOf(
              how === "fast" ? found : { ...found, value: 1 / found.value, low: 1 / found.high, high: 1 / found.low },
            ),
          );
        }
      }),
    ]);
  }

  for (const { label, value, note } of statement.chips) {
    checkText(label, [
      say(/^over (CRT|plain RSA)$/, (than) => {
        expect(than).not.toBe(base);
        const of = than === "CRT" ? "crt" : "plain";
        const own = scaled(nameOf(statement.row ?? expect.unreachable(), state), compared, of);
        for (const text of [value, ...(note?.split(", ") ?? [])]) {
          checkText(text, [
            say(/^paper (\S+)$/, (figure) => {
              expect(statement.kind).toBe("paper");
              expect(own.published.map((each) => ofUnit(each.value, of).replaceAll(narrowSpace, ""))).toContain(figure);
            }),
            say(/^theory (\S+)$/, (figure) =>
              expect(figure).toBe(ofUnit(own.theory ?? Number.NaN, of).replaceAll(narrowSpace, "")),
            ),
            say(/^(\S+)$/, (figure) => {
              expect([own.measured?.kind, (own.measured?.low ?? 0) > 1 || (own.measured?.high ?? 2) < 1]).toEqual([
                "interval",
                true,
              ]);
              expect(figure).toBe(ofUnit(own.measured?.value ?? Number.NaN, of).replaceAll(narrowSpace, ""));
            }),
          ]);
        }
      }),
      say(/^over (this|that) browser’s RSA$/, (which) => {
        expect(which === "this").toBe(whereOf[origin] === undefined);
        const { overBrowser } = answerOf(rows, compared) as Answer;
        expect(overBrowser?.isClear).toBe(true);
        const [shown = 0, below = 1] = value.split("/").map(Number.parseFloat); // "2.07 ×" or "1/2.07"
        expect(shown / below / (overBrowser?.value ?? Number.NaN)).toBeCloseTo(1, 1);
        const guards = overBrowser?.isGuarded ? "guarded" : "bare";
        expect(note).toBe(compared === "decrypt" ? guards : undefined);
      }),
      say(/^(safe|weak|broken)$/, (word) => {
        const { assessment } = statement.row ?? expect.unreachable();
        expect(value).toBe(strengthText((assessment ?? expect.unreachable()).decisive));
        if (word !== "safe") expect([statement.kind, assessment?.verdict]).toEqual(["paper", word]);
        else expect(["acceptable", "good"]).toContain(assessment?.verdict);
      }),
      say(/^both directions$/, () => {
        const own = row(nameIn(value));
        expect([isSafe(own), isGeneral(own)]).toEqual([true, true]);
        expect(own.subject.kind === "variant" && factsOf(own.subject.variant).hasStandardFormat).toBe(true);
        const speed = measured(nameIn(value), "decrypt") ?? expect.unreachable();
        expect(value.replaceAll(narrowSpace, "").endsWith(` ${speedOf(speed)}`)).toBe(true);
        expect(speed.low > 1 || speed.high < 1).toBe(true);
        const price = measured(nameIn(value), "encrypt");
        if (note !== undefined) expect([price?.kind, (price?.high ?? 1) < 1]).toEqual(["interval", true]);
      }),
      say(/^(≤ \d+ bytes|\d at once( to decrypt)?)$/, () => {
        const own = row(nameIn(value));
        expect([isSafe(own), isGeneral(own)]).toEqual([true, false]);
      }),
    ]);
  }

  for (const note of statement.notes) {
    checkText(note, [
      say(/^(.+) (?:is|are) not measured with these settings, and may be faster\.$/, (list = "") => {
        for (const name of names(list)) expect(row(name).summaries[compared]).toBeUndefined();
      }),
      say(/^(.+) do(?:es)? the same computation\.$/, (list = "") => {
        const works = names(list).map((name) => workOf(row(name), compared));
        expect([new Set(works).size, works[0] === undefined]).toEqual([1, false]);
      }),
      say(/^(.+) may be as fast: the samples do not show which is faster\.$/, (list = "") => {
        for (const name of names(list)) expect(row(name).fastest.has(compared), name).toBe(true);
      }),
      say(/^This machine’s cores were shared .+ Close other programs/, () => expect(whereOf[origin]).toBeUndefined()),
      say(/^That machine’s cores were shared/, () => expect(["shared", "opened"]).toContain(origin)),
      say(/^Other work on (this|that) machine.*?( Measure longer, or close other programs\.)?$/, (which, advice) => {
        expect([which === "this", advice !== undefined]).toEqual(Array(2).fill(whereOf[origin] === undefined));
      }),
      say(/^The search for primes is random/, () => expect(compared).toBe("keygen")),
      say(/^The browser’s RSA has guards; this run did not measure ours\.$/, () =>
        expect(rows.every(({ guards }) => guards["decrypt-both-guards"] === undefined)).toBe(true),
      ),
      say(/^In both directions (.+) is faster than (.+), but (.+)\.$/, (faster = "", slower = "", why) => {
        expect(why).toBe(caveatsOf(row(faster)).join(", and "));
        const [fast, slow] = [faster, slower].map((name) => row(name).summaries.decrypt?.time ?? Number.NaN);
        expect(fast).toBeLessThan(slow as number);
      }),
      say(/^(No standard format|The estimate of its safety)/, () => {
        const { fastest } = answerOf(rows, compared) as Answer;
        expect(note.toLowerCase()).toBe(`${caveatsOf(fastest).join(", and ")}.`);
      }),
      say(/^(Press Run|Measure longer, or choose|Choose a longer modulus|The run that is shown has no more)/, () =>
        expect(statement.kind).toMatch(/^(not-measured|too-few|none-safe)$/),
      ),
      say(/^No variant is safe with these settings\.$/, () =>
        expect(rows.some((each) => isSafe(each) && isGeneral(each) && each.summaries[compared])).toBe(false),
      ),
      say(/^The parameters of (.+ \d{4})\. /, () => expect(statement.kind).toBe("paper")),
      say(/^(Faster than theory|Theory does not count|Encryption (?:is slowed|gains))/, () => {
        const name = /^(.+?) (?:de|en)crypts /.exec(statement.head)?.[1] ?? "";
        const { measured: own, theory = 0 } = scaled(name);
        expect(own?.kind).toBe("interval");
        expect((own?.low ?? 0) > 1.1 * theory || (own?.high ?? theory) < 0.9 * theory).toBe(true);
      }),
    ]);
  }
}

describe.each(Object.keys(origins))("every sentence about a run that is %s has its premise", (origin) => {
  it.each(operations)("when %s is compared", (compared) => {
    for (const selection of selections) {
      for (const unit of units) {
        const state = origins[origin]?.({ ...selection, compared, unit, guarded: true }) ?? expect.unreachable();
        checkStatement(state, origin);
      }
    }
  });
});

describe("the answer", () => {
  const recordedWith = (change: Partial<Selection>) =>
    statementOf(stateOf({ ...defaultSelection, ...change }, { opened: [] }));

  it("says what is not measured, and calls nothing the fastest", () => {
    const { head, notes } = recordedWith({ crtExponentLength: 224 });
    expect(head).toMatch(/^Multi-prime decrypts/);
    expect(notes).toContain("R-Prime is not measured with these settings, and may be faster.");
  });

  it("has a paper's figure where the run that is shown has other parameters", () => {
    const { head, rest, asides } = recordedWith({ modulusLength: 1024, crtExponentLength: 160 });
    expect(head + rest).toBe("R-Prime decrypts 13.9\u202f× as fast as plain RSA in the paper, 19.2\u202f× in theory");
    expect(asides).toEqual(["broken today", "not measured with these settings"]);
  });

  it("of encryption names what does the same computation, whatever the samples are", () => {
    const { head, rest, notes } = recordedWith({ compared: "encrypt" });
    expect(head + rest).toBe("Multi-prime encrypts exactly as plain RSA: the same computation");
    expect(notes.join()).not.toContain("Multi-power");
  });

  it("of making keys blames no other programs", () => {
    const { notes } = recordedWith({ compared: "keygen" });
    expect(notes.join()).not.toMatch(/[Oo]ther (programs|work)/);
  });

  it("of a run that goes on, or without verdicts, says so", () => {
    const running = stateOf(defaultSelection, { run: emptyRun(""), opened: [] }, { running: "table" });
    expect(statementOf(running).head).toBe("Measuring …");
    const unjudged = stateOf(defaultSelection, { opened: [] }, { security: { state: "loading" } });
    expect(statementOf(unjudged).head).toBe("Checking which variants are safe …");
  });
});

it("a cause for what theory has not is given only if the whole interval is away from it", () => {
  const measured = { value: 72.4, low: 17.6, high: 269, kind: "interval", isClear: true } as const;
  expect(whyDifferent("r-prime", "decrypt", { measured, theory: 38.4 })).toBeUndefined();
  expect(whyDifferent("r-prime", "decrypt", { measured: { ...measured, low: 60 }, theory: 38.4 })).toContain("caches");
  expect(whyDifferent("r-prime", "decrypt", { measured: { ...measured, high: 30 }, theory: 38.4 })).toContain("Theory");
  const few = { ...measured, low: 60, kind: "samples" } as const;
  expect(whyDifferent("r-prime", "decrypt", { measured: few, theory: 38.4 })).toBeUndefined();
});

it("counts are written as everywhere on the page", () => {
  expect([1, 704, 12_304].map((count) => countText(count))).toEqual(["1 sample", "704 samples", "12,304 samples"]);
});
