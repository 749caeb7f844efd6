// How samples are taken; crates/rsa/examples/timing/measure.rs is the same natively.
import { randomInt } from "node:crypto";

/** How many inputs are made at a time. */
const round = 64;
/** More samples would say little more, and have to be kept. */
const mostSamples = 1_000_000;

/**
 * The times of both classes in nanoseconds, in random order of the classes, for about so many seconds. The first fifth is not
 * kept: in it the code is optimised.
 * @param {{
 *   inputLength: number,
 *   prepare: (second: boolean) => Uint8Array,
 *   operation: (input: Uint8Array) => unknown,
 * }} subject prepare: makes an input of the first class or the second; not timed, and all inputs of a round are made before
 * any is timed. operation: what is timed; all inputs come to it in one array
 * @param {number} seconds
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
      // Finer than a clock of whole microseconds, and cheaper than hrtime, whose numbers are allocated.
      const start = performance.now();
      operation(input);
      const time = performance.now() - start;
      if (isKept) samples[second].push(Math.round(time * 1e6));
    }
  }
  return samples;
}
