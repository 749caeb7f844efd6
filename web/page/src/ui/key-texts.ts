import { type ChoiceField, choiceLimits } from "@rsa-variants/measure/plan/key-choice";
import { type ParamFacts, paramFacts } from "rsa-variants";
import type { FieldText } from "./fields.tsx";

/** The label of a field of a key, and what it accepts. */
export interface NumberText extends FieldText {
  readonly hint: string;
}

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

export const choiceTexts = Object.fromEntries(
  (Object.keys(choiceLimits) as ChoiceField[]).map((name): [ChoiceField, NumberText] => {
    const { about, ...text } = facts[name];
    return [name, { ...text, hint: `${about}${limits[name] ?? ""}` }];
  }),
) as Readonly<Record<ChoiceField, NumberText>>;
