import { guardedOperations } from "@rsa-variants/measure/tasks/guards";
import { h, mathText, setContent, setText } from "../../common/dom.ts";
import { formatFactor, formatNumber, formatRange } from "../../common/format.ts";
import { type GuardFigure, hasGuards, isVague } from "../results/guards.ts";
import type { Row } from "../results/rows.ts";
import type { Actions, State, View } from "../state.ts";
import { guardTexts } from "../text/guards.ts";
import { publication } from "../text/sources.ts";
import { nameWithEngine } from "../text/variants.ts";
import { markIcon } from "./marks.ts";

const heads = ["Blinding", "Fault check", "Both"] as const;

/** What blinding and the fault check cost each variant, as multiples of the bare operation, and what they are for. */
export function guardsView(actions: Actions): View {
  const box = h("div", { class: "table-box", role: "region", "aria-label": "Cost of the guards", tabindex: 0 });
  const note = h("p", { class: "chart-empty", tabindex: -1 });
  const measure = h(
    "button",
    {
      type: "button",
      class: "link",
      click: () => {
        actions.select({ measureGuards: true });
        // The button clicked is gone now.
        note.focus();
      },
    },
    "Measure them in the next run",
  );
  const element = h(
    "section",
    { class: "chart guards", id: "guards", "aria-labelledby": "guards-title" },
    h("h3", { id: "guards-title" }, "What the guards cost"),
    h(
      "p",
      { class: "chart-subtitle" },
      "The table above has the bare private operation, as the papers do; in use the library guards it, unless told otherwise. ",
      "Multiples of the bare time in the same run; below each the range that both 95\u00a0% intervals allow.",
    ),
    h("div", { class: "guards-body" }, h("div", {}, box, note, measure), explanation()),
  );
  return {
    element,
    update(state) {
      const rows = state.rows.filter(({ guards, loaded }) => hasGuards(guards) || hasGuards(loaded?.guards));
      box.hidden = rows.length === 0;
      setText(note, rows.length === 0 ? emptyText(state) : vagueText(rows));
      measure.hidden = state.selection.measureGuards || state.running !== undefined;
      setContent(box, tableKey(rows, state), () => (rows.length === 0 ? [] : [table(rows, state)]));
    },
  };
}

function emptyText({ selection, running, progress }: State): string {
  if (!selection.measureGuards)
    return "Not measured. Every private operation is timed four times then instead of once.";
  if (running === "table") return progress?.phase === "samples" ? "Measuring." : "Measured after the warm-up.";
  return "Press Run to measure.";
}

function vagueText(rows: readonly Row[]): string {
  const costs = rows.flatMap(({ guards }) => guardedOperations.map((operation) => guards[operation]?.cost));
  return costs.some((cost) => cost !== undefined && isVague(cost)) ? "Grey: too few samples; measure longer." : "";
}

function tableKey(rows: readonly Row[], { selection, loaded }: State): string {
  const counts = rows.map(({ id, summaries, guards, loaded: other }) => [
    id,
    summaries.decrypt?.count,
    ...guardedOperations.flatMap((operation) => [guards[operation]?.summary.count, other?.guards[operation]?.cost]),
  ]);
  return JSON.stringify([selection.modulusLength, selection.engines, loaded?.name, counts]);
}

function table(rows: readonly Row[], { selection, loaded }: State): HTMLElement {
  const head = h(
    "tr",
    {},
    h("th", { scope: "col", class: "name" }, `Decrypt, ${selection.modulusLength} bits`),
    h("th", { scope: "col", class: "number col-bare" }, "Bare, ms"),
    ...heads.map((name) => h("th", { scope: "col", class: "number" }, name)),
  );
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row", class: "name" },
        markIcon(row.subject),
        nameWithEngine(row.subject, selection.engines.length > 1),
      ),
      h("td", { class: "number col-bare" }, row.summaries.decrypt ? formatNumber(row.summaries.decrypt.median) : "–"),
      ...guardedOperations.map((operation) => costCell(row.guards[operation], row.loaded?.guards[operation])),
    ),
  );
  const loadedText = loaded === undefined ? "" : `; below it that of ${loaded.name}`;
  const caption = h(
    "caption",
    { class: "visually-hidden" },
    `Decryption with guards, as a multiple of the bare operation${loadedText}`,
  );
  return h("table", { class: "results guard-costs" }, caption, h("thead", {}, head), h("tbody", {}, ...body));
}

function costCell(own: GuardFigure | undefined, other: GuardFigure | undefined): HTMLElement {
  const cost = own?.cost;
  const vague = cost !== undefined && isVague(cost);
  return h(
    "td",
    { class: vague ? "number is-vague" : "number" },
    h("span", { class: "value" }, cost === undefined ? "–" : formatFactor(cost.value)),
    cost === undefined || cost.low === cost.high
      ? undefined
      : h("span", { class: "small" }, formatRange(cost.low, cost.high)),
    other?.cost === undefined ? undefined : h("span", { class: "small" }, `loaded ${formatFactor(other.cost.value)}`),
  );
}

function explanation(): HTMLElement {
  return h(
    "dl",
    { class: "guard-texts" },
    ...guardTexts.flatMap(({ name, what, cost, sources }) => [
      h("dt", {}, name),
      h("dd", {}, h("p", {}, ...mathText(what)), h("p", { class: "cited" }, ...mathText(cost), ` (${cited(sources)})`)),
    ]),
  );
}

function cited(ids: (typeof guardTexts)[number]["sources"]): string {
  return ids.map((id) => publication(id).short).join("; ");
}
