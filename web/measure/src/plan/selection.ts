import { type Build, type Engine, type KeyParams, type Variant, variants } from "rsa-variants";
import { type Budget, type Operation, type Reference, references } from "../tasks/protocol.ts";
import { type Limits, limitsProblem } from "../text/numbers.ts";
import { type Parameter, wordOf } from "../text/params.ts";
import { type CountField, choiceLimits, countFields, takesNumber } from "./key-choice.ts";

/** A field for a number of keys: what the form, the address and the variants know about it. */
interface NumberControl {
  /** Its name in the address. */
  readonly word: string;
  readonly limits: Limits;
  /** The one variant that it is for, if it is not shared. */
  readonly only?: Variant;
  /** The parameter of keys that it sets, if that has another name. */
  readonly parameter?: Parameter;
  readonly initial: number;
}

/** The controls for the parameters themselves. The one for n also accepts lengths that no key should have. */
const { modulusLength, primes, multiplicity, crtExponentLength, ...further } = Object.fromEntries(
  countFields.map((name): [CountField, NumberControl] => {
    const { initial, ...limits } = choiceLimits[name];
    const [only, ...others] = variants.filter((variant) => takesNumber(variant, name));
    const isShared = only === undefined || others.length > 0;
    return [name, { word: wordOf(name), limits, initial, ...(isShared ? {} : { only }) }];
  }),
) as Readonly<Record<CountField, NumberControl>>;

const controls = {
  modulusLength: { ...modulusLength, limits: { ...modulusLength.limits, min: 128 }, initial: 2048 },
  primes,
  multiplicity,
  crtExponentLength: { ...crtExponentLength, initial: 320 }, // the papers' 160 is broken in theory at 2048 bits, by a lattice
  schemeBExponentLength: {
    word: "wb",
    only: "scheme-b", // the paper pairs it with a shorter public exponent
    parameter: "crtExponentLength",
    limits: { min: 16, max: 4096, step: 2 },
    initial: 198,
  },
  publicExponentLength: {
    word: "et",
    only: "tunable",
    parameter: "publicExponent",
    limits: { min: 17, max: 4096, step: 16 },
    initial: 384,
  },
  batchPrimes: {
    word: "rb",
    only: "batch", // the papers measured it with two
    parameter: "primes",
    limits: { min: 2, max: 8, step: 1 },
    initial: 2,
  },
  ...further,
} as const satisfies Readonly<Record<string, NumberControl>>;

/** A control for a number of keys. */
export type NumberName = keyof typeof controls;

/** A control that says what keys are like. */
export type Control = NumberName | "publicExponent";

export const numberControls: Readonly<Record<NumberName, NumberControl>> = controls;
export const numberNames = Object.keys(controls) as readonly NumberName[];

/** Everything a user can choose; the page's address contains all of it. Lengths are bits. */
export interface Selection extends Readonly<Record<NumberName, number>> {
  readonly publicExponent: bigint;
  readonly variants: readonly Variant[];
  /** Empty: the fastest engine that this machine can run. */
  readonly engines: readonly Engine[];
  /** The WebAssembly that is measured; `auto`: the fastest that this machine can run. */
  readonly build: Build | "auto";
  readonly references: readonly Reference[];
  readonly budget: Budget;
  /** Whether to search for Scheme A keys where there is no sample key. */
  readonly generateSchemeA: boolean;
  /** Whether to measure what each guard of the private operation costs. If not, a run only measures it with both guards. */
  readonly measureGuards: boolean;
  /** Whether keys with a long e share their modulus with keys of a short e. */
  readonly commonModulus: boolean;
  readonly sweepLengths: readonly number[];
  /** The operation that card and table compare. */
  readonly compared: Operation;
  /** What the table counts in. */
  readonly unit: Unit;
  /** Whether private operations are shown with the guards, where the unit allows it. */
  readonly guarded: boolean;
}

/** Times as fast as plain RSA, as CRT, as the browser's own RSA; or milliseconds. */
export const units = ["plain", "crt", "browser", "ms"] as const;

export type Unit = (typeof units)[number];

/** The only length, and the w, for which the library has a Scheme A key: those of its paper. */
export const schemeASampleLength = 1024;
export const schemeASampleExponentLength = 160;

export const allEngines: readonly Engine[] = ["lanes", "scalar", "num-bigint"];

export const defaultSelection: Selection = {
  ...(Object.fromEntries(numberNames.map((name) => [name, controls[name].initial])) as Record<NumberName, number>),
  publicExponent: 65537n,
  variants,
  engines: [],
  build: "auto",
  references,
  budget: { kind: "seconds", seconds: 10 },
  generateSchemeA: false,
  measureGuards: false,
  commonModulus: false,
  sweepLengths: [512, 768, 1024, 1536, 2048],
  compared: "decrypt",
  unit: "plain",
  guarded: false,
};

export const budgetLimits: Readonly<Record<Budget["kind"], Limits>> = {
  seconds: { min: 1, max: 3600, step: 5 },
  samples: { min: 1, max: 10000, step: 10 },
};

/** Says why a number cannot be used, or nothing. */
export function numberProblem(field: NumberName | Budget["kind"], value: number): string | undefined {
  const limits = field === "seconds" || field === "samples" ? budgetLimits[field] : numberControls[field].limits;
  return limitsProblem(value, limits);
}

/** The control that sets a variant's parameter: the variant's own, or the one that it shares with others. */
export function controlOf(variant: Variant, parameter: Parameter): Control {
  const own = numberNames.find((name) => {
    const { only, parameter: set = name } = numberControls[name];
    return only === variant && set === parameter;
  });
  return own ?? parameter;
}

/**
 * The controls that give a variant the parameters advised. Variants that share a control change with it. What the variant `uses`
 * already stays as chosen: the page may have adjusted it for this variant alone.
 */
export function adviceChange(params: KeyParams, uses?: KeyParams): Partial<Pick<Selection, NumberName>> {
  const { variant, modulusLength, publicExponent, ...others } = params;
  // Tunable's w follows from its e.
  if (takesNumber(variant, "publicExponentLength"))
    return { modulusLength, publicExponentLength: (publicExponent ?? 1n).toString(2).length };
  const changes = Object.entries(others)
    .filter(([name, value]) => uses?.[name as Parameter] !== value)
    .map(([name, value]) => [controlOf(variant, name as Parameter), value]);
  return { modulusLength, ...Object.fromEntries(changes) };
}

/** Whether two selections measure the same keys on the same engines, apart from the modulus length. */
export function sameKeyChoices(a: Selection, b: Selection): boolean {
  return (
    isSameKeys({ ...a, modulusLength: b.modulusLength }, b) &&
    a.commonModulus === b.commonModulus &&
    a.engines.join() === b.engines.join()
  );
}

/** Whether two selections ask for the same keys. */
export function isSameKeys(a: Pick<Selection, Control>, b: Pick<Selection, Control>): boolean {
  return a.publicExponent === b.publicExponent && numberNames.every((name) => a[name] === b[name]);
}
