import type { JSX } from "preact";
import type { Reach, Verdict } from "rsa-variants/security";
import { verdictText } from "../common/security/verdicts.ts";

/** What stands in the circle before the word: a cross, an exclamation mark, a bar, a tick. */
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

/** A verdict as a word with a sign before it. */
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
