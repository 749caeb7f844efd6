import { type Summary, spread } from "@rsa-variants/measure";
import { h, mathText, setAttribute, setContent, setText } from "../../common/dom.ts";
import { formatFactor, formatNumber, formatRange } from "../../common/format.ts";
import { verdictBadge } from "../../common/security/badge.ts";
import { describeParams } from "../results/params-text.ts";
import type { Row } from "../results/rows.ts";
import type { SortKey, State } from "../state.ts";
import { referenceTexts, subjectName, variantTexts } from "../text/variants.ts";
import { markIcon } from "./marks.ts";
import { footnotesOf } from "./sources.ts";

/** The cells of one row; they live as long as the table, and only their texts change. */
export interface Cells {
  readonly row: HTMLTableRowElement;
  readonly name: HTMLElement;
  readonly toggle: HTMLButtonElement;
  readonly message: HTMLElement;
  readonly generate: HTMLButtonElement;
  readonly values: ReadonlyMap<SortKey, ValueCell>;
}

interface ValueCell {
  readonly element: HTMLTableCellElement;
  readonly value: HTMLElement;
  readonly small: HTMLElement;
}

export function createCells(
  keys: readonly SortKey[],
  detailsId: string,
  onToggle: () => void,
  onGenerate: () => void,
): Cells {
  const name = h("span", { class: "row-name" });
  const toggle = h("button", { type: "button", class: "toggle", "aria-controls": detailsId, click: onToggle }, name);
  const message = h("span", { class: "row-message" });
  const generate = h(
    "button",
    { type: "button", class: "link", hidden: true, click: onGenerate },
    "Search in the next run",
  );
  const values = new Map(keys.map((key) => [key, valueCell(key)]));
  const row = h(
    "tr",
    { class: "row" },
    h("th", { scope: "row", class: "name" }, toggle, message, generate),
    ...[...values.values()].map(({ element }) => element),
  );
  return { row, name, toggle, message, generate, values };
}

function valueCell(key: SortKey): ValueCell {
  const value = h("span", { class: "value" });
  const small = h("span", { class: "small" });
  return { element: h("td", { class: `number col-${key}` }, value, small), value, small };
}

interface RowOptions {
  readonly open: boolean;
  /** Whether the engine must be named to tell rows apart. */
  readonly severalEngines: boolean;
}

export function updateCells(cells: Cells, row: Row, state: State, { open, severalEngines }: RowOptions): void {
  const { subject } = row;
  setAttribute(cells.toggle, "aria-expanded", open ? "true" : "false");
  const engine = severalEngines && subject.kind === "variant" ? subject.engine : undefined;
  const params = describeParams(row);
  setContent(cells.name, JSON.stringify([row.id, engine, params, row.assessment?.verdict]), () => [
    markIcon(subject),
    h(
      "span",
      { class: "row-title" },
      h("strong", {}, subjectName(subject)),
      engine === undefined ? undefined : h("span", { class: "engine" }, engine),
      row.assessment === undefined ? undefined : verdictBadge(row.assessment.verdict),
      h("span", { class: "idea" }, ...mathText(ideaOf(row)), params === "" ? "" : ` · ${params}`),
    ),
  ]);
  setText(cells.message, row.message ?? "");
  setAttribute(cells.message, "data-kind", row.messageKind);
  cells.generate.hidden = row.messageKind !== "skipped" || state.running !== undefined;
  cells.row.classList.toggle("reference", subject.kind === "reference");
  updateTimes(cells, row);
  updateComparison(cells, row, state);
}

function ideaOf({ subject }: Row): string {
  return subject.kind === "variant" ? variantTexts[subject.variant].idea : referenceTexts[subject.reference].idea;
}

function updateTimes({ values }: Cells, row: Row): void {
  for (const operation of ["keygen", "encrypt", "decrypt"] as const) {
    const cell = values.get(operation) as ValueCell;
    const summary = row.summaries[operation];
    const range = summary && (operation === "keygen" ? quartiles(summary) : formatSpread(summary));
    fill(cell, summary && formatNumber(summary.median), range);
    cell.element.classList.toggle("fastest", operation !== "keygen" && row.fastest.has(operation));
  }
}

function quartiles(summary: Summary): string {
  if (summary.count === 1) return "one key";
  return formatRange(summary.lowerQuartile, summary.upperQuartile);
}

function formatSpread(summary: Summary): string {
  const { low, high } = spread(summary);
  return summary.count === 1 ? "one sample" : formatRange(low, high);
}

function updateComparison({ values }: Cells, row: Row, state: State): void {
  const { compared } = state.selection;
  const summary = row.summaries[compared];
  const { measured, theory, ratio, published } = row.comparisons[compared];
  const isBaseline = row.subject.kind === "variant" && row.subject.variant === "original";
  fill(values.get("rate") as ValueCell, summary && formatNumber(1000 / summary.median));
  fill(
    values.get("measured") as ValueCell,
    measured && formatFactor(measured.value),
    // Single samples have no range.
    measured && !isBaseline && measured.low < measured.high ? formatRange(measured.low, measured.high) : undefined,
  );
  fill(values.get("theory") as ValueCell, theory === undefined ? undefined : formatFactor(theory));
  fill(values.get("ratio") as ValueCell, ratio === undefined || isBaseline ? undefined : formatNumber(ratio, 2));
  updatePublished(values.get("published") as ValueCell, published);
  const cell = values.get("loaded") as ValueCell;
  cell.element.hidden = state.loaded === undefined;
  const loaded = row.loaded?.summaries[compared];
  const change = loaded && summary ? `here ${formatFactor(loaded.median / summary.median, 2)}` : undefined;
  fill(cell, loaded && formatNumber(loaded.median), row.loaded?.difference ?? change);
}

/** One figure, or the range of several, with a footnote for each paper; other parameters are said in small type. */
function updatePublished(cell: ValueCell, published: Row["comparisons"]["decrypt"]["published"]): void {
  const figures = published.map(({ value }) => value);
  const low = Math.min(...figures);
  const high = Math.max(...figures);
  const text =
    figures.length === 0 ? undefined : low === high ? formatFactor(low) : `${formatNumber(low)}–${formatFactor(high)}`;
  const difference = published[0]?.difference;
  fill(cell, text, undefined);
  cell.element.classList.toggle("elsewhere", difference !== undefined);
  setContent(cell.small, JSON.stringify([difference, published.map(({ source }) => source)]), () => [
    difference,
    figures.length === 0
      ? undefined
      : h("span", { class: "footnotes" }, footnotesOf(published.map(({ source }) => source))),
  ]);
}

function fill(cell: ValueCell, value: string | undefined, small?: string): void {
  setText(cell.value, value ?? "–");
  cell.element.classList.toggle("empty", value === undefined);
  if (cell.element.classList.contains("col-published")) return;
  setText(cell.small, small ?? "");
}
