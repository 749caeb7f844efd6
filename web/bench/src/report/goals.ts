import { type Interval, speedUp } from "../../../page/src/measure/statistics.ts";
import type { PartName } from "../protocol.ts";
import {
  type BrowserName,
  type BrowserRun,
  type Comparison,
  fastestEngine,
  findMeasurement,
  findSummary,
} from "./comparison.ts";
import { speedUpOfMeans } from "./means.ts";

/** How many times as fast as something else we want to be. */
export interface Goal {
  readonly name: string;
  readonly part: PartName;
  readonly length: number;
  /** The contestants whose times are compared. */
  readonly own: string;
  readonly other: string;
  /** Medians, but means where the times differ from call to call by nature. */
  readonly statistic: "median" | "mean";
  /** The least ratio: the other's time, divided by ours. */
  readonly asked: Readonly<Record<BrowserName, number>>;
}

function decryption(length: number, asked: Goal["asked"]): Goal {
  const name = `RSA-${length} with CRT, decryptRaw, against WebCrypto's signature`;
  return { name, part: "operations", length, own: fastestEngine, other: "webcrypto-sign", statistic: "median", asked };
}

function powers(other: string, otherName: string, asked: Goal["asked"]): Goal {
  const name = `two powers of 1024 bits, against ${otherName}`;
  return { name, part: "modexp", length: 1024, own: fastestEngine, other, statistic: "median", asked };
}

export const goals: readonly Goal[] = [
  decryption(2048, { Chromium: 1.0, Firefox: 2.4 }),
  decryption(4096, { Chromium: 1.1, Firefox: 2.4 }),
  powers("gmp-wasm", "gmp-wasm", { Chromium: 4.2, Firefox: 4.8 }),
  powers("bigint", "JavaScript's BigInt", { Chromium: 2.2, Firefox: 5.5 }),
  powers("num-bigint", "num-bigint", { Chromium: 12, Firefox: 11 }),
  {
    name: "a key of RSA-2048 with CRT, against WebCrypto's, by their means",
    ...{ part: "keys", length: 2048, own: "rsa-variants", other: "webcrypto" },
    statistic: "mean",
    asked: { Chromium: 2.0, Firefox: 2.0 },
  },
  {
    name: "R-Prime of 2048 bits, r 3, w 256, against WebCrypto's signature with RSA-2048",
    ...{ part: "variants", length: 2048, own: "r-prime", other: "webcrypto-sign" },
    statistic: "median",
    asked: { Chromium: 4, Firefox: 8 },
  },
  {
    name: "64 × RSA-2048 with CRT, decryptRawMany in two workers, against one worker",
    ...{ part: "bulk", length: 2048, own: "workers-2", other: "workers-1" },
    statistic: "median",
    asked: { Chromium: 1.8, Firefox: 1.8 },
  },
];

/** A goal beside what one browser measured. */
export interface GoalResult {
  readonly browser: BrowserName;
  readonly name: string;
  readonly asked: number;
  /** With the widest range that the intervals allow. */
  readonly measured: Interval & { readonly value: number };
  readonly reached: boolean;
}

/** Every goal of which both sides were measured, browser by browser. */
export function measureGoals({ runs }: Pick<Comparison, "runs">): GoalResult[] {
  return runs.flatMap((run) =>
    goals.flatMap((goal) => {
      const measured = measureGoal(goal, run);
      if (measured === undefined) return [];
      const asked = goal.asked[run.browser];
      return [{ browser: run.browser, name: goal.name, asked, measured, reached: measured.value >= asked }];
    }),
  );
}

function measureGoal(goal: Goal, run: BrowserRun): GoalResult["measured"] | undefined {
  const { part, length } = goal;
  const own = { part, length, contestant: goal.own };
  const other = { part, length, contestant: goal.other };
  if (goal.statistic === "mean") {
    const ownSamples = findMeasurement(run, own)?.samples;
    const otherSamples = findMeasurement(run, other)?.samples;
    return ownSamples && otherSamples && speedUpOfMeans(otherSamples, ownSamples);
  }
  const ownSummary = findSummary(run, own);
  const otherSummary = findSummary(run, other);
  return ownSummary && otherSummary && speedUp(otherSummary, ownSummary);
}
