import { RsaError } from "./errors.js";

/**
 * Makes a call that reports to the caller's callback meanwhile. `report` is undefined where there is no callback, and
 * returns false when the call is to stop. What the callback throws stops it too, and reaches the caller as it is: it is
 * the caller's, not this library's.
 */
export function reporting<A extends unknown[], R>(
  callback: ((...args: A) => unknown) | undefined,
  call: (report: ((...args: A) => boolean) | undefined) => R,
): R {
  if (callback !== undefined && typeof callback !== "function") {
    throw new RsaError("invalid-params", `onProgress must be a function, got ${typeof callback}`);
  }
  let failure: { thrown: unknown } | undefined;
  const report =
    callback &&
    ((...args: A) => {
      try {
        return callback(...args) !== false;
      } catch (thrown) {
        failure = { thrown };
        return false;
      }
    });
  try {
    return call(report);
  } catch (error) {
    throw failure === undefined ? error : failure.thrown;
  }
}
