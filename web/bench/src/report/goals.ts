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
import { countsMeans, speedUpOfMeans } from "./means.ts";

/** A goal: how many times as fast as something else we want to be. */
export interface Goal {
  readonly name: string;
  readonly part: PartName;
  readonly length: number;
  /** The contestants whose times are compared. */
  readonly own: string;
  readonly other: string;
  /** The least ratio: the other's time, divided by ours. A browser without one has no goal. */
  readonly least: Readonly<Partial<Record<BrowserName, number>>>;
}

function goal(
  [part, length]: readonly [PartName, number],
  [own, other]: readonly [string, string],
  name: string,
  [Chromium, Firefox]: readonly [number, number],
): Goal {
  return { name, part, length, own, other, least: { Chromium, Firefox } };
}

function decryption(length: number, guards: "with" | "without", least: readonly [number, number]): Goal {
  const name = `RSA-${length} with CRT, decryptRaw ${guards} guards, against WebCrypto's signature`;
  const own = guards === "with" ? "guarded" : fastestEngine;
  return goal(["operations", length], [own, "webcrypto-sign"], name, least);
}

function powers(other: string, otherName: string, least: readonly [number, number]): Goal {
  return goal(["modexp", 1024], [fastestEngine, other], `two powers of 1024 bits, against ${otherName}`, least);
}

/** The part `arithmetic`: a job's contestants. */
function job(name: string, length: number, [own, other]: readonly [string, string], text: string, least: number): Goal {
  const part = name === "safe-prime" ? "safe-primes" : "arithmetic";
  return goal([part, length], [`${name}, ${own}`, `${name}, ${other}`], text, [least, least]);
}

export const goals: readonly Goal[] = [
  decryption(2048, "with", [1.1, 3.1]),
  decryption(2048, "without", [1.2, 3.3]),
  decryption(4096, "with", [1.2, 2.6]),
  goal(
    ["public", 2048],
    [fastestEngine, "webcrypto-verify"],
    "RSA-2048, encryptRaw with e = 65537, against WebCrypto's verification",
    [1.2, 2],
  ),
  powers("gmp-wasm", "gmp-wasm", [4.2, 4.8]),
  powers("bigint", "JavaScript's BigInt", [2.2, 5.5]),
  powers("num-bigint-crate", "num-bigint", [12, 11]),
  goal(
    ["keys", 2048],
    ["rsa-variants", "webcrypto"],
    "a key of RSA-2048 with CRT, against WebCrypto's, by their means",
    [3.2, 2.7],
  ),
  goal(
    ["keys", 4096],
    ["searching-2", "searching-1"],
    "a key of RSA-4096 with CRT from two workers, against one worker, by their means",
    [1.7, 1.7],
  ),
  goal(
    ["variants", 2048],
    ["r-prime", "webcrypto-sign"],
    "R-Prime of 2048 bits, r 3, w 256, decryptRaw without guards, against WebCrypto's signature",
    [4.4, 12],
  ),
  goal(
    ["bulk", 2048],
    ["workers-2", "workers-1"],
    "64 × RSA-2048 with CRT, decryptRawMany in two workers, against one worker",
    [1.8, 1.8],
  ),
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
  if (countsMeans(part)) {
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
