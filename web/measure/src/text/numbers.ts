export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Says why a number is outside its limits, or nothing. */
export function limitsProblem(value: number, { min, max }: Limits): string | undefined {
  if (!Number.isInteger(value)) return `A whole number from ${min} to ${max} is needed.`;
  if (value < min || value > max) return `From ${min} to ${max}; ${value} is outside.`;
  return undefined;
}

/** Reads a typed whole number, which may have spaces between groups; NaN if it is not one. */
export function parseWholeNumber(text: string): number {
  const digits = text.replace(/[\s_]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The message for a text that is not a public exponent. */
export const publicExponentNeeded = "An odd whole number of at most 256 bits is needed, decimal or 0x.";

/** Says why a public exponent cannot be used, or nothing. */
export function publicExponentProblem(value: bigint): string | undefined {
  if (value < 3n) return `At least 3; ${value} is too small.`;
  if (value >> 256n !== 0n) return `At most 256 bits; this has ${value.toString(2).length}.`;
  if (value % 2n === 0n) return `An odd number is needed, because φ(N) is even; ${value} is even.`;
  return undefined;
}

/** Reads a public exponent, decimal or hexadecimal with 0x. */
export function parsePublicExponent(text: string): bigint | undefined {
  const digits = text.replace(/[\s_]/g, "");
  return /^(\d{1,2500}|0x[\da-f]{1,2048})$/i.test(digits) ? BigInt(digits) : undefined;
}

/** The public exponent of this length in bits that encrypts fastest: with two ones. */
export function powerPlusOne(length: number): bigint {
  return (1n << BigInt(length - 1)) + 1n;
}
