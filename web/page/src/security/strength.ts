import type { Assessment, Finding } from "rsa-variants/security";
import { strengthText } from "../core/security/strength.ts";
import { verdictText } from "../core/security/verdicts.ts";

/** The bits that a scale shows: at least enough for every target, and at most. */
const least = 160;
const most = 260;
const step = 20;

type Strength = Pick<Finding, "strength" | "strengthRange">;

/** The bits at the end of the scale for the bars of some findings. It begins at 0; a bar beyond its end goes on. */
export function barScale(findings: readonly Strength[]): number {
  const greatest = Math.max(0, ...findings.map((finding) => finding.strengthRange?.[1] ?? finding.strength));
  return Math.min(most, Math.max(least, Math.ceil(greatest / step) * step));
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
export function barOf({ strength, strengthRange }: Strength, scale: number): Bar {
  const [low, high] = strengthRange ?? [strength, strength];
  return { sure: placeOf(low, scale), possible: placeOf(high, scale), goesOn: high > scale };
}

/** Where a number of bits lies, in percent of the scale. */
export function placeOf(bits: number, scale: number): number {
  return Math.min(100, (100 * bits) / scale);
}

/** A verdict in a line: "Broken in theory. Lattice for short CRT exponents, 0 bits in theory." */
export function shortVerdict({ verdict, reach, decisive }: Assessment): string {
  return `${verdictText(verdict, reach).word}. ${decisive.name}, ${strengthText(decisive)}.`;
}
