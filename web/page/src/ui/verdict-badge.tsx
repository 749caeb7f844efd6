import type { JSX } from "preact";
import type { Reach, Verdict } from "rsa-variants/security";
import { verdictText } from "../core/security/verdicts.ts";

/** The signs in the circle: a cross, an exclamation mark, a bar, a check mark. */
const signs: Readonly<Record<Verdict, string>> = {
  broken: "M4.2 4.2 L9.8 9.8 M9.8 4.2 L4.2 9.8",
  weak: "M7 3.6 V7.8 M7 9.6 V10.4",
  acceptable: "M4 7 H10",
  good: "M3.9 7.3 L6.2 9.6 L10.2 4.8",
};

export interface VerdictBadgeProps {
  readonly verdict: Verdict;
  /** Of a broken key: in theory, in practice or here. */
  readonly reach?: Reach | undefined;
}

/** A verdict as a sign and a word. */
export function VerdictBadge({ verdict, reach }: VerdictBadgeProps): JSX.Element {
  return (
    <span class="verdict-badge" data-verdict={verdict}>
      <svg class="verdict-sign" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="6.25" />
        <path d={signs[verdict]} />
      </svg>
      {verdictText(verdict, reach).word}
    </span>
  );
}
