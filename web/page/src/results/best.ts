import { type Interval, type Summary, spread } from "../measure/statistics.ts";
import { subjectName } from "../text/variants.ts";
import { formatList } from "./format.ts";
import type { Row } from "./rows.ts";

/** What is best in one respect: the fastest variant and those that cannot be told from it. */
export interface Best {
  readonly use: "encryption" | "decryption" | "both";
  readonly rows: readonly Row[];
}

interface Scored extends Interval {
  readonly row: Row;
  readonly value: number;
}

/** The best measured variants for encryption, for decryption and for one of each; empty before two are measured. */
export function findBest(rows: readonly Row[]): Best[] {
  const uses = [
    { use: "encryption", operations: ["encrypt"] },
    { use: "decryption", operations: ["decrypt"] },
    { use: "both", operations: ["encrypt", "decrypt"] },
  ] as const;
  const results: Best[] = [];
  for (const { use, operations } of uses) {
    const scored: Scored[] = [];
    for (const row of rows) {
      if (row.subject.kind !== "variant") continue;
      const summaries = operations.map((operation) => row.summaries[operation]);
      if (summaries.every((summary): summary is Summary => summary !== undefined)) scored.push(addUp(row, summaries));
    }
    if (scored.length < 2) return [];
    scored.sort((a, b) => a.value - b.value);
    const [first] = scored as [Scored, ...Scored[]];
    results.push({ use, rows: scored.filter(({ low }) => low <= first.high).map(({ row }) => row) });
  }
  return results;
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

/** The names in one respect: one, or several that are indistinguishable. */
export function describeBest(best: Best): string {
  const engines = new Set(best.rows.map(({ subject }) => (subject.kind === "variant" ? subject.engine : "")));
  const names = best.rows.map(({ subject }) =>
    subject.kind === "variant" && engines.size > 1
      ? `${subjectName(subject)} (${subject.engine})`
      : subjectName(subject),
  );
  return names.length > 1 ? `${formatList(names)} (indistinguishable)` : (names[0] as string);
}
