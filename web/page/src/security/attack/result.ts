import type { AttackOutcome, ClassGroupEstimate, CurveEstimate, SearchEstimate } from "rsa-variants/security";
import { type Child, h, mathText } from "../../common/dom.ts";
import { formatCount } from "../../common/format.ts";
import { arePrimes, checkReport, factorNames, factorsOf } from "./checks.ts";
import { bitLength, formatBytes, formatSpan, shortened } from "./figures.ts";
import type { Evidence, Report } from "./protocol.ts";

/** What the attacker has, as a list. */
export function evidenceParts({ target }: Evidence): Child[] {
  const items = Object.entries(target as unknown as Record<string, unknown>).flatMap(([name, value]) => {
    const label = evidenceLabels[name];
    return label === undefined ? [] : [h("dt", {}, label), h("dd", {}, ...evidenceValue(name, value))];
  });
  return [h("p", { class: "attack-heading" }, "What the attacker has"), h("dl", { class: "attack-numbers" }, ...items)];
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

function evidenceValue(name: string, value: unknown): Child[] {
  if (typeof value === "bigint") return numberParts(value);
  if (Array.isArray(value))
    return value.flatMap((each: bigint, index) => [index === 0 ? "" : "; ", ...numberParts(each)]);
  return [name === "firstSecond" ? new Date(Number(value) * 1000).toISOString().slice(0, 10) : String(value)];
}

/** A number, and its length where it is not shown in full. */
function numberParts(value: bigint): Child[] {
  const text = shortened(value);
  const digits = h("span", { class: "digits" }, text);
  return text.includes("…") ? [digits, ` ${bitLength(value)}\u00a0bits`] : [digits];
}

/** How it ended: what was found with the page's own check, the attack's figures, and what real keys would take. */
export function reportParts(report: Report, evidence: Evidence): Child[] {
  const { outcome } = report;
  return [...foundParts(report, evidence), ...faultParts(report), figuresLine(outcome), ...estimateParts(outcome)];
}

function foundParts(report: Report, evidence: Evidence): Child[] {
  const { outcome } = report;
  if (!outcome.found) return [h("p", { class: "attack-heading" }, "Nothing found: ", `${outcome.reason}.`)];
  const factors = factorsOf(outcome);
  const names = factorNames(outcome, evidence);
  const found: [name: string, value: bigint][] =
    factors?.map((factor, index) => [names[index] ?? "", factor]) ??
    ("message" in outcome && outcome.message !== undefined ? [["m", outcome.message]] : []);
  const check = checkReport(report, evidence);
  return [
    h("p", { class: "attack-heading" }, foundTitle(outcome, evidence)),
    h(
      "dl",
      { class: "attack-numbers" },
      ...found.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, ...numberParts(value))]),
    ),
    check && h("p", { class: check.holds ? "check holds" : "check problem" }, check.text),
  ];
}

function foundTitle(outcome: AttackOutcome, evidence: Evidence): string {
  if (factorsOf(outcome) === undefined) return "The message, found";
  return arePrimes(outcome, evidence) ? "The primes, found" : "Two factors of N, found";
}

/** The second run, with the library's check. */
function faultParts({ withCheck, onReleased, bit }: Report): Child[] {
  if (withCheck === undefined) return [];
  const again = `The same key with bit ${bit} flipped, once more. `;
  if (!withCheck.released) {
    const text = `With the library’s check, which is on by default, nothing is released: ${withCheck.message} (${withCheck.code}).`;
    return [h("p", { class: "check" }, again, text)];
  }
  if (onReleased?.signatureIsRight) {
    return [
      h("p", { class: "check" }, again, "The fault did not change the signature: it is right, and was released."),
    ];
  }
  const text =
    "The check of a long e does not see a d_p that was wrong before the key was prepared: with the library’s check, this wrong signature went out all the same";
  const harm = onReleased?.found ? ", and it gives N’s factors away too" : "";
  return [
    h("p", { class: "check problem" }, again, ...mathText(`${text}${harm}.`), " Read keys through the checked import."),
  ];
}

/** The attack's figures in a line. */
export function figuresLine(outcome: AttackOutcome): HTMLElement {
  const figures = Object.entries(outcome as unknown as Record<string, unknown>).flatMap(([name, value]) => {
    const text = typeof value === "number" ? figureTexts[name]?.(value) : undefined;
    return text === undefined ? [] : [text];
  });
  return h("p", { class: "attack-figures" }, figures.join(" · "));
}

const figureTexts: Readonly<Record<string, (value: number) => string>> = {
  seconds: (value) => `the attack took ${formatSpan(value)}`,
  swaps: (value) => `${formatCount(value)} exchanges in the lattice`,
  knownBits: (value) => `${value} bits of each CRT exponent known`,
  knownBitsNeeded: (value) => `${value} needed`,
  longestCrtExponent: (value) => `reaches w up to ${value} bits here`,
  convergents: (value) => `${formatCount(value)} convergents`,
  secondsTried: (value) => `${formatCount(value)} seeds tried`,
  second: (value) => `seeded at ${new Date(value * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`,
  babySteps: (value) => `${formatCount(value)} baby steps`,
  giantSteps: (value) => `${formatCount(value)} giant steps`,
  memory: (value) => `${formatBytes(value)} of memory`,
  curves: (value) => `${formatCount(value)} ${value === 1 ? "curve" : "curves"}`,
  multipliers: (value) => `${formatCount(value)} ${value === 1 ? "multiplier" : "multipliers"} k`,
  multiplier: (value) => `k = ${formatCount(value)} succeeded`,
  products: (value) => `${formatCount(value)} products of forms`,
  multiplications: (value) => `${formatCount(value)} multiplications`,
};

type Estimate = ClassGroupEstimate | CurveEstimate | SearchEstimate;

function estimateParts(outcome: AttackOutcome): Child[] {
  const estimates: readonly Estimate[] = "estimates" in outcome ? outcome.estimates : [];
  const [first] = estimates;
  if (first === undefined) return [];
  return [
    h("p", { class: "attack-heading" }, "At the sizes in use: an estimate"),
    h(
      "p",
      { class: "attack-note" },
      "Reckoned up from the time of this run, on one processor like this one; good to a few bits, not to a few percent.",
    ),
    h(
      "div",
      { class: "table-box", role: "region", "aria-label": "Estimates", tabindex: 0 },
      h(
        "table",
        { class: "figures" },
        h("caption", { class: "visually-hidden" }, "Estimates for the sizes in use"),
        h("thead", {}, h("tr", {}, ...estimateHead(first).map((text) => h("th", { scope: "col" }, text)))),
        h(
          "tbody",
          {},
          ...estimates.map((estimate) => {
            const [name, ...cells] = estimateCells(estimate);
            return h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((text) => h("td", {}, ...mathText(text))));
          }),
        ),
      ),
    ),
  ];
}

function estimateHead(estimate: Estimate): string[] {
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
