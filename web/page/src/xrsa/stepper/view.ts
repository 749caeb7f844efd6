import type { TracedNumber, TracedOperation } from "rsa-variants/xrsa";
import { type Child, h, mathText, setAttribute, setContent, setText } from "../../common/dom.ts";
import { formatCount } from "../../common/format.ts";
import { longestTraced } from "../run/protocol.ts";
import type { Actions, State, View } from "../state.ts";
import { explain, signs } from "../text/explain.ts";
import { sectionName } from "../text/steps.ts";
import { glance } from "./glance.ts";
import { listRange, nextSection, previousSection } from "./places.ts";

/** Forward and back through the operations of a computation that is small enough to be read. */
export function stepperView(actions: Actions): View {
  let trace: readonly TracedOperation[] = [];
  let operation = 0;
  const button = (label: string, name: string, target: () => number) =>
    h("button", { type: "button", "aria-label": name, title: name, click: () => actions.step(target()) }, label);
  const buttons = {
    first: button("|‹", "First operation", () => 0),
    section: button("«", "Previous step", () => previousSection(trace, operation)),
    previous: button("‹", "Previous operation", () => operation - 1),
    next: button("›", "Next operation", () => operation + 1),
    nextSection: button("»", "Next step", () => nextSection(trace, operation)),
    last: button("›|", "Last operation", () => trace.length - 1),
  };
  const slider = h("input", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": "Operation",
    input: () => actions.step(Number(slider.value)),
  });
  const look = glance();
  const where = h("p", { class: "step-where" });
  const formula = h("p", { class: "step-formula" });
  const sentence = h("p", { class: "step-sentence" });
  const values = h("tbody");
  const list = h("ol", { class: "step-list", "aria-label": "Operations around this one" });
  const spoken = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const heading = ["number", "domain", "value, hexadecimal", "place"];
  const panel = h(
    "div",
    {
      class: "stepper",
      keydown: (event) => {
        if (event instanceof KeyboardEvent) followKey(event);
      },
    },
    h(
      "div",
      { class: "step-controls" },
      h(
        "div",
        { class: "segments", role: "group", "aria-label": "Step through the operations" },
        ...Object.values(buttons),
      ),
      slider,
      where,
    ),
    h(
      "div",
      { class: "step-body" },
      list,
      h(
        "div",
        { class: "step-detail" },
        formula,
        sentence,
        look.element,
        h(
          "div",
          { class: "table-box", role: "region", "aria-label": "Values of this operation", tabindex: 0 },
          h(
            "table",
            { class: "figures" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ...heading.map((text, index) => h("th", { scope: "col", class: index === 0 ? "name" : "" }, text)),
              ),
            ),
            values,
          ),
        ),
      ),
    ),
    spoken,
  );
  const hint = h("p", { class: "lead-in" });
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "stepper-title" },
    h("h2", { id: "stepper-title" }, "Step by step"),
    hint,
    panel,
  );

  /** The slider follows the arrow keys of itself; everywhere else in the panel they step as well. */
  function followKey(event: KeyboardEvent): void {
    if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Readonly<Record<string, () => number>> = {
      ArrowRight: () => operation + 1,
      ArrowLeft: () => operation - 1,
      Home: () => 0,
      End: () => trace.length - 1,
      PageDown: () => nextSection(trace, operation),
      PageUp: () => previousSection(trace, operation),
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    actions.step(target());
  }

  return {
    element,
    update(state) {
      const found = state.run?.device?.trace;
      panel.hidden = found === undefined;
      setText(hint, hintText(state));
      if (found === undefined) return;
      trace = found;
      operation = state.operation ?? 0;
      const present = trace[operation] as TracedOperation;
      const sections = state.run?.device?.report.sections ?? [];
      const section = sections[present.section];
      setAttribute(slider, "max", trace.length - 1);
      slider.value = String(operation);
      const name = section === undefined ? "" : sectionName(section);
      setAttribute(slider, "aria-valuetext", `${operation + 1} of ${trace.length}, ${name}`);
      // Disabling the button in use would lose the focus.
      setAttribute(buttons.first, "aria-disabled", operation === 0 ? "true" : undefined);
      setAttribute(buttons.last, "aria-disabled", operation === trace.length - 1 ? "true" : undefined);
      setText(where, `${formatCount(operation + 1)} of ${formatCount(trace.length)} · ${name}`);
      const key = `${state.run?.startedAt} ${operation}`;
      setContent(formula, key, () => formulaOf(present));
      setText(sentence, explain(present));
      if (state.run?.device !== undefined) look.update(state.selection, state.run.device.report, trace, operation);
      setContent(values, key, () => valueRows(present));
      const [from, to] = listRange(trace.length, operation);
      setContent(list, key, () => {
        setAttribute(list, "start", from + 1);
        return trace.slice(from, to).map((each, index) => listItem(each, from + index));
      });
      if (state.operation !== undefined) setText(spoken, `${name}: ${explain(present)}`);
    },
  };

  function listItem(each: TracedOperation, index: number): HTMLElement {
    const isPresent = index === operation;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "step-item",
          "aria-current": isPresent ? "step" : undefined,
          click: () => {
            actions.step(index);
            // The list was made anew: the focus stays with the operation that was chosen.
            list.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
          },
        },
        h("span", { class: "step-number" }, formatCount(index + 1)),
        h("span", {}, ...formulaOf(each)),
      ),
    );
  }
}

function hintText({ run, selection }: State): string {
  if (run?.device?.trace !== undefined) {
    return "Every operation of the unit, in its order. Arrow keys lead on and back, Page keys to the next step; the picture follows.";
  }
  const fits = run?.device === undefined && selection.modulusLength / selection.primes <= longestTraced;
  return fits
    ? "Run it first: then every operation can be looked at, with its numbers."
    : `With operands of at most ${longestTraced} bits, where numbers fit on the screen, every operation can be looked at: choose the preset “For teaching”.`;
}

function formulaOf({ operation, operands, modulus, result }: TracedOperation): Child[] {
  if (operation === "load") return ["load ", nameOf(result)];
  if (operation === "fetch") return ["fetch ", nameOf(operands[0] ?? result)];
  const [a, b] = operands;
  if (a === undefined || b === undefined) return [];
  return [
    nameOf(a),
    ` ${signs[operation]} `,
    nameOf(b),
    " = ",
    nameOf(result),
    ...(modulus === undefined ? [] : [" mod ", nameOf(modulus)]),
  ];
}

/** A number's name, with a bar where it is in the Montgomery domain, as the paper writes it. */
function nameOf({ name, domain }: TracedNumber): HTMLElement {
  return h("var", { class: domain === "montgomery" ? "barred" : "" }, ...mathText(name));
}

const domainNames = { integer: "integer", montgomery: "Montgomery", "r-squared": "constant R²" } as const;

function valueRows({ operands, modulus, result, operation }: TracedOperation): HTMLElement[] {
  const row = (number: TracedNumber, role: string) =>
    h(
      "tr",
      { class: role },
      h("th", { scope: "row", class: "name" }, nameOf(number), role === "" ? "" : h("span", { class: "role" }, role)),
      h("td", {}, domainNames[number.domain]),
      h("td", { class: "hex" }, number.value === undefined ? "–" : number.value.toString(16)),
      h("td", {}, number.slot === undefined ? "controller" : String(number.slot)),
    );
  const moved = operation === "load" || operation === "fetch";
  return [
    ...(moved ? [] : operands.map((number) => row(number, ""))),
    ...(modulus === undefined ? [] : [row(modulus, "modulus")]),
    row(result, "result"),
  ];
}
