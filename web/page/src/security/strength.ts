import type { Finding, Source } from "rsa-variants/security";

/** The bits that a scale shows: at least enough for every target, and at most. */
const least = 160;
const most = 260;
const step = 20;

/** The scale that the bars of an assessment share; it begins at 0 bits. */
export interface BarScale {
  /** The bits at its right end. */
  readonly end: number;
}

/** A scale for these findings. A bar beyond its end is drawn as going on. */
export function barScale(findings: readonly Pick<Finding, "strength" | "strengthRange">[]): BarScale {
  const greatest = Math.max(0, ...findings.map((finding) => finding.strengthRange?.[1] ?? finding.strength));
  return { end: Math.min(most, Math.max(least, Math.ceil(greatest / step) * step)) };
}

/** A bar, in percent of the scale. */
export interface Bar {
  /** Where the certain part ends. */
  readonly sure: number;
  /** Where the range of an estimate ends; equal to `sure` without a range. */
  readonly possible: number;
  /** Whether it goes on beyond the scale. */
  readonly goesOn: boolean;
}

/** The bar of a finding. */
export function barOf({ strength, strengthRange }: Pick<Finding, "strength" | "strengthRange">, scale: BarScale): Bar {
  const [low, high] = strengthRange ?? [strength, strength];
  return { sure: placeOf(low, scale), possible: placeOf(high, scale), goesOn: high > scale.end };
}

/** Where a number of bits lies, in percent of the scale. */
export function placeOf(bits: number, { end }: BarScale): number {
  return Math.min(100, (100 * bits) / end);
}

/**
 * The family names of a paper's authors and its year: "Takayasu, Lu, Peng 2019"; of more than three authors the first. Of an
 * institution the initials: "NIST 2019".
 */
export function shortSource({ authors, year }: Pick<Source, "authors" | "year">): string {
  const names = authors.split(", ").map(shortName);
  return `${names.length > 3 ? `${names[0]} and others` : names.join(", ")} ${year}`;
}

function shortName(name: string): string {
  const words = name.split(" ");
  if (!words.includes("of")) return words.at(-1) as string;
  return words
    .map((word) => word.charAt(0))
    .filter((letter) => letter !== letter.toLowerCase())
    .join("");
}
