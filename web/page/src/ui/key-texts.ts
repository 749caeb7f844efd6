import type { ChoiceField } from "../core/key-choice.ts";
import type { FieldText } from "./fields.tsx";

/** The label of a field of a key, and what it accepts. */
export interface NumberText extends FieldText {
  readonly hint: string;
}

export const choiceTexts: Readonly<Record<ChoiceField, NumberText>> = {
  modulusLength: { letter: "n", label: "modulus", unit: "bits", hint: "Length of the modulus N, 512 to 8192 bits" },
  primes: { letter: "r", label: "primes", hint: "Number of prime factors of N, counting repeated ones" },
  multiplicity: { letter: "s", label: "times q", hint: "How often q divides N = p^(r−s)·q^s" },
  crtExponentLength: {
    letter: "w",
    label: "CRT exponents",
    unit: "bits",
    hint: "Length of each private exponent modulo p − 1",
  },
  batchSize: { letter: "b", label: "batch", hint: "Number of ciphertexts that one private operation decrypts" },
  primeLength: {
    letter: "|p|",
    label: "short prime",
    unit: "bits",
    hint: "Length of the short prime. Messages have one bit less, and encrypting files needs 785 bits",
  },
  publicExponentLength: {
    letter: "|e|",
    label: "public exponent",
    unit: "bits",
    hint: "Length of e; 65537 has 17 bits",
  },
};
