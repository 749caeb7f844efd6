import { factsOf, type KeyParams, keyParams, type Variant } from "rsa-variants";
import { batchExponents, nearestParams, paramLimits } from "rsa-variants/theory";
import type { KeySource, MeasureRequest } from "../tasks/protocol.ts";
import { powerPlusOne } from "../text/numbers.ts";
import { inWords, letters, parameters, paramList, refusedBy } from "../text/params.ts";
import { takesNumber } from "./key-choice.ts";
import {
  type Control,
  controlOf,
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
  const isSlow = factsOf(variant).isSlowToGenerate === true;
  const isSample = isSlow && modulusLength === schemeASampleLength;
  const { params, adjustments } = takesNumber(variant, "publicExponentLength")
    ? withLengthOfE(variant, modulusLength, selection)
    : nearestChosen(variant, modulusLength, selection, isSample);
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

/** Parameters that a variant can use, and what they change about the selection. */
type Usable = Pick<Resolved, "params" | "adjustments">;

/** The e of its length that encrypts fastest, a power of two plus 1, and the shortest w that is acceptable with it. */
function withLengthOfE(variant: Variant, modulusLength: number, { publicExponentLength: from }: Selection): Usable {
  const { most = from, whyMost = "" } = paramLimits({ variant, modulusLength }).publicExponent ?? {};
  const to = Math.min(from, most);
  const chosen = { variant, modulusLength, publicExponent: powerPlusOne(to) };
  const crtExponentLength = paramLimits(chosen).crtExponentLength?.default;
  const adjustment = { control: "publicExponentLength", from, to, reason: whyMost } as const;
  return { params: keyParams({ ...chosen, crtExponentLength }), adjustments: to === from ? [] : [adjustment] };
}

/** The variant's own parameters as they are chosen, or the nearest to them. */
function nearestChosen(variant: Variant, modulusLength: number, selection: Selection, isSample: boolean): Usable {
  const own = factsOf(variant).params.map((name) => [name, selection[controlOf(variant, name)]]);
  const chosen = keyParams({ variant, modulusLength, ...Object.fromEntries(own) });
  const { params, changes } = isSample ? ofSample(chosen) : nearestParams(chosen);
  const adjustments = changes.map(({ name, ...change }) => ({ control: controlOf(variant, name), ...change }));
  return { params, adjustments };
}

function ofSample(chosen: KeyParams): ReturnType<typeof nearestParams> {
  const [from = 0, to] = [chosen.crtExponentLength, schemeASampleExponentLength];
  const change = { name: "crtExponentLength", from, to, reason: "the sample key has this length" } as const;
  return { params: keyParams({ ...chosen, crtExponentLength: to }), changes: from === to ? [] : [change] };
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
 * among the lengths, makes one key of each variant, and has no guards.
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
        .map(({ params, keySource }) => ({ params, source: keySource })),
    })),
    build,
    engines,
    references,
    budget: kind === "sweep" && budget.kind === "seconds" ? { kind: "seconds", seconds } : budget,
    furtherKeys: kind === "table",
    commonModulus: selection.commonModulus,
    guards: kind === "sweep" ? "none" : selection.measureGuards ? "each" : "both",
  };
}
