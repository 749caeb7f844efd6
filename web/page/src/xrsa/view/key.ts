import type { Report, Step } from "rsa-variants/xrsa";
import { h, setContent } from "../../common/dom.ts";
import { formatCount, formatDuration } from "../../common/format.ts";
import type { View } from "../state.ts";
import { stepTexts } from "../text/steps.ts";

const columns = ["multiplications", "additions", "subtractions"] as const;

/** What making the key took, where the device made it: the paper's second open question. */
export function keyView(): View {
  const body = h("tbody");
  const lead = h("p", { class: "lead-in" });
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "key-title" },
    h("h2", { id: "key-title" }, "The key, made on the device"),
    lead,
    h(
      "div",
      { class: "table-box", role: "region", "aria-label": "Table of key generation", tabindex: 0 },
      h(
        "table",
        { class: "figures" },
        h("caption", { class: "visually-hidden" }, "Operations of the unit by step of key generation"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", class: "name" }, "step"),
            ...["⊗", "⊕", "⊖"].map((sign) => h("th", { scope: "col" }, sign)),
          ),
        ),
        body,
      ),
    ),
  );
  return {
    element,
    update({ run }) {
      element.hidden = run?.key === undefined;
      if (run?.key === undefined) return;
      const { report, milliseconds } = run.key;
      const key = JSON.stringify([report.total, milliseconds]);
      setContent(lead, key, () => [
        `Primes, exponents, coefficients and modulus with the unit’s operations alone, ${formatDuration(milliseconds)} in this browser. How many candidates it takes to find a prime is luck: the next key takes more or less.`,
      ]);
      setContent(body, key, () => rows(report));
    },
  };
}

function rows({ sections, total }: Report): HTMLElement[] {
  const steps = [...new Set(sections.map(({ step }) => step))];
  const sum = (step: Step, column: (typeof columns)[number]) =>
    sections.reduce((all, section) => all + (section.step === step ? section[column] : 0), 0);
  const row = (name: string, counts: readonly number[], className = "") =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "name" }, name),
      ...counts.map((count) => h("td", { class: className }, formatCount(count))),
    );
  return [
    ...steps.map((step) =>
      row(
        `${stepTexts[step].name} (${stepTexts[step].source})`,
        columns.map((column) => sum(step, column)),
      ),
    ),
    row(
      "in all",
      columns.map((column) => total[column]),
      "total",
    ),
  ];
}
