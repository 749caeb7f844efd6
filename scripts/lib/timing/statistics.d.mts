/** The times of the first class, and of the second. */
export type Samples = readonly (readonly number[])[];
export type Verdict = "leaks" | "undecided" | "nothing found";

export const leak: number;
export const leastDoubt: number;
export function welch(first: readonly number[], second: readonly number[]): number;
export function largestT(samples: Samples): { readonly t: number; readonly kept: number };
export function verdict(t: number): Verdict;
export function median(values: readonly number[]): number;
