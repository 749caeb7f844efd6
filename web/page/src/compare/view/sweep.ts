import { h, setAttribute, setContent, setText } from "../../common/dom.ts";
import { formatNumber } from "../../common/format.ts";
import { sweepChart } from "../charts/sweep.ts";
import { parseLengths } from "../params/url.ts";
import { sweepCurves } from "../results/sweep.ts";
import type { Actions, State, View } from "../state.ts";
import { subjectName } from "../text/variants.ts";
import { markIcon } from "./marks.ts";
import { blockedReason } from "./run-panel.ts";

/** The series over modulus lengths: which lengths, its own Run button, the chart and the fitted exponents. */
export function sweepView(actions: Actions): View {
  let operation: "encrypt" | "decrypt" = "decrypt";
  let latest: State | undefined;
  const input = h("input", {
    id: "sweep-lengths",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "sweep-note",
    input: () => {
      const { lengths, problem } = parseLengths(input.value);
      if (problem === undefined) actions.select({ sweepLengths: lengths });
      else actions.markField("sweepLengths", problem);
    },
  });
  const note = h("p", { id: "sweep-note", class: "field-note has-problem" });
  const button = h("button", { type: "submit", class: "secondary" }, "Measure series");
  const choose = (value: "encrypt" | "decrypt", label: string) => {
    const element = h(
      "button",
      {
        type: "button",
        click: () => {
          operation = value;
          if (latest !== undefined) view.update(latest);
        },
      },
      label,
    );
    return { value, element };
  };
  const choices = [choose("decrypt", "Decrypt"), choose("encrypt", "Encrypt")];
  const form = h(
    "form",
    {
      class: "sweep-form",
      novalidate: true,
      submit: (event) => {
        event.preventDefault();
        if (event instanceof SubmitEvent) event.submitter?.focus();
        if (latest?.running === undefined) actions.start("sweep");
        else actions.stop();
      },
    },
    h("div", { class: "field" }, h("label", { for: "sweep-lengths" }, h("var", {}, "n"), " series, bits"), input, note),
    button,
    h(
      "div",
      { class: "segments", role: "group", "aria-label": "Operation of the series" },
      ...choices.map(({ element }) => element),
    ),
  );
  const chart = sweepChart(() => operation, form);
  const slopes = h("div", { class: "table-box", role: "region", "aria-label": "Series", tabindex: 0 });
  slopes.hidden = true;
  chart.element.append(slopes);

  const view: View = {
    element: chart.element,
    update(state) {
      latest = state;
      const problem = state.fieldProblems.sweepLengths;
      if (problem === undefined && parseLengths(input.value).lengths.join() !== state.selection.sweepLengths.join()) {
        input.value = state.selection.sweepLengths.join(", ");
      }
      input.disabled = state.running !== undefined;
      setAttribute(input, "aria-invalid", problem === undefined ? undefined : "true");
      setText(note, problem ?? "");
      setText(button, state.running === "sweep" ? "Stop" : "Measure series");
      const blocked = blockedReason(state) ?? problem;
      button.disabled = state.running === "table" || (state.running === undefined && blocked !== undefined);
      for (const { value, element } of choices)
        setAttribute(element, "aria-pressed", value === operation ? "true" : "false");
      chart.update(state);
      updateSlopes(slopes, state, operation);
    },
  };
  return view;
}

/** The same numbers as a table, with the exponent of the power law that fits each row. */
function updateSlopes(box: HTMLElement, state: State, operation: "encrypt" | "decrypt"): void {
  const curves = sweepCurves(state.figures, state.selection, operation);
  const lengths = [...new Set(curves.flatMap(({ points }) => points.map(({ modulusLength }) => modulusLength)))];
  lengths.sort((a, b) => a - b);
  box.hidden = lengths.length < 2;
  if (box.hidden) return;
  setContent(box, JSON.stringify([operation, curves]), () => {
    const head = h(
      "tr",
      {},
      h("th", { scope: "col", class: "name" }, operation === "encrypt" ? "Encrypt, ms" : "Decrypt, ms"),
      ...lengths.map((length) => h("th", { scope: "col", class: "number" }, String(length))),
      h("th", { scope: "col", class: "number" }, "grows as"),
    );
    const rows = curves.map(({ subject, points, slope }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row", class: "name" }, markIcon(subject), subjectName(subject)),
        ...lengths.map((length) => {
          const point = points.find(({ modulusLength }) => modulusLength === length);
          return h("td", { class: "number" }, point === undefined ? "–" : formatNumber(point.milliseconds));
        }),
        h(
          "td",
          { class: "number" },
          ...(slope === undefined ? ["–"] : [h("var", {}, "n"), h("sup", {}, formatNumber(slope, 2))]),
        ),
      ),
    );
    const caption = h(
      "caption",
      { class: "visually-hidden" },
      "Median times over modulus lengths, with fitted exponents",
    );
    return [h("table", { class: "results slopes" }, caption, h("thead", {}, head), h("tbody", {}, ...rows))];
  });
}
