import type { JSX } from "preact";
import type { Assessment, AttackName, Finding, Method } from "rsa-variants/security";
import { shortSource } from "../../core/citations.ts";
import { strengthText } from "../../core/security/strength.ts";
import { Citations } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import { type GlossaryTerm, Term } from "../../ui/term.tsx";
import { barOf, barScale, placeOf } from "../strength.ts";

/** What explains a method, and the attack of this page that carries it out. */
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

export interface StrengthProps {
  readonly assessment: Assessment;
  /** The bits that standards ask for. */
  readonly targets: readonly number[];
}

/** What every known attack costs, as bars against the targets. */
export function Strength({ assessment: { findings, decisive }, targets }: StrengthProps): JSX.Element {
  const scale = barScale(findings);
  return (
    <section class="outcome strength" aria-labelledby="strength-title">
      <h2 id="strength-title">What each attack costs</h2>
      <p class="lead-in">
        In <Term of="bitsOfWork">bits of work</Term>: 80 is given up, 112 is what standards assign to RSA-2048, 128 is
        recommended today. Estimates are good to about ±5 bits.
      </p>
      <ol class="findings">
        <li class="axis" aria-hidden="true">
          <span class="track">
            <Targets {...{ targets, scale }} areLabelled />
          </span>
        </li>
        {findings.map((finding) => (
          <FindingItem key={finding.method} isDecisive={finding === decisive} {...{ finding, scale, targets }} />
        ))}
      </ol>
    </section>
  );
}

interface TargetsProps {
  readonly targets: readonly number[];
  readonly scale: number;
  readonly areLabelled?: boolean;
}

function Targets({ targets, scale, areLabelled = false }: TargetsProps): JSX.Element {
  return (
    <>
      {targets.map((bits) => (
        <span key={bits} class="target" style={{ left: `${placeOf(bits, scale)}%` }}>
          {areLabelled && bits}
        </span>
      ))}
    </>
  );
}

interface FindingProps extends TargetsProps {
  readonly finding: Finding;
  readonly isDecisive: boolean;
}

function FindingItem({ finding, isDecisive, scale, targets }: FindingProps): JSX.Element {
  const { method, name, verdict, basis, reason, source } = finding;
  const { sure, possible, goesOn } = barOf(finding, scale);
  const [term, attack] = methods[method];
  return (
    <li class={isDecisive ? "finding is-decisive" : "finding"}>
      <p class="finding-name">
        <Term of={term}>{name}</Term> {isDecisive && <span class="tag">decides the verdict</span>}
      </p>
      <p class="finding-strength">{strengthText(finding)}</p>
      <span class={goesOn ? "track goes-on" : "track"} aria-hidden="true">
        <span class="strength-bar" data-verdict={verdict} style={{ width: `${sure}%` }} />
        {possible > sure && <span class="strength-range" style={{ left: `${sure}%`, width: `${possible - sure}%` }} />}
        <Targets {...{ targets, scale }} />
      </span>
      <p class="finding-reason">
        <span class="basis">{basis === "exact" ? "Exact. " : "Estimate. "}</span>
        {isDecisive ? "The reason is given above. " : <Reason {...{ reason, source }} />}
        {attack !== undefined && <a href={`#attack-${attack}`}>Run it</a>}
      </p>
    </li>
  );
}

/** Why, and who found it. */
export function Reason({ reason, source }: Pick<Finding, "reason" | "source">): JSX.Element {
  return (
    <>
      <MathText text={reason} /> (<Citations of={[shortSource(source)]} />){" "}
    </>
  );
}
