import { type Reference, references } from "@rsa-variants/measure/tasks/protocol";
import { type Engine, type Variant, variantFacts } from "rsa-variants";
import { h, setText } from "../../common/dom.ts";
import { allBuilds, allEngines, allVariants, type Selection, schemeASampleLength } from "../params/selection.ts";
import type { Actions, State, View } from "../state.ts";
import { engineTexts, whyNotFastest } from "../text/engines.ts";
import { referenceTexts } from "../text/variants.ts";
import { numberField } from "./fields.ts";
import { markIcon } from "./marks.ts";

interface Choice<T extends string> {
  readonly value: T;
  readonly input: HTMLInputElement;
  readonly element: HTMLElement;
}

function choice<T extends string>(value: T, onChange: () => void, ...label: readonly (Node | string)[]): Choice<T> {
  const input = h("input", { type: "checkbox", value, change: onChange });
  return { value, input, element: h("label", { class: "choice" }, input, ...label) };
}

/** Which variants, engines and references are measured; folded away, because everything is chosen to begin with. */
export function choicesView(actions: Actions): View {
  const variants = allVariants.map((variant) =>
    choice<Variant>(
      variant,
      () => actions.select({ variants: chosen(variants) }),
      markIcon({ kind: "variant", variant, engine: "scalar" }),
      variantFacts[variant].title,
    ),
  );
  const engines = allEngines.map((engine) =>
    choice<Engine>(
      engine,
      () => actions.select({ engines: chosen(engines) }),
      engine,
      h("span", { class: "hint" }, engineTexts[engine]),
    ),
  );
  const referenceChoices = references.map((reference) =>
    choice<Reference>(
      reference,
      () => actions.select({ references: chosen(referenceChoices) }),
      markIcon({ kind: "reference", reference }),
      referenceTexts[reference].name,
    ),
  );
  const automatic = h("option", { value: "auto" });
  const build = h(
    "select",
    { id: "build", change: () => actions.select({ build: build.value as Selection["build"] }) },
    automatic,
    ...allBuilds.map((value) => h("option", { value }, value)),
  );
  const missing = h("p", { class: "hint" });
  const schemeA = h("input", {
    type: "checkbox",
    id: "generate-scheme-a",
    change: () => actions.select({ generateSchemeA: schemeA.checked }),
  });
  const guards = h("input", {
    type: "checkbox",
    id: "measure-guards",
    change: () => actions.select({ measureGuards: guards.checked }),
  });
  const common = h("input", {
    type: "checkbox",
    id: "common-modulus",
    change: () => actions.select({ commonModulus: common.checked }),
  });
  const names = [
    "schemeBExponentLength",
    "publicExponentLength",
    "multiplicity",
    "batchPrimes",
    "primeLength",
  ] as const;
  const fields = names.map((name) => numberField(name, actions));
  const summary = h("span", { class: "choices-summary" });
  const element = h(
    "details",
    { class: "choices" },
    h("summary", {}, "Variants and engines", summary),
    h(
      "div",
      { class: "choices-body" },
      h(
        "fieldset",
        {},
        h("legend", {}, "Variants"),
        h("div", { class: "choice-grid" }, ...variants.map((each) => each.element)),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Engines"),
        h("p", { class: "hint" }, "None chosen: the fastest that runs here."),
        h("div", { class: "engine-list" }, ...engines.map((each) => each.element)),
        missing,
        h("div", { class: "field field-build" }, h("label", { for: "build" }, "WebAssembly build"), build),
      ),
      h(
        "div",
        { class: "choices-column" },
        h("fieldset", {}, h("legend", {}, "For comparison"), ...referenceChoices.map((each) => each.element)),
        h(
          "fieldset",
          {},
          h("legend", {}, "Guards"),
          h("label", { class: "choice" }, guards, "Measure what they cost"),
          h("p", { class: "hint" }, "Blinding and fault check. The table has fewer samples then in the same time."),
        ),
        h(
          "fieldset",
          {},
          h("legend", {}, "Two keys on one modulus"),
          h("label", { class: "choice" }, common, "Multi-prime with R-Prime, CRT with Rebalanced"),
          h(
            "p",
            { class: "hint" },
            "One owner, two public exponents: a short one, and one for the fast private operation.",
          ),
        ),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "For one variant alone"),
        h("label", { class: "choice" }, schemeA, "Search for Scheme A keys"),
        h(
          "p",
          { class: "hint" },
          `A prepared key serves at ${schemeASampleLength} bits. Elsewhere keys are searched for, some seconds each at 512 bits and longer above.`,
        ),
        h("div", { class: "own-fields" }, ...fields.map((each) => each.element)),
      ),
    ),
  );
  return {
    element,
    update(state) {
      const { selection, running } = state;
      for (const each of variants) mark(each, selection.variants.includes(each.value), running !== undefined);
      for (const each of referenceChoices) mark(each, selection.references.includes(each.value), running !== undefined);
      const runnable = state.library.state === "ready" ? state.library.engines : allEngines;
      for (const each of engines) {
        const absent = !runnable.includes(each.value);
        mark(each, selection.engines.includes(each.value), running !== undefined);
        // What does not run here is shown only where an address asks for it, and goes when the user has taken it out.
        const hidden = absent && !selection.engines.includes(each.value);
        if (hidden && each.input === document.activeElement) {
          engines.find(({ value }) => runnable.includes(value))?.input.focus(); // the focus must not get lost
        }
        each.element.hidden = hidden;
        each.element.title = absent ? "This engine does not run here." : "";
      }
      setText(missing, whyNotFastest(state.library, selection.build) ?? "");
      const found = selection.build === "auto" && state.library.state === "ready" ? ` (${state.library.build})` : "";
      setText(automatic, `the fastest that runs here${found}`);
      build.value = selection.build;
      build.disabled = running !== undefined;
      schemeA.checked = selection.generateSchemeA;
      schemeA.disabled = running !== undefined;
      guards.checked = selection.measureGuards;
      guards.disabled = running !== undefined;
      common.checked = selection.commonModulus;
      common.disabled = running !== undefined;
      for (const each of fields) each.update(state);
      setText(summary, summarise(state));
    },
  };
}

function chosen<T extends string>(choices: readonly Choice<T>[]): T[] {
  return choices.filter(({ input }) => input.checked).map(({ value }) => value);
}

function mark({ input }: Choice<string>, checked: boolean, disabled: boolean): void {
  input.checked = checked;
  input.disabled = disabled;
}

function summarise({ selection, library }: State): string {
  const { variants, engines, build, references: chosenReferences, measureGuards } = selection;
  const fastest = library.state === "ready" ? library.engines[0] : "the fastest engine";
  const engineText = engines.length === 0 ? fastest : engines.join(", ");
  const known = library.state === "ready" ? library.build : build;
  const buildText = known === "auto" ? "the fastest build" : `build ${known}`;
  return `${variants.length} of ${allVariants.length} variants, ${engineText}, ${buildText}, ${chosenReferences.length} for comparison${measureGuards ? ", guards" : ""}`;
}
