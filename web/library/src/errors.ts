/** What went wrong, stable across versions: compare this, not the message. */
export type RsaErrorCode =
  /** A key parameter or an argument is out of range, in conflict with another, or of the wrong type. */
  | "invalid-params"
  /** A key with these parameters can be broken; `generateKey` makes it only with `allowBroken: true`. */
  | "broken-params"
  /** A message or ciphertext is not smaller than the modulus. */
  | "message-out-of-range"
  /** A block is longer than the modulus, or a batch does not hold exactly `batchSize` blocks. */
  | "invalid-length"
  /** A number shares a factor with the modulus where an inverse is needed. */
  | "not-invertible"
  /** The modulus is even or too small. */
  | "invalid-modulus"
  /** The engine is not known or cannot run in this build. */
  | "unknown-engine"
  /** The build asked for needs instructions that this platform lacks. */
  | "unsupported-build"
  /** The components of a key contradict each other. */
  | "inconsistent-key"
  /** The modulus is too short for the padding. */
  | "key-too-short"
  /** A message is too long for the padding under this key. */
  | "message-too-long"
  /** A ciphertext cannot be decrypted; why is not said on purpose. */
  | "decryption-failed"
  /** An encrypted file that was changed or cut short. */
  | "damaged-file"
  /** The machine computed wrongly, or somebody disturbed it: the result was not released. */
  | "fault-detected"
  /** A key that was just generated does not decrypt what it encrypts: the machine computed wrongly. Generate another. */
  | "key-pair-test-failed"
  /** Data that do not parse as the format that they are in. */
  | "invalid-encoding"
  /** A format of keys, an algorithm or an encryption that is not read. */
  | "unsupported-format"
  /** A key that no standard format holds; this library's own JSON does. */
  | "no-standard-format"
  /** The key is encrypted, and no password was given. */
  | "password-required"
  /** The password is wrong, or the encrypted key damaged. */
  | "wrong-password"
  /** The caller cancelled the work. */
  | "aborted"
  /** A call that keys of this variant do not have. */
  | "wrong-variant"
  /** A key of a shape that an attack is not for. */
  | "attack-not-applicable"
  /** A key, or what else lives in WebAssembly memory, was used after `free()`. */
  | "use-after-free"
  /** The WebAssembly file could not be fetched, compiled or started. */
  | "load-failed"
  /** A worker could not be started, or ended unexpectedly. */
  | "worker-failed"
  /** A defect in this library; please report it. */
  | "internal";

const codes: ReadonlySet<string> = new Set<RsaErrorCode>([
  "invalid-params",
  "broken-params",
  "message-out-of-range",
  "invalid-length",
  "not-invertible",
  "invalid-modulus",
  "unknown-engine",
  "unsupported-build",
  "inconsistent-key",
  "key-too-short",
  "message-too-long",
  "decryption-failed",
  "damaged-file",
  "fault-detected",
  "key-pair-test-failed",
  "invalid-encoding",
  "unsupported-format",
  "no-standard-format",
  "password-required",
  "wrong-password",
  "aborted",
  "wrong-variant",
  "attack-not-applicable",
  "use-after-free",
  "load-failed",
  "worker-failed",
  "internal",
]);

/**
 * Every error that this library throws or rejects with.
 *
 * @example
 * ```ts
 * import { load, RsaError } from "rsa-variants";
 * const rsa = await load();
 * try {
 *   rsa.checkParams({ variant: "crt", modulusLength: 64 });
 * } catch (error) {
 *   if (error instanceof RsaError && error.code === "invalid-params") console.log(error.message);
 * }
 * ```
 */
export class RsaError extends Error {
  override readonly name = "RsaError";
  /** What went wrong; stable across versions. */
  readonly code: RsaErrorCode;

  /**
   * @param code what went wrong
   * @param message a sentence that names the limit and the value
   * @param options `cause`: the error underneath
   */
  constructor(code: RsaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
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
  if (thrown instanceof Error) {
    const code = (thrown as { code?: unknown }).code;
    if (typeof code === "string" && codes.has(code)) {
      return new RsaError(code as RsaErrorCode, thrown.message, { cause: thrown });
    }
    return new RsaError("internal", `unexpected ${thrown.name}: ${thrown.message}`, { cause: thrown });
  }
  return new RsaError("internal", `unexpected error: ${String(thrown)}`, { cause: thrown });
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
