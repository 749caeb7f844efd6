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
import { inverse, isUnsafe, type Row, type SpeedUp, workOf } from "@rsa-variants/measure/run/rows";
import { scaleRow } from "@rsa-variants/measure/run/scale";
import { isPlain } from "@rsa-variants/measure/tasks/subject";
import { capitalized, formatFactor, formatList, formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
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
  const { rows, selection } = state;
  const answer = answerOf(rows, selection.compared);
  const paper = ofPaper(state);
  const said = typeof answer === "string" ? withoutAnswer(answer, state) : ofAnswer(answer, state);
  const busy = isBusy(state) && typeof answer !== "string" ? [busyText(state)] : [];
  if (paper === undefined) return { ...said, notes: [...said.notes, ...busy] };
  return { ...paper, notes: [...(answer === "none-safe" ? [said.head] : []), ...paper.notes, ...busy] };
}

/** After a paper is repeated: its most famous speed-up here, there and in theory, whether it is measured or not. */
function ofPaper(state: CompareState): Statement | undefined {
  const { rows, selection } = state;
  const { compared } = selection;
  const preset = matchingPresets(selection).find(({ source }) => source !== undefined);
  const figures = rows.flatMap((row) =>
    row.comparisons[compared].published
      .filter(({ source, difference }) => source === preset?.source && difference === undefined)
      .map((figure) => ({ row, figure })),
  );
  const [best] = figures.sort((a, b) => b.figure.value - a.figure.value);
  const { row, figure } = best ?? {};
  if (preset === undefined || figure === undefined || row?.subject.kind !== "variant") return undefined;
  const { measured, theory } = row.comparisons[compared];
  const { verb } = operationTexts[compared];
  const why = whyDifferent(row.subject.variant, compared, row.comparisons[compared]);
  const there = `in the paper${theory === undefined ? "" : `, ${formatFactor(theory)} in theory`}`;
  return {
    kind: "paper",
    head: `${nameOf(row, state)} ${verb} ${measured ? speedText(measured) : formatFactor(figure.value)}`,
    rest: ` as fast as plain RSA${measured ? `; ${formatFactor(figure.value)}` : ""} ${there}`,
    asides: [
      row.assessment !== undefined && isUnsafe(row) ? `${row.assessment.verdict} today` : [],
      measured ? originTexts[kindOfOrigin(state)].where : "not measured with these settings",
      measured?.kind === "samples" ? "too few samples for an interval" : [],
    ].flat(),
    chips: [],
    notes: [`The parameters of ${shortSources[figure.source]}. ${preset.reason}`, why ?? []].flat(),
  };
}

function ofAnswer(answer: Answer, state: CompareState): Statement {
  const { operation } = answer;
  const where = originTexts[kindOfOrigin(state)].where;
  return {
    kind: "answer",
    ...sentence(answer, state),
    asides: [otherWay(answer), where].filter((text) => text !== undefined),
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

function sentence({ operation, fastest, overPlain }: Answer, state: CompareState): Pick<Statement, "head" | "rest"> {
  const name = nameOf(fastest, state);
  const { verb } = operationTexts[operation];
  const { theory } = fastest.comparisons[operation];
  if (overPlain === undefined || isPlain(fastest.subject)) {
    return { head: `${name} ${verb} in ${formatNumber(fastest.summaries[operation]?.time ?? 0)} ms`, rest: "" };
  }
  if (overPlain.kind === "same")
    return { head: `${name} ${verb} exactly as plain RSA`, rest: ": the same computation" };
  if (!overPlain.isClear) return { head: `${name} ${verb} about as fast as plain RSA`, rest: "" };
  const inTheory = theory === undefined ? "" : `; theory says ${formatFactor(theory)}`;
  if (overPlain.value < 1)
    return { head: `${name} takes ${formatFactor(1 / overPlain.value)}`, rest: " as long as plain RSA" };
  return { head: `${name} ${verb} ${speedText(overPlain)}`, rest: ` as fast as plain RSA${inTheory}` };
}

/** How the other direction compares with plain RSA. */
function otherWay({ operation, fastest, plain }: Answer): string | undefined {
  const other = otherDirection(operation);
  const speed = other && fastest.comparisons[other].measured;
  if (speed === undefined || plain === fastest) return undefined;
  const noun = other === "encrypt" ? "encryption" : "decryption";
  if (speed.kind === "same") return `${noun} is the same`;
  if (!speed.isClear) return undefined;
  return speed.value > 1
    ? `${noun} is ${speedText(speed)} as fast`
    : `${noun} takes ${speedText(inverse(speed))} as long`;
}

/** "12.2 ×", or "17.6–269 ×" where one number would say more than the samples do. */
function speedText({ value, low, high, kind }: Omit<SpeedUp, "isClear">): string {
  const isVague = kind === "interval" && high > 1.25 * low;
  return isVague ? `${formatRange(low, high)}\u202f×` : formatFactor(value);
}

function chipsOf(answer: Answer, state: CompareState): Chip[] {
  const { operation, fastest, overBrowser, both, special } = answer;
  const { rows, selection } = state;
  const overCrt = scaleRow(fastest, rows, { ...selection, compared: operation, unit: "crt" });
  const isClear = overCrt.measured?.kind === "interval" && (overCrt.measured.low > 1 || overCrt.measured.high < 1);
  const chips: (Chip | false | undefined)[] = [
    isClear && {
      label: "over CRT",
      value: ofUnit(overCrt.measured?.value ?? 1, "crt"),
      ...(overCrt.theory === undefined ? {} : { note: `theory ${ofUnit(overCrt.theory, "crt")}` }),
    },
    overBrowser?.isClear === true && {
      label: `over ${originTexts[kindOfOrigin(state)].browser}`,
      value: ofUnit(overBrowser.value, "browser"),
      ...(operation === "decrypt" ? { note: overBrowser.isGuarded ? "guarded" : "bare" } : {}),
    },
    fastest.assessment && { label: "safe", value: strengthText(fastest.assessment.decisive) },
    both?.overPlain.isClear === true && {
      label: "both directions",
      value: `${nameOf(both.row, state)} ${speedText(both.overPlain)}`,
      ...(both.price.isClear && both.price.value > 1.1
        ? { note: `encryption takes ${speedText(both.price)} as long` }
        : {}),
    },
    ...special.map((row) => specialChip(row, answer, state)),
  ];
  return chips.filter((chip) => chip !== undefined && chip !== false);
}

/** The bytes that OAEP with SHA-256 leaves for a message (RFC 8017, section 7.1.1). */
function roomOf({ resolved }: Row): number {
  return resolved === undefined ? 0 : longestMessage(resolved.params) - 2 * 32 - 2;
}

/** A variant that is even faster, with the special case that it is for. */
function specialChip(row: Row, { operation }: Answer, state: CompareState): Chip | undefined {
  const { batchSize } = row.resolved?.params ?? {};
  const speed: SpeedUp | undefined = row.comparisons[operation].measured;
  if (batchSize === undefined && roomOf(row) <= 0) return undefined; // no padded message fits
  return {
    label:
      batchSize === undefined
        ? `≤ ${roomOf(row)} bytes`
        : `${batchSize} at once${operation === "decrypt" ? "" : " to decrypt"}`,
    value: speed?.isClear ? `${nameOf(row, state)} ${ofUnit(speed.value, "plain")}` : nameOf(row, state),
  };
}

function unmeasuredText({ unmeasured }: Answer, state: CompareState): string {
  const names = [...new Set(unmeasured.map((row) => nameOf(row, state)))];
  return `${formatList(names)} ${names.length === 1 ? "is" : "are"} not measured with these settings, and may be faster.`;
}

/** "Rebalanced (11.6 ×) may be as fast." */
function tieTexts({ fastest, ties, operation }: Answer, state: CompareState): string[] {
  const work = workOf(fastest, operation);
  const isSame = ({ row }: Answer["ties"][number]) => work !== undefined && workOf(row, operation) === work;
  const same = ties.filter(isSame).map(({ row }) => nameOf(row, state));
  const others = ties
    .filter((tie) => !isSame(tie))
    .map(({ row, overPlain }) => nameOf(row, state) + (overPlain ? ` (${formatFactor(overPlain.value)})` : ""));
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

/** Whether other work disturbed the run; the recorded one was chosen. */
function isBusy(state: CompareState): boolean {
  return state.running === undefined && kindOfOrigin(state) !== "recorded" && isMachineBusy(state.rows);
}

function busyText(state: CompareState): string {
  return kindOfOrigin(state) === "here"
    ? "This machine was busy during the run, so the times are less certain than usual. Close other programs and run again."
    : "That machine was busy during the run, so the times are less certain than usual.";
}

function withoutAnswer(why: NoAnswer, state: CompareState): Statement {
  const [head, text] = noAnswer(why, state);
  return { kind: why, head, rest: "", asides: [], chips: [], notes: text === "" ? [] : [text] };
}

/** A heading and a sentence where there is no answer. */
function noAnswer(why: NoAnswer, state: CompareState): readonly [head: string, text: string] {
  const { running, security, selection } = state;
  const isHere = kindOfOrigin(state) === "here";
  if (running !== undefined && ["not-measured", "too-few", "too-noisy"].includes(why)) {
    return ["Measuring …", "The answer appears as soon as there are enough samples."];
  }
  switch (why) {
    case "not-measured":
      return ["Not measured yet with these settings.", "Press Run to measure the variants on this machine."];
    case "no-verdicts":
      return security.state === "loading"
        ? ["Checking which variants are safe …", ""]
        : ["No recommendation.", "Without the safety verdicts there is no recommendation. They could not be loaded."];
    case "none-safe":
      return ["No variant is safe with these settings.", "Choose a longer modulus or longer exponents."];
    case "too-few":
      return [
        "Too few samples to name the fastest.",
        isHere ? "Measure longer, or choose fewer variants." : "The run that is shown has no more.",
      ];
    default:
      if (selection.compared === "keygen") {
        return [
          "Too few keys to name the fastest.",
          "The search for primes is random, so times of single keys scatter widely.",
        ];
      }
      return [
        "Too noisy to name the fastest.",
        `Other work on ${isHere ? "this" : "that"} machine disturbed the run: a variant that seems slower may be as fast.${isHere ? " Measure longer, or close other programs." : ""}`,
      ];
  }
}
