import { largestCharactersAtOnce } from "rsa-variants/files";

/** The number of characters in the text, as in the paper: "a file of exactly 10,000 characters". */
const textLength = 10_000;

/** One measurement. */
export interface Step {
  /** `pieces`: varies c at one modulus length. `lengths`: varies n, with c in proportion. */
  readonly table: "pieces" | "lengths";
  readonly modulusLength: number;
  readonly charactersAtOnce: number;
}

/** The number of exponentiations for the text, one for each piece. */
export function exponentiations({ charactersAtOnce }: Pick<Step, "charactersAtOnce">): number {
  return Math.ceil(textLength / charactersAtOnce);
}

/** The modulus length at which the paper varied c. */
const piecesLength = 1024;

/** In descending order of c, because the smallest takes by far the longest. */
export const pieces: readonly Step[] = [
  ...new Set([largestCharactersAtOnce(piecesLength), 100, 75, 50, 25, 10, 5, 2, 1]),
].map((charactersAtOnce) => ({ table: "pieces", modulusLength: piecesLength, charactersAtOnce }));

/** The paper's numbers of characters: 50 at 512 bits, and in proportion. */
export const lengths: readonly Step[] = [512, 768, 1024, 1280, 1536, 1792, 2048].map((modulusLength) => ({
  table: "lengths",
  modulusLength,
  charactersAtOnce: (modulusLength * 25) / 256,
}));

/** The number of keys to make of each length. Their median counts, because the time to find primes is random. */
export const keysPerLength = 25;

/** The paper's two tables, the faster one first. */
export const plan: readonly Step[] = [...lengths, ...pieces];

/** A text of the given number of characters, all printable ASCII, so that each is one byte. */
export function experimentText(length = textLength): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(0x20 + ((i * 37) % 95))).join("");
}
