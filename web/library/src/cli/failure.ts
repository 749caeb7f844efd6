import { RsaError, reasonOf } from "../errors.js";

/** The exit codes of the process. */
export const exitCodes = { success: 0, failure: 1, usage: 2 } as const;

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The message of a failure, and the exit code. */
interface Explanation {
  readonly message: string;
  readonly code: number;
}

/** What went wrong outside the library: a file, a signature, a prompt. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** The system's error codes in words. */
const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EEXIST: "the file already exists",
  EISDIR: "this is a folder, not a file",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than the system allows",
  EIO: "the device failed to read or write",
  EROFS: "the file system is read-only",
  EPIPE: "nobody reads the output",
};

/** The failure for an error of the system, with the file's name. */
export function systemFailure(path: string, error: unknown): Failure {
  const code = (error as { code?: unknown }).code;
  const isAddress = code === "ENOENT" && /^\w+:\/\//.test(path);
  const known = typeof code === "string" ? systemErrors[code] : undefined;
  const problem = isAddress ? "this is an address, not a file; download it first" : (known ?? reasonOf(error));
  return new Failure(`${shownName(path)}: ${problem}`, { cause: error });
}

/** The name of a file in messages. Control characters in it, line feeds too, could make a terminal show something else. */
export function shownName(path: string): string {
  return shownText(path).replaceAll("\n", "\\x0a").replaceAll("\t", "\\x09");
}

/** Text for a terminal, with control characters (C0 except line feed and tab, DEL, C1) escaped. */
export function shownText(text: string): string {
  const escaped = (control: string) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return text.replace(/[^\P{Cc}\n\t]/gu, escaped);
}

/** Waits for an operation on a file; an error gets the file's name. */
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
 * The message and the exit code for an error.
 *
 * @param flags the flags of the command; messages name them instead of the library's parameters
 */
export function explain(error: unknown, flags: Readonly<Record<string, unknown>> = {}): Explanation {
  if (error instanceof UsageError) return { message: error.message, code: exitCodes.usage };
  if (error instanceof RsaError) {
    const ofArguments = ["invalid-params", "broken-params", "unknown-engine"].includes(error.code);
    const flag = error.parameter === "charactersAtOnce" ? "characters" : flagName(error.parameter ?? "");
    const message = flag in flags && error.problem !== undefined ? `--${flag} ${error.problem}` : error.message;
    return { message, code: ofArguments ? exitCodes.usage : exitCodes.failure };
  }
  if (error instanceof Failure) return { message: error.message, code: exitCodes.failure };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `unexpected error, please report it: ${text}`, code: exitCodes.failure };
}
