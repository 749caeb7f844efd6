import { formatBytes, formatCount, formatDuration, formatList, formatNumber } from "@rsa-variants/measure/text/format";
import { paramsText } from "@rsa-variants/measure/text/params";
import type { ComponentChildren, JSX } from "preact";
import {
  type AttackOption,
  type AttackOutcome,
  attacks,
  type ClassGroupEstimate,
  type CurveEstimate,
  type OutcomeCheck,
  type SearchEstimate,
} from "rsa-variants/security";
import { Figures } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import { dayOf, type Evidence, type Report } from "../attack.ts";

/** With more than two primes, a fault separates only one from the product of the others. */
export function arePrimes(outcome: AttackOutcome, { params }: Evidence): boolean {
  return !("factors" in outcome) || (params?.primes ?? 2) === 2;
}

/** The numbers that were found, with their names: primes are p and q, or p₁, p₂ and so on; other factors f₁, f₂. */
function foundNumbers(outcome: AttackOutcome, evidence: Evidence): (readonly [name: string, value: bigint])[] {
  const {
    primes,
    factors = primes,
    message,
  } = outcome as {
    readonly [Name in "primes" | "factors"]?: readonly bigint[];
  } & { readonly message?: bigint };
  if (factors === undefined) return message === undefined ? [] : [["m", message]];
  const nameOf = arePrimes(outcome, evidence) ? factorName : (index: number) => `f${subscript(index + 1)}`;
  return factors.map((factor, index) => [nameOf(index, factors.length), factor]);
}

/** What was checked, in a sentence; undefined if nothing was found. */
export function checkedText(checks: readonly OutcomeCheck[]): string | undefined {
  const wrong = checks.filter(({ holds }) => !holds);
  const statements = (wrong.length > 0 ? wrong : checks).map(({ statement }) => statement);
  if (statements.length === 0) return undefined;
  return `${wrong.length > 0 ? "Wrong: it is not true that" : "Checked:"} ${formatList(statements)}.`;
}

const subscripts = "₀₁₂₃₄₅₆₇₈₉";

/** p and q, or p₁, p₂ and so on. */
export function factorName(index: number, count: number): string {
  if (count <= 2) return index === 0 ? "p" : "q";
  return `p${subscript(index + 1)}`;
}

function subscript(number: number): string {
  return [...String(number)].map((digit) => subscripts[Number(digit)]).join("");
}

/** Digits at each end of a long number. */
const shown = 14;

/** A long number is shown by its ends: "12345678901234 … 43210987654321". */
export function shortened(value: bigint): string {
  const digits = value.toString();
  return digits.length <= 3 * shown ? digits : `${digits.slice(0, shown)} … ${digits.slice(-shown)}`;
}

const year = 365.25 * 86_400;

/** A time of any length: "3 min 20 s", "12 days", "4.1 years", "about 10^15 years". */
export function formatSpan(seconds: number): string {
  if (seconds < 2 * 3600) return formatDuration(seconds * 1000);
  if (seconds < 2 * 86_400) return `${formatNumber(seconds / 3600, 2)} hours`;
  if (seconds < 2 * year) return `${formatNumber(seconds / 86_400, 2)} days`;
  const years = seconds / year;
  return years < 100_000 ? `${formatNumber(years, 2)} years` : `about 10^${Math.round(Math.log10(years))} years`;
}

/** An attack's figures in a line. */
function figuresText(outcome: AttackOutcome): string {
  const figures = Object.entries(outcome as unknown as Record<string, unknown>).flatMap(([name, value]) => {
    const text = typeof value === "number" ? figureTexts[name]?.(value) : makerText(name, value);
    return text === undefined ? [] : [text];
  });
  return figures.join(" · ");
}

/** The processor or the program that made a key, as the attack's options call it. */
function makerText(name: string, value: unknown): string | undefined {
  if (name !== "architecture" && name !== "program") return undefined;
  const options = attacks.flatMap(({ demonstrationOptions }): readonly AttackOption[] => demonstrationOptions);
  const option = options.find((each) => each.name === name);
  return option?.kind === "choice" ? option.choices.find((choice) => choice.value === value)?.title : undefined;
}

const figureTexts: Readonly<Record<string, (value: number) => string>> = {
  seconds: (value) => `the attack took ${formatSpan(value)}`,
  swaps: (value) => `${formatCount(value)} exchanges in the lattice`,
  knownBits: (value) => `${value} bits of each CRT exponent known`,
  knownBitsNeeded: (value) => `${value} needed`,
  longestCrtExponent: (value) => `works here for w up to ${value} bits`,
  convergents: (value) => plural(value, "convergent"),
  secondsTried: (value) => plural(value, "seed tried", "seeds tried"),
  process: (value) => `process ${value}`,
  candidatesTried: (value) => plural(value, "candidate tried", "candidates tried"),
  second: (value) => `seeded at ${new Date(value * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`,
  babySteps: (value) => plural(value, "baby step"),
  giantSteps: (value) => plural(value, "giant step"),
  memory: (value) => `${formatBytes(value)} of memory`,
  curves: (value) => plural(value, "curve"),
  multipliers: (value) => `${plural(value, "multiplier")} k`,
  multiplier: (value) => `k = ${formatCount(value)} succeeded`,
  products: (value) => `${formatCount(value)} products of forms`,
  multiplications: (value) => plural(value, "multiplication"),
};

function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export function WhatIsKnown({ evidence: { target, params } }: { readonly evidence: Evidence }): JSX.Element {
  const items = Object.entries(target as unknown as Record<string, unknown>).flatMap(([name, value]) => {
    const label = evidenceLabels[name];
    return label === undefined ? [] : [[label, evidenceValue(name, value)] as const];
  });
  return (
    <>
      <p class="attack-note">A new key{params === undefined ? "" : `: ${paramsText(params)}`}.</p>
      <p class="attack-heading">What the attacker knows</p>
      <Numbers items={items} />
    </>
  );
}

function Numbers({ items }: { readonly items: readonly (readonly [string, ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="attack-numbers">
      {items.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

const evidenceLabels: Readonly<Record<string, string>> = {
  modulus: "N",
  publicExponent: "e",
  secondPublicExponent: "another e",
  publicExponents: "every e",
  privateExponent: "d for the first e",
  ciphertexts: "ciphertexts",
  message: "number signed",
  signature: "signature",
  firstSecond: "made on",
  end: "known bits",
  knownBits: "bits known of each",
  crtExponentLength: "w",
  crtExponentParts: "of the CRT exponents",
};

function evidenceValue(name: string, value: unknown): ComponentChildren {
  if (typeof value === "bigint") return <BigNumber value={value} />;
  if (Array.isArray(value)) {
    return value.map((each: bigint, index) => [index > 0 && "; ", <BigNumber key={index} value={each} />]);
  }
  return name === "firstSecond" ? dayOf(Number(value)) : String(value);
}

/** A number, with its length if it is shortened. */
function BigNumber({ value }: { readonly value: bigint }): JSX.Element {
  const text = shortened(value);
  return (
    <>
      <span class="digits">{text}</span>
      {text.includes("…") && ` ${value.toString(2).length}\u00a0bits`}
    </>
  );
}

interface OutcomeProps {
  readonly report: Report;
  readonly evidence: Evidence;
}

/** How an attack ended, and what it would take against real keys. */
export function Outcome({ report, evidence }: OutcomeProps): JSX.Element {
  const { outcome } = report;
  return (
    <>
      {outcome.found ? (
        <Found {...{ report, evidence }} />
      ) : (
        <p class="attack-heading">Nothing found: {outcome.reason}.</p>
      )}
      <FaultChecked {...report} />
      <p class="attack-figures">
        <MathText text={figuresText(outcome)} />
      </p>
      {"estimates" in outcome && outcome.estimates.length > 0 && <Estimates estimates={outcome.estimates} />}
    </>
  );
}

function Found({ report: { outcome, checks }, evidence }: OutcomeProps): JSX.Element {
  const items = foundNumbers(outcome, evidence).map(
    ([name, value]) => [name, <BigNumber key={name} value={value} />] as const,
  );
  const text = checkedText(checks);
  return (
    <>
      <p class="attack-heading">{foundTitle(outcome, evidence)}</p>
      <Numbers items={items} />
      {text && <p class={checks.every(({ holds }) => holds) ? "check holds" : "check problem"}>{text}</p>}
    </>
  );
}

function foundTitle(outcome: AttackOutcome, evidence: Evidence): string {
  if ("message" in outcome) return "Found: the message";
  return arePrimes(outcome, evidence) ? "Found: the primes" : "Found: two factors of N";
}

/** The same fault with the library's check. */
function FaultChecked({ withCheck, onReleased, bit }: Report): JSX.Element | undefined {
  if (withCheck === undefined) return undefined;
  const again = `The same fault (bit ${bit}) with the library’s check, which is on by default: `;
  if (!withCheck.released) {
    return (
      <p class="check">
        {again}nothing is released. The error is “{withCheck.message}” ({withCheck.code}).
      </p>
    );
  }
  if (onReleased?.signatureIsRight) {
    return <p class="check">{again}it does not change the signature, which is right and was released.</p>;
  }
  return (
    <p class="check problem">
      {again}the wrong signature is released{onReleased?.found && " and reveals the factors of N"}. With a long e, the
      check does not see a d<sub>p</sub> that was wrong before the key was prepared. Import keys with checks to catch
      that.
    </p>
  );
}

type Estimate = ClassGroupEstimate | CurveEstimate | SearchEstimate;

function Estimates({ estimates }: { readonly estimates: readonly Estimate[] }): JSX.Element {
  return (
    <>
      <p class="attack-heading">Estimates for real keys</p>
      <p class="attack-note">
        Extrapolated from this run to one processor like this one; accurate to a few bits of work.
      </p>
      <Figures label="Estimates" head={estimateHead(estimates[0])} rows={estimates.map(estimateCells)} />
    </>
  );
}

function estimateHead(estimate: Estimate | undefined): string[] {
  if (estimate === undefined) return [];
  if ("memory" in estimate) return ["w, bits", "time", "memory"];
  return "squareFreeLength" in estimate
    ? ["n", "r", "square-free part", "time"]
    : ["n", "primes", "time for one of them"];
}

function estimateCells(estimate: Estimate): string[] {
  const time = formatSpan(estimate.seconds);
  if ("memory" in estimate) return [String(estimate.crtExponentLength), time, formatBytes(estimate.memory)];
  const { modulusLength, primes } = estimate;
  if ("squareFreeLength" in estimate) {
    return [String(modulusLength), String(primes), `${estimate.squareFreeLength} bits`, time];
  }
  return [String(modulusLength), `${primes} of ${estimate.primeLength} bits`, time];
}
