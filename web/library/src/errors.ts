import { coreCodes } from "./generated/errors.js";

/** What went wrong. The names are stable across versions: compare these, not the messages. */
const codes = [
  ...coreCodes,
  /** A key with these parameters can be broken; `generateKey` makes one only with `allowBroken: true`. */
  "broken-params",
  /** The requested build needs instructions that this platform lacks. */
  "unsupported-build",
  /** An encrypted file was changed or cut short. */
  "damaged-file",
  /** A key, or another object in WebAssembly memory, was used after `free()`. */
  "use-after-free",
  /** The WebAssembly could not be fetched, compiled or started. */
  "load-failed",
  /** A worker could not be started, or ended unexpectedly. */
  "worker-failed",
  /** The workers were closed by `close()`. */
  "closed",
] as const;

/** What went wrong, stable across versions: compare this, not the message. */
export type RsaErrorCode = (typeof codes)[number];

const knownCodes: ReadonlySet<unknown> = new Set(codes);

/** The part of the input that an error is about. */
export interface ErrorPlace {
  /** The name of the parameter or argument, such as `"modulusLength"` or `"blocks"`. */
  readonly parameter?: string | undefined;
  /** If the parameter is a list, the index of the item, from 0. */
  readonly index?: number | undefined;
  /**
   * The message without the parameter's name, so that you can put your own label in front. Undefined if the message does not
   * begin with that name.
   */
  readonly problem?: string | undefined;
}

/**
 * The error that this library throws. Two things are passed on unchanged instead: what your callback throws, and the `reason`
 * of an aborted signal, as with `fetch`.
 *
 * @example
 * ```ts
 * import { load, RsaError } from "rsa-variants";
 * const rsa = await load();
 * try {
 *   rsa.checkParams({ variant: "crt", modulusLength: 64 });
 * } catch (error) {
 *   if (error instanceof RsaError) console.log(error.code, error.parameter); // invalid-params modulusLength
 * }
 * ```
 */
export class RsaError extends Error implements ErrorPlace {
  /** Always `"RsaError"`, also where `instanceof` fails because the package was loaded twice. */
  override readonly name = "RsaError";
  /** What went wrong, stable across versions: compare this, not the message. */
  readonly code: RsaErrorCode;
  /** The name of the parameter or argument at fault; undefined if there is no single one. */
  readonly parameter: string | undefined;
  /** If `parameter` is a list, the index of the item at fault, from 0. */
  readonly index: number | undefined;
  /**
   * The message without the parameter's name, so that you can put your own label in front. Undefined if the message does not
   * begin with that name.
   */
  readonly problem: string | undefined;

  /**
   * @param code what went wrong
   * @param message a sentence with the value and the limit
   * @param options `cause`: the underlying error; `parameter`, `index`, `problem`: the part of the input it is about
   */
  constructor(code: RsaErrorCode, message: string, options: ErrorOptions & ErrorPlace = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.parameter = options.parameter;
    this.index = options.index;
    this.problem = options.problem;
  }
}

/**
 * Makes the error for an invalid argument, or one of its items; the message begins with the argument's name.
 * @internal
 */
export function invalid(
  parameter: string,
  problem: string,
  index?: number,
  code: RsaErrorCode = "invalid-params",
): RsaError {
  return new RsaError(code, `${placeName({ parameter, index })} ${problem}`, { parameter, index, problem });
}

/**
 * The name of an argument, or of an item of it, in messages.
 * @internal
 */
export function placeName({ parameter, index }: ErrorPlace): string {
  return index === undefined ? `${parameter}` : `${parameter}[${index}]`;
}

/**
 * Describes the type of a value, for error messages.
 * @internal
 */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return Array.isArray(value) ? "an array" : value.constructor?.name || "an object";
}

/**
 * The message of a thrown value.
 * @internal
 */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * Turns anything that the WebAssembly bindings throws into an RsaError.
 * @internal
 */
export function toRsaError(thrown: unknown): RsaError {
  if (thrown instanceof RsaError) return thrown;
  if (!(thrown instanceof Error)) {
    return new RsaError("internal", `unexpected error: ${String(thrown)}`, { cause: thrown });
  }
  const { code, parameter, index, problem } = thrown as { code?: unknown } & ErrorPlace;
  if (knownCodes.has(code)) {
    return new RsaError(code as RsaErrorCode, thrown.message, { parameter, index, problem, cause: thrown });
  }
  return new RsaError("internal", `unexpected ${thrown.name}: ${thrown.message}`, { cause: thrown });
}

/**
 * Runs `call`, and turns everything it throws into an RsaError.
 * @internal
 */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw toRsaError(thrown);
  }
}

/** What a caller's callback threw, or the reason of a caller's signal. */
class OfCaller {
  constructor(readonly thrown: unknown) {}
}

/**
 * Runs a callback or checks a signal of the caller, within a call that is guarded: what it throws is passed on unchanged.
 * @internal
 */
export function ofCaller(call: () => void): void {
  try {
    call();
  } catch (thrown) {
    throw new OfCaller(thrown);
  }
}

/**
 * Like `guarded`, for a promise.
 * @internal
 */
export async function guardedPromise<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw thrown instanceof OfCaller ? thrown.thrown : toRsaError(thrown);
  }
}
