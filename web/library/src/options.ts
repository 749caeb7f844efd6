import { type AbortOptions, throwIfAborted } from "./callback.js";
import { describe, invalid, RsaError } from "./errors.js";
import { checkOptions, type Names } from "./names.js";
import type { Engine } from "./variants.js";

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
