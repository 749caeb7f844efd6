/** What went wrong. The names are stable across versions: compare these, not the messages. */
const codes = [
  /** A key parameter or an argument is out of range, in conflict with another, or of the wrong type. */
  "invalid-params",
  /** A key with these parameters can be broken; `generateKey` makes it only with `allowBroken: true`. */
  "broken-params",
  /** A message or ciphertext is not smaller than the modulus, or a message not below the bound of an `unbalanced` key. */
  "message-out-of-range",
  /** A block is longer than the modulus, or a batch does not hold exactly `batchSize` blocks. */
  "invalid-length",
  /** A number shares a factor with the modulus where an inverse is needed. */
  "not-invertible",
  /** The modulus is even or too small. */
  "invalid-modulus",
  /** The engine is unknown or cannot run in this build. */
  "unknown-engine",
  /** The requested build needs instructions that this platform lacks. */
  "unsupported-build",
  /** The components of a key contradict each other. */
  "inconsistent-key",
  /** The primes of a key are too close, or its CRT exponents are equal; `importKey` reads it only with `allowBroken: true`. */
  "broken-key",
  /** The modulus, or the short prime of an `unbalanced` key, is too short for the padding. */
  "key-too-short",
  /** A message is too long for the padding under this key. */
  "message-too-long",
  /**
   * A ciphertext cannot be decrypted; the reason is withheld on purpose. With an `unbalanced` key raw decryption has this error too:
   * no message below its bound has this ciphertext, or the machine made a fault.
   */
  "decryption-failed",
  /** An encrypted file was changed or cut short. */
  "damaged-file",
  /** A private operation gave a wrong result, which was not released: the machine made a fault. */
  "fault-detected",
  /** A new key does not decrypt what it encrypts: the machine made a fault. Generate another. */
  "key-pair-test-failed",
  /** Data do not parse as the format that they are in. */
  "invalid-encoding",
  /** A key format, an algorithm or an encryption that is not supported. */
  "unsupported-format",
  /** A key that no standard format can hold; this library's own JSON can. */
  "no-standard-format",
  /** A public key where a private one is needed, or the reverse. */
  "wrong-key-type",
  /** The key is encrypted, and no password was given. */
  "password-required",
  /** The password is wrong, or the encrypted key is damaged. */
  "wrong-password",
  /** A call that keys of this variant do not have. */
  "wrong-variant",
  /** An attack does not apply to a key of this shape. */
  "attack-not-applicable",
  /** A key, or another object in WebAssembly memory, was used after `free()`. */
  "use-after-free",
  /** The WebAssembly file could not be fetched, compiled or started. */
  "load-failed",
  /** A worker could not be started, or ended unexpectedly. */
  "worker-failed",
  /** The workers were closed by `close()`. */
  "closed",
  /** A defect in this library; please report it. */
  "internal",
] as const;

/** What went wrong, stable across versions: compare this, not the message. */
export type RsaErrorCode = (typeof codes)[number];

const knownCodes: ReadonlySet<unknown> = new Set(codes);

/** Which part of the input an error is about. */
export interface ErrorPlace {
  /** The parameter or argument, by its name in this interface, such as `"modulusLength"` or `"blocks"`. */
  readonly parameter?: string | undefined;
  /** Which item of that parameter, counted from 0, where it is a list. */
  readonly index?: number | undefined;
  /**
   * What is wrong with it: the message without the parameter's name, so that you can put your own name for it in front.
   * Undefined where the message does not begin with that name.
   */
  readonly problem?: string | undefined;
}

/**
 * Every error of this library. A callback that throws and a signal that is aborted are not errors of the library: calls then
 * throw what the callback threw, or reject with the signal's `reason`, as `fetch` does.
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
  override readonly name = "RsaError";
  /** What went wrong; stable across versions. */
  readonly code: RsaErrorCode;
  /** The parameter or argument at fault, by its name in this interface; undefined where there is no single one. */
  readonly parameter: string | undefined;
  /** Which item of `parameter`, counted from 0, where it is a list. */
  readonly index: number | undefined;
  /**
   * What is wrong with `parameter`: the message without the parameter's name, so that you can put your own name for it in
   * front. Undefined where the message does not begin with that name.
   */
  readonly problem: string | undefined;

  /**
   * @param code what went wrong
   * @param message a sentence that names the limit and the value
   * @param options `cause`: the underlying error; `parameter`, `index` and `problem`: what the error is about
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
 * An argument that is refused; the message begins with its name.
 * @internal
 */
export function invalid(parameter: string, problem: string, index?: number): RsaError {
  return new RsaError("invalid-params", `${placeName({ parameter, index })} ${problem}`, { parameter, index, problem });
}

/**
 * What a message calls a place.
 * @internal
 */
export function placeName({ parameter, index }: ErrorPlace): string {
  return index === undefined ? `${parameter}` : `${parameter}[${index}]`;
}

/**
 * What a value is, for messages that refuse it.
 * @internal
 */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return Array.isArray(value) ? "an array" : value.constructor?.name || "an object";
}

/**
 * What a thrown value says.
 * @internal
 */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * Turns whatever the WebAssembly glue threw into an RsaError.
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
 * Runs `call` and lets nothing but an RsaError out of it.
 * @internal
 */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw toRsaError(thrown);
  }
}

/**
 * As `guarded`, for a promise.
 * @internal
 */
export async function guardedPromise<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw toRsaError(thrown);
  }
}
