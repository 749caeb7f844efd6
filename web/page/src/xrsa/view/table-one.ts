import { spread, summarise } from "@rsa-variants/measure";
import { type MultiplicationWay, multiplicationWays, published } from "rsa-variants/xrsa";
import { h, setContent, setText } from "../../common/dom.ts";
import { formatNumber, formatRange } from "../../common/format.ts";
import type { Actions, State, View } from "../state.ts";
import type { TableOneOutcome } from "../table-one/protocol.ts";

const wayTexts: Readonly<Record<MultiplicationWay, string>> = {
  "num-bigint": "num-bigint: a product and a division",
  "four-montgomery": "four ⊗: into the Montgomery domain, one product, out of it",
  "one-montgomery": "one ⊗: within the Montgomery domain",
};

/** The paper's Table I, measured here when the user asks for it. */
export function tableOneView(actions: Actions): View {
  const button = h("button", { type: "button", class: "secondary", click: () => actions.measureTableOne() });
  const body = h("tbody");
  const status = h("p", { class: "table-legend", role: "status" });
  const here = h("th", { scope: "col" }, "here, ns");
  const head = h(
    "tr",
    {},
    h("th", { scope: "col", class: "name" }, "a·b mod p"),
    here,
    ...published.modularMultiplication.map(({ machine }) => h("th", { scope: "col" }, `paper, ${machine}, ns`)),
  );
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "table-one-title" },
    h("div", { class: "table-bar" }, h("h2", { id: "table-one-title" }, "One modular multiplication: Table I"), button),
    h(
      "p",
      { class: "lead-in" },
      "The paper found four ⊗ faster than num-bigint’s product and division. Whether they are depends on the length, as can be measured here; within a long computation the detours fall away, and one ⊗ is left. The paper does not say how long its operands were; here they have k bits.",
    ),
    h(
      "div",
      { class: "table-box", role: "region", "aria-label": "Table I", tabindex: 0 },
      h(
        "table",
        { class: "figures" },
        h("caption", { class: "visually-hidden" }, "Time of one modular multiplication"),
        h("thead", {}, head),
        body,
      ),
    ),
    status,
  );
  return {
    element,
    update(state) {
      const { outcome, running } = state.tableOne;
      setText(button, running ? "Stop" : "Measure here");
      button.disabled = !running && !isMeasurable(state);
      setContent(body, JSON.stringify([outcome?.length, outcome?.samples]), () => rows(outcome));
      setText(here, outcome === undefined ? "here, ns" : `here, ${outcome.length} bits, ns`);
      setText(status, statusText(state));
    },
  };
}

function isMeasurable({ library, selection }: State): boolean {
  return library.state === "ready" && selection.multiplierLength % 32 === 0;
}

function statusText({ tableOne: { outcome, running }, selection }: State): string {
  if (running) return "Measuring in turns …";
  if (outcome === undefined) return "";
  const count = Math.min(...multiplicationWays.map((way) => outcome.samples[way].length));
  const other =
    outcome.length === selection.multiplierLength
      ? ""
      : ` Measured at ${outcome.length} bits, not at the k now chosen.`;
  return `Medians of ${count} samples each, taken in turns, with the 95 % interval; timer step ${formatNumber(outcome.timerStep * 1000, 2)} µs.${other}`;
}

function rows(outcome: TableOneOutcome | undefined): HTMLElement[] {
  return multiplicationWays.map((way) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "name" }, wayTexts[way]),
      h("td", {}, ...measured(outcome?.samples[way])),
      ...published.modularMultiplication.map(({ numBigint, fourMontgomery }) => {
        const figure = way === "num-bigint" ? numBigint : way === "four-montgomery" ? fourMontgomery : undefined;
        return h("td", {}, figure === undefined ? "–" : String(figure));
      }),
    ),
  );
}

function measured(samples: readonly number[] | undefined): (HTMLElement | string)[] {
  const summary = summarise(samples ?? []);
  if (summary === undefined) return ["–"];
  const { low, high } = spread(summary);
  return [formatNumber(summary.median), h("span", { class: "range" }, formatRange(low, high))];
}
