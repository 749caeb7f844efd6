import { advisedVerdict, strengthText } from "@rsa-variants/measure/run/assessor";
import { letters, type Parameter, parameters } from "@rsa-variants/measure/text/params";
import { useEffect, useRef, useState } from "preact/hooks";
import { type KeyParams, variantFacts } from "rsa-variants";
import type { Assessment } from "rsa-variants/security";
import { Figures } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import { type GlossaryTerm, Term } from "../../ui/term.tsx";
import { advisedText, VerdictBadge, verdictText } from "../../ui/verdicts.tsx";
import type { PlaceProps } from "../actions.ts";
import { answerTo, isStale, type SecurityState } from "../state.ts";
import { Reason, shortVerdict } from "./strength.tsx";

/** Milliseconds without a change before screen readers hear the verdict: typing passes many. */
const spokenDelay = 600;

export function VerdictPanel({ state, actions }: PlaceProps) {
  const section = useRef<HTMLElement>(null);
  const { assessment } = answerTo(state);
  const look = state.library.state === "failed" ? "card judgment has-none" : "card judgment";
  const apply = (params: KeyParams) => {
    actions.apply(params);
    section.current?.focus({ preventScroll: true }); // the button is gone with the advice
  };
  return (
    <section ref={section} class={look} aria-label="Verdict" tabIndex={-1} data-verdict={assessment?.verdict}>
      {assessment === undefined ? <p class="verdict-params">{blockedText(state)}</p> : <Judgment {...assessment} />}
      {assessment?.advised !== undefined && state.library.state === "ready" && (
        <p class="cluster advice">
          <span>
            {assessment.advice}
            {advisedText(advisedVerdict(assessment, state.library.assess))}
          </span>
          <button type="button" class="secondary" onClick={() => assessment.advised && apply(assessment.advised)}>
            Apply
          </button>
        </p>
      )}
    </section>
  );
}

/** The verdict in short, for screen readers. */
export function SpokenVerdict({ state }: Pick<PlaceProps, "state">) {
  const { assessment } = answerTo(state);
  const text = blockedText(state) ?? (assessment === undefined ? "" : shortVerdict(assessment));
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), spokenDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="visually-hidden" role="status">
      {settled}
    </p>
  );
}

/** Why there is no verdict on what the fields say. */
function blockedText(state: SecurityState): string | undefined {
  if (state.library.state === "failed") return "No verdict: WebAssembly did not start.";
  if (isStale(state)) return "Fix the highlighted fields first.";
  if (state.library.state === "loading") return "Loading …";
  return answerTo(state).refusal !== undefined ? "Such keys do not exist. Fix the highlighted field." : undefined;
}

function Judgment(assessment: Assessment) {
  const { verdict, reach, cap, notes, decisive } = assessment;
  return (
    <>
      <p class="verdict-params">
        <Params assessment={assessment} />
      </p>
      <p class="verdict-word">
        <VerdictBadge verdict={verdict} reach={reach} />
      </p>
      <p class="verdict-meaning">{verdictText(verdict, reach).meaning}</p>
      <p>
        <strong>
          {decisive.name}: {strengthText(decisive)}.
        </strong>{" "}
        <Reason {...decisive} />
      </p>
      {[cap ?? [], ...notes].flat().map((text) => (
        <p key={text}>
          <MathText text={text} />
        </p>
      ))}
    </>
  );
}

/** The entries of the glossary that define a parameter. */
const terms: Partial<Record<Parameter, GlossaryTerm>> = {
  modulusLength: "modulusLength",
  primes: "r",
  crtExponentLength: "w",
  batchSize: "b",
};

/** The parameters in a line, each letter with its definition. */
function Params({ assessment: { params, publicExponentLength } }: { readonly assessment: Assessment }) {
  const values = [
    ...parameters.map((name) => [letters[name], params[name], terms[name]] as const),
    ["|e|", publicExponentLength, "e"] as const,
  ];
  return (
    <>
      {variantFacts[params.variant].title}
      {values.map(([letter, value, term]) => {
        if (typeof value !== "number" || (letter === letters.multiplicity && value === 1)) return undefined;
        const text = `${letter}\u00a0${value}`;
        return [", ", term === undefined ? text : <Term of={term}>{text}</Term>];
      })}
    </>
  );
}

/** Whether the standards allow such keys, and how many primes a modulus may have. */
export function Standards({ conformance, primeLimits }: Assessment) {
  const { conforms, reasons } = conformance;
  const { hinek, sameStrength, acceptable, openssl } = primeLimits;
  return (
    <section class="standards" aria-labelledby="standards-title">
      <h2 id="standards-title">What the standards say</h2>
      <p>FIPS 186-5 and SP 800-56B {conforms ? "allow such keys." : "do not allow such keys:"}</p>
      <ul hidden={conforms}>
        {reasons.map((reason) => (
          <li key={reason}>
            <MathText text={reason} />
          </li>
        ))}
      </ul>
      <p class="muted">The standards do not rate the strength of a key.</p>
      <details>
        <summary>How many primes are safe?</summary>
        <Figures
          label="The most primes of equal length"
          head={["criterion", "most r"]}
          rows={[
            ["As strong as two primes: Hinek 2006, in Hansen, Larsen, Olsen 2009", `${hinek}`],
            ["As strong as two primes: today’s formulas", `${sameStrength}`],
            ["Still acceptable: today’s formulas", `${acceptable ?? "none"}`],
            ["OpenSSL makes", `${openssl}`],
          ]}
        />
      </details>
    </section>
  );
}
