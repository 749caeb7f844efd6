// What the page says of its figures, as plain text. Each sentence has a premise, which tests/page/compare/answer.test.ts checks.

import { caveatsOf } from "@rsa-variants/measure/run/advice";
import {
  type Answer,
  answerOf,
  isMachineBusy,
  longestMessage,
  type NoAnswer,
  otherDirection,
} from "@rsa-variants/measure/run/answer";
import { strengthText } from "@rsa-variants/measure/run/assessor";
import { guardedRow, inverse, isUnsafe, type Row, workOf } from "@rsa-variants/measure/run/rows";
import { isGuarded, type ScaledFigure, type ScaledRow, scaleRow } from "@rsa-variants/measure/run/scale";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { capitalized, formatFactor, formatList, formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { SourceId } from "rsa-variants/theory";
import { ofUnit } from "./figures.ts";
import { matchingPresets } from "./presets.ts";
import { type CompareState, kindOfOrigin } from "./state.ts";
import { nameOf, operationTexts, originTexts, whyDifferent } from "./texts.ts";

/** A fact in a few words: "over CRT: 2.95 ×, theory 4.80 ×". */
export interface Chip {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** What the page says first. */
export interface Statement {
  readonly kind: "answer" | "paper" | NoAnswer;
  /** What it is about. */
  readonly row?: Row;
  /** The sentence: its strong part, and the rest. */
  readonly head: string;
  readonly rest: string;
  /** What goes with it, in a few words each. */
  readonly asides: readonly string[];
  readonly chips: readonly Chip[];
  /** Whole sentences: what speaks against it, and what is not known. */
  readonly notes: readonly string[];
}

export function statementOf(state: CompareState): Statement {
  const shown = asShown(state);
  const answer = answerOf(shown.rows, state.selection.compared);
  const paper = ofPaper(state);
  const said = typeof answer === "string" ? withoutAnswer(answer, state) : ofAnswer(answer, shown);
  // Other work may have disturbed the run; the recorded one was chosen.
  const isBusy = state.running === undefined && kindOfOrigin(state) !== "recorded" && isMachineBusy(state.rows);
  const busy = isBusy && typeof answer !== "string" ? [busyText(state)] : [];
  if (paper === undefined) return { ...said, notes: [...said.notes, ...busy] };
  return { ...paper, notes: [...(answer === "none-safe" ? [said.head] : []), ...paper.notes, ...busy] };
}

/** The state with guarded rows if `hasGuards`; what has only bare times is then left out. */
function asShown(state: CompareState): CompareState {
  const { rows } = state;
  if (!hasGuards(state)) return state;
  const isBare = ({ subject, summaries }: Row) => subject.kind === "variant" && summaries.decrypt !== undefined;
  return { ...state, rows: rows.flatMap((row) => guardedRow(row) ?? (isBare(row) ? [] : row)) };
}

/** What the sentences count from: what the table does, and plain RSA where it shows times. */
function unitOf({ selection: { unit } }: CompareState): "plain" | "crt" | "browser" {
  return unit === "ms" ? "plain" : unit;
}

function nameOfUnit(state: CompareState): string {
  return { plain: "plain RSA", crt: "CRT", browser: originTexts[kindOfOrigin(state)].browser }[unitOf(state)];
}

/** A row's figures in what the sentences count from. */
function scaledOf(row: Row, state: CompareState, compared: Operation, unit = unitOf(state)): ScaledRow {
  return scaleRow(row, state.rows, { ...state.selection, compared, unit });
}

/** Whether the interval shows which is faster. */
function isClear(speed: ScaledFigure | undefined): speed is ScaledFigure {
  return speed?.kind === "interval" && (speed.low > 1 || speed.high < 1);
}

/** Whether the sentences are of guarded operations: the table shows guards, and the run has them. */
function hasGuards({ rows, selection }: CompareState): boolean {
  return isGuarded(selection) && rows.some((row) => guardedRow(row) !== undefined);
}

/** After a paper is repeated: its most famous speed-up here, there and in theory, whether it is measured or not. All are bare. */
function ofPaper({ selection: { unit, ...own }, ...others }: CompareState): Statement | undefined {
  const state = { ...others, selection: { ...own, unit: unit === "crt" ? unit : "plain" } } as const;
  const { compared } = own;
  const preset = matchingPresets(state.selection).find(({ source }) => source !== undefined);
  const figures = state.rows.flatMap((row) =>
    scaledOf(row, state, compared)
      .published.filter(({ source, difference }) => source === preset?.source && difference === undefined)
      .map((figure) => ({ row, figure })),
  );
  const [best] = figures.sort((a, b) => b.figure.value - a.figure.value);
  const { row, figure } = best ?? {};
  if (preset === undefined || figure === undefined || row?.subject.kind !== "variant") return undefined;
  const { measured, theory } = scaledOf(row, state, compared);
  const { verb } = operationTexts[compared];
  const why = whyDifferent(row.subject.variant, compared, { measured, theory });
  const there = `in the paper${theory === undefined ? "" : `, ${formatFactor(theory)} in theory`}`;
  return {
    kind: "paper",
    row,
    head: `${nameOf(row, state)} ${verb} ${measured ? speedText(measured) : formatFactor(figure.value)}`,
    rest: ` as fast as ${nameOfUnit(state)}${measured ? `; ${formatFactor(figure.value)}` : ""} ${there}`,
    asides: [
      row.assessment !== undefined && isUnsafe(row) ? `${row.assessment.verdict} today` : [],
      measured ? originTexts[kindOfOrigin(state)].where : "not measured with these settings",
      measured?.kind === "samples" ? "too few samples for an interval" : [],
    ].flat(),
    chips: [otherUnitChip(row, state, compared, preset.source), verdictChip(row)].flat(),
    notes: [`The parameters of ${shortSources[figure.source]}. ${preset.reason}`, why ?? []].flat(),
  };
}

function ofAnswer(answer: Answer, state: CompareState): Statement {
  const { operation, fastest } = answer;
  const where = originTexts[kindOfOrigin(state)].where;
  // Speed-ups over variants never have guards.
  const mayHaveGuards = isGuarded({ ...state.selection, guarded: true });
  const guards = mayHaveGuards ? `${hasGuards(state) ? "with" : "without"} guards` : undefined;
  return {
    kind: "answer",
    row: fastest,
    ...sentence(answer, state),
    asides: [otherWay(answer, state), guards, where].filter((text) => text !== undefined),
    chips: chipsOf(answer, state),
    notes: [
      answer.unmeasured.length > 0 && unmeasuredText(answer, state),
      ...tieTexts(answer, state),
      ...(operation === "keygen" ? [] : caveatTexts(answer, state)),
      answer.overBrowser?.isClear === true &&
        operation === "decrypt" &&
        !answer.overBrowser.isGuarded &&
        "The browser’s RSA has guards; this run did not measure ours.",
    ].filter((text) => typeof text === "string"),
  };
}

function sentence({ operation, fastest }: Answer, state: CompareState): Pick<Statement, "head" | "rest"> {
  const name = nameOf(fastest, state);
  const { verb } = operationTexts[operation];
  const { measured, theory } = scaledOf(fastest, state, operation);
  const than = nameOfUnit(state);
  if (measured === undefined || measured.kind === "itself") {
    return { head: `${name} ${verb} in ${formatNumber(fastest.summaries[operation]?.time ?? 0)} ms`, rest: "" };
  }
  if (measured.kind === "same") return { head: `${name} ${verb} exactly as ${than}`, rest: ": the same computation" };
  if (!isClear(measured)) return { head: `${name} ${verb} about as fast as ${than}`, rest: "" };
  const inTheory = theory === undefined ? "" : `; theory says ${formatFactor(theory)}`;
  if (measured.value < 1)
    return { head: `${name} takes ${formatFactor(1 / measured.value)}`, rest: ` as long as ${than}` };
  return { head: `${name} ${verb} ${speedText(measured)}`, rest: ` as fast as ${than}${inTheory}` };
}

/** How the other direction compares with the same. */
function otherWay({ operation, fastest }: Answer, state: CompareState): string | undefined {
  const other = otherDirection(operation);
  const speed = other && scaledOf(fastest, state, other).measured;
  if (speed === undefined) return undefined;
  const noun = other === "encrypt" ? "encryption" : "decryption";
  if (speed.kind === "same") return `${noun} is the same`;
  if (!isClear(speed)) return undefined;
  return speed.value > 1
    ? `${noun} is ${speedText(speed)} as fast`
    : `${noun} takes ${speedText(inverse(speed))} as long`;
}

/** "12.2 ×", or "17.6–269 ×" where one number would say more than the samples do. */
function speedText({ value, low, high, kind }: ScaledFigure): string {
  const isVague = kind === "interval" && high > 1.25 * low;
  return isVague ? `${formatRange(low, high)}\u202f×` : formatFactor(value);
}

function chipsOf(answer: Answer, state: CompareState): Chip[] {
  const { operation, fastest, overBrowser, both, special } = answer;
  const [speed, encryption] = (["decrypt", "encrypt"] as const).map(
    (each) => both && scaledOf(both.row, state, each).measured,
  );
  const chips: (Chip | false | undefined)[] = [
    ...otherUnitChip(fastest, state, operation),
    overBrowser?.isClear === true &&
      unitOf(state) !== "browser" && {
        label: `over ${originTexts[kindOfOrigin(state)].browser}`,
        value: ofUnit(overBrowser.value, "browser"),
        ...(operation === "decrypt" ? { note: overBrowser.isGuarded ? "guarded" : "bare" } : {}),
      },
    ...verdictChip(fastest),
    both !== undefined &&
      isClear(speed) && {
        label: "both directions",
        value: `${nameOf(both.row, state)} ${speedText(speed)}`,
        ...(isClear(encryption) && encryption.value < 1 / 1.1
          ? { note: `encryption takes ${speedText(inverse(encryption))} as long` }
          : {}),
      },
    ...special.map((row) => specialChip(row, answer, state)),
  ];
  return chips.filter((chip) => chip !== undefined && chip !== false);
}

/** The speed-up that the sentence does not have: over CRT, or over plain RSA. Of a paper that is repeated, its own figure, too. */
function otherUnitChip(row: Row, state: CompareState, operation: Operation, source?: SourceId): Chip[] {
  const unit = unitOf(state) === "crt" ? "plain" : "crt";
  const { measured, theory, published } = scaledOf(row, state, operation, unit);
  if (!isClear(measured) && source === undefined) return [];
  const printed = published.find((each) => each.source === source && each.difference === undefined);
  const [value, ...notes] = [
    isClear(measured) ? ofUnit(measured.value, unit) : [],
    printed ? `paper ${ofUnit(printed.value, unit)}` : [],
    theory === undefined ? [] : `theory ${ofUnit(theory, unit)}`,
  ].flat();
  const label = unit === "crt" ? "over CRT" : "over plain RSA";
  return value === undefined ? [] : [{ label, value, ...(notes.length > 0 && { note: notes.join(", ") }) }];
}

function verdictChip(row: Row): Chip[] {
  const { assessment } = row;
  if (assessment === undefined) return [];
  return [{ label: isUnsafe(row) ? assessment.verdict : "safe", value: strengthText(assessment.decisive) }];
}

/** The bytes that OAEP with SHA-256 leaves for a message (RFC 8017, section 7.1.1). */
function roomOf({ resolved }: Row): number {
  return resolved === undefined ? 0 : longestMessage(resolved.params) - 2 * 32 - 2;
}

/** A variant that is even faster, with the special case that it is for. */
function specialChip(row: Row, { operation }: Answer, state: CompareState): Chip | undefined {
  const { batchSize } = row.resolved?.params ?? {};
  const speed = scaledOf(row, state, operation).measured;
  if (batchSize === undefined && roomOf(row) <= 0) return undefined; // no padded message fits
  return {
    label:
      batchSize === undefined
        ? `≤ ${roomOf(row)} bytes`
        : `${batchSize} at once${operation === "decrypt" ? "" : " to decrypt"}`,
    value: isClear(speed) ? `${nameOf(row, state)} ${ofUnit(speed.value, "plain")}` : nameOf(row, state),
  };
}

function unmeasuredText({ unmeasured }: Answer, state: CompareState): string {
  const names = [...new Set(unmeasured.map((row) => nameOf(row, state)))];
  return `${formatList(names)} ${names.length === 1 ? "is" : "are"} not measured with these settings, and may be faster.`;
}

/** "Rebalanced (11.6 ×) may be as fast." */
function tieTexts({ fastest, ties, operation }: Answer, state: CompareState): string[] {
  const work = workOf(fastest, operation);
  const isSame = (row: Row) => work !== undefined && workOf(row, operation) === work;
  const same = ties.filter(isSame).map((row) => nameOf(row, state));
  const others = ties
    .filter((row) => !isSame(row))
    .map((row) => {
      const speed = scaledOf(row, state, operation).measured;
      return nameOf(row, state) + (speed ? ` (${formatFactor(speed.value)})` : "");
    });
  return [
    same.length > 0 ? `${formatList(same)} ${same.length === 1 ? "does" : "do"} the same computation.` : [],
    others.length > 0 ? `${formatList(others)} may be as fast: the samples do not show which is faster.` : [],
  ].flat();
}

/** What speaks against the answer, and against a variant that is fast in both directions. */
function caveatTexts({ fastest, both }: Answer, state: CompareState): string[] {
  const caveats = caveatsOf(fastest);
  const faster = both?.faster;
  return [
    caveats.length > 0 ? `${capitalized(caveats.join(", and "))}.` : [],
    both && faster
      ? `In both directions ${nameOf(faster, state)} is faster than ${nameOf(both.row, state)}, but ${caveatsOf(faster).join(", and ")}.`
      : [],
  ].flat();
}

function busyText(state: CompareState): string {
  return kindOfOrigin(state) === "here"
    ? "This machine’s cores were shared with other work during the run, so the times are less certain than usual. Close other programs and run again."
    : "That machine’s cores were shared with other work during the run, so the times are less certain than usual.";
}

function withoutAnswer(why: NoAnswer, state: CompareState): Statement {
  const { running, security, selection } = state;
  const isHere = kindOfOrigin(state) === "here";
  const texts: Readonly<Record<NoAnswer, readonly [head: string, text: string]>> = {
    "not-measured": ["Not measured yet with these settings.", "Press Run to measure the variants on this machine."],
    "no-verdicts":
      security.state === "loading"
        ? ["Checking which variants are safe …", ""]
        : ["No recommendation.", "Without the safety verdicts there is no recommendation. They could not be loaded."],
    "none-safe": ["No variant is safe with these settings.", "Choose a longer modulus or longer exponents."],
    "too-few": [
      "Too few samples to name the fastest.",
      isHere ? "Measure longer, or choose fewer variants." : "The run that is shown has no more.",
    ],
    "too-noisy":
      selection.compared === "keygen"
        ? [
            "Too few keys to name the fastest.",
            "The search for primes is random, so times of single keys scatter widely.",
          ]
        : [
            "Too noisy to name the fastest.",
            `Other work on ${isHere ? "this" : "that"} machine disturbed the run: a variant that seems slower may be as fast.${isHere ? " Measure longer, or close other programs." : ""}`,
          ],
  };
  const isSoFar = running !== undefined && why !== "no-verdicts" && why !== "none-safe";
  const [head, text] = isSoFar
    ? ["Measuring …", "The answer appears as soon as there are enough samples."]
    : texts[why];
  return { kind: why, head, rest: "", asides: [], chips: [], notes: text === "" ? [] : [text] };
}
