import { h, setContent } from "../../common/dom.ts";
import { letters } from "../../common/refusal.ts";
import { verdictTexts } from "../../common/security/verdicts.ts";
import type { Verdicts } from "./cells.ts";
import type { Grid } from "./grid.ts";

/** The map as a table of words, folded; it is made when it is opened. */
export interface MapTable {
  readonly element: HTMLElement;
  update(grid: Grid, rows: Verdicts): void;
}

export function mapTable(): MapTable {
  const box = h("div", { class: "table-box", role: "region", "aria-label": "The map as a table", tabindex: 0 });
  const element = h(
    "details",
    { class: "map-table", toggle: () => show() },
    h("summary", {}, "The map as a table"),
    box,
  );
  let last: { readonly grid: Grid; readonly rows: Verdicts } | undefined;
  function show(): void {
    if (!element.open || last === undefined) return;
    const { grid, rows } = last;
    setContent(box, JSON.stringify(last), () => [tableOf(grid, rows)]);
  }
  return {
    element,
    update(grid, rows) {
      last = { grid, rows };
      show();
    },
  };
}

function tableOf({ columns, upward, rows: values }: Grid, rows: Verdicts): HTMLElement {
  const letter = upward === undefined ? "" : letters[upward];
  const body = [...rows.entries()]
    .reverse()
    .map(([index, row]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, upward === undefined ? "verdict" : `${letter}\u00a0${values[index]}`),
        ...row.map((verdict) => h("td", {}, verdict === undefined ? "–" : verdictTexts[verdict].word)),
      ),
    );
  return h(
    "table",
    { class: "figures" },
    h(
      "caption",
      { class: "visually-hidden" },
      "Verdicts by length of the modulus; a dash where there are no such keys",
    ),
    h("thead", {}, h("tr", {}, h("td"), ...columns.map((n) => h("th", { scope: "col" }, `n\u00a0${n}`)))),
    h("tbody", {}, ...body),
  );
}
