import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { Fragment, type JSX } from "preact";
import { formatFactor, formatList, formatNumber } from "../../core/format.ts";
import { capitalised } from "../../core/text.ts";
import { Term } from "../../ui/term.tsx";
import { type Answer, answerOf, isMachineBusy } from "../results/answer.ts";
import { type Row, type SpeedUp, workOf } from "../results/rows.ts";
import type { Run } from "../results/run.ts";
import type { State } from "../state.ts";
import { browserName } from "../text/browser.ts";
import { nameWithEngine } from "../text/variants.ts";

const verbs: Readonly<Record<Operation, string>> = {
  decrypt: "decrypts",
  encrypt: "encrypts",
  keygen: "makes keys",
};
const pluralVerbs: Readonly<Record<Operation, string>> = {
  decrypt: "decrypt",
  encrypt: "encrypt",
  keygen: "make keys",
};

/** The answer that the page gives: which variant to take, how fast it is, and what it costs. */
export function AnswerCard({ state }: { readonly state: State }): JSX.Element {
  const { rows, selection } = state;
  const answer = answerOf(rows, selection.compared);
  return (
    <section class="answer-card" aria-label="Answer" data-kind={typeof answer === "string" ? answer : "answer"}>
      <div class="answer-text">
        {typeof answer === "string" ? (
          <NoAnswerText state={state} why={answer} />
        ) : (
          <AnswerText {...{ answer, state }} />
        )}
        {state.running === undefined && !isRecorded(state) && isMachineBusy(rows) && (
          <p class="warning">
            This machine was busy while it measured, so the times are less certain than usual. Close other programs and
            run again.
          </p>
        )}
      </div>
      <Provenance state={state} />
    </section>
  );
}

function AnswerText({ answer, state }: { readonly answer: Answer; readonly state: State }): JSX.Element {
  const { operation, fastest, overPlain, overBrowser } = answer;
  const names = fastest.map((row) => nameOf(row, state));
  const verb = (names.length === 1 ? verbs : pluralVerbs)[operation];
  return (
    <>
      <p class="headline">
        <strong class="gain">
          {formatList(names)} {verb} {speedText(overPlain, "fastest")}
        </strong>
        {overBrowser?.isClear && (
          <>
            <br />
            {overBrowser.value > 1
              ? `and ${formatFactor(overBrowser.value)} as fast as ${browserText(state)}.`
              : `${capitalised(browserText(state))} is ${formatFactor(1 / overBrowser.value)} as fast as ${names[0]}.`}
          </>
        )}
      </p>
      {names.length > 1 && <p>{togetherText(answer)}</p>}
      <p>
        {names.length === 1 ? "It is the fastest that is " : "They are the fastest that are "}
        <Term of="acceptable">safe</Term> and serve{names.length === 1 ? "s" : ""} every message.{" "}
        {priceText(answer, state)}
        <BothText {...{ answer, state }} />
        <SpecialText {...{ answer, state }} />
      </p>
      <UnsafeText state={state} fastest={fastest[0]} operation={operation} />
    </>
  );
}

/** "15.3 × as fast as plain RSA", or another text if the intervals overlap. */
function speedText(overPlain: SpeedUp | undefined, otherwise: string): JSX.Element {
  if (overPlain === undefined || !overPlain.isClear) return <>{otherwise}</>;
  return (
    <>
      {formatFactor(overPlain.value)} as fast as <Term of="plainRsa">plain RSA</Term>
    </>
  );
}

/** Why several are named. */
function togetherText({ fastest, operation }: Answer): string {
  const works = new Set(fastest.map((row) => workOf(row, operation)));
  const isOneWork = works.size === 1 && !works.has(undefined);
  return isOneWork ? "They do the same computation." : "They are too close to tell apart here.";
}

function priceText({ operation, price, plain, fastest: [first, ...others] }: Answer, state: State): string {
  if (price === undefined) return "";
  const direction = operation === "decrypt" ? "encrypt" : "decrypt";
  const whose = others.length === 0 ? "" : ` with ${nameOf(first, state)}`;
  const name = `${direction}ion${whose}`;
  if (price < 0.9) return `${capitalised(name)} is ${formatFactor(1 / price)} as fast, too. `;
  if (price <= 1.1) return `${capitalised(name)} takes as long as with plain RSA. `;
  const [own, usual] = [first.summaries[direction]?.median, plain?.summaries[direction]?.median];
  const times =
    own === undefined || usual === undefined ? "" : ` (${formatNumber(own)} instead of ${formatNumber(usual)} ms)`;
  return `The price: ${name} takes ${formatNumber(price, 2)} × as long as with plain RSA${times}. `;
}

function BothText({ answer: { both, price = 1 }, state }: { readonly answer: Answer; readonly state: State }) {
  if (both === undefined || price <= 1.1) return null;
  const cost = both.price > 1.1 ? `encryption ${formatNumber(both.price, 2)} × as long` : "encryption unchanged";
  return (
    <>
      If both directions must be fast, take <strong>{nameOf(both.row, state)}</strong>
      {both.overPlain === undefined ? ". " : `: ${formatFactor(both.overPlain.value)} as fast, with ${cost}. `}
    </>
  );
}

/** What is faster in special cases, with the case. */
function SpecialText({ answer: { special }, state }: { readonly answer: Answer; readonly state: State }) {
  return (
    <>
      {special.map((row) => {
        const { batchSize, primeLength = 0 } = row.resolved?.params ?? {};
        const when =
          batchSize === undefined
            ? `If you never sign and every message has less than ${Math.floor(primeLength / 8)} bytes, padding included, `
            : `While ${batchSize} messages wait together, `;
        return (
          <Fragment key={row.id}>
            {when}
            <strong>{nameOf(row, state)}</strong> is faster still.{" "}
          </Fragment>
        );
      })}
    </>
  );
}

/** The faster ones that must not be taken, because readers see their longer bars. */
function UnsafeText({ state, fastest, operation }: { state: State; fastest: Row; operation: Operation }) {
  const limit = fastest.summaries[operation]?.median ?? 0;
  const faster = state.rows.filter(
    ({ assessment, summaries }) =>
      (assessment?.verdict === "broken" || assessment?.verdict === "weak") &&
      (summaries[operation]?.median ?? Number.POSITIVE_INFINITY) < limit,
  );
  if (faster.length === 0) return null;
  const names = [...new Set(faster.map((row) => nameOf(row, state)))];
  return (
    <p class="unsafe">
      {formatList(names)} {names.length === 1 ? "is" : "are"} faster, but not safe at this size.
    </p>
  );
}

const noAnswers = {
  "no-verdicts": "Without the safety verdicts there is no recommendation. They could not be loaded.",
  "too-few": "There are too few samples to tell the variants apart. Measure longer, or fewer variants.",
  "none-safe": "No variant is safe enough with these settings. Choose a longer modulus or longer exponents.",
} as const;

function NoAnswerText({
  state,
  why,
}: {
  readonly state: State;
  readonly why: Exclude<ReturnType<typeof answerOf>, Answer>;
}) {
  if (why === "not-measured") {
    const isRunning = state.running !== undefined;
    return (
      <>
        <p class="headline">{isRunning ? "Measuring …" : "Not measured yet with these settings."}</p>
        <p>{isRunning ? "The answer appears with the first samples." : "Press Run to measure them on this machine."}</p>
      </>
    );
  }
  const isLoading = why === "no-verdicts" && state.security.state === "loading";
  return (
    <>
      <p class="headline">{isLoading ? "Checking which variants are safe …" : "No recommendation."}</p>
      <p>{isLoading ? "" : noAnswers[why]}</p>
    </>
  );
}

function nameOf({ subject }: Row, { selection }: State): string {
  return nameWithEngine(subject, selection.engines.length > 1);
}

/** Where the figures come from. */
function Provenance({ state }: { readonly state: State }): JSX.Element | null {
  const { shown: run, rows } = state;
  if (run?.environment === undefined || rows.every(({ samples }) => samples.decrypt === undefined)) return null;
  const { userAgent, build } = run.environment;
  return (
    <ul class="provenance">
      {isRecorded(state) && (
        <li>
          <strong>Recorded on another machine</strong>,{" "}
          {new Date(run.startedAt).toLocaleDateString("en-GB", { dateStyle: "medium" })}
        </li>
      )}
      <li>
        {browserName(userAgent)}, <Term of="engine">engine {enginesOf(state)}</Term>, build {build}
      </li>
      <li>{formatSamples(run, state.selection.modulusLength)}</li>
    </ul>
  );
}

function browserText(state: State): string {
  return `${isRecorded(state) ? "that" : "this"} browser’s own RSA`;
}

function isRecorded({ shown, recorded }: State): boolean {
  return shown !== undefined && shown === recorded;
}

function enginesOf({ rows }: State): string {
  return [...new Set(rows.flatMap(({ subject }) => (subject.kind === "variant" ? subject.engine : [])))].join(", ");
}

function formatSamples(run: Run, modulusLength: number): string {
  const own = run.measurements.filter((each) => each.modulusLength === modulusLength);
  const count = own.reduce((sum, { samples }) => sum + samples.length, 0);
  return `${count.toLocaleString("en")} samples`;
}
