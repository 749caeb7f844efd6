/** A whole number's limits in a field. */
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
