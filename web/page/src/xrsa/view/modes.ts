import { published } from "rsa-variants/xrsa";
import { h, setContent } from "../../common/dom.ts";
import { copyButton, quietButton } from "../../common/file-buttons.ts";
import { formatCount, formatNumber } from "../../common/format.ts";
import { type ModeRow, modeRows, type OperationStep, operationSteps } from "../results/modes.ts";
import type { Actions, View } from "../state.ts";

const stepNames: Readonly<Record<OperationStep, string>> = {
  "r-squared": "R²",
  reduction: "m reduced",
  exponentiation: "power",
  recombination: "recombination",
  product: "product",
};

/** ⊗ by step for every way to compute, as a table with bars, and the files that hold it. */
export function modesView(actions: Actions): View {
  const body = h("tbody");
  const heads = ["⊗ in all", "estimate", ...operationSteps.map((step) => stepNames[step])];
  const table = h(
    "table",
    { class: "figures" },
    h("caption", { class: "visually-hidden" }, "Montgomery multiplications by step, for every way to compute"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "name" }, "mode"),
        ...heads.map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    body,
  );
  const bars = h("div", { class: "mode-bars", "aria-hidden": "true" });
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "modes-title" },
    h("h2", { id: "modes-title" }, "What each mode takes"),
    h(
      "p",
      { class: "lead-in" },
      "Montgomery multiplications ⊗ by step, counted before anything is computed: they follow from the lengths alone, not from key or message. “Paper” takes the paper’s algorithms, their errors mended; “squarings” finds R² by squarings; the windows do so too, and take several bits of the exponent at once, from a table in the controller’s RAM that is read whole each time.",
    ),
    bars,
    h("div", { class: "table-box", role: "region", "aria-label": "Table of modes", tabindex: 0 }, table),
    h(
      "p",
      { class: "table-legend" },
      `The estimate is for private operations a second on the paper’s part, no measurement: its ${published.operationsPerSecond} at ${formatCount(published.correctedMultiplications)} ⊗ give about 27 000 ⊗ of 2048 bits a second. Shorter operands are counted as if they took as long; for longer ones it says nothing. The paper measured ${published.operationsPerSecond}, the vendor ${published.vendorRsa2048OperationsPerSecond} for RSA-2048.`,
    ),
    h(
      "div",
      { class: "files" },
      quietButton("Save JSON", "Choice, counts, times and environment; no key", () => actions.save("json")),
      quietButton("Save CSV", "The table, numbers in full", () => actions.save("csv")),
      copyButton(() => actions.copyMarkdown()),
    ),
  );
  return {
    element,
    update(state) {
      // What the device refuses in every mode is said below the field alone.
      element.hidden = !state.plans?.all.some(({ report }) => report !== undefined);
      if (state.plans === undefined || element.hidden) return;
      const rows = modeRows(state.plans, state.selection);
      const key = JSON.stringify(rows);
      setContent(body, key, () => rows.map(tableRow));
      setContent(bars, key, () => [...rows.map((row) => barRow(row, rows)), barKey()]);
    },
  };
}

function tableRow(row: ModeRow): HTMLElement {
  const name = h(
    "th",
    { scope: "row", class: "name" },
    row.name,
    " ",
    row.chosen ? h("span", { class: "chosen" }, "chosen") : undefined,
  );
  if (row.steps === undefined) {
    return h(
      "tr",
      {},
      name,
      h("td", { class: "refused", colspan: operationSteps.length + 2 }, `refused: ${row.refusal}`),
    );
  }
  const { steps } = row;
  return h(
    "tr",
    { class: row.printed ? "printed" : "" },
    name,
    h("td", { class: "total" }, formatCount(row.total ?? 0)),
    h("td", {}, row.printed ? `${published.operationsPerSecond}/s measured` : estimateText(row)),
    ...operationSteps.map((step) => h("td", {}, formatCount(steps[step]))),
  );
}

function estimateText({ estimate }: ModeRow): string {
  return estimate === undefined ? "–" : `about ${formatNumber(estimate, 2)}/s`;
}

/** Steps by colour: the two long ones, and all that hardly counts. */
const colours: Readonly<Record<OperationStep, string>> = {
  "r-squared": "squared",
  reduction: "rest",
  exponentiation: "power",
  recombination: "rest",
  product: "rest",
};

function barRow(row: ModeRow, rows: readonly ModeRow[]): HTMLElement {
  const most = Math.max(...rows.map(({ total }) => total ?? 0));
  const { steps } = row;
  const segments =
    steps === undefined
      ? [h("span", { class: "refused" }, "refused")]
      : (["squared", "power", "rest"] as const).map((colour) => {
          const count = operationSteps.reduce((sum, step) => sum + (colours[step] === colour ? steps[step] : 0), 0);
          const segment = h("span", { class: `segment ${colour}` });
          segment.style.width = `${(100 * count) / most}%`;
          return segment;
        });
  return h(
    "div",
    { class: `mode-bar${row.printed ? " printed" : ""}${row.chosen ? " is-chosen" : ""}` },
    h("span", { class: "mode-name" }, row.name),
    h("span", { class: "mode-track" }, ...segments),
    h("span", { class: "mode-total" }, row.total === undefined ? "" : formatCount(row.total)),
  );
}

function barKey(): HTMLElement {
  const item = (colour: string, text: string) => h("span", {}, h("span", { class: `segment swatch ${colour}` }), text);
  return h("p", { class: "bar-key" }, item("squared", "R²"), item("power", "power"), item("rest", "everything else"));
}
