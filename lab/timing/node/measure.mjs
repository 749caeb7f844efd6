// Takes samples; lab/crates/programs/src/bin/timing/measure.rs does the same natively.
import { randomInt } from "node:crypto";

/** The number of inputs to make at a time. */
const round = 64;
/** The maximum number of samples: more would add little, and take memory. */
const mostSamples = 1_000_000;

/**
 * Measures both classes in random order for about the given time. It discards the first fifth of the time, while the code is being
 * optimized.
 * @param {{
 *   inputLength: number,
 *   prepare: (second: boolean) => Uint8Array,
 *   operation: (input: Uint8Array) => unknown,
 * }} subject prepare: makes an input of the first or the second class, untimed; all inputs of a round are made before any is
 * timed. operation: the timed operation; all inputs are passed in the same array
 * @param {number} seconds
 * @returns the times in nanoseconds, a list for each class
 */
export function measure({ inputLength, prepare, operation }, seconds) {
  const input = new Uint8Array(inputLength);
  const samples = [[], []];
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  const enough = () =>
    (elapsed() >= seconds || samples[0].length + samples[1].length >= mostSamples) &&
    samples.every((times) => times.length >= 2);
  while (!enough()) {
    const inputs = Array.from({ length: round }, () => {
      const second = randomInt(2);
      return { second, bytes: prepare(second === 1) };
    });
    const isKept = elapsed() >= seconds / 5;
    for (const { second, bytes } of inputs) {
      input.set(bytes);
      // Finer than whole microseconds, and cheaper than hrtime, which allocates its results.
      const start = performance.now();
      operation(input);
      const time = performance.now() - start;
      if (isKept) samples[second].push(Math.round(time * 1e6));
    }
  }
  return samples;
}
