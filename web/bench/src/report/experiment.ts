import { exponentiations, keysPerLength } from "@rsa-variants/measure/experiment/plan";
import { rowsOf } from "@rsa-variants/measure/experiment/rows";
import { formatCount, formatFactor, formatNumber } from "@rsa-variants/measure/text/format";
import { markdownTable } from "@rsa-variants/measure/text/tables";
import type { ExperimentResult } from "../experiment.ts";
import type { BrowserName } from "./comparison.ts";
import { describeOrigin, type Origin } from "./origin.ts";
import type { NamedTable } from "./tables.ts";

/** The experiment of 2003, repeated by `npm run bench -- experiment`. */
export interface ExperimentRun extends Origin, ExperimentResult {
  readonly browser: BrowserName;
  readonly version: string;
}

/** Every name of a table, in the order of docs/benchmarks.md. */
export const tableNames: readonly string[] = ["experiment-pieces", "experiment-lengths", "experiment-machine"];

/** The paper's two tables, with its figures next to ours, and the origin of ours. */
export function buildTables(run: ExperimentRun): NamedTable[] {
  const markdown = [piecesTable(run), lengthsTable(run), describeRun(run)];
  return tableNames.map((name, index) => ({ name, markdown: markdown[index] as string }));
}

const timesHeader = ["encrypt, ms", "2003", "decrypt, ms", "2003"];

function piecesTable({ points }: ExperimentRun): string {
  const rows = rowsOf("pieces", points).map((row) => [
    String(row.step.charactersAtOnce),
    formatCount(exponentiations(row.step)),
    ...timeCells(row.here?.encrypt, row.paper.encrypt),
    ...timeCells(row.here?.decrypt, row.paper.decrypt),
  ]);
  return markdownTable(["c", "exponentiations", ...timesHeader], rows);
}

function lengthsTable({ points }: ExperimentRun): string {
  const rows = rowsOf("lengths", points).map((row) => [
    String(row.step.modulusLength),
    String(row.step.charactersAtOnce),
    formatCount(exponentiations(row.step)),
    ...timeCells(row.here?.keyGeneration, row.paper["key-generation"]),
    ...timeCells(row.here?.encrypt, row.paper.encrypt),
    ...timeCells(row.here?.decrypt, row.paper.decrypt),
  ]);
  return markdownTable(["n", "c", "exponentiations", "key, ms", "2003", ...timesHeader], rows);
}

/** The cells of a time: ours, and the paper's with the ratio of the two. */
function timeCells(here: number | undefined, paper: number | undefined): string[] {
  const ratio = here === undefined || paper === undefined ? "" : ` (${formatFactor(paper / here, 2)})`;
  return [here === undefined ? "–" : formatNumber(here), paper === undefined ? "–" : `${formatNumber(paper)}${ratio}`];
}

function describeRun(run: ExperimentRun): string {
  const engine = run.environment.engines[0] ?? "unknown";
  const medians =
    `A key is the median of ${keysPerLength}, a text of three runs, or one run where it took more than a second; ` +
    `engine \`${engine}\`.`;
  return `${describeOrigin(run, [run])} ${medians}`;
}
