import { bytesToBigInt } from "../bytes.js";

/** Plain data as the bindings give them: with the big-endian bytes of a number in place of the number. */
export type Glued<T> = T extends bigint ? Uint8Array : T extends object ? { [Name in keyof T]: Glued<T[Name]> } : T;

/** The data with their numbers: nothing but a number crosses as bytes. */
export function fromGlued<T>(value: Glued<T>): T {
  return withNumbers(value) as T;
}

function withNumbers(value: unknown): unknown {
  if (value instanceof Uint8Array) return bytesToBigInt(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}
