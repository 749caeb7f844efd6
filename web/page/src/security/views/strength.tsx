import { strengthText } from "@rsa-variants/measure/run/assessor";
import type { ComponentChildren } from "preact";
import type { Assessment, AttackName, Finding, Method } from "rsa-variants/security";
import { Citations, shortSource } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import { type GlossaryTerm, Term } from "../../ui/term.tsx";
import { verdictText } from "../../ui/verdicts.tsx";

/** The scale's last bit: at least enough for every target. */
const least = 160;
const most = 260;
const step = 20;

type Strength = Pick<Finding, "strength" | "strengthRange">;

/** The last bit of the scale, which begins at 0. */
export function barScale(findings: readonly Strength[]): number {
  const greatest = Math.max(0, ...findings.map((finding) => finding.strengthRange?.[1] ?? finding.strength));
  return Math.min(most, Math.max(least, Math.ceil(greatest / step) * step));
}

/** The bar of a finding in percent of the scale, up to the ends of its range, and whether it goes on beyond the scale. */
export function barOf({ strength, strengthRange }: Strength, scale: number) {
  const [low, high] = strengthRange ?? [strength, strength];
  return { sure: placeOf(low, scale), possible: placeOf(high, scale), goesOn: high > scale };
}

export function placeOf(bits: number, scale: number): number {
  return Math.min(100, (100 * bits) / scale);
}

/** "Broken in theory. Lattice for short CRT exponents, essentially no work, in theory." */
export function shortVerdict({ verdict, reach, decisive }: Assessment): string {
  return `${verdictText(verdict, reach).word}. ${decisive.name}, ${strengthText(decisive)}.`;
}

/** A method's definition, and the attack on this page that carries it out. */
const methods: Readonly<Record<Method, readonly [term: GlossaryTerm, attack?: AttackName]>> = {
  "number-field-sieve": ["numberFieldSieve"],
  "elliptic-curve": ["ellipticCurve", "elliptic-curve"],
  "class-group": ["classGroup", "class-group"],
  "prime-power-lattice": ["lattice"],
  "crt-exponent-search": ["meetInTheMiddle", "meet-in-the-middle"],
  "crt-exponent-lattice": ["lattice"],
  "crt-exponent-small-e-lattice": ["lattice", "small-crt-exponents"],
  "one-crt-exponent-lattice": ["lattice"],
  "multi-prime-crt-exponent-lattice": ["lattice", "several-crt-exponents"],
};

interface StrengthProps {
  readonly assessment: Assessment;
  /** The bits that standards ask for. */
  readonly targets: readonly number[];
}

/** What every known attack costs. */
export function Strength({ assessment: { findings, decisive }, targets }: StrengthProps) {
  const scale = barScale(findings);
  const marks = (areLabelled: boolean) =>
    targets.map((bits) => (
      <span key={bits} class="target" style={{ left: `${placeOf(bits, scale)}%` }}>
        {areLabelled && bits}
      </span>
    ));
  return (
    <section class="outcome strength" aria-labelledby="strength-title">
      <h2 id="strength-title">What each attack costs</h2>
      <p class="muted lead-in">
        In <Term of="bitsOfWork">bits of work</Term>: 80 is no longer accepted, 112 is the strength that standards give
        RSA-2048, and 128 is recommended today. Estimates are accurate to about ±5 bits, unless a range is given.
      </p>
      <ol class="findings">
        <li class="axis" aria-hidden="true">
          <span class="track">{marks(true)}</span>
        </li>
        {findings.map((finding) => (
          <FindingItem key={finding.method} isDecisive={finding === decisive} {...{ finding, scale }}>
            {marks(false)}
          </FindingItem>
        ))}
      </ol>
    </section>
  );
}

interface FindingProps {
  readonly finding: Finding;
  readonly isDecisive: boolean;
  readonly scale: number;
  /** The marks of the targets. */
  readonly children: ComponentChildren;
}

function FindingItem({ finding, isDecisive, scale, children }: FindingProps) {
  const { method, name, verdict } = finding;
  const { sure, possible, goesOn } = barOf(finding, scale);
  const [term, attack] = methods[method];
  return (
    <li class={isDecisive ? "cluster finding is-decisive" : "cluster finding"}>
      <p class="finding-name">
        <Term of={term}>{name}</Term> {isDecisive && <span class="tag">decides the verdict</span>}{" "}
        {attack !== undefined && <a href={`#attack-${attack}`}>Run it</a>}
      </p>
      <p class="finding-strength">
        {strengthText(finding)}, {finding.basis}
      </p>
      <span class={goesOn ? "track goes-on" : "track"} aria-hidden="true">
        <span class="strength-bar" data-verdict={verdict} style={{ width: `${sure}%` }} />
        {possible > sure && <span class="strength-range" style={{ left: `${sure}%`, width: `${possible - sure}%` }} />}
        {children}
      </span>
      {!isDecisive && (
        <details>
          <summary>
            Why<span class="visually-hidden">: {name}</span>
          </summary>
          <p>
            <Reason {...finding} />
          </p>
        </details>
      )}
    </li>
  );
}

/** Why, and who found it. */
export function Reason({ reason, source }: Finding) {
  return (
    <>
      <MathText text={reason} /> (<Citations of={[shortSource(source)]} />)
    </>
  );
}
