/** Milliseconds since some fixed moment, as `performance.now` gives them. */
export type Clock = () => number;

/**
 * The step of a clock in milliseconds: the least difference that two readings show. Browsers coarsen their clocks
 * (5 µs on a cross-origin isolated page, 100 µs elsewhere), and a time below the step cannot be measured at all.
 *
 * @param now the clock
 * @param changes how many steps to watch
 * @param patience milliseconds after which to stop watching
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

/** A sample lasts at least this many steps of the clock, so that the step is at most 1 % of it … */
const stepsPerSample = 100;
/** … and at least this long, so that interruptions weigh the same on fast and slow operations. Milliseconds. */
const leastSample = 2;
/** … but no longer than this, however coarse the clock: some browsers blur it to 100 ms. Milliseconds. */
const longestSample = 250;
/** No sample repeats an operation more often than this: its results are all kept until they are checked. */
const mostRepetitions = 4096;

/** The shortest time, in milliseconds, that a sample may last with a clock of this step. */
export function sampleTarget(step: number): number {
  return Math.min(longestSample, Math.max(leastSample, stepsPerSample * step));
}

/**
 * How often to repeat an operation that takes about `single` milliseconds to make one sample: a multiple of `period`, over
 * which the cost of an operation may vary.
 */
export function repetitionsFor(single: number, step: number, period = 1): number {
  const most = Math.floor(mostRepetitions / period);
  if (!(single > 0)) return most * period;
  return period * Math.min(most, Math.max(1, Math.ceil(sampleTarget(step) / (single * period))));
}
