/** A part takes at least as long as this many sieves, because each part sieves again. */
const sieves = 10;

/** The longest time that a sieve may demand, in milliseconds: a worker that was suspended during its sieve seems to need hours. */
const longest = 5000;

/**
 * Starts the time of a part of a search, which sieves first. Returns what the search asks before each candidate, with the number
 * `done`: whether to go on.
 *
 * The part takes `milliseconds`, but at least ten sieves or five seconds, whichever is less. At least one candidate is tested,
 * however long that takes.
 */
export function timedPart(milliseconds: number): (done: number) => boolean {
  const start = performance.now();
  let end: number | undefined;
  return (done) => {
    const now = performance.now();
    end ??= now + Math.max(milliseconds, Math.min(sieves * (now - start), longest)); // the first call comes after the sieve
    return done === 0 || now < end;
  };
}
