import { type Budget, type Operation, type Reference, references } from "@rsa-variants/measure/tasks/protocol";
import { builds as allBuilds, type Build, type Engine, type Variant } from "rsa-variants";
import { allVariants } from "../../core/variants.ts";
import { type Limits, limitsProblem } from "../../core/whole-number.ts";

export { allBuilds, allVariants };

/** Everything a user can choose; the whole of it is in the page's address. Lengths are bits. */
export interface Selection {
  readonly modulusLength: number;
  readonly primes: number;
  readonly crtExponentLength: number;
  /** Scheme B has a length of its own, because the paper pairs it with a shorter public exponent. */
  readonly schemeBExponentLength: number;
  /** |e| of Tunable, whose w follows from it. */
  readonly publicExponentLength: number;
  /** s of multi-power, as near as r allows. */
  readonly multiplicity: number;
  /** Batch has a count of primes of its own, because the papers pair its figures with two. */
  readonly batchPrimes: number;
  readonly batchSize: number;
  /** |p| of Unbalanced. */
  readonly primeLength: number;
  readonly publicExponent: bigint;
  readonly variants: readonly Variant[];
  /** Empty: the fastest engine that this machine can run. */
  readonly engines: readonly Engine[];
  /** The WebAssembly that is measured; `auto`: the fastest that this machine can run. */
  readonly build: Build | "auto";
  readonly references: readonly Reference[];
  readonly budget: Budget;
  /** Whether Scheme A keys are searched for where no prepared sample key exists. */
  readonly generateSchemeA: boolean;
  /** Whether what the guards of the private operation cost is measured too. */
  readonly measureGuards: boolean;
  /** Whether keys with a long e have their modulus in common with keys of a short e. */
  readonly commonModulus: boolean;
  readonly sweepLengths: readonly number[];
  /** The operation that the table's right-hand columns compare. */
  readonly compared: Operation;
}

/** What keys are made by. */
export const keyFields = [
  "modulusLength",
  "primes",
  "crtExponentLength",
  "schemeBExponentLength",
  "publicExponentLength",
  "multiplicity",
  "batchPrimes",
  "batchSize",
  "primeLength",
  "publicExponent",
] as const satisfies readonly (keyof Selection)[];

/** A control of the page that says what keys are like. */
export type Control = (typeof keyFields)[number];

export const limits = {
  modulusLength: { min: 128, max: 8192, step: 64 },
  primes: { min: 2, max: 8, step: 1 },
  crtExponentLength: { min: 16, max: 4096, step: 16 },
  schemeBExponentLength: { min: 16, max: 4096, step: 2 },
  publicExponentLength: { min: 17, max: 4096, step: 16 },
  multiplicity: { min: 1, max: 3, step: 1 },
  batchPrimes: { min: 2, max: 8, step: 1 },
  batchSize: { min: 2, max: 8, step: 1 },
  primeLength: { min: 64, max: 4095, step: 16 },
  seconds: { min: 1, max: 3600, step: 5 },
  samples: { min: 1, max: 10000, step: 10 },
} as const satisfies Record<Exclude<Control, "publicExponent"> | Budget["kind"], Limits>;

export type NumberField = keyof typeof limits;

/** Where the variant's own paper, or a limit of the variant, overrules the common control. */
export const schemeASampleLength = 1024;
export const schemeASampleExponentLength = 160;

export const allEngines: readonly Engine[] = ["lanes", "scalar", "num-bigint"];

/** As the preset for today: the papers' w of 160 falls to a lattice at this length. */
export const defaultSelection: Selection = {
  modulusLength: 2048,
  primes: 3,
  crtExponentLength: 320,
  schemeBExponentLength: 198,
  publicExponentLength: 384,
  multiplicity: 1,
  batchPrimes: 2,
  batchSize: 4,
  primeLength: 640,
  publicExponent: 65537n,
  variants: allVariants,
  engines: [],
  build: "auto",
  references,
  budget: { kind: "seconds", seconds: 10 },
  generateSchemeA: false,
  measureGuards: false,
  commonModulus: false,
  sweepLengths: [512, 768, 1024, 1536, 2048],
  compared: "decrypt",
};

/** Says why a number cannot be used, or nothing. */
export function numberProblem(field: NumberField, value: number): string | undefined {
  return limitsProblem(value, limits[field]);
}

/** Whether two selections measure the same keys on the same engines, lengths of the modulus apart. */
export function sameKeyChoices(a: Selection, b: Selection): boolean {
  return (
    keyFields.every((field) => field === "modulusLength" || a[field] === b[field]) &&
    a.commonModulus === b.commonModulus &&
    a.engines.join() === b.engines.join()
  );
}

/** The common parameters in a line: "n 2048, r 3, w 320, b 4". */
export function paramsInShort({ modulusLength, primes, crtExponentLength, batchSize }: Selection): string {
  return `n ${modulusLength}, r ${primes}, w ${crtExponentLength}, b ${batchSize}`;
}
