import type { Interval } from "@rsa-variants/measure";
import type { PartName } from "../protocol.ts";

/** Whether means count: the times of keys and safe primes differ from call to call. Elsewhere medians do. */
export function countsMeans(part: PartName): boolean {
  return part === "keys" || part === "safe-primes";
}

/** The mean of samples with its standard error; at least one sample. */
export function meanOf(samples: readonly number[]): { readonly mean: number; readonly standardError: number } {
  if (samples.length === 0) throw new RangeError("a mean needs at least one sample");
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const squares = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
  const variance = samples.length < 2 ? Number.POSITIVE_INFINITY : squares / (samples.length - 1);
  return { mean, standardError: Math.sqrt(variance / samples.length) };
}

/** The 97.5 % quantile of the standard normal distribution: 95 % of it lies between −1.96 and 1.96. */
const normalQuantile = 1.96;

/**
 * The speed-up over the baseline by means, with the 95 % interval of that ratio. Its logarithm is nearly normal, with the sum of
 * both relative variances (delta method).
 */
export function speedUpOfMeans(
  baseline: readonly number[],
  other: readonly number[],
): Interval & { readonly value: number } {
  const base = meanOf(baseline);
  const own = meanOf(other);
  const value = base.mean / own.mean;
  const reach = Math.exp(normalQuantile * Math.hypot(base.standardError / base.mean, own.standardError / own.mean));
  return { value, low: value / reach, high: value * reach };
}
