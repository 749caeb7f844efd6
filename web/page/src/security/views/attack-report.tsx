import type { ComponentChildren, JSX } from "preact";
import type { AttackOutcome, ClassGroupEstimate, CurveEstimate, SearchEstimate } from "rsa-variants/security";
import { formatBytes } from "../../common/format.ts";
import { paramsText } from "../../common/params-text.ts";
import { Figures } from "../../ui/figures.tsx";
import { MathText } from "../../ui/math.tsx";
import { dayOf } from "../attack/options.ts";
import {
  arePrimes,
  checkReport,
  factorNames,
  factorsOf,
  figuresText,
  formatSpan,
  shortened,
} from "../attack/report.ts";
import type { Evidence, Report } from "../attack/run.ts";

/** The key, and what the attacker knows of it. */
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

/** A number, and its length if it is not shown in full. */
function BigNumber({ value }: { readonly value: bigint }): JSX.Element {
  const text = shortened(value);
  return (
    <>
      <span class="digits">{text}</span>
      {text.includes("…") && ` ${value.toString(2).length}\u00a0bits`}
    </>
  );
}

export interface OutcomeProps {
  readonly report: Report;
  readonly evidence: Evidence;
}

/** How an attack ended: what it found, with the page's own check, its figures, and what real keys would take. */
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

function Found({ report, evidence }: OutcomeProps): JSX.Element {
  const { outcome } = report;
  const factors = factorsOf(outcome);
  const names = factorNames(outcome, evidence);
  const message = "message" in outcome ? outcome.message : undefined;
  const found = factors?.map((factor, index) => [names[index] ?? "", factor] as const) ?? [["m", message] as const];
  const items = found.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, <BigNumber key={name} value={value} />] as const],
  );
  const check = checkReport(report, evidence);
  return (
    <>
      <p class="attack-heading">{foundTitle(outcome, evidence)}</p>
      <Numbers items={items} />
      {check && <p class={check.holds ? "check holds" : "check problem"}>{check.text}</p>}
    </>
  );
}

function foundTitle(outcome: AttackOutcome, evidence: Evidence): string {
  if (factorsOf(outcome) === undefined) return "Found: the message";
  return arePrimes(outcome, evidence) ? "Found: the primes" : "Found: two factors of N";
}

/** A fault again, with the library's check. */
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
      it.
    </p>
  );
}

type Estimate = ClassGroupEstimate | CurveEstimate | SearchEstimate;

function Estimates({ estimates }: { readonly estimates: readonly Estimate[] }): JSX.Element {
  return (
    <>
      <p class="attack-heading">Estimates for real keys</p>
      <p class="attack-note">
        Extrapolated from this run, on one processor like this one: good to a few bits, not to a few percent.
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
