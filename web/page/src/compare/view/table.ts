import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { h, setAttribute, setContent, setText } from "../../common/dom.ts";
import type { Row } from "../results/rows.ts";
import { sortRows } from "../results/sort.ts";
import type { Actions, SortKey, State, View } from "../state.ts";
import { type Cells, createCells, updateCells } from "./cells.ts";
import { buildDetails, detailsKey } from "./details.ts";

interface Column {
  readonly key: SortKey;
  readonly title: string;
  readonly hint: string;
}

const columns: readonly Column[] = [
  {
    key: "keygen",
    title: "Key generation",
    hint: "Median, and quartiles: key generation is a matter of luck",
  },
  { key: "encrypt", title: "Encrypt", hint: "Median of the public operation, and its 95 % interval" },
  { key: "decrypt", title: "Decrypt", hint: "Median of the private operation, and its 95 % interval" },
  { key: "rate", title: "Per second", hint: "Operations per second" },
  {
    key: "measured",
    title: "This machine",
    hint: "Speed-up over the original variant, measured here",
  },
  {
    key: "theory",
    title: "Theory",
    hint: "Speed-up over the original variant by counting exponentiations",
  },
  { key: "ratio", title: "Measured ÷ theory", hint: "1 means that theory tells the whole story" },
  {
    key: "published",
    title: "Published",
    hint: "Speed-up over the original variant that papers measured",
  },
  { key: "loaded", title: "Loaded run", hint: "The same operation in the loaded run" },
];

export const operationTitles: Readonly<Record<Operation, string>> = {
  keygen: "Key generation",
  encrypt: "Encryption",
  decrypt: "Decryption",
};

interface ShownRow {
  readonly cells: Cells;
  readonly details: HTMLTableRowElement;
  readonly detailsCell: HTMLTableCellElement;
}

/** The table of variants: one row each, sorted at will, with a fold for everything else about the row. */
export function tableView(actions: Actions): View {
  const heads = columns.map((column) => {
    const button = h("button", { type: "button", title: column.hint, click: () => actions.sortBy(column.key) });
    return { column, button, element: h("th", { scope: "col", class: `number col-${column.key}` }, button) };
  });
  const nameHead = h("button", { type: "button", click: () => actions.sortBy("name") }, "Variant");
  const nameCell = h("th", { scope: "col", rowspan: 2, class: "name" }, nameHead);
  const comparedGroup = h("th", { scope: "colgroup", colspan: 5, class: "group" });
  const loadedGroup = h("th", { scope: "colgroup", class: "group loaded-group" });
  const loadedHead = heads.at(-1)?.element as HTMLTableCellElement;
  const body = h("tbody");
  const caption = h("caption", { class: "visually-hidden" });
  const hereGroup = h("th", { scope: "colgroup", colspan: 3, class: "group" }, "This machine: time, ms");
  const table = h(
    "table",
    { class: "results" },
    caption,
    h(
      "thead",
      {},
      h("tr", {}, nameCell, hereGroup, comparedGroup, loadedGroup),
      h("tr", {}, ...heads.map((head) => head.element)),
    ),
    body,
  );
  // A box that scrolls must be reachable by keyboard.
  const element = h(
    "div",
    { class: "table-box", role: "region", "aria-label": "Table of results", tabindex: 0 },
    table,
  );
  const shown = new Map<string, ShownRow>();

  let order: { readonly key: string; readonly ids: readonly string[] } = { key: "", ids: [] };

  /** The rows as sorted; while a run goes on they keep the places they have, because rows that jump cannot be read. */
  function ordered(state: State): Row[] {
    const key = JSON.stringify([state.sort, state.selection.compared, state.rows.map(({ id }) => id)]);
    if (state.running === undefined || key !== order.key) {
      order = { key, ids: sortRows(state.rows, state.sort, state.selection.compared).map(({ id }) => id) };
    }
    const rows = new Map(state.rows.map((row) => [row.id, row]));
    return order.ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
  }

  function rowOf(id: string): ShownRow {
    const known = shown.get(id);
    if (known !== undefined) return known;
    const detailsId = `details-${id.replace("/", "-")}`;
    const cells = createCells(
      columns.map(({ key }) => key),
      detailsId,
      () => actions.toggleDetails(id),
      () => {
        actions.select({ generateSchemeA: true });
        // The button clicked is gone now.
        cells.toggle.focus();
      },
    );
    const detailsCell = h("td", { colspan: columns.length + 1 });
    const details = h("tr", { class: "details", id: detailsId, hidden: true }, detailsCell);
    const fresh = { cells, details, detailsCell };
    shown.set(id, fresh);
    return fresh;
  }

  function updateHeads(state: State): void {
    const title = operationTitles[state.selection.compared];
    setText(caption, `RSA variants at ${state.selection.modulusLength} bits; ${title.toLowerCase()} compared`);
    setText(comparedGroup, `${title}: rate, and speed-up over original`);
    const hasLoaded = state.loaded !== undefined;
    loadedGroup.hidden = !hasLoaded;
    loadedHead.hidden = !hasLoaded;
    setText(loadedGroup, state.loaded?.name ?? "");
    loadedGroup.title = state.loaded?.name ?? "";
    for (const { column, button, element: head } of heads) {
      const heading = column.key === "loaded" ? `${title}, ms` : column.title;
      setText(button, heading);
      setAttribute(head, "aria-sort", ariaSort(state, column.key));
    }
    setAttribute(nameCell, "aria-sort", ariaSort(state, "name"));
  }

  return {
    element,
    update(state) {
      updateHeads(state);
      const sorted = ordered(state);
      const severalEngines = new Set(state.rows.map(engineOf)).size > 2 || state.selection.engines.length > 1;
      const elements: HTMLElement[] = [];
      for (const row of sorted) {
        const { cells, details, detailsCell } = rowOf(row.id);
        const open = state.open.has(row.id);
        updateCells(cells, row, state, { open, severalEngines });
        details.hidden = !open;
        if (open) setContent(detailsCell, detailsKey(row), () => buildDetails(row, actions));
        elements.push(cells.row, details);
      }
      // Rows that stand right stay where they are, so that focus and reading position survive.
      if (elements.some((each, index) => body.children[index] !== each) || body.children.length !== elements.length) {
        const focused = document.activeElement;
        body.replaceChildren(...elements);
        if (focused instanceof HTMLElement && body.contains(focused)) focused.focus({ preventScroll: true });
      }
    },
  };
}

function engineOf({ subject }: Row): string {
  return subject.kind === "variant" ? subject.engine : "";
}

function ariaSort({ sort }: State, key: SortKey): "ascending" | "descending" | "none" {
  if (sort.key !== key) return "none";
  return sort.descending ? "descending" : "ascending";
}

/** What the small print of the table means. */
export function tableLegend(): HTMLElement {
  return h(
    "p",
    { class: "table-legend" },
    "Below a time its 95 % interval, below key generation its quartiles. A dot marks the fastest variant, or several that are indistinguishable because their intervals overlap. Numbers in brackets name the paper; grey published figures hold for the other parameters beside them. Batch's times are one message's share of a full batch.",
  );
}
