// @ts-check
// Tests whether two classes of inputs take the same time: Welch's t-test as in Reparaz, Balasch, Verbauwhede, "Dude, is my code
// constant time?", DATE 2017.

/**
 * The times of the first class, and of the second.
 * @typedef {readonly (readonly number[])[]} Samples
 * @typedef {"leaks" | "undecided" | "nothing found"} Verdict
 */

/** Above this |t|, the times certainly differ; below `leastDoubt`, nothing was found. */
export const leak = 10;
export const leastDoubt = 4.5;

/** The number of percentiles at which measurements are cropped, each for a separate test. */
const crops = 100;
/** The minimum number of measurements for a mean after cropping. */
const fewestLeft = 100;

/**
 * Welch's t of two lists: the difference of their means in units of its standard error; positive if the first takes longer.
 * @param {readonly number[]} first
 * @param {readonly number[]} second
 */
export function welch(first, second) {
  const [a, b] = [moments(first), moments(second)];
  const error = Math.sqrt(a.variance / first.length + b.variance / second.length);
  if (error === 0) return a.mean === b.mean ? 0 : Math.sign(a.mean - b.mean) * Number.POSITIVE_INFINITY;
  return (a.mean - b.mean) / error;
}

/** @param {readonly number[]} values */
function moments(values) {
  if (values.length < 2) throw new RangeError(`a variance needs at least two values, got ${values.length}`);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}

/**
 * The t with the largest |t|, of all measurements and of those that remain without the slowest, which interruptions have
 * disturbed. The thresholds are percentiles of both classes together, closer to each other for slower times, as in the authors'
 * program.
 * @param {Samples} samples one list for each class
 * @returns {{ t: number, kept: number }} kept: the share of the measurements in this t
 */
export function largestT([first = [], second = []]) {
  const sorted = Float64Array.from([...first, ...second]).sort();
  const found = [{ t: welch(first, second), kept: 1 }];
  for (let crop = 1; crop <= crops; crop += 1) {
    const threshold = sorted[Math.floor(sorted.length * (1 - 0.5 ** ((10 * crop) / crops)))] ?? 0;
    /** @param {readonly number[]} times */
    const faster = (times) => times.filter((time) => time < threshold);
    const [left, right] = [faster(first), faster(second)];
    if (left.length < fewestLeft || right.length < fewestLeft) continue;
    found.push({ t: welch(left, right), kept: (left.length + right.length) / sorted.length });
  }
  return found.reduce((largest, each) => (Math.abs(each.t) > Math.abs(largest.t) ? each : largest));
}

/**
 * The verdict for a t.
 * @param {number} t
 * @returns {Verdict}
 */
export function verdict(t) {
  if (Math.abs(t) > leak) return "leaks";
  return Math.abs(t) < leastDoubt ? "nothing found" : "undecided";
}
