import type { ComponentChildren } from "preact";
import type { KeyVerdict, Reach, Verdict } from "rsa-variants/security";

const checkMark = "M3.9 7.3 L6.2 9.6 L10.2 4.8";

/** The signs in the circle: a cross, an exclamation mark, a check mark for both answers that mean yes, and a dash for no answer. */
const signs: Readonly<Record<Verdict | KeyVerdict, string>> = {
  broken: "M4.2 4.2 L9.8 9.8 M9.8 4.2 L4.2 9.8",
  weak: "M7 3.6 V7.8 M7 9.6 V10.4",
  acceptable: checkMark,
  good: checkMark,
  "none-found": "M4 7 H10",
};

interface VerdictBadgeProps {
  readonly verdict: Verdict | KeyVerdict;
  /** Of a broken key: in theory, in practice or here. */
  readonly reach?: Reach | undefined;
  /** The verdict on a key in words. */
  readonly summary?: string | undefined;
  /** Instead of the verdict's word. */
  readonly children?: ComponentChildren;
}

/** A verdict as a sign and a word. */
export function VerdictBadge({ verdict, reach, summary, children }: VerdictBadgeProps) {
  return (
    <span class="verdict-badge" data-verdict={verdict}>
      <svg class="verdict-sign" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="6.25" />
        <path d={signs[verdict]} />
      </svg>
      {children ?? (verdict === "none-found" ? summary : verdictText(verdict, reach).word)}
    </span>
  );
}

interface VerdictText {
  readonly word: string;
  /** What it means for such a key. */
  readonly meaning: string;
}

/** Every verdict, worst first. */
export const verdicts: readonly Verdict[] = ["broken", "weak", "acceptable", "good"];

/** Every verdict on a key, worst first. */
export const keyVerdicts: readonly KeyVerdict[] = ["broken", "weak", "none-found"];

export const verdictTexts: Readonly<Record<Verdict, VerdictText>> = {
  broken: { word: "Broken", meaning: "A known attack finds the private key. Do not use such keys." },
  weak: {
    word: "Weak",
    meaning: "Nobody is known to have broken such a key, but the margin is too small for new keys.",
  },
  acceptable: {
    word: "Acceptable",
    meaning:
      "Good enough for most uses today: every known attack costs at least about as much as breaking plain RSA-2048. NIST’s drafts deprecate that strength after 2030.",
  },
  good: {
    word: "Good",
    meaning:
      "Every known attack costs at least about as much as trying all AES-128 keys. NIST’s draft IR 8547 disallows all RSA after 2035.",
  },
};

/** A broken key is broken in one of three ways. */
const brokenTexts: Readonly<Record<Reach, VerdictText>> = {
  here: {
    word: "Broken here",
    meaning: "An attack under Security finds the private key within minutes. Do not use such keys.",
  },
  practical: {
    word: "Broken in practice",
    meaning: "Others have broken such keys, or published tools do so within days. Do not use such keys.",
  },
  theory: {
    word: "Broken in theory",
    meaning: "Nobody is known to have broken a key of this size, but in theory it is possible. Do not use such keys.",
  },
};

/** What the page says about a verdict, and for broken keys, how practical the attack is. */
export function verdictText(verdict: Verdict, reach: Reach | undefined): VerdictText {
  return reach === undefined ? verdictTexts[verdict] : brokenTexts[reach];
}

/** The verdict that a piece of advice leads to, as a sentence after it; empty if unknown. */
export function advisedText(verdict: Verdict | undefined): string {
  return verdict === undefined ? "" : ` That would be ${verdictTexts[verdict].word.toLowerCase()}.`;
}
