import type { Report } from "rsa-variants/xrsa";
import type { Position } from "../results/sections.ts";

/** Milliseconds for a whole computation in slow motion. */
export const playTime = 14_000;

/** The least share of the time that a section gets: one that has a single ⊗ must be seen too. */
const leastShare = 0.05;

/** Where a computation is after a share of its slow motion, from 0 to 1. */
export function playbackPosition({ sections }: Report, share: number): Position | "start" | "end" {
  if (share <= 0) return "start";
  if (share >= 1) return "end";
  const total = sections.reduce((sum, { multiplications }) => sum + multiplications, 0);
  const weights = sections.map(({ multiplications }) => Math.max(leastShare, multiplications / total));
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [section, weight] of weights.entries()) {
    if (left < weight) {
      const { multiplications } = sections[section] as Report["sections"][number];
      return { section, multiplications: Math.round((multiplications * left) / weight) };
    }
    left -= weight;
  }
  return "end";
}
