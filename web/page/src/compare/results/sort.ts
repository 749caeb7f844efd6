import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import type { Sort, SortKey } from "../state.ts";
import { subjectName } from "../text/variants.ts";
import type { Row } from "./rows.ts";

/** The value that a row sorts by in a column; undefined where the row has none. */
function sortValue(row: Row, key: SortKey, compared: Operation): number | string | undefined {
  const comparison = row.comparisons[compared];
  switch (key) {
    case "order":
      return undefined;
    case "name":
      return subjectName(row.subject);
    case "keygen":
    case "encrypt":
    case "decrypt":
      return row.summaries[key]?.median;
    case "rate": {
      const summary = row.summaries[compared];
      return summary && 1000 / summary.median;
    }
    case "measured":
      return comparison.measured?.value;
    case "theory":
      return comparison.theory;
    case "ratio":
      return comparison.ratio;
    case "published":
      return comparison.published[0]?.value;
  }
}

/** The rows in the order wanted; equal ones keep theirs, and rows without a value come last either way. */
export function sortRows(rows: readonly Row[], sort: Sort, compared: Operation): Row[] {
  if (sort.key === "order") return [...rows];
  const direction = sort.descending ? -1 : 1;
  const entries = rows.map((row) => ({ row, value: sortValue(row, sort.key, compared) }));
  entries.sort((a, b) => {
    if (a.value === undefined || b.value === undefined) {
      return Number(a.value === undefined) - Number(b.value === undefined);
    }
    if (typeof a.value === "string" || typeof b.value === "string") {
      return direction * String(a.value).localeCompare(String(b.value));
    }
    return direction * (a.value - b.value);
  });
  return entries.map(({ row }) => row);
}

/** Columns in which more is better start with the largest. */
const largestFirst: ReadonlySet<SortKey> = new Set(["rate", "measured", "theory", "ratio", "published"]);

/** The sort after a click on a column's head: first the useful direction, then the other, then the natural order. */
export function nextSort(current: Sort, key: SortKey): Sort {
  const first = largestFirst.has(key);
  if (current.key !== key) return { key, descending: first };
  if (current.descending === first) return { key, descending: !first };
  return { key: "order", descending: false };
}
