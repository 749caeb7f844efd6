import { RsaError, reasonOf } from "../errors.js";

/** What the process ends with. */
export const exitCodes = { success: 0, failure: 1, usage: 2 } as const;

/** A command line that cannot be meant so. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a failure says, and the exit code. */
interface Explanation {
  readonly message: string;
  readonly code: number;
}

/** What went wrong outside the library: a file, a signature, a prompt. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** What systems say in letters, in words. */
const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EEXIST: "it exists already",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than the system allows",
  EIO: "the device failed to read or write",
  EROFS: "the file system cannot be written to",
  EPIPE: "nobody reads the output any more",
};

/** A failure of the system, with the file that it is about. */
export function systemFailure(path: string, error: unknown): Failure {
  const code = (error as { code?: unknown }).code;
  const known = typeof code === "string" ? systemErrors[code] : undefined;
  return new Failure(`${path}: ${known ?? reasonOf(error)}`, { cause: error });
}

/** Does something to a file; what fails names it. */
export async function naming<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw systemFailure(path, error);
  }
}

/** `crtExponentLength` as `crt-exponent-length`. */
export function flagName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * What to say, and what to end with.
 *
 * @param flags those of the command, which stand for the library's parameters
 */
export function explain(error: unknown, flags: Readonly<Record<string, unknown>> = {}): Explanation {
  if (error instanceof UsageError) return { message: error.message, code: exitCodes.usage };
  if (error instanceof RsaError) {
    const ofArguments = ["invalid-params", "broken-params", "unknown-engine"].includes(error.code);
    const flag = flagName(error.parameter ?? "");
    const message = flag in flags && error.problem !== undefined ? `--${flag} ${error.problem}` : error.message;
    return { message, code: ofArguments ? exitCodes.usage : exitCodes.failure };
  }
  if (error instanceof Failure) return { message: error.message, code: exitCodes.failure };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `unexpected: ${text}`, code: exitCodes.failure };
}
