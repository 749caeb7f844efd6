/** The quantile of sorted samples, with linear interpolation (type 7 of Hyndman and Fan 1996). */
export function quantile(sorted: readonly number[], fraction: number): number {
  if (sorted.length === 0) throw new RangeError("a quantile needs at least one sample");
  const position = (sorted.length - 1) * fraction;
  const below = Math.floor(position);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (position - below);
}

/** The median: the middle sample, or the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return quantile(sorted, 0.5);
}
