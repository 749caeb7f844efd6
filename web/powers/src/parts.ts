import { RsaError } from "../../library/src/errors.js";

/** How long a part of a long call takes until it reports its progress, in milliseconds. */
const partLength = 25;

/** Does `count` steps in parts of about 25 ms, and reports after each. `report` returns false to stop. */
export function inParts(
  count: number,
  step: (steps: number) => void,
  report: ((done: number) => boolean) | undefined,
): void {
  let [done, part] = [0, 256];
  while (done < count) {
    const steps = Math.min(part, count - done);
    const begin = performance.now();
    step(steps);
    done += steps;
    const took = Math.max(0.1, performance.now() - begin);
    part = Math.min(1 << 30, Math.max(64, Math.floor((steps * partLength) / took)));
    if (report?.(done) === false) throw stopped();
  }
}

/** `reporting` throws what stopped the call instead. */
export function stopped(): RsaError {
  return new RsaError("internal", "the call was stopped");
}
