import { caveatsOf } from "@rsa-variants/measure/run/advice";
import { type Answer, answerOf, isMachineBusy, longestMessage, type NoAnswer } from "@rsa-variants/measure/run/answer";
import { strengthText } from "@rsa-variants/measure/run/assessor";
import { readersOf } from "@rsa-variants/measure/run/readers";
import { isUnsafe, type Row, type SpeedUp, workOf } from "@rsa-variants/measure/run/rows";
import { enginesOf, type Run } from "@rsa-variants/measure/run/run";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { capitalized, formatCount, formatFactor, formatList, formatNumber } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { Fragment, type JSX } from "preact";
import { factsOf, type Variant } from "rsa-variants";
import { WhyDisabled } from "../../ui/buttons.tsx";
import { Term } from "../../ui/term.tsx";
import type { ViewProps } from "../actions.ts";
import { browserOf, dayOf } from "../names.ts";
import { matchingPresets } from "../presets.ts";
import { originOf, type State } from "../state.ts";
import { nameOf, operationTexts, whyDifferent } from "../texts.ts";
import { Reasons } from "./reasons.tsx";
import { blockedReason, statedReason } from "./run-panel.tsx";

/** The answer that the page gives: which variant to use, how fast it is, and what it costs. */
export function AnswerCard({ state, actions }: ViewProps): JSX.Element {
  const { rows, selection } = state;
  const answer = answerOf(rows, selection.compared);
  const paper = paperText(state);
  return (
    <section class="answer-card" aria-label="Answer" data-kind={typeof answer === "string" ? answer : "answer"}>
      <div class="answer-text">
        {paper}
        {paper && answer === "none-safe" ? (
          <p class="warning">{noAnswers[answer]}</p>
        ) : typeof answer === "string" ? (
          <NoAnswerText state={state} why={answer} />
        ) : (
          <AnswerText {...{ answer, state }} />
        )}
        {state.running === undefined && !isRecorded(state) && isMachineBusy(rows) && (
          <p class="warning">
            This machine was busy during the run, so the times are less certain than usual. Close other programs and run
            again.
          </p>
        )}
        {typeof answer !== "string" && <Follow {...{ answer, actions }} />}
      </div>
      <div class="answer-aside">
        {typeof answer !== "string" && <Costs {...{ answer, state }} />}
        <Provenance {...{ state, actions }} />
      </div>
    </section>
  );
}

/** After a paper is repeated: its most famous speed-up here, there, and in theory. */
function paperText(state: State): JSX.Element | null {
  const { rows, selection } = state;
  const preset = matchingPresets(selection).find(({ source }) => source !== undefined);
  const repeated = rows.flatMap((row) => {
    const { measured, theory, published, ratio } = row.comparisons[selection.compared];
    const figure = published.find(({ source, difference }) => source === preset?.source && difference === undefined);
    if (row.subject.kind !== "variant" || !figure || !measured || theory === undefined) return [];
    const why = ratio === undefined ? undefined : whyDifferent(row.subject.variant, ratio);
    return [{ name: nameOf(row, state), measured, theory, figure, why }];
  });
  const [best] = repeated.sort((a, b) => b.figure.value - a.figure.value);
  if (preset === undefined || best === undefined) return null;
  const { name, measured, theory, figure, why } = best;
  return (
    <>
      <p class="headline">
        {state.running !== undefined && <span class="so-far">So far: </span>}
        <strong>
          {name} is {formatFactor(measured.value)} {originOf(state) === "here" ? "here" : "in this run"},{" "}
          {formatFactor(figure.value)} in the paper, {formatFactor(theory)} in <Term of="theory">theory</Term>.
        </strong>
      </p>
      <p>
        Speed-ups over plain RSA with the parameters of {shortSources[figure.source]}. {preset.reason}
        {selection.compared === "decrypt" && why !== undefined && ` ${why}`}
      </p>
    </>
  );
}

interface AnswerProps {
  readonly answer: Answer;
  readonly state: State;
}

function AnswerText({ answer, state }: AnswerProps): JSX.Element {
  const { operation, fastest, ties, overPlain, overBrowser } = answer;
  const name = nameOf(fastest, state);
  return (
    <>
      <p class="headline">
        {state.running !== undefined && <span class="so-far">So far: </span>}
        <strong class="gain">
          {name} {operationTexts[operation].verb} <SpeedText speed={overPlain} />
        </strong>
        {operation === "decrypt" && overPlain?.isClear && <InBrackets isGuarded={false} />}
        {overBrowser?.isClear && (
          <>
            <br />
            {overBrowser.value > 1
              ? `and ${formatFactor(overBrowser.value)} as fast as ${browserText(state)}`
              : `${capitalized(browserText(state))} is ${formatFactor(1 / overBrowser.value)} as fast as ${name}`}
            {operation === "decrypt" && <InBrackets isGuarded={overBrowser.isGuarded} />}.
          </>
        )}
      </p>
      {operation === "decrypt" && <GuardsText isGuarded={overBrowser?.isClear ? overBrowser.isGuarded : undefined} />}
      {ties.length > 0 && <p>{tiesText(answer, state)}</p>}
      <Reasons row={fastest} operation={operation} />
      <p>
        It is the fastest variant that is <Term of="acceptable">safe</Term> and works for every message.{" "}
        <BothText {...{ answer, state }} />
        {answer.special.filter(hasRoom).map((row) => (
          <SpecialText key={row.id} {...{ row, answer, state }} />
        ))}
      </p>
      <UnsafeText state={state} fastest={fastest} operation={operation} />
    </>
  );
}

/** Which decryption a comparison is about. */
function InBrackets({ isGuarded }: { readonly isGuarded: boolean }): JSX.Element {
  return <small> ({isGuarded ? "with guards" : "bare"})</small>;
}

/** What the words in brackets mean. */
function GuardsText({ isGuarded }: { readonly isGuarded: boolean | undefined }): JSX.Element {
  return (
    <p>
      <Term of="bare">Bare</Term> operations are what the papers compare.
      {isGuarded === true && (
        <>
          {" "}
          <Term of="guards">Guards</Term> are on by default.
        </>
      )}
      {isGuarded === false && (
        <>
          {" "}
          The browser’s RSA has <Term of="guards">guards</Term>; this run did not measure ours.
        </>
      )}
    </p>
  );
}

/** Opens the worked example with the answer’s variant. */
function Follow({ answer, actions }: Pick<AnswerProps, "answer"> & Pick<ViewProps, "actions">): JSX.Element | null {
  const { subject } = answer.fastest;
  if (subject.kind !== "variant") return null;
  return (
    <p>
      <button
        type="button"
        class="link"
        onClick={() => {
          actions.follow(subject.variant);
          const section = document.querySelector<HTMLDetailsElement>("#example");
          if (section === null) return;
          section.open = true; // the reader may have closed it
          section.scrollIntoView();
        }}
      >
        Follow one message through {factsOf(subject.variant).title}
      </button>
    </p>
  );
}

/** What the answer costs besides the time that it saves. */
function Costs({ answer }: AnswerProps): JSX.Element | null {
  const { subject, resolved, assessment } = answer.fastest;
  if (subject.kind !== "variant" || assessment === undefined) return null;
  const { variant } = subject;
  const { conforms, reasons } = assessment.conformance;
  const lines: readonly (readonly [term: string, text: string])[] = [
    [answer.operation === "decrypt" ? "Encryption" : "Decryption", priceText(answer)],
    ["Who reads such keys", readersText(variant, resolved?.params.primes)],
    // The place Security has all reasons.
    ["FIPS 186-5", conforms ? "Allows such keys." : `Does not allow them: ${reasons[0]}`],
    ["How well studied", studiedText(variant)],
    ["Best known attack", `${assessment.decisive.name}, ${strengthText(assessment.decisive)}.`],
  ];
  return (
    <dl class="costs" aria-label="What it costs">
      {lines.map(
        ([term, text]) =>
          text !== "" && (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

/** The assessment says so only if it lowers a verdict. */
function studiedText(variant: Variant): string {
  const { isLittleStudied, source } = factsOf(variant);
  const since = `Known since ${/\d{4}$/.exec(source)?.[0]}`;
  return isLittleStudied ? `${since}, but few have looked for attacks.` : `${since}.`;
}

function readersText(variant: Variant, primes: number | undefined): string {
  const { privateKeys, publicKeys } = readersOf(variant, primes);
  if (privateKeys === publicKeys) return `${capitalized(privateKeys)}.`;
  return `Private keys: ${privateKeys}. Public keys: ${publicKeys}.`;
}

/** "15.3 × as fast as plain RSA", or only "fastest" if the intervals overlap. */
function SpeedText({ speed }: { readonly speed: SpeedUp | undefined }): JSX.Element {
  if (speed === undefined || !speed.isClear) return <>fastest</>;
  return (
    <>
      {formatFactor(speed.value)} as fast as <Term of="plainRsa">plain RSA</Term>
    </>
  );
}

/** "Rebalanced (11.6 ×) may be as fast." */
function tiesText({ fastest, ties, operation }: Answer, state: State): string {
  const work = workOf(fastest, operation);
  const isSame = ({ row }: Answer["ties"][number]) => work !== undefined && workOf(row, operation) === work;
  const same = ties.filter(isSame).map(({ row }) => nameOf(row, state));
  const others = ties
    .filter((tie) => !isSame(tie))
    .map(({ row, overPlain }) => nameOf(row, state) + (overPlain ? ` (${formatFactor(overPlain.value)})` : ""));
  const texts = [
    same.length > 0 ? `${formatList(same)} ${same.length === 1 ? "does" : "do"} the same computation.` : "",
    others.length > 0 ? `${formatList(others)} may be as fast: the samples do not tell.` : "",
  ];
  return texts.filter(Boolean).join(" ");
}

/** How long the other direction takes. */
function priceText({ operation, price, plain, fastest }: Answer): string {
  if (price === undefined) return "";
  const direction = operation === "decrypt" ? "encrypt" : "decrypt";
  if (price < 0.9) return `${formatFactor(1 / price)} as fast as with plain RSA, too.`;
  if (price <= 1.1) return "As long as with plain RSA.";
  const [own, usual] = [fastest.summaries[direction]?.time, plain?.summaries[direction]?.time];
  const times =
    own === undefined || usual === undefined ? "" : ` (${formatNumber(own)} instead of ${formatNumber(usual)} ms)`;
  return `${formatNumber(price)} × as long as with plain RSA${times}.`;
}

/** What to use if both directions must be fast, or if something speaks against an answer that is fast in both. */
function BothText({ answer: { fastest, both, price = 1 }, state }: AnswerProps): JSX.Element | null {
  const caveats = price > 1.1 ? [] : caveatsOf(fastest);
  if (both === undefined || (price <= 1.1 && caveats.length === 0)) return null;
  const { row, overPlain, faster } = both;
  const cost = both.price > 1.1 ? `encryption takes ${formatNumber(both.price)} × as long` : "encryption is unchanged";
  return (
    <>
      {caveats.length === 0 ? "If both directions must be fast" : `But ${caveats.join(", and ")}. If that matters`}, use{" "}
      <strong>{nameOf(row, state)}</strong>: it decrypts {formatFactor(overPlain.value)} as fast as plain RSA, and{" "}
      {cost}.{" "}
      {faster !== undefined && `${nameOf(faster, state)} is faster still, but ${caveatsOf(faster).join(", and ")}. `}
    </>
  );
}

/** The bytes that OAEP with SHA-256 leaves for a message (RFC 8017, section 7.1.1). */
function roomOf({ resolved }: Row): number {
  return resolved === undefined ? 0 : longestMessage(resolved.params) - 2 * 32 - 2;
}

/** Whether a padded message fits. */
function hasRoom(row: Row): boolean {
  return roomOf(row) > 0;
}

/** A variant that is even faster, with the special case that it is for. */
function SpecialText({ row, answer, state }: AnswerProps & { readonly row: Row }): JSX.Element {
  const { batchSize } = row.resolved?.params ?? {};
  const waiting = `${batchSize} messages wait at the same time`;
  // Only the decryption of a batch needs messages that wait.
  const isAlways = batchSize !== undefined && answer.operation !== "decrypt";
  const condition = `you never sign and no message has more than ${roomOf(row)} bytes (with OAEP and SHA-256)`;
  return (
    <>
      {isAlways ? "" : `If ${batchSize === undefined ? condition : waiting}, `}
      <strong>{nameOf(row, state)}</strong> is even faster{isAlways && `, but it decrypts fast only if ${waiting}`}.{" "}
    </>
  );
}

/** Names the unsafe variants that are faster, because readers see their longer bars. */
function UnsafeText({ state, fastest, operation }: { state: State; fastest: Row; operation: Operation }) {
  const limit = fastest.summaries[operation]?.time ?? 0;
  const time = ({ summaries }: Row) => summaries[operation]?.time ?? Number.POSITIVE_INFINITY;
  const faster = state.rows.filter((row) => isUnsafe(row) && time(row) < limit);
  if (faster.length === 0) return null;
  const names = [...new Set(faster.map((row) => nameOf(row, state)))];
  return (
    <p>
      {formatList(names)} {names.length === 1 ? "is" : "are"} faster, but not safe at this size.
    </p>
  );
}

/** A heading and a sentence where there is no answer. */
function noAnswer(why: NoAnswer, { running, security }: State): readonly [head: string, text: string] {
  if (why === "not-measured") {
    return running === undefined
      ? ["Not measured yet with these settings.", "Press Run to measure the variants on this machine."]
      : ["Measuring …", "The answer appears with the first samples."];
  }
  if (why === "no-verdicts" && security.state === "loading") return ["Checking which variants are safe …", ""];
  return [why === "too-noisy" ? "Too noisy to name a winner." : "No recommendation.", noAnswers[why]];
}

const noAnswers = {
  "no-verdicts": "Without the safety verdicts there is no recommendation. They could not be loaded.",
  "too-few": "There are too few samples to compare the variants. Measure longer, or choose fewer variants.",
  "too-noisy":
    "Other work on this machine disturbed the run so much that a variant that seems slower may be as fast. Measure longer, or close other programs.",
  "none-safe": "No variant is safe enough with these settings. Choose a longer modulus or longer exponents.",
} as const;

function NoAnswerText({ state, why }: { readonly state: State; readonly why: NoAnswer }): JSX.Element {
  const [head, text] = noAnswer(why, state);
  return (
    <>
      <p class="headline">{head}</p>
      <p>{text}</p>
    </>
  );
}

/** Where the figures come from. Those of a shared run can be compared with this machine's. */
function Provenance({ state, actions }: ViewProps): JSX.Element | null {
  const { shown: run, rows } = state;
  if (run?.environment === undefined || rows.every(({ samples }) => samples.decrypt === undefined)) return null;
  const { build, processor } = run.environment;
  const origin = originOf(state);
  const day = dayOf(run, "long");
  const isLoaded = typeof origin === "object";
  return (
    <div class={isLoaded ? "shared" : undefined}>
      <ul class="provenance">
        {origin === "recorded" && (
          <li>
            <strong>Recorded on another machine</strong>, {day}
          </li>
        )}
        {isLoaded && (
          <li>
            <strong>{origin.link === undefined ? "Opened file" : "Shared run"}</strong>: {browserOf(run)}, {day}
          </li>
        )}
        <li>
          {!isLoaded && `${browserOf(run)}, `}
          <Term of="engine">engine {enginesOf({ subjects: rows }).join(", ")}</Term>, build {build}
        </li>
        {processor !== undefined && <li>{processor}</li>}
        <li>{countSamples(run, state.selection.modulusLength)} samples</li>
      </ul>
      {isLoaded && <CompareButton {...{ state, actions }} />}
    </div>
  );
}

/** Measures here with the settings of the shown run, which then gets its own column. */
function CompareButton({ state, actions }: ViewProps): JSX.Element {
  const blocked = blockedReason(state);
  return (
    <div>
      <button
        type="button"
        class="secondary"
        disabled={blocked !== undefined}
        aria-describedby="compare-why"
        title="Measures on this machine with these settings and keeps this run beside the result"
        onClick={() => {
          actions.measure("table");
          document.querySelector<HTMLElement>("button.run")?.focus(); // this button disappears
        }}
      >
        Compare with mine
      </button>{" "}
      <WhyDisabled id="compare-why" reason={statedReason(state)} />
    </div>
  );
}

function browserText(state: State): string {
  return `${isRecorded(state) ? "that" : "this"} browser’s own RSA`;
}

/** Whether the shown run was measured elsewhere. */
function isRecorded(state: State): boolean {
  return originOf(state) !== "here";
}

function countSamples({ measurements }: Run, modulusLength: number): string {
  const own = measurements.filter((each) => each.modulusLength === modulusLength);
  return formatCount(own.reduce((sum, { samples }) => sum + samples.length, 0));
}
