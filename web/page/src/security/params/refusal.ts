import { inLetters } from "../../common/letters.ts";
import { type NumberField, numberFields } from "./selection.ts";

/** Why parameters are refused, and the control to mend them with. */
export interface Refusal {
  readonly field: NumberField;
  /** A sentence. */
  readonly message: string;
}

/** A message of the library, which begins with the parameter's name, with the page's letter in its place. */
export function refusalOf(message: string): Refusal {
  const field = numberFields.find((name) => message.startsWith(name)) ?? "modulusLength";
  return { field, message: `${inLetters(message)}.` };
}
