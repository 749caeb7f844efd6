import type { KeyParams } from "rsa-variants";
import type { Operation } from "../tasks/protocol.ts";
import { advisedFor, bothDirections, fastBothWays } from "./advice.ts";
import {
  fastestOf,
  guardedRow,
  isEligible,
  isSafe,
  isSurelyFaster,
  type Row,
  type SpeedUp,
  speedUpOver,
  workOf,
} from "./rows.ts";

/** How many times as fast as the browser's own RSA, which has guards, too. */
interface OverBrowser extends SpeedUp {
  /** Whether it is decryption with both guards; otherwise, it is the bare operation, or one that has no guards. */
  readonly isGuarded: boolean;
}

/** What the page recommends for an operation, and what that costs. */
export interface Answer {
  readonly operation: Operation;
  /**
   * The fastest safe variant. Of several that do the very same computation, the best in the other direction among those that serve both
   * (`bothDirections`).
   */
  readonly fastest: Row;
  /** Other safe variants that may be as fast, as far as the samples show. */
  readonly ties: readonly Row[];
  readonly overBrowser: OverBrowser | undefined;
  /** What to use where encryption and decryption both must be fast, if that is another variant. */
  readonly both: ForBoth | undefined;
  /** Safe variants that are even faster, but for special cases only. */
  readonly special: readonly Row[];
  /** Safe variants for any message that have no figure, and so may be faster. */
  readonly unmeasured: readonly Row[];
}

/** What to use where encryption and decryption both must be fast. */
interface ForBoth {
  readonly row: Row;
  /** A safe variant that is surely faster, and that something else speaks against: `caveatsOf` says what. */
  readonly faster: Row | undefined;
}

export type NoAnswer = "not-measured" | "no-verdicts" | "none-safe" | "too-few" | "too-noisy";

/** A variant that takes this many times as long as the fastest and may still be as fast: then the samples tell nothing. */
const noisyTie = 1.25;

export function answerOf(rows: readonly Row[], operation: Operation): Answer | NoAnswer {
  const variants = rows.filter((row) => row.subject.kind === "variant");
  const measured = variants.filter(({ summaries }) => summaries[operation] !== undefined);
  if (measured.length === 0) return "not-measured";
  if (measured.every(({ assessment }) => assessment === undefined)) return "no-verdicts";
  const other = otherDirection(operation);
  const otherTime = ({ summaries }: Row) => (other && summaries[other]?.time) ?? Number.MAX_VALUE;
  const time = ({ summaries }: Row) => summaries[operation]?.time ?? Number.POSITIVE_INFINITY;
  const [leader, ...followers] = fastestOf(variants, operation);
  if (leader === undefined) return "none-safe";
  if (followers.length > 0 && leader.summaries[operation]?.interval === undefined) return "too-few";
  const work = workOf(leader, operation);
  const isAlike = (row: Row) => row === leader || (work !== undefined && workOf(row, operation) === work);
  const isForBoth = ({ resolved }: Row) => resolved !== undefined && bothDirections.suits(resolved.params);
  const alike = [leader, ...followers]
    .filter(isAlike)
    .sort((a, b) => Number(isForBoth(b)) - Number(isForBoth(a)) || otherTime(a) - otherTime(b));
  const first = alike[0] ?? leader;
  const others = followers.filter((row) => !isAlike(row));
  if (others.some((row) => time(row) > noisyTie * time(leader))) return "too-noisy";
  const tied = [...alike.slice(1), ...others];
  const browser = rows.find(({ subject }) => subject.kind === "reference" && subject.reference === "webcrypto");
  return {
    operation,
    fastest: first,
    ties: tied,
    overBrowser: browser && overBrowser(browser, first, operation),
    both: forBoth(variants, [first, ...tied]),
    special: variants.filter((row) => isSafe(row) && !isEligible(row) && isSurelyFaster(row, first, operation)),
    unmeasured: variants.filter((row) => isEligible(row) && row.summaries[operation] === undefined),
  };
}

/** With guards where the operation has some and they were measured. */
function overBrowser(browser: Row, row: Row, operation: Operation): OverBrowser | undefined {
  const guarded = operation === "decrypt" ? guardedRow(row) : undefined;
  const speed = speedUpOver(browser, guarded ?? row, operation);
  return speed && { ...speed, isGuarded: guarded !== undefined };
}

/** The variant that is advised for both directions, unless it is the answer already. */
function forBoth(rows: readonly Row[], fastest: readonly Row[]): ForBoth | undefined {
  const [row] = advisedFor(bothDirections, rows);
  const [faster] = advisedFor(fastBothWays, rows);
  if (!row || !faster || fastest.includes(row)) return undefined;
  const isOther = !fastest.includes(faster) && isSurelyFaster(faster, row, "decrypt");
  return { row, faster: isOther ? faster : undefined };
}

/** Making a key has no other direction. */
export function otherDirection(operation: Operation): "encrypt" | "decrypt" | undefined {
  if (operation === "keygen") return undefined;
  return operation === "encrypt" ? "decrypt" : "encrypt";
}

/** From this scatter on, differences between variants cannot be trusted: the middle half of the samples, over the time shown. */
const restless = 0.15;

/** Whether other work on the machine disturbs the figures: the samples of most rows scatter widely. */
export function isMachineBusy(rows: readonly Row[]): boolean {
  const scatters = rows.flatMap(({ summaries: { decrypt } }) =>
    decrypt === undefined || decrypt.count < 6 ? [] : [(decrypt.upperQuartile - decrypt.lowerQuartile) / decrypt.time],
  );
  return scatters.filter((scatter) => scatter > restless).length > scatters.length / 2;
}

/** The length in bytes of the longest message that every key with these parameters can encrypt, padding included. */
export function longestMessage({ modulusLength, primeLength }: KeyParams): number {
  return primeLength === undefined ? Math.ceil(modulusLength / 8) : Math.floor((primeLength - 1) / 8);
}
