import { toPlainParams } from "@rsa-variants/measure/tasks/plain-params";
import type { MeasureRequest } from "@rsa-variants/measure/tasks/protocol";
import { type CheckParams, resolveVariant } from "./params/resolve.ts";
import type { Selection } from "./params/selection.ts";

/** The least time, in seconds, that a sweep gives each modulus length. */
const leastSweepSeconds = 2;

/**
 * What the worker is to measure for a selection. Variants whose parameters are refused, or which the user left out, are
 * not in it. A sweep shares its seconds among the lengths, makes one key only of each variant, and leaves the guards out.
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
