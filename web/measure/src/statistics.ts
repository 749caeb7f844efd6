import { quantile } from "../../library/dist/measure/quantiles.js";

/** A two-sided range, in the unit of the samples. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The summary of a list of samples. Times are in milliseconds, for one operation. */
export interface Summary {
  readonly count: number;
  /** The time that stands for all: a quantile, the median unless another one was asked for. */
  readonly time: number;
  /** The 95 % confidence interval of the time; absent where there are too few samples for it. */
  readonly interval?: Interval;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly least: number;
  readonly greatest: number;
  /** The number of samples outside Tukey's outer fences (three interquartile ranges). All figures include them. */
  readonly outliers: number;
}

/**
 * The quantile that stands for an operation that is measured again and again. Other work on the machine only ever adds time, so a low
 * quantile tells from fewer samples how long the operation takes by itself than the median does. docs/benchmarks.md has the
 * experiment behind this value.
 */
export const undisturbed = 0.2;

/**
 * The places, among sorted samples, of the two ends that enclose a quantile with the given confidence. The number of samples below the
 * quantile has a binomial distribution, whatever that of the samples. Between two samples the ends are interpolated (Nyblom 1992, "Note on
 * interpolated order statistics"), which covers less if times have a gap just at the quantile.
 *
 * Undefined if there are too few samples: six for the median, 14 for the quantile {@link undisturbed}. Up to 16, the least sample
 * is the lower end of the latter, and the upper end makes up for its rarer misses.
 */
export function intervalPlaces(
  count: number,
  quantile: number,
  confidence = 0.95,
): readonly [low: number, high: number] | undefined {
  const below = Math.max((1 - confidence) / 2, Math.exp(count * Math.log(1 - quantile)));
  const low = placeAt(count, quantile, below);
  const high = placeAt(count, quantile, confidence + below);
  return low === undefined || high === undefined ? undefined : [low, high];
}

/** The place among sorted samples below which the quantile lies with this probability; undefined if there is none. */
function placeAt(count: number, quantile: number, probability: number): number | undefined {
  // Logarithms: 2^-count is no longer representable from 1075 samples on.
  const [inside, outside] = [Math.log(quantile), Math.log(1 - quantile)];
  let logTerm = count * outside;
  let cumulative = Math.exp(logTerm);
  if (cumulative > probability) return undefined;
  for (let rank = 0; rank + 1 < count; rank += 1) {
    logTerm += Math.log(count - rank) - Math.log(rank + 1) + inside - outside;
    const next = cumulative + Math.exp(logTerm);
    if (next > probability) {
      const weight = ((rank + 1) * (1 - quantile)) / ((count - rank - 1) * quantile);
      return rank + 1 / (1 + (weight * (next - probability)) / (probability - cumulative));
    }
    cumulative = next;
  }
  return undefined;
}

/** Summarizes raw samples; undefined if there are none. */
export function summarize(samples: readonly number[], at = 0.5): Summary | undefined {
  if (samples.length === 0) return undefined;
  const sorted = [...samples].sort((a, b) => a - b);
  const lowerQuartile = quantile(sorted, 0.25);
  const upperQuartile = quantile(sorted, 0.75);
  const reach = 3 * (upperQuartile - lowerQuartile);
  const places = intervalPlaces(sorted.length, at);
  return {
    count: sorted.length,
    time: quantile(sorted, at),
    ...(places && { interval: { low: sampleAt(sorted, places[0]), high: sampleAt(sorted, places[1]) } }),
    lowerQuartile,
    upperQuartile,
    least: sorted[0] as number,
    greatest: sorted[sorted.length - 1] as number,
    outliers: sorted.filter((value) => value < lowerQuartile - reach || value > upperQuartile + reach).length,
  };
}

/** The sample at a place, or between the two beside it. */
function sampleAt(sorted: readonly number[], place: number): number {
  return quantile(sorted, place / (sorted.length - 1));
}

/** The confidence interval, or the whole range if there are too few samples for one. */
export function spread(summary: Summary): Interval {
  return summary.interval ?? { low: summary.least, high: summary.greatest };
}

/** The speed-up over the baseline: the quotient of the times, with the widest range that both intervals allow. */
export function speedUp(baseline: Summary, other: Summary): Interval & { readonly value: number } {
  const base = spread(baseline);
  const own = spread(other);
  return { value: baseline.time / other.time, low: base.low / own.high, high: base.high / own.low };
}

/** The regression line through the points on logarithmic axes, y = factor · x^slope. Undefined without two different x. */
export function powerLaw(
  points: readonly { readonly x: number; readonly y: number }[],
): { readonly slope: number; readonly factor: number } | undefined {
  const logs = points.filter(({ x, y }) => x > 0 && y > 0).map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  if (logs.length === 0) return undefined;
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const variance = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (variance === 0) return undefined;
  const slope = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / variance;
  return { slope, factor: Math.exp(meanY - slope * meanX) };
}
