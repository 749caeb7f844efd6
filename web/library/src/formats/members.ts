import { RsaError } from "../errors.js";

/** An object that came from outside, with the members that tell what it is. */
export interface Members {
  readonly [name: string]: unknown;
  readonly kty?: unknown;
  readonly format?: unknown;
  readonly keys?: unknown;
}

/** Refuses what is no object. */
export function checkObject(name: string, value: unknown): asserts value is Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  throw new RsaError("invalid-encoding", `${name} must be an object, got ${found}`);
}

/** Refuses members that are missing, and where `others` may not be, members besides. */
export function checkMembers(
  name: string,
  value: Members,
  wanted: readonly string[],
  others: "ignored" | "refused",
): void {
  for (const member of wanted) {
    if (value[member] === undefined) throw new RsaError("invalid-encoding", `${name} has no ${member}`);
  }
  if (others === "ignored") return;
  for (const member of Object.keys(value)) {
    if (!wanted.includes(member)) throw new RsaError("invalid-encoding", `${name} has the unknown member ${member}`);
  }
}

/** Reads a list of at most `most` items. */
export function readList<T>(name: string, value: unknown, most: number, read: (name: string, item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new RsaError("invalid-encoding", `${name} must be an array, got ${typeof value}`);
  if (value.length > most) {
    throw new RsaError("invalid-encoding", `${name} has ${value.length} items, but must have at most ${most}`);
  }
  return value.map((item: unknown, index) => read(`${name}[${index}]`, item));
}
