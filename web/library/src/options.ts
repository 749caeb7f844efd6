import { describe, invalid, RsaError } from "./errors.js";
import type { Signal } from "./platform/types.js";
import type { Engine } from "./variants.js";

/** The names of an options object: all of them, or it does not compile. */
export type Names<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Refuses what is not an object, and names that are not options. A misspelt name would leave its option at the default, unnoticed.
 *
 * @throws RsaError `invalid-params` with the nearest name, or all of them
 */
export function checkOptions<Options>(
  options: Options,
  names: Readonly<Record<string, true>>,
  example: string,
): Options {
  if (typeof options !== "object" || options === null) {
    const message = `the options must be an object such as ${example}, got ${String(options)}`;
    throw new RsaError("invalid-params", message, { parameter: "options" });
  }
  checkNames(options, Object.keys(names));
  return options;
}

/** As `checkOptions`, for what is known to be an object. */
export function checkNames(options: object, names: readonly string[], kind = "an option"): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new RsaError("invalid-params", `${unknown} is not ${kind}; ${suggestion(unknown, names)}`, {
    parameter: unknown,
  });
}

/** The name that was probably meant, or else all that there are. */
function suggestion(unknown: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, distance: distance(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.min(unknown.length, name.length) / 3))
    .sort((a, b) => a.distance - b.distance);
  if (nearest !== undefined) return `did you mean ${nearest.name}?`;
  return names.length === 0 ? "there are none" : `expected one of ${names.join(", ")}`;
}

/** How many characters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (line: readonly number[] | undefined, index: number) => line?.[index] ?? Number.POSITIVE_INFINITY;
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : replaced;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
}

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

/** Options of a single operation. */
export interface OperationOptions extends AbortOptions {
  /** Which engine computes. Default: the fastest that runs here. */
  readonly engine?: Engine | undefined;
}

/** Options of a private operation. */
export interface PrivateOperationOptions extends OperationOptions {
  /**
   * Whether the ciphertext is multiplied by a random number first, which the result is freed of, so that nobody can relate
   * the time to it. Default `true`. Leave it on: to switch it off is for measuring what it costs.
   */
  readonly blinding?: boolean | undefined;
  /**
   * Whether the result is checked before it is released: one wrong result of a disturbed machine can give the key away.
   * Default `true`. Leave it on: to switch it off is for measuring what it costs.
   */
  readonly faultCheck?: boolean | undefined;
}

/** Options of a private operation as the bindings take them. */
export type PrivateOperationArguments = [engine: Engine | undefined, blinding: boolean, faultCheck: boolean];

export const operationNames: Names<OperationOptions> = { engine: true, signal: true };
export const privateOperationNames: Names<PrivateOperationOptions> = {
  ...operationNames,
  blinding: true,
  faultCheck: true,
};

/** The engine that the options of an operation ask for. */
export function toEngine(options: OperationOptions): Engine | undefined {
  const { engine, signal } = checkOptions(options, operationNames, "{ engine }");
  throwIfAborted(signal);
  return checkEngine(engine);
}

/** Refuses what the bindings cannot take for a name; which names there are is the core's to judge. */
export function checkEngine(engine: Engine | undefined): Engine | undefined {
  if (engine === undefined || typeof engine === "string") return engine;
  throw new RsaError("unknown-engine", `engine must be a string, got ${describe(engine)}`, { parameter: "engine" });
}

/** Checks types and fills in the guards, which are on unless they were switched off. */
export function toPrivateArguments(options: PrivateOperationOptions): PrivateOperationArguments {
  const {
    engine,
    blinding = true,
    faultCheck = true,
    signal,
  } = checkOptions(options, privateOperationNames, "{ engine }");
  throwIfAborted(signal);
  return [checkEngine(engine), checkBoolean("blinding", blinding), checkBoolean("faultCheck", faultCheck)];
}

/** Refuses what would silently count as true or false: with `0` for a guard somebody means something else. */
export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(name, `must be true or false, got ${String(value)}`);
}
