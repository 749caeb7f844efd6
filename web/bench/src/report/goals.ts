import { type Interval, speedUp } from "@rsa-variants/measure";
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

/** A goal: how many times as fast as something else we want to be. */
export interface Goal {
  readonly name: string;
  readonly part: PartName;
  readonly length: number;
  /** The contestants whose times are compared. */
  readonly own: string;
  readonly other: string;
  /** Medians, or means if the times differ from call to call. */
  readonly statistic: "median" | "mean";
  /** The least ratio: the other's time, divided by ours. A browser without one has no goal. */
  readonly least: Readonly<Partial<Record<BrowserName, number>>>;
}

function decryption(length: number, guards: "with" | "without", least: Goal["least"]): Goal {
  const name = `RSA-${length} with CRT, decryptRaw ${guards} guards, against WebCrypto's signature`;
  const own = guards === "with" ? "guarded" : fastestEngine;
  return { name, part: "operations", length, own, other: "webcrypto-sign", statistic: "median", least };
}

function powers(other: string, otherName: string, least: Goal["least"]): Goal {
  const name = `two powers of 1024 bits, against ${otherName}`;
  return { name, part: "modexp", length: 1024, own: fastestEngine, other, statistic: "median", least };
}

/** The part `arithmetic`: a job's contestants. */
function job(name: string, length: number, [own, other]: readonly [string, string], text: string, least: number): Goal {
  const contestants = { own: `${name}, ${own}`, other: `${name}, ${other}` };
  const [part, statistic] =
    name === "safe-prime" ? (["safe-primes", "mean"] as const) : (["arithmetic", "median"] as const);
  return {
    name: text,
    part,
    length,
    ...contestants,
    statistic,
    least: { Chromium: least, Firefox: least },
  };
}

export const goals: readonly Goal[] = [
  decryption(2048, "with", { Chromium: 1.1, Firefox: 3.1 }),
  decryption(2048, "without", { Chromium: 1.2, Firefox: 3.3 }),
  decryption(4096, "with", { Chromium: 1.2, Firefox: 2.6 }),
  {
    name: "RSA-2048, encryptRaw with e = 65537, against WebCrypto's verification",
    ...{ part: "public", length: 2048, own: fastestEngine, other: "webcrypto-verify" },
    statistic: "median",
    least: { Chromium: 1.2, Firefox: 2 },
  },
  powers("gmp-wasm", "gmp-wasm", { Chromium: 4.2, Firefox: 4.8 }),
  powers("bigint", "JavaScript's BigInt", { Chromium: 2.2, Firefox: 5.5 }),
  powers("num-bigint-crate", "num-bigint", { Chromium: 12, Firefox: 11 }),
  {
    name: "a key of RSA-2048 with CRT, against WebCrypto's, by their means",
    ...{ part: "keys", length: 2048, own: "rsa-variants", other: "webcrypto" },
    statistic: "mean",
    least: { Chromium: 3.2, Firefox: 2.7 },
  },
  {
    name: "a key of RSA-4096 with CRT from two workers, against one worker, by their means",
    ...{ part: "keys", length: 4096, own: "searching-2", other: "searching-1" },
    statistic: "mean",
    least: { Chromium: 1.7, Firefox: 1.7 },
  },
  {
    name: "R-Prime of 2048 bits, r 3, w 256, against WebCrypto's signature with RSA-2048",
    ...{ part: "variants", length: 2048, own: "r-prime", other: "webcrypto-sign" },
    statistic: "median",
    least: { Chromium: 4.4, Firefox: 12 },
  },
  {
    name: "64 × RSA-2048 with CRT, decryptRawMany in two workers, against one worker",
    ...{ part: "bulk", length: 2048, own: "workers-2", other: "workers-1" },
    statistic: "median",
    least: { Chromium: 1.8, Firefox: 1.8 },
  },
  job("power", 3072, ["pow", "bigint"], "a power of 3072 bits, exponent of 256 bits, against JavaScript's BigInt", 3),
  job("power", 3072, ["fixed-base", "pow"], "the same with a table of 1 MiB, against `pow`", 3),
  ...[3072, 4096].map((length) =>
    job(
      "ballot",
      length,
      ["modular-powers", "bigint"],
      `an ElGamal ballot, ${length} bits, against BigInt with tables`,
      3,
    ),
  ),
  job(
    "paillier",
    3072,
    ["modular-powers", "paillier-bigint"],
    "a Paillier encryption, 3072 bits, against paillier-bigint",
    8,
  ),
  job("blind-sign", 2048, ["rsa-variants", "blindrsa-ts"], "a blind signature, 2048 bits, against blindrsa-ts", 200),
  job(
    "partially-blind-client",
    2048,
    ["rsa-variants", "blind-rsa-signatures"],
    "the client of a partially blind token, against the crate blind-rsa-signatures",
    20,
  ),
  job("product", 3072, ["product", "one-by-one"], "a product of 1,000 powers, 3072 bits, against 1,000 powers", 4),
  job(
    "safe-prime",
    1024,
    ["workers-2", "workers-1"],
    "a safe prime of 1024 bits, two workers against one, by their means",
    1.8,
  ),
];

/** A goal with the measurement of one browser. */
export interface GoalResult {
  readonly browser: BrowserName;
  readonly name: string;
  readonly goal: number;
  /** With the widest range that the 95 % intervals allow, unbounded without intervals; absent if a side was not measured. */
  readonly measured?: Interval & { readonly value: number };
  readonly reached: boolean;
}

/** Every goal of the measured parts, browser by browser; none in browsers that have no goals. */
export function measureGoals({ runs }: Pick<Comparison, "runs">): GoalResult[] {
  return runs.flatMap((run) =>
    goals
      .filter(({ part }) => [...run.measurements, ...run.failures].some((each) => each.part === part))
      .flatMap((each) => {
        const { browser } = run;
        const goal = each.least[browser];
        if (goal === undefined) return [];
        const measured = measureGoal(each, run);
        if (measured === undefined) return { browser, name: each.name, goal, reached: false };
        return { browser, name: each.name, goal, measured, reached: measured.value >= goal };
      }),
  );
}

function measureGoal(goal: Goal, run: BrowserRun): GoalResult["measured"] {
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
  if (ownSummary === undefined || otherSummary === undefined) return undefined;
  const measured = speedUp(otherSummary, ownSummary);
  if (ownSummary.interval !== undefined && otherSummary.interval !== undefined) return measured;
  return { value: measured.value, low: 0, high: Number.POSITIVE_INFINITY };
}
