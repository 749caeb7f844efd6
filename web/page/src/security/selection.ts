import {
  allVariants,
  choiceLimits,
  chosenParams,
  countFields,
  defaultChoice,
  type KeyChoice,
  takesNumber,
} from "@rsa-variants/measure/plan/key-choice";
import type { Question } from "@rsa-variants/measure/run/assessor";
import { limitsProblem, powerPlusOne } from "@rsa-variants/measure/text/numbers";
import { paramsText, type Refused, wordOf, writeParams } from "@rsa-variants/measure/text/params";
import { shortSources } from "@rsa-variants/measure/text/sources";
import { numberWord, readWords, textWord, type Word } from "@rsa-variants/measure/text/url";
import { hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import type { PresetText } from "../ui/fields.tsx";

export const limits = choiceLimits;

export type NumberField = keyof typeof limits;

export const numberFields = Object.keys(limits) as readonly NumberField[];

/**
 * What is chosen first: safe, because a verdict that nobody asked for must not look like one on the user's key, and on a map that shows
 * the parameters of the papers.
 */
export const defaultSelection: KeyChoice = { ...defaultChoice, variant: "rebalanced" };

/** Why a number cannot be used, or nothing. */
export function numberProblem(field: NumberField, value: number): string | undefined {
  return limitsProblem(value, limits[field]);
}

/** The field of the parameter at fault, or that of n. */
export function fieldAtFault({ parameter }: Refused): NumberField {
  return numberFields.find((name) => name === parameter) ?? "modulusLength";
}

export function takes(variant: Variant, field: NumberField): boolean {
  if (field !== "publicExponentLength") return takesNumber(variant, field);
  return hasParam(variant, "publicExponent") || hasParam(variant, "crtExponentLength");
}

/** A selection as the library takes it. Of e only the length counts, so any e of that length will do. */
export function questionOf(selection: KeyChoice): Question {
  const { variant, publicExponentLength: length } = selection;
  const params = chosenParams(selection);
  const isFree = takes(variant, "publicExponentLength") && !takesNumber(variant, "publicExponentLength");
  if (length === undefined || !isFree) return { params };
  if (hasParam(variant, "crtExponentLength")) return { params, publicExponentLength: length };
  return { params: keyParams({ ...params, publicExponent: powerPlusOne(length) }) };
}

/** A selection with other parameters; what these leave out stays. */
export function withParams(selection: KeyChoice, { publicExponent, ...params }: KeyParams): KeyChoice {
  const length = takesNumber(params.variant, "publicExponentLength") ? publicExponent?.toString(2).length : undefined;
  return { ...selection, ...params, publicExponentLength: length };
}

/** The address's letters and their fields: those of the papers where they have one. */
const numberNames: Readonly<Record<string, NumberField>> = {
  ...Object.fromEntries(countFields.map((name) => [wordOf(name), name])),
  "e-length": "publicExponentLength",
};

const options = { defaults: defaultSelection };
const defaultE = "the default length of e";

const words: readonly Word<KeyChoice>[] = [
  textWord<KeyChoice, "variant">("variant", "variant", allVariants, options),
  ...Object.entries(numberNames).map(([name, field]) =>
    numberWord<KeyChoice, NumberField>(name, field, numberProblem, options, defaultSelection[field] ?? defaultE),
  ),
];

/** The selection as a query string without the question mark: "variant=rebalanced&n=2048&w=160". */
export function writeSelection(selection: KeyChoice): string {
  const { params, publicExponentLength } = questionOf(selection);
  return writeParams(params, publicExponentLength);
}

/** Reads a query string. What is missing or unusable gets its default; the problems name the latter. */
export function readSelection(text: string): { readonly selection: KeyChoice; readonly problems: readonly string[] } {
  const query = new URLSearchParams(text);
  const { choice, problems } = readWords(words, defaultSelection, text);
  const idle = Object.entries(numberNames).filter(([name, field]) => query.has(name) && !takes(choice.variant, field));
  if (idle.length === 0) return { selection: choice, problems };
  const selection = { ...choice, ...Object.fromEntries(idle.map(([, field]) => [field, defaultSelection[field]])) };
  const ignored = idle.map(([name]) => name).join(", ");
  return { selection, problems: [...problems, `Not used by ${choice.variant}, left out of the address: ${ignored}.`] };
}

export interface Preset extends PresetText {
  readonly params: KeyParams;
}

/** Each with who used it, or why. */
const addresses: readonly (readonly [address: string, reason: string])[] = [
  ["variant=crt&n=2048", "Most keys today"],
  ["variant=crt&n=3072", "For 2030 to 2035"],
  ["variant=multi-prime&n=2048&r=3", shortSources["paixao-2005"]],
  ["variant=multi-prime&n=2048&r=4", "One more prime"],
  ["variant=multi-power&n=2048&r=3", shortSources["paixao-2005"]],
  ["variant=rebalanced&n=2048&w=160", shortSources["paixao-2005"]],
  ["variant=rebalanced&n=2048&w=320", "Longer exponents"],
  ["variant=rebalanced&n=3072&w=448", "A longer modulus, too"],
  ["variant=rebalanced&n=1024&w=160", shortSources["hansen-2009"]],
  ["variant=r-prime&n=2048&r=3&w=160", shortSources["paixao-2005"]],
  ["variant=scheme-a&n=1024&w=160", "Sun, Wu 2005"],
  ["variant=scheme-b&n=1024&w=198", "Sun, Wu 2005"],
];

export const presets: readonly Preset[] = addresses.map(([id, reason]) => {
  const { params } = questionOf(readSelection(id).selection);
  return { id, text: paramsText(params), reason, params };
});

export function matchingPreset(selection: KeyChoice): Preset | undefined {
  const chosen = writeSelection(selection);
  return presets.find(({ id }) => id === chosen);
}
