// Which rows the chart of both directions has. The page needs it before the chart is loaded, to give it its height.

import type { Row } from "@rsa-variants/measure/run/rows";
import { isPlain } from "@rsa-variants/measure/tasks/subject";
import type { State } from "../state.ts";

export const directions = ["encrypt", "decrypt"] as const;
export type Direction = (typeof directions)[number];

/** The rows that were measured, without plain RSA, which the others are compared with. */
export function bothWaysRows({ rows }: Pick<State, "rows">): Row[] {
  return rows.filter((row) => !isPlain(row.subject) && directions.some((each) => speedOf(row, each) !== undefined));
}

/** Pixels that the chart needs for its rows, its axis and its legend. */
export function bothWaysHeight(state: Pick<State, "rows">): number {
  return 92 + bothWaysRows(state).length * 36;
}

/** How many times as fast as plain RSA. */
export function speedOf({ comparisons }: Row, direction: Direction): number | undefined {
  return comparisons[direction].measured?.value;
}
