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

/** From this number of keys on, an interval depends on how much they differ. */
const enoughKeys = 6;

/**
 * How many times as wide an interval of a quantile is because its samples come from several keys: the square root of the design effect
 * of what each key says of the quantile (Woodruff 1952, Kish 1965), with Student's factor for the few keys. 1 for fewer keys than
 * six, which say too little.
 */
function widthOfKeys(samples: readonly number[], keys: readonly number[], time: number): number {
  const own = keys.filter((count) => count > 0);
  if (own.length < enoughKeys) return 1;
  let from = 0;
  const below = own.map((count) => {
    from += count;
    return samples.slice(from - count, from).filter((sample) => sample <= time).length;
  });
  if (from !== samples.length) return 1; // a file that does not say which samples are whose
  const share = below.reduce((sum, each) => sum + each, 0) / from;
  const between = own.reduce((sum, count, key) => sum + ((below[key] as number) - share * count) ** 2, 0);
  const freedom = own.length - 1;
  const effect = (between * own.length) / freedom / from / (share * (1 - share)) || 1;
  // Cornish and Fisher's series for Student's quantile over the normal one.
  const student = 1 + 1.21 / freedom + 1.44 / freedom ** 2;
  return Math.sqrt(1 + Math.max(0, effect - 1) * student ** 2);
}

/**
 * Summarizes raw samples; undefined if there are none.
 *
 * @param keys how many samples each key has, if there are several
 */
export function summarize(samples: readonly number[], at = 0.5, keys: readonly number[] = []): Summary | undefined {
  if (samples.length === 0) return undefined;
  const sorted = [...samples].sort((a, b) => a - b);
  const lowerQuartile = quantile(sorted, 0.25);
  const upperQuartile = quantile(sorted, 0.75);
  const reach = 3 * (upperQuartile - lowerQuartile);
  const places = intervalPlaces(sorted.length, at);
  const time = quantile(sorted, at);
  const wider = widthOfKeys(samples, keys, time);
  const middle = at * (sorted.length - 1);
  const end = (place: number) =>
    sampleAt(sorted, Math.min(sorted.length - 1, Math.max(0, middle + wider * (place - middle))));
  const summary = {
    count: sorted.length,
    time,
    ...(places && { interval: { low: end(places[0]), high: end(places[1]) } }),
    lowerQuartile,
    upperQuartile,
    least: sorted[0] as number,
    greatest: sorted[sorted.length - 1] as number,
    outliers: sorted.filter((value) => value < lowerQuartile - reach || value > upperQuartile + reach).length,
  };
  if (at === undisturbed) rounds.set(summary, { samples, wider });
  return summary;
}

/** The samples of summaries, round by round, and how much wider several keys make the interval; a list may have grown since. */
const rounds = new WeakMap<Summary, { readonly samples: readonly number[]; readonly wider: number }>();

/** The sample at a place, or between the two beside it. */
function sampleAt(sorted: readonly number[], place: number): number {
  return quantile(sorted, place / (sorted.length - 1));
}

/** The confidence interval, or the whole range if there are too few samples for one. */
export function spread(summary: Summary): Interval {
  return summary.interval ?? { low: summary.least, high: summary.greatest };
}

/**
 * The speed-up over the baseline: the quotient of the times. Its interval comes from the pairs of samples of the same rounds, or, without
 * pairs, from both intervals as if they were independent (Zou, Donner 2008, "Construction of confidence intervals about effect
 * measures"). Without intervals, it is the widest range that the samples allow.
 */
export function speedUp(baseline: Summary, other: Summary): Interval & { readonly value: number } {
  const [base, own, value] = [spread(baseline), spread(other), baseline.time / other.time];
  if (baseline.interval === undefined || other.interval === undefined) {
    return { value, low: base.low / own.high, high: base.high / own.low };
  }
  const paired = pairedInterval(baseline, other);
  // Of what both intervals have beyond it, what pairs do not show: the differences of keys.
  const [ofBase, ofOwn] = [baseline, other].map((each) => {
    const wider = rounds.get(each)?.wider ?? 1;
    return paired === undefined ? 1 : Math.sqrt(1 - 1 / wider ** 2);
  }) as [number, number];
  const distance = (pairs: number, a: number, b: number) =>
    Math.hypot(pairs, ofBase * Math.log(a), ofOwn * Math.log(b));
  const { low = value, high = value } = paired ?? {};
  const below = distance(Math.log(value / low), baseline.time / base.low, own.high / other.time);
  const above = distance(Math.log(high / value), base.high / baseline.time, other.time / own.low);
  return { value, low: value * Math.exp(-below), high: value * Math.exp(above) };
}

/** The samples drawn from an operation's to see how far its quotient with another varies, and the most rounds that take no time. */
const [resamples, mostPairs] = [199, 100];

/**
 * The 95 % interval of a quotient of times, where each round has a sample of both operations; the last may be incomplete. Whatever slows a
 * round slows both samples, so rounds are drawn as a whole (the percentile bootstrap).
 */
function pairedInterval(baseline: Summary, other: Summary): Interval | undefined {
  const [base, own] = [rounds.get(baseline)?.samples, rounds.get(other)?.samples];
  const count = Math.min(baseline.count, other.count);
  const isPaired = Math.abs(baseline.count - other.count) <= 1 && count <= mostPairs;
  if (base === undefined || own === undefined || !isPaired) return undefined;
  const known = intervals.get(baseline)?.get(other);
  if (known !== undefined) return known;
  const places = [base, own].map((samples) => {
    const order = Array.from({ length: count }, (_, round) => round);
    return order.sort((a, b) => (samples[a] as number) - (samples[b] as number));
  });
  const quotients = drawsOf(count).map((draws) => {
    const [top, bottom] = [base, own].map((samples, at) => drawnTime(samples, places[at] as number[], draws));
    return (top as number) / (bottom as number);
  });
  quotients.sort((a, b) => a - b);
  const interval = { low: quantile(quotients, 0.025), high: quantile(quotients, 0.975) };
  intervals.set(baseline, (intervals.get(baseline) ?? new WeakMap<Summary, Interval>()).set(other, interval));
  return interval;
}

/** The page asks again and again. */
const intervals = new WeakMap<Summary, WeakMap<Summary, Interval>>();

/** The quantile {@link undisturbed} of samples, each as often as it was drawn. */
function drawnTime(samples: readonly number[], order: readonly number[], draws: Uint8Array): number {
  const place = undisturbed * (order.length - 1);
  let drawn = 0;
  let before: number | undefined;
  for (const round of order) {
    if (draws[round] === 0) continue;
    const sample = samples[round] as number;
    if (before !== undefined) return before + (place - Math.floor(place)) * (sample - before);
    drawn += draws[round] as number;
    if (drawn > Math.floor(place) + 1) return sample;
    if (drawn === Math.floor(place) + 1) before = sample;
  }
  return before as number;
}

const knownDraws = new Map<number, readonly Uint8Array[]>();

/** How often each round is drawn in each resample: always the same, so that a run's intervals are. */
function drawsOf(count: number): readonly Uint8Array[] {
  const known = knownDraws.get(count);
  if (known !== undefined) return known;
  let state = count;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes
    return state / 2 ** 32;
  };
  const draws = Array.from({ length: resamples }, () => {
    const times = new Uint8Array(count);
    for (let drawn = 0; drawn < count; drawn += 1) {
      const round = Math.floor(count * random());
      times[round] = (times[round] as number) + 1;
    }
    return times;
  });
  knownDraws.set(count, draws);
  return draws;
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
