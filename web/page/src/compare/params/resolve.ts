import type { KeySource } from "@rsa-variants/measure/tasks/protocol";
import { hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import { defaultCrtExponentLength, longestCrtExponent, primeLengthLimits } from "rsa-variants/theory";
import { powerPlusOne } from "../../core/public-exponent.ts";
import { inWords, letters, refusedBy } from "../../core/refusal.ts";
import { leastPrimes } from "../../core/variants.ts";
import { type Control, type Selection, schemeASampleExponentLength, schemeASampleLength } from "./selection.ts";

/** One value that a variant takes differently from what the control says. */
export interface Adjustment {
  readonly control: Control;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** A variant's own parameters under a selection: usable, refused, or left out at the user's choice. */
export interface Resolved {
  readonly variant: Variant;
  readonly params: KeyParams;
  readonly keySource: KeySource;
  readonly adjustments: readonly Adjustment[];
  /** Why these parameters are refused, and the control to mend it with. */
  readonly problem?: { readonly control: Control; readonly message: string };
  /** Why the variant is not measured although its parameters are sound. */
  readonly skipped?: string;
}

/** The library's check of key parameters: throws when they are refused. */
export type CheckParams = (params: KeyParams) => unknown;

/** The parameters that a variant takes from the controls. */
export function controlsOf(variant: Variant): readonly Control[] {
  if (variant === "tunable") return ["modulusLength", "publicExponentLength"];
  const controls: Control[] = ["modulusLength"];
  if (hasParam(variant, "primes")) controls.push(variant === "batch" ? "batchPrimes" : "primes");
  if (hasParam(variant, "multiplicity")) controls.push("multiplicity");
  if (variant === "scheme-b") controls.push("schemeBExponentLength");
  else if (hasParam(variant, "crtExponentLength")) controls.push("crtExponentLength");
  if (hasParam(variant, "publicExponent")) controls.push("publicExponent");
  if (variant === "batch") controls.push("batchSize");
  if (variant === "unbalanced") controls.push("primeLength");
  return controls;
}

/**
 * The key parameters of one variant at one modulus length. Values that only this variant cannot take are adjusted to the
 * nearest that it can; what no adjustment mends is reported by `check` (the library's own, when it is loaded).
 */
export function resolveVariant(
  variant: Variant,
  modulusLength: number,
  selection: Selection,
  check?: CheckParams,
): Resolved {
  const adjustments: Adjustment[] = [];
  if (variant === "tunable") return resolveTunable(modulusLength, selection.publicExponentLength, adjustments, check);
  const sample = variant === "scheme-a" && modulusLength === schemeASampleLength;
  const primes = variant === "batch" ? selection.batchPrimes : resolvePrimes(variant, selection.primes, adjustments);
  const crtExponentLength = hasParam(variant, "crtExponentLength")
    ? resolveExponentLength(variant, modulusLength, primes, sample, selection, adjustments)
    : undefined;
  const params = keyParams({
    variant,
    modulusLength,
    primes: hasParam(variant, "primes") ? primes : undefined,
    multiplicity: hasParam(variant, "multiplicity")
      ? resolveMultiplicity(primes, selection.multiplicity, adjustments)
      : undefined,
    crtExponentLength,
    publicExponent: hasParam(variant, "publicExponent") ? selection.publicExponent : undefined,
    batchSize: variant === "batch" ? selection.batchSize : undefined,
    primeLength:
      variant === "unbalanced" ? resolvePrimeLength(modulusLength, selection.primeLength, adjustments) : undefined,
  });
  const problem = check === undefined ? undefined : findProblem(params, check);
  const skipped = sample || variant !== "scheme-a" || selection.generateSchemeA ? undefined : schemeAReason;
  return {
    variant,
    params,
    keySource: sample ? "sample" : "generate",
    adjustments,
    ...(problem === undefined ? {} : { problem }),
    ...(skipped === undefined ? {} : { skipped }),
  };
}

/** e is a power of two plus 1, which encrypts fastest at its length, and w the shortest that is acceptable with it. */
function resolveTunable(
  modulusLength: number,
  wanted: number,
  adjustments: Adjustment[],
  check: CheckParams | undefined,
): Resolved {
  const variant = "tunable";
  const length = Math.min(wanted, Math.floor(modulusLength / 2));
  if (length < wanted) {
    const reason = "e has at most half of the modulus's bits";
    adjustments.push({ control: "publicExponentLength", from: wanted, to: length, reason });
  }
  const publicExponent = powerPlusOne(length);
  const crtExponentLength = defaultCrtExponentLength(variant, modulusLength, 2, publicExponent);
  const params: KeyParams = { variant, modulusLength, publicExponent, crtExponentLength };
  const resolved = { variant, params, keySource: "generate", adjustments } as const;
  const message = check === undefined ? undefined : refusal(params, check);
  if (check === undefined || message === undefined) return resolved;
  const isLengthAtFault = refusal({ variant, modulusLength }, check) === undefined;
  return { ...resolved, problem: { control: isLengthAtFault ? "publicExponentLength" : "modulusLength", message } };
}

const schemeAReason = `Its sample key has ${schemeASampleLength} bits; a search takes seconds to minutes.`;

function resolvePrimes(variant: Variant, wanted: number, adjustments: Adjustment[]): number {
  const least = leastPrimes(variant);
  if (wanted >= least || !hasParam(variant, "primes")) return wanted;
  adjustments.push({ control: "primes", from: wanted, to: least, reason: "this variant needs at least three factors" });
  return least;
}

/** The greatest s up to the wanted one that has no factor in common with r, and is less than half of it. */
function resolveMultiplicity(primes: number, wanted: number, adjustments: Adjustment[]): number {
  let found = Math.min(wanted, Math.floor((primes - 1) / 2));
  while (found > 1 && (primes % found === 0 || (primes % 2 === 0 && found % 2 === 0))) found -= 1;
  found = Math.max(1, found);
  if (found !== wanted) {
    const reason = "s is less than r/2 and has no factor in common with r";
    adjustments.push({ control: "multiplicity", from: wanted, to: found, reason });
  }
  return found;
}

function resolvePrimeLength(modulusLength: number, from: number, adjustments: Adjustment[]): number {
  const { least, most } = primeLengthLimits(modulusLength);
  const to = Math.min(Math.max(from, least), most);
  if (to !== from) {
    const reason = "the short prime has less than half of the modulus's bits, and the long one at most 8192";
    adjustments.push({ control: "primeLength", from, to, reason });
  }
  return to;
}

function resolveExponentLength(
  variant: Variant,
  modulusLength: number,
  primes: number,
  sample: boolean,
  selection: Selection,
  adjustments: Adjustment[],
): number {
  const control = variant === "scheme-b" ? "schemeBExponentLength" : "crtExponentLength";
  const from = selection[control];
  const largest = longestCrtExponent(variant, modulusLength, primes);
  if (sample && from !== schemeASampleExponentLength) {
    const to = schemeASampleExponentLength;
    adjustments.push({ control, from, to, reason: "the prepared sample key has this length" });
    return to;
  }
  if (from > largest) {
    const factors = variant === "r-prime" ? primes : 2;
    adjustments.push({
      control,
      from,
      to: largest,
      reason: `a prime has only ${Math.floor(modulusLength / factors)} bits`,
    });
    return largest;
  }
  return from;
}

/** Asks the library, and finds the control at fault: the one whose default would be accepted. */
function findProblem(params: KeyParams, check: CheckParams): Resolved["problem"] {
  const message = refusal(params, check);
  if (message === undefined) return undefined;
  for (const name of [
    "publicExponent",
    "batchSize",
    "primeLength",
    "crtExponentLength",
    "multiplicity",
    "primes",
  ] as const) {
    if (params[name] === undefined) continue;
    const { [name]: _left, ...others } = params;
    if (refusal(others, check) === undefined) {
      return { control: controlOf(params.variant, name), message };
    }
  }
  return { control: "modulusLength", message };
}

function controlOf(variant: Variant, name: Exclude<keyof KeyParams, "variant" | "modulusLength">): Control {
  if (variant === "scheme-b" && name === "crtExponentLength") return "schemeBExponentLength";
  return variant === "batch" && name === "primes" ? "batchPrimes" : name;
}

function refusal(params: KeyParams, check: CheckParams): string | undefined {
  try {
    check(params);
    return undefined;
  } catch (error) {
    return inWords(refusedBy(error), letters);
  }
}
