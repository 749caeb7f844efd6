import { largestCharactersAtOnce } from "rsa-variants/files";

/** Characters of the text, as in the paper: "a file of exactly 10,000 characters". */
export const textLength = 10_000;

/** One measurement. */
export interface Step {
  /** `pieces`: against c at one length; `lengths`: against n, with c in proportion. */
  readonly table: "pieces" | "lengths";
  readonly modulusLength: number;
  readonly charactersAtOnce: number;
}

/** Exponentiations that the text takes, one for each piece. */
export function exponentiations({ charactersAtOnce }: Step): number {
  return Math.ceil(textLength / charactersAtOnce);
}

/** The length that the paper varied c at. */
const piecesLength = 1024;

/** From the largest c down: the smallest takes by far the longest. */
const pieces: readonly Step[] = [...new Set([largestCharactersAtOnce(piecesLength), 100, 75, 50, 25, 10, 5, 2, 1])].map(
  (charactersAtOnce) => ({ table: "pieces", modulusLength: piecesLength, charactersAtOnce }),
);

/** As many characters as the paper took: 50 at 512 bits, in proportion. */
const lengths: readonly Step[] = [512, 768, 1024, 1280, 1536, 1792, 2048].map((modulusLength) => ({
  table: "lengths",
  modulusLength,
  charactersAtOnce: (modulusLength * 25) / 256,
}));

/** Keys of a length, of whose times the median counts: how long the search for primes takes is luck. */
export const keysPerLength = 25;

/** The paper's two tables; the one that is quick goes first. */
export const plan: readonly Step[] = [...lengths, ...pieces];

/** A text of so many characters, all of them printable ASCII, each its own code. */
export function experimentText(length = textLength): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(0x20 + ((i * 37) % 95))).join("");
}
