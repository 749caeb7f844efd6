/** What went wrong. The names are stable across versions: compare these, not the messages. */
const codes = [
  /** A key parameter or an argument is out of range, conflicts with another one, or has the wrong type. */
  "invalid-params",
  /** A key with these parameters can be broken; `generateKey` makes one only with `allowBroken: true`. */
  "broken-params",
  /** A message or ciphertext is not below the modulus, or a message not below the bound of an `unbalanced` key. */
  "message-out-of-range",
  /** A block is longer than the modulus, or a batch does not hold exactly `batchSize` blocks. */
  "invalid-length",
  /** A number has no inverse because it shares a factor with the modulus. */
  "not-invertible",
  /** The modulus is even or too small. */
  "invalid-modulus",
  /** The engine is unknown or cannot run in this build. */
  "unknown-engine",
  /** The requested build needs instructions that this platform lacks. */
  "unsupported-build",
  /** The components of a key contradict each other. */
  "inconsistent-key",
  /** The primes of a key are too close, or its CRT exponents are equal; `importKey` accepts it only with `allowBroken: true`. */
  "broken-key",
  /** The modulus, or the short prime of an `unbalanced` key, is too short for the padding. */
  "key-too-short",
  /** A message is too long for the padding under this key. */
  "message-too-long",
  /**
   * A ciphertext cannot be decrypted; the reason is withheld on purpose. With an `unbalanced` key, raw decryption throws this
   * error too: no message below the key's bound has this ciphertext, or the machine computed a wrong result.
   */
  "decryption-failed",
  /** An encrypted file was changed or cut short. */
  "damaged-file",
  /** The machine computed a wrong result in a private operation. The result was not released. */
  "fault-detected",
  /** The random generator repeats itself, or none of very many random numbers is suitable. */
  "stuck-generator",
  /** A new key does not decrypt what it encrypts: the machine computed a wrong result. Generate another key. */
  "key-pair-test-failed",
  /** The data are not valid in their format. */
  "invalid-encoding",
  /** The key format, the algorithm or the encryption is not supported. */
  "unsupported-format",
  /** No standard format can hold this key; use this library's own format, `json`. */
  "no-standard-format",
  /** The data contain a public key where a private key is needed, or vice versa. */
  "wrong-key-type",
  /** The key is encrypted and no password was given. */
  "password-required",
  /** The password is wrong, or the encrypted key is damaged. */
  "wrong-password",
  /** Keys of this variant do not support the call. */
  "wrong-variant",
  /** An attack does not apply to a key of this shape. */
  "attack-not-applicable",
  /** A key, or another object in WebAssembly memory, was used after `free()`. */
  "use-after-free",
  /** The WebAssembly could not be fetched, compiled or started. */
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
 * Makes the error for an invalid argument; the message begins with the argument's name.
 * @internal
 */
export function invalid(parameter: string, problem: string, index?: number): RsaError {
  return new RsaError("invalid-params", `${placeName({ parameter, index })} ${problem}`, { parameter, index, problem });
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
 * Turns anything that the WebAssembly glue throws into an RsaError.
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

/**
 * Like `guarded`, for a promise.
 * @internal
 */
export async function guardedPromise<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw toRsaError(thrown);
  }
}
