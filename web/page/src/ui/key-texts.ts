import type { ChoiceField } from "../core/key-choice.ts";
import type { FieldText } from "./fields.tsx";

/** What stands over a field of a key, and what it takes. */
export interface NumberText extends FieldText {
  readonly hint: string;
}

export const choiceTexts: Readonly<Record<ChoiceField, NumberText>> = {
  modulusLength: { letter: "n", label: "modulus", unit: "bits", hint: "Bits of the modulus N, 512 to 8192" },
  primes: { letter: "r", label: "primes", hint: "Prime factors of N, counted with multiplicity" },
  multiplicity: { letter: "s", label: "times q", hint: "How often q stands in N = p^(r−s)·q^s" },
  crtExponentLength: {
    letter: "w",
    label: "CRT exponents",
    unit: "bits",
    hint: "Bits of each private exponent modulo p − 1",
  },
  batchSize: { letter: "b", label: "batch", hint: "Ciphertexts that one private operation answers" },
  primeLength: {
    letter: "|p|",
    label: "short prime",
    unit: "bits",
    hint: "Bits of the short prime; messages have one bit less, and a file's key needs 785",
  },
  publicExponentLength: { letter: "|e|", label: "public exponent", unit: "bits", hint: "Bits of e; 65537 has 17" },
};
