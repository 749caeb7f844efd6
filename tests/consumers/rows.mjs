// @ts-check
// The matrix: every environment, in the order of the table.
import { rows as bundlers } from "./bundlers.mjs";
import { rows as node } from "./node.mjs";

/** @type {readonly import("../../scripts/lib/consumers/rows.mjs").Row[]} */
export const rows = [...node, ...bundlers];
