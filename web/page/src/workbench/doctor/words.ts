import type { Verdict } from "rsa-variants/doctor";
import type { Kind } from "./question.ts";

/** How a verdict looks: as it should be, not, or something to do. */
export type Tone = "good" | "bad" | "open";

interface VerdictWords {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

const subjects: Readonly<Record<Kind, string>> = {
  signature: "signature",
  ciphertext: "ciphertext",
  pair: "key",
  token: "token",
};

/** What a verdict means for what was examined. */
export function wordsOf(verdict: Verdict, kind: Kind): VerdictWords {
  const subject = subjects[kind];
  switch (verdict) {
    case "fits":
      return { tone: "good", ...fitting[kind] };
    case "repairable":
      return { tone: "open", title: "Almost: it fits after a change", text: "Change the data as described below." };
    case "other-message":
      return kind === "token"
        ? { tone: "bad", title: "The token was changed", text: "This key signed another header or payload." }
        : { tone: "bad", title: "Another message", text: "This key made the signature, but for another message." };
    case "other-label":
      return {
        tone: "open",
        title: "Another label",
        text: "Enter the label that the sender used, then examine it again.",
      };
    case "other-key":
      return kind === "pair"
        ? { tone: "bad", title: "The keys do not belong together", text: "They are from two different pairs." }
        : { tone: "bad", title: "Another key, or damaged data", text: `The ${subject} does not fit this key.` };
    case "other-algorithm":
      return {
        tone: "bad",
        title: "Wrong algorithm",
        text: "The key, the algorithm and the padding do not match.",
      };
    case "damaged":
      return { tone: "bad", title: "Damaged", text: `Part of the ${subject} is missing. Get a new copy.` };
    case "container":
      return { tone: "open", title: "Another format", text: "The findings say what can open this data." };
    case "unknown":
      return { tone: "open", title: "Not certain", text: "The findings are all that the data shows." };
  }
}

const fitting: Readonly<Record<Kind, { readonly title: string; readonly text: string }>> = {
  signature: { title: "Valid signature", text: "Verify it with the parameters below." },
  ciphertext: { title: "It decrypts", text: "Decrypt it with the parameters below." },
  pair: {
    title: "The keys belong together",
    text: "What one of them encrypts or signs, the other decrypts or verifies.",
  },
  token: {
    title: "The token’s signature is valid",
    text: "Whether to accept the token is for your software to decide.",
  },
};
