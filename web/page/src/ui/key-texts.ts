import { type ChoiceField, choiceLimits } from "@rsa-variants/measure/plan/key-choice";
import { type ParamFacts, paramFacts } from "rsa-variants";
import type { FieldText } from "./fields.tsx";

const facts: Readonly<Record<ChoiceField, ParamFacts>> = {
  ...paramFacts,
  publicExponentLength: {
    letter: "|e|",
    label: "public exponent",
    unit: "bits",
    about: "Length of e; 65537 has 17 bits",
  },
};

/** What a field accepts, where that is not obvious. */
const limits: Partial<Record<ChoiceField, string>> = {
  modulusLength: ", 512 to 8192 bits",
  primeLength: ". Messages have one bit less, and encrypting files needs 785 bits",
};

/** The label of each field of a key, and what it accepts. */
export const choiceTexts = Object.fromEntries(
  (Object.keys(choiceLimits) as ChoiceField[]).map((name) => {
    const { about, ...text } = facts[name];
    return [name, { ...text, hint: `${about}${limits[name] ?? ""}` }];
  }),
) as Readonly<Record<ChoiceField, FieldText & { readonly hint: string }>>;
