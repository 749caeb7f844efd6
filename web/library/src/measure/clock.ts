/** Returns milliseconds since some fixed moment, like `performance.now`. */
export type Clock = () => number;

/**
 * Measures the step of a clock in milliseconds: the least difference between two different readings. Browsers coarsen their
 * clocks (5 µs on a cross-origin isolated page, 100 µs elsewhere), and times below the step cannot be measured.
 *
 * @param now the clock
 * @param changes the number of steps to watch
 * @param patience the time after which to stop watching, in milliseconds
 */
export function timerStep(now: Clock, changes = 40, patience = 60): number {
  const start = now();
  let least = Number.POSITIVE_INFINITY;
  let previous = start;
  let seen = 0;
  while (seen < changes && previous - start < patience) {
    const reading = now();
    if (reading > previous) {
      least = Math.min(least, reading - previous);
      previous = reading;
      seen += 1;
    }
  }
  return least;
}

/** A sample lasts at least this many steps of the clock, so that the step is at most 1 % of it. */
const stepsPerSample = 100;
/** A sample lasts at least this many milliseconds, so that interruptions affect fast and slow operations alike. */
const leastSample = 2;
/** A sample need not last longer than this many milliseconds: some browsers coarsen their clock to 100 ms. */
const longestSample = 250;
/** The most repetitions in a sample: all their results are kept until they are checked. */
const mostRepetitions = 4096;

/** The minimum duration of a sample in milliseconds, with a clock of this step. */
export function sampleTarget(step: number): number {
  return Math.min(longestSample, Math.max(leastSample, stepsPerSample * step));
}

/**
 * How often to repeat an operation that takes about `single` milliseconds in one sample. The result is a multiple of `period`,
 * over which the cost of the operation may vary.
 */
export function repetitionsFor(single: number, step: number, period = 1): number {
  const most = Math.floor(mostRepetitions / period);
  if (!(single > 0)) return most * period;
  return period * Math.min(most, Math.max(1, Math.ceil(sampleTarget(step) / (single * period))));
}
