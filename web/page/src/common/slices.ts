/** Milliseconds of work before the page gets its turn. */
const slice = 12;

/**
 * Does work in slices that leave the page responsive.
 *
 * @param work yields where it can be interrupted
 * @param done gets its result
 * @returns gives the work up
 */
export function inSlices<Result>(work: Generator<unknown, Result>, done: (result: Result) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const proceed = () => {
    const end = performance.now() + slice;
    do {
      const step = work.next();
      if (step.done) {
        done(step.value);
        return;
      }
    } while (performance.now() < end);
    timer = setTimeout(proceed);
  };
  timer = setTimeout(proceed);
  return () => clearTimeout(timer);
}
