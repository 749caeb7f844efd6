import { describe, invalid, RsaError } from "./errors.js";
import type { Signal } from "./platform/types.js";
import type { Engine } from "./variants.js";

/** The names of all properties of an options type; TypeScript reports a missing one. */
export type Names<Options> = { readonly [Name in keyof Options]-?: true };

/**
 * Checks that the options are an object without unknown names, which would silently leave an option at its default, and without
 * inherited options, which anything that changes `Object.prototype` could turn on.
 *
 * @throws RsaError `invalid-params`; the message suggests the nearest name, or lists all
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

/** Like `checkOptions`, for a value that is known to be an object. */
export function checkNames(options: object, names: readonly string[], kind = "an option"): void {
  const inherited = names.find((name) => name in options && !Object.hasOwn(options, name));
  if (inherited !== undefined) {
    throw invalid(inherited, "is inherited");
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new RsaError("invalid-params", `${unknown} is not ${kind}; ${suggestion(unknown, names)}`, {
    parameter: unknown,
  });
}

/** Suggests the name that was probably meant, or else lists all names. */
function suggestion(unknown: string, names: readonly string[]): string {
  const nearest = nearestName(unknown, names);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  return names.length === 0 ? "there are none" : `expected one of ${names.join(", ")}`;
}

/** The name that was probably meant, if one is near. */
export function nearestName(unknown: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: distance(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.min(unknown.length, name.length) / 3))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name;
}

/** How many characters to insert, remove, replace or swap with their neighbor (optimal string alignment distance). */
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

/** Options of a call that can be canceled. */
export interface AbortOptions {
  /**
   * Cancels the call, which throws or rejects with the signal's `reason`. A call in a worker ends at once, and keys stay usable. A
   * call that blocks this thread checks the signal before it starts and after each `onProgress`.
   */
  readonly signal?: Signal | undefined;
}

export const abortNames: Names<AbortOptions> = { signal: true };

/** Options of a call that reports its progress. */
export interface ReportOptions<Progress> extends AbortOptions {
  /** Called from time to time. If it throws, the call ends and throws the same. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Throws unless the value is a function or undefined. */
export function checkCallback(name: string, callback: unknown): void {
  if (callback === undefined || typeof callback === "function") return;
  throw invalid(name, `must be a function, got ${describe(callback)}`);
}

const largestUint32 = 0xffff_ffff;

/** Refuses values that WebAssembly would silently convert: anything except a whole number of 32 bits. */
export function checkWholeNumber(name: string, value: unknown): asserts value is number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > largestUint32) {
    throw invalid(name, `must be a whole number from 0 to ${largestUint32}, got ${String(value)}`);
  }
}

/** Throws the reason of an aborted signal, or an error if the value is not a signal. */
export function throwIfAborted(signal: Signal | undefined): void {
  if (signal === undefined) return;
  if (typeof signal?.addEventListener !== "function") {
    throw invalid("signal", `must be an AbortSignal, got ${describe(signal)}`);
  }
  if (signal.aborted) throw signal.reason;
}

/**
 * Makes a call that reports its progress; `toProgress` turns the bindings' report into the caller's. `report` returns false to
 * stop the call: the callback threw, or it aborted the signal. (Nothing else can abort it while this thread is blocked.)
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
  /** The engine that computes. Default: the fastest that runs here. */
  readonly engine?: Engine | undefined;
}

/** Options of a private operation. */
export interface PrivateOperationOptions extends OperationOptions {
  /**
   * Whether the ciphertext is blinded with a random factor that is removed from the result, so that nobody can relate the running
   * time to the ciphertext. Default `true`. Turn it off only to measure its cost.
   */
  readonly blinding?: boolean | undefined;
  /**
   * Whether the result is checked before it is released: a single wrong result of a faulty machine can reveal the key.
   * Default `true`. Turn it off only to measure its cost.
   */
  readonly faultCheck?: boolean | undefined;
}

/** Options of a private operation as the bindings accept them. */
export interface BindingsPrivateOptions {
  readonly engine: Engine | undefined;
  readonly blinding: boolean;
  readonly faultCheck: boolean;
}

export const operationNames: Names<OperationOptions> = { engine: true, signal: true };
export const privateOperationNames: Names<PrivateOperationOptions> = {
  ...operationNames,
  blinding: true,
  faultCheck: true,
};

/** Checks the options of an operation and returns their engine. */
export function toEngine(options: OperationOptions): Engine | undefined {
  const { engine, signal } = checkOptions(options, operationNames, "{ engine }");
  throwIfAborted(signal);
  return checkEngine(engine);
}

/** Checks that the engine is a string; the core checks which names exist. */
export function checkEngine(engine: Engine | undefined): Engine | undefined {
  if (engine === undefined || typeof engine === "string") return engine;
  throw new RsaError("unknown-engine", `engine must be a string, got ${describe(engine)}`, { parameter: "engine" });
}

/** Checks types and fills in the guards, which are on by default. */
export function toPrivateOptions(options: PrivateOperationOptions): BindingsPrivateOptions {
  const {
    engine,
    blinding = true,
    faultCheck = true,
    signal,
  } = checkOptions(options, privateOperationNames, "{ engine }");
  throwIfAborted(signal);
  return {
    engine: checkEngine(engine),
    blinding: checkBoolean("blinding", blinding),
    faultCheck: checkBoolean("faultCheck", faultCheck),
  };
}

/** Refuses values that JavaScript would silently convert: `0` for a guard is probably a mistake. */
export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(name, `must be true or false, got ${String(value)}`);
}
