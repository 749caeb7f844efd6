import { quantile } from "../../library/dist/measure/quantiles.js";

/** A two-sided range, in the unit of the samples. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The summary of a list of samples. Times are in milliseconds, for one operation. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  /** The 95 % confidence interval of the median; absent below six samples, which are too few for it. */
  readonly interval?: Interval;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly least: number;
  readonly greatest: number;
  /** The number of samples outside Tukey's outer fences (three interquartile ranges). All figures include them. */
  readonly outliers: number;
}

/**
 * The ranks (from 0) of the two order statistics that enclose the median with the given confidence, for any distribution: the
 * probability that the median lies below the k-th sample is that of at most k heads in `count` coin tosses. Undefined if even
 * the extremes do not reach the confidence.
 */
export function medianRanks(count: number, confidence = 0.95): readonly [low: number, high: number] | undefined {
  const tail = (1 - confidence) / 2;
  // Logarithms: 2^-count is no longer representable from 1075 samples on.
  let logTerm = -count * Math.LN2;
  let cumulative = Math.exp(logTerm);
  if (cumulative > tail) return undefined;
  let rank = 0;
  while (rank + 1 < count) {
    logTerm += Math.log(count - rank) - Math.log(rank + 1);
    cumulative += Math.exp(logTerm);
    if (cumulative > tail) break;
    rank += 1;
  }
  return [rank, count - 1 - rank];
}

/** Summarizes raw samples; undefined if there are none. */
export function summarize(samples: readonly number[]): Summary | undefined {
  if (samples.length === 0) return undefined;
  const sorted = [...samples].sort((a, b) => a - b);
  const lowerQuartile = quantile(sorted, 0.25);
  const upperQuartile = quantile(sorted, 0.75);
  const reach = 3 * (upperQuartile - lowerQuartile);
  const ranks = medianRanks(sorted.length);
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    ...(ranks === undefined ? {} : { interval: { low: sorted[ranks[0]] as number, high: sorted[ranks[1]] as number } }),
    lowerQuartile,
    upperQuartile,
    least: sorted[0] as number,
    greatest: sorted[sorted.length - 1] as number,
    outliers: sorted.filter((value) => value < lowerQuartile - reach || value > upperQuartile + reach).length,
  };
}

/** The confidence interval, or the whole range if there are too few samples for one. */
export function spread(summary: Summary): Interval {
  return summary.interval ?? { low: summary.least, high: summary.greatest };
}

/** The speed-up over the baseline, with the widest range that both intervals allow. */
export function speedUp(baseline: Summary, other: Summary): Interval & { readonly value: number } {
  const base = spread(baseline);
  const own = spread(other);
  return { value: baseline.median / other.median, low: base.low / own.high, high: base.high / own.low };
}

/**
 * The speed-up over the baseline, from samples taken in turns: the median of the ratios within each round, so that a slow moment
 * of the machine affects both sides. Undefined without a round that has both.
 */
export function pairedSpeedUp(
  baseline: readonly number[],
  other: readonly number[],
): (Interval & { readonly value: number }) | undefined {
  const rounds = Math.min(baseline.length, other.length);
  const ratios = summarize(Array.from({ length: rounds }, (_, round) => (baseline[round] ?? 0) / (other[round] ?? 1)));
  return ratios && { value: ratios.median, ...spread(ratios) };
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
