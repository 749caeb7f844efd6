import { type Interval, type Summary, spread } from "@rsa-variants/measure";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { formatList } from "../../common/format.ts";
import { nameWithEngine } from "../text/variants.ts";
import type { Row } from "./rows.ts";

/** What is best in one respect: the fastest variant and those that cannot be told from it. */
export interface Best {
  readonly use: "encryption" | "decryption" | "both";
  readonly rows: readonly Row[];
  /** Whether all of them do the very same computation, so that only chance sets them apart. */
  readonly same: boolean;
}

const uses = [
  { use: "encryption", operations: ["encrypt"] },
  { use: "decryption", operations: ["decrypt"] },
  { use: "both", operations: ["encrypt", "decrypt"] },
] as const;

interface Scored extends Interval {
  readonly row: Row;
  readonly value: number;
}

/**
 * The best measured variants for encryption, for decryption and for one of each; empty before two are measured. Those
 * that are broken with these parameters cannot be best, unless all are because the modulus is too short; nor can batch, whose
 * times hold only while several messages wait.
 */
export function findBest(rows: readonly Row[]): Best[] {
  const single = rows.filter((row) => !isBatch(row));
  const sound = single.filter(
    ({ subject, assessment }) => subject.kind === "variant" && assessment?.verdict !== "broken",
  );
  const eligible = sound.length === 0 ? single : sound;
  const results: Best[] = [];
  for (const { use, operations } of uses) {
    const scored = scoresOf(eligible, operations);
    const [first] = scored;
    if (first === undefined || scored.length < 2) return [];
    const twins = use === "encryption" ? scored.filter(({ row }) => encryptAlike(row, first.row)) : [first];
    const draws = scored.filter((each) => each.low <= first.high || twins.includes(each));
    results.push({
      use,
      rows: rows.filter((row) => draws.some((draw) => draw.row === row)),
      same: twins.length === draws.length,
    });
  }
  return results;
}

/** The uses in which a full batch is surely faster, message by message, than what is best for single messages. */
export function batchWins(rows: readonly Row[], best: readonly Best[]): { row: Row; uses: Best["use"][] } | undefined {
  const [batch] = scoresOf(rows.filter(isBatch), ["decrypt"]);
  if (batch === undefined) return undefined;
  const { row } = batch;
  const won = uses.filter(({ use, operations }) => {
    const single = best.find((each) => each.use === use);
    const [own] = scoresOf([row], operations);
    const [other] = single === undefined ? [] : scoresOf(single.rows, operations);
    return own !== undefined && other !== undefined && own.high < other.low;
  });
  return won.length === 0 ? undefined : { row, uses: won.map(({ use }) => use) };
}

function isBatch({ subject }: Row): boolean {
  return subject.kind === "variant" && subject.variant === "batch";
}

/** Whether two rows encrypt by the same computation: the same short exponent on the same engine. */
function encryptAlike(a: Row, b: Row): boolean {
  if (a.subject.kind !== "variant" || b.subject.kind !== "variant" || a.subject.engine !== b.subject.engine)
    return false;
  if (a === b) return true;
  const exponent = a.resolved?.params.publicExponent;
  return exponent !== undefined && exponent === b.resolved?.params.publicExponent;
}

/** The variants measured in all of the operations, fastest first. */
function scoresOf(rows: readonly Row[], operations: readonly Operation[]): Scored[] {
  const scored: Scored[] = [];
  for (const row of rows) {
    if (row.subject.kind !== "variant") continue;
    const summaries = operations.map((operation) => row.summaries[operation]);
    if (summaries.every((summary): summary is Summary => summary !== undefined)) scored.push(addUp(row, summaries));
  }
  return scored.sort((a, b) => a.value - b.value);
}

function addUp(row: Row, summaries: readonly Summary[]): Scored {
  const spreads = summaries.map(spread);
  return {
    row,
    value: summaries.reduce((sum, { median }) => sum + median, 0),
    low: spreads.reduce((sum, { low }) => sum + low, 0),
    high: spreads.reduce((sum, { high }) => sum + high, 0),
  };
}

/** The names in one respect: one, or several that are indistinguishable or the same. */
export function describeBest(best: Best): string {
  const engines = new Set(best.rows.map(({ subject }) => (subject.kind === "variant" ? subject.engine : "")));
  const names = best.rows.map(({ subject }) => nameWithEngine(subject, engines.size > 1));
  if (names.length === 1) return names[0] as string;
  return `${formatList(names)} (${best.same ? "the same operation" : "indistinguishable"})`;
}
