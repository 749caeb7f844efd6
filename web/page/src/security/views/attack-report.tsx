import { formatBytes, formatCount, formatDuration, formatList, formatNumber } from "@rsa-variants/measure/text/format";
import { paramsText } from "@rsa-variants/measure/text/params";
import type { ComponentChildren } from "preact";
import type {
  Attack,
  AttackOutcome,
  EstimateColumn,
  OutcomeCheck,
  OutcomeFigure,
  TargetField,
} from "rsa-variants/security";
import { Facts, Figures } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import type { Evidence, Report } from "../attack.ts";

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

function figuresText({ figures }: Attack, outcome: AttackOutcome): string {
  const values = outcome as unknown as Readonly<Record<string, unknown>>;
  const texts = figures.flatMap((figure) => {
    const value = values[figure.name];
    return value === undefined ? [] : [figureText(figure, value)];
  });
  return texts.join(" · ");
}

function figureText({ text, one, unit, choices }: OutcomeFigure, value: unknown): string {
  const words = value === 1 && one !== undefined ? one : text;
  return words.replace("{}", () => {
    if (typeof value !== "number") return choices?.find((choice) => choice.value === value)?.title ?? String(value);
    if (unit === "bytes") return formatBytes(value);
    return unit === "id" ? String(value) : formatCount(value);
  });
}

interface KnownProps {
  readonly attack: Attack;
  readonly evidence: Evidence;
}

export function WhatIsKnown({ attack, evidence: { target, params } }: KnownProps) {
  const values = target as unknown as Readonly<Record<string, unknown>>;
  const items = [...keyLabels, ...attack.targets.flatMap(({ fields }) => fields)].flatMap((field) => {
    const value = values[field.name];
    return value === undefined ? [] : [[field.title, evidenceValue(value)] as const];
  });
  return (
    <>
      <p class="attack-note">A new key{params === undefined ? "" : `: ${paramsText(params)}`}.</p>
      <p class="attack-heading">What the attacker knows</p>
      <Facts class="attack-numbers" of={Object.fromEntries(items)} />
    </>
  );
}

const keyLabels: readonly Pick<TargetField, "name" | "title">[] = [
  { name: "modulus", title: "N" },
  { name: "publicExponent", title: "e" },
  { name: "privateExponent", title: "d for the first e" },
];

/** How many numbers of a list are shown. */
const mostShown = 8;

function evidenceValue(value: unknown): ComponentChildren {
  if (typeof value === "bigint") return <BigNumber value={value} />;
  if (Array.isArray(value)) {
    const numbers = value
      .slice(0, mostShown)
      .map((each: bigint, index) => [index > 0 && "; ", <BigNumber key={index} value={each} />]);
    const more = value.length - mostShown;
    return [numbers, value.length === 0 && "none", more > 0 && ` and ${formatCount(more)} more`];
  }
  return String(value);
}

/** A number, with its length if it is shortened. */
function BigNumber({ value }: { readonly value: bigint }) {
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
export function Outcome({ attack, report, evidence }: OutcomeProps & { readonly attack: Attack }) {
  const { outcome } = report;
  const { estimates: columns } = attack;
  return (
    <>
      {outcome.found ? (
        <Found {...{ report, evidence }} />
      ) : (
        <p class="attack-heading">
          Nothing found in {formatSpan(outcome.seconds)}: {outcome.reason}.
        </p>
      )}
      <FaultChecked {...report} />
      <p class="attack-figures">
        <MathText text={figuresText(attack, outcome)} />
      </p>
      {columns && "estimates" in outcome && outcome.estimates.length > 0 && (
        <Estimates columns={columns} rows={outcome.estimates as readonly object[] as readonly Row[]} />
      )}
    </>
  );
}

function Found({ report: { outcome, checks }, evidence }: OutcomeProps) {
  const items = foundNumbers(outcome, evidence).map(
    ([name, value]) => [name, <BigNumber key={name} value={value} />] as const,
  );
  const text = checkedText(checks);
  const factors = arePrimes(outcome, evidence) ? "the primes" : "two factors of N";
  const what = "message" in outcome ? "the message" : factors;
  return (
    <>
      <p class="attack-headline">
        {"message" in outcome ? "Read" : "Broken"} in {formatSpan(outcome.seconds)}
      </p>
      <p class="attack-heading">Found: {what}</p>
      <Facts class="attack-numbers" of={Object.fromEntries(items)} />
      {text && <p class={checks.every(({ holds }) => holds) ? "check holds" : "check problem"}>{text}</p>}
    </>
  );
}

/** The same fault with the library's check. */
function FaultChecked({ withCheck, onReleased, bit }: Report) {
  if (withCheck === undefined) return undefined;
  const again = `The same fault (bit ${bit}) with the library’s check, which is on by default: `;
  if (!withCheck.released) {
    return (
      <p class="check">
        {again}nothing is released. The error is “{withCheck.message}” ({withCheck.code}).
      </p>
    );
  }
  if (onReleased !== undefined && !onReleased.found) {
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

type Row = Readonly<Record<string, number>>;

function Estimates({ columns, rows }: { readonly columns: readonly EstimateColumn[]; readonly rows: readonly Row[] }) {
  const cells = rows.map((row) => columns.map(({ name, unit }) => estimateText(row[name] ?? Number.NaN, unit)));
  return (
    <>
      <p class="attack-heading">Estimates for real keys</p>
      <p class="attack-note">
        Extrapolated from this run to one processor like this one; accurate to a few bits of work.
      </p>
      <Figures label="Estimates" head={columns.map(({ title }) => title)} rows={cells} />
    </>
  );
}

function estimateText(value: number, unit: EstimateColumn["unit"]): string {
  if (unit === "seconds") return formatSpan(value);
  if (unit === "bytes") return formatBytes(value);
  return unit === "bits" ? `${value} bits` : String(value);
}
