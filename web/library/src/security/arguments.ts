import { naturalToBytes } from "../bytes.js";
import { describe, invalid } from "../errors.js";
import { checkWholeNumber, type GlueParams, type KeyParams, toGlueParams } from "../params.js";
import type { ChoiceOption, PublicKeyNumbers } from "./attack.js";

/** Checks and converts a public key's numbers. */
export function toKeyArguments(target: PublicKeyNumbers): [modulus: Uint8Array, publicExponent: Uint8Array] {
  if (typeof target !== "object" || target === null) {
    throw invalid("target", `must be an object with modulus and so on, got ${describe(target)}`);
  }
  return [naturalToBytes("modulus", target.modulus), naturalToBytes("publicExponent", target.publicExponent)];
}

/** Checks and converts a list of numbers. */
export function toNumbers(name: string, values: readonly bigint[]): Uint8Array[] {
  if (!Array.isArray(values)) {
    throw invalid(name, `must be an array of bigints, got ${describe(values)}`);
  }
  return values.map((value: bigint, index) => naturalToBytes(name, value, index));
}

/** Parameters of a demonstration's key, of which some may be left open. */
export function toOpenParams(params: { [Name in keyof KeyParams]: KeyParams[Name] | undefined }): GlueParams {
  // What is undefined is left out there.
  return toGlueParams(params as KeyParams);
}

/** Checks whole numbers that may be missing. */
export function checkWholeNumbers(numbers: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined) checkWholeNumber(name, value);
  }
}

/** Refuses a value that is no choice of an option. */
export function checkChoice({ name, choices }: ChoiceOption, value: unknown): void {
  if (choices.some((choice) => choice.value === value)) return;
  const values = choices.map((choice) => choice.value).join(", ");
  throw invalid(name, `must be one of ${values}, got ${String(value)}`);
}
