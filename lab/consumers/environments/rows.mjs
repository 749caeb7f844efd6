// @ts-check
// The matrix: every environment, in the order of the table.
import { rows as browsers } from "./browsers.mjs";
import { rows as bundlers } from "./bundlers.mjs";
import { rows as edge } from "./edge.mjs";
import { rows as examples } from "./examples.mjs";
import { rows as frameworks } from "./frameworks.mjs";
import { rows as node } from "./node.mjs";
import { rows as tests } from "./tests.mjs";

/** @type {readonly import("../rows.mjs").Row[]} */
export const rows = [...node, ...bundlers, ...frameworks, ...edge, ...tests, ...browsers, ...examples];
