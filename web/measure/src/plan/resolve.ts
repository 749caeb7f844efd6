import { factsOf, hasParam, type KeyParams, keyParams, type Variant } from "rsa-variants";
import { batchExponents, defaultCrtExponentLength, longestCrtExponent, primeLengthLimits } from "rsa-variants/theory";
import { toPlainParams } from "../tasks/plain-params.ts";
import type { KeySource, MeasureRequest } from "../tasks/protocol.ts";
import { powerPlusOne } from "../text/numbers.ts";
import { inWords, letters, parameters, paramList, refusedBy } from "../text/params.ts";
import { leastPrimes, takesNumber } from "./key-choice.ts";
import {
  type Control,
  controlOf,
  type NumberName,
  type Selection,
  schemeASampleExponentLength,
  schemeASampleLength,
} from "./selection.ts";

/** A value that a variant uses instead of what its control says. */
interface Adjustment {
  readonly control: Control;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** A variant's own parameters for a selection: usable, refused, or left out by the user's choice. */
export interface Resolved {
  readonly variant: Variant;
  readonly params: KeyParams;
  readonly keySource: KeySource;
  readonly adjustments: readonly Adjustment[];
  /** Why the library refuses these parameters, and the control that fixes it. */
  readonly problem?: { readonly control: Control; readonly message: string } | undefined;
  /** Why the variant is not measured although its parameters are usable. */
  readonly skipped?: string | undefined;
}

/** The library's check of key parameters: throws when they are refused. */
export type CheckParams = (params: KeyParams) => unknown;

/**
 * The key parameters of a variant at a modulus length. A value that only this variant cannot use becomes the nearest that it can.
 * `check`, the library's own once that is loaded, reports the rest.
 */
export function resolveVariant(
  variant: Variant,
  modulusLength: number,
  selection: Selection,
  check?: CheckParams,
): Resolved {
  const adjustments: Adjustment[] = [];
  const use = (control: NumberName, to: number, reason: string): number => {
    const from = selection[control];
    if (to !== from) adjustments.push({ control, from, to, reason });
    return to;
  };
  const isSlow = factsOf(variant).isSlowToGenerate === true;
  const isSample = isSlow && modulusLength === schemeASampleLength;
  const params = takesNumber(variant, "publicExponentLength")
    ? paramsForLengthOfE(variant, modulusLength, selection, use)
    : ownParams(variant, modulusLength, selection, isSample, use);
  const needsSearch = isSlow && !isSample && !selection.generateSchemeA;
  return {
    variant,
    params,
    keySource: isSample ? "sample" : "generate",
    adjustments,
    problem: check && findProblem(params, check),
    skipped: needsSearch
      ? `A sample key exists only at ${schemeASampleLength} bits; a search takes seconds to minutes.`
      : undefined,
  };
}

/** Notes that a control's value becomes another one, and returns that. */
type Use = (control: NumberName, to: number, reason: string) => number;

/** The e of its length that encrypts fastest, a power of two plus 1, and the shortest w that is acceptable with it. */
function paramsForLengthOfE(
  variant: Variant,
  modulusLength: number,
  { publicExponentLength }: Selection,
  use: Use,
): KeyParams {
  const length = Math.min(publicExponentLength, Math.floor(modulusLength / 2));
  const publicExponent = powerPlusOne(use("publicExponentLength", length, "e has at most half as many bits as N"));
  const crtExponentLength = defaultCrtExponentLength(variant, modulusLength, 2, publicExponent);
  return keyParams({ variant, modulusLength, publicExponent, crtExponentLength });
}

function ownParams(
  variant: Variant,
  modulusLength: number,
  selection: Selection,
  isSample: boolean,
  use: Use,
): KeyParams {
  const has = (name: Parameters<typeof hasParam>[1]) => hasParam(variant, name);
  const primes = primesOf(variant, selection, use);
  return keyParams({
    variant,
    modulusLength,
    primes: has("primes") ? primes : undefined,
    multiplicity: has("multiplicity") ? multiplicityOf(primes, selection, use) : undefined,
    crtExponentLength: has("crtExponentLength")
      ? exponentLengthOf(variant, modulusLength, primes, selection, isSample, use)
      : undefined,
    publicExponent: has("publicExponent") ? selection.publicExponent : undefined,
    batchSize: has("batchSize") ? selection.batchSize : undefined,
    primeLength: has("primeLength") ? primeLengthOf(modulusLength, selection, use) : undefined,
  });
}

function primesOf(variant: Variant, { primes, batchPrimes }: Selection, use: Use): number {
  if (!hasParam(variant, "primes")) return primes;
  if (hasParam(variant, "batchSize")) return batchPrimes;
  return use("primes", Math.max(primes, leastPrimes(variant)), "this variant needs at least three prime factors");
}

/** The largest s up to the chosen one that is less than r/2 and has no factor in common with r. */
function multiplicityOf(primes: number, { multiplicity }: Selection, use: Use): number {
  let found = Math.min(multiplicity, Math.floor((primes - 1) / 2));
  while (found > 1 && (primes % found === 0 || (primes % 2 === 0 && found % 2 === 0))) found -= 1;
  return use("multiplicity", Math.max(1, found), "s is less than r/2 and has no factor in common with r");
}

function primeLengthOf(modulusLength: number, { primeLength }: Selection, use: Use): number {
  const { least, most } = primeLengthLimits(modulusLength);
  const reason = "the short prime has less than half as many bits as N, and the long one at most 8192";
  return use("primeLength", Math.min(Math.max(primeLength, least), most), reason);
}

function exponentLengthOf(
  variant: Variant,
  modulusLength: number,
  primes: number,
  selection: Selection,
  isSample: boolean,
  use: Use,
): number {
  if (isSample) return use("crtExponentLength", schemeASampleExponentLength, "the sample key has this length");
  const control = controlOf(variant, "crtExponentLength") as NumberName;
  const longest = longestCrtExponent(variant, modulusLength, primes);
  const primeLength = Math.floor(modulusLength / (hasParam(variant, "primes") ? primes : 2));
  return use(control, Math.min(selection[control], longest), `a prime has only ${primeLength} bits`);
}

/** Asks the library, and finds the control at fault: the one whose default would be accepted. */
function findProblem(params: KeyParams, check: CheckParams): Resolved["problem"] {
  const message = refusal(params, check);
  if (message === undefined) return undefined;
  const { variant, modulusLength } = params;
  const atFault = parameters.findLast((name) => {
    if (name === "modulusLength" || params[name] === undefined) return false;
    // Where e is chosen by its length, w follows from it.
    const follows = takesNumber(variant, "publicExponentLength");
    const others = keyParams(follows ? { variant, modulusLength } : { ...params, [name]: undefined });
    return refusal(others, check) === undefined;
  });
  return { control: controlOf(variant, atFault ?? "modulusLength"), message };
}

function refusal(params: KeyParams, check: CheckParams): string | undefined {
  try {
    check(params);
    return undefined;
  } catch (error) {
    return inWords(refusedBy(error), letters);
  }
}

/** How a variant's own parameters read in a table: "r 3, w 160". */
export function describeParams({ resolved }: { readonly resolved?: Resolved | undefined }): string {
  if (resolved === undefined) return "";
  const { variant, batchSize, publicExponent, crtExponentLength } = resolved.params;
  if (takesNumber(variant, "publicExponentLength"))
    return `|e| ${publicExponent?.toString(2).length}, w ${crtExponentLength}`;
  const exponents = batchSize === undefined ? [] : [`e 3 to ${batchExponents[batchSize - 1]}`];
  const [_modulusLength, ...others] = paramList(resolved.params);
  return [...others, ...exponents].join(", ");
}

/** The least time, in seconds, that a series gives each modulus length. */
const leastSweepSeconds = 2;

/**
 * What the worker is to measure for a selection: without variants that are refused or left out. A series shares its seconds
 * among the lengths, makes one key of each variant, and does not measure the guards.
 */
export function buildRequest(selection: Selection, kind: "table" | "sweep", check?: CheckParams): MeasureRequest {
  const { budget, build, engines, references, sweepLengths } = selection;
  const lengths = kind === "sweep" ? sweepLengths : [selection.modulusLength];
  const seconds = budget.kind === "seconds" ? Math.max(leastSweepSeconds, budget.seconds / lengths.length) : 0;
  return {
    lengths: lengths.map((modulusLength) => ({
      modulusLength,
      keys: selection.variants
        .map((variant) => resolveVariant(variant, modulusLength, selection, check))
        .filter(({ problem, skipped }) => problem === undefined && skipped === undefined)
        .map(({ params, keySource }) => ({ params: toPlainParams(params), source: keySource })),
    })),
    build,
    engines,
    references,
    budget: kind === "sweep" && budget.kind === "seconds" ? { kind: "seconds", seconds } : budget,
    furtherKeys: kind === "table",
    commonModulus: selection.commonModulus,
    guards: kind === "table" && selection.measureGuards,
  };
}
