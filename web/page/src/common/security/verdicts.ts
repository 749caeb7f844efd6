import type { Reach, Verdict } from "rsa-variants/security";

/** What the page says about a verdict. */
export interface VerdictText {
  readonly word: string;
  /** One sentence: what it means for who has such a key. */
  readonly meaning: string;
}

/** Every verdict, worst first. */
export const verdicts: readonly Verdict[] = ["broken", "weak", "acceptable", "good"];

export const verdictTexts: Readonly<Record<Verdict, VerdictText>> = {
  broken: {
    word: "Broken",
    meaning:
      "A known attack finds the private key in polynomial time, or with work that is within reach. Do not use such keys.",
  },
  weak: {
    word: "Weak",
    meaning: "No one is known to have done the work that it takes, but the margin is too small for new keys.",
  },
  acceptable: {
    word: "Acceptable",
    meaning: "Every known attack takes about as much work as on RSA-2048, or more; long-lived secrets deserve more.",
  },
  good: {
    word: "Good",
    meaning: "Every known attack takes about as much work as trying all keys of AES-128, or more.",
  },
};

/** How close to practice what breaks a key is, a sentence each. */
export const reachTexts: Readonly<Record<Reach, string>> = {
  here: "Broken, and it runs here: in minutes.",
  practical: "Broken in practice: others have done it, or published tools do it within days.",
  theory: "Broken in theory: by a formula or a limit, and no run at this size is known.",
};

/** What an advice leads to, as a sentence after it with a space before; empty where that is not known. */
export function advisedText(verdict: Verdict | undefined): string {
  return verdict === undefined ? "" : ` It would be ${verdictTexts[verdict].word.toLowerCase()}.`;
}
