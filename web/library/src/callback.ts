import { describe, invalid } from "./errors.js";
import type { Names } from "./names.js";
import type { Signal } from "./platform/types.js";

/** Options of a call that can be aborted. */
export interface AbortOptions {
  /**
   * Ends the call, which throws or rejects with the signal's `reason`. In a worker that happens at once, and keys stay usable. A
   * call that blocks this thread looks at the signal before it starts and after each `onProgress`.
   */
  readonly signal?: Signal | undefined;
}

export const abortNames: Names<AbortOptions> = { signal: true };

/** Options of a call that reports meanwhile. */
export interface ReportOptions<Progress> extends AbortOptions {
  /** Called now and then. What it throws ends the call, and reaches the caller as it is. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Refuses what is not a function. */
export function checkCallback(name: string, callback: unknown): void {
  if (callback === undefined || typeof callback === "function") return;
  throw invalid(name, `must be a function, got ${describe(callback)}`);
}

/** Throws the reason of a signal that was aborted; refuses what is not a signal. */
export function throwIfAborted(signal: Signal | undefined): void {
  if (signal === undefined) return;
  if (typeof signal?.addEventListener !== "function") {
    throw invalid("signal", `must be an AbortSignal, got ${describe(signal)}`);
  }
  if (signal.aborted) throw signal.reason;
}

/**
 * Makes a call that reports meanwhile; `toProgress` makes the caller's progress from what the bindings report. `report` returns
 * false when the call is to stop: because the callback threw, or aborted the signal, which nothing else can do while this thread is
 * blocked.
 */
export function reporting<Raw extends unknown[], Progress, R>(
  { onProgress, signal }: ReportOptions<Progress>,
  toProgress: (...raw: Raw) => Progress,
  call: (report: ((...raw: Raw) => boolean) | undefined) => R,
): R {
  checkCallback("onProgress", onProgress);
  throwIfAborted(signal);
  let stop: { thrown: unknown } | undefined;
  const report =
    onProgress &&
    ((...raw: Raw) => {
      try {
        onProgress(toProgress(...raw));
        throwIfAborted(signal);
        return true;
      } catch (thrown) {
        stop = { thrown };
        return false;
      }
    });
  try {
    return call(report);
  } catch (error) {
    throw stop === undefined ? error : stop.thrown;
  }
}
