import type { Verdict } from "rsa-variants/doctor";
import type { Kind } from "./question.ts";

/** How a verdict looks: as it should be, not, or something to do. */
export type Tone = "good" | "bad" | "open";

export interface VerdictWords {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

/** What a verdict means for what was examined. */
export function wordsOf(verdict: Verdict, kind: Kind): VerdictWords {
  const subject = kind === "pair" ? "key" : kind;
  const words: Readonly<Record<Verdict, readonly [Tone, title: string, text: string]>> = {
    fits: ["good", ...fitting[kind]],
    repairable: ["open", "Almost: it fits after a change", "Change the data as described below."],
    "other-message":
      kind === "token"
        ? ["bad", "The token was changed", "This key signed another header or payload."]
        : ["bad", "Another message", "This key made the signature, but for another message."],
    "other-label": ["open", "Another label", "Enter the label that the sender used, then examine it again."],
    "other-key":
      kind === "pair"
        ? ["bad", "The keys do not belong together", "They are from two different pairs."]
        : ["bad", "Another key, or damaged data", `The ${subject} does not fit this key.`],
    "other-algorithm": ["bad", "Wrong algorithm", "The key, the algorithm and the padding do not match."],
    damaged: ["bad", "Damaged", `Part of the ${subject} is missing. Get a new copy.`],
    container: ["open", "Another format", "The findings say what can open this data."],
    unknown: ["open", "Not certain", "The findings are all that the data shows."],
  };
  const [tone, title, text] = words[verdict];
  return { tone, title, text };
}

const fitting: Readonly<Record<Kind, readonly [title: string, text: string]>> = {
  signature: ["Valid signature", "Verify it with the parameters below."],
  ciphertext: ["It decrypts", "Decrypt it with the parameters below."],
  pair: ["The keys belong together", "What one of them encrypts or signs, the other decrypts or verifies."],
  token: ["The token’s signature is valid", "Whether to accept the token is for your software to decide."],
};
