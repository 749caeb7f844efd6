import { capitalised, h } from "../../common/dom.ts";
import { type FieldText, field, numberInput } from "../../common/field.ts";
import { parseWholeNumber } from "../../common/whole-number.ts";
import {
  type KeySource,
  keySources,
  limits,
  modes,
  type NumberField,
  numberProblem,
  type Selection,
} from "../params/selection.ts";
import type { Actions, State, View } from "../state.ts";

interface NumberText extends FieldText {
  readonly hint: string;
}

const numberTexts: Readonly<Record<NumberField, NumberText>> = {
  modulusLength: { letter: "n", label: "modulus", unit: "bits", hint: "Bits of the modulus N, 128 to 16384" },
  primes: { letter: "r", label: "primes", hint: "Prime factors of N; the paper has two" },
  multiplierLength: { letter: "k", label: "multiplier", unit: "bits", hint: "Bits that the unit multiplies" },
  windowWidth: { label: "window", unit: "bits", hint: "Bits of the exponent that one multiplication takes" },
  unitRam: { label: "unit RAM", unit: "bytes", hint: "Memory of the unit that multiplies; the paper’s part has 3072" },
  controllerRam: {
    label: "controller RAM",
    unit: "bytes",
    hint: "Memory of the controller, where the table of a window lies; the paper’s part has 16384",
  },
};

/** One labelled number with the refusals that belong to it. */
export function numberField(name: NumberField, actions: Actions, list?: string): View {
  const { hint, ...text } = numberTexts[name];
  const input = numberInput(name, {
    hint,
    limits: limits[name],
    list,
    typed: (value) => {
      const problem = numberProblem(name, value);
      if (problem === undefined) actions.select({ [name]: value });
      else actions.markField(name, problem);
    },
  });
  const { element, update } = field(name, text, input, (shown, value) => parseWholeNumber(shown) === Number(value));
  return {
    element,
    update(state) {
      const own = state.fieldProblems[name];
      const refusal = state.plans?.refusal;
      const refused = own === undefined && refusal?.field === name ? `${capitalised(refusal.message)}.` : undefined;
      update({
        value: own === undefined ? String(state.selection[name]) : undefined,
        problems: [own, refused].filter((problem) => problem !== undefined),
        disabled: state.running === true,
      });
      // Other modes have no window.
      if (name === "windowWidth") element.hidden = state.selection.mode !== "window";
    },
  };
}

const modeLabels: Readonly<Record<Selection["mode"], string>> = {
  paper: "paper",
  squarings: "squarings",
  window: "fixed window",
};

const sourceLabels: Readonly<Record<KeySource, string>> = {
  library: "the library",
  device: "the device",
};

/** How to exponentiate. */
export function modeField(actions: Actions): View {
  const select = h(
    "select",
    {
      id: "mode",
      "aria-describedby": "mode-note",
      change: () => actions.select({ mode: select.value as Selection["mode"] }),
    },
    ...modes.map((mode) => h("option", { value: mode }, modeLabels[mode])),
  );
  return choiceField("mode", "mode", select, (state) => state.selection.mode);
}

/** Who makes the key. */
export function keySourceField(actions: Actions): View {
  const select = h(
    "select",
    {
      id: "keySource",
      "aria-describedby": "keySource-note",
      change: () => actions.select({ keySource: select.value as KeySource }),
    },
    ...keySources.map((source) => h("option", { value: source }, sourceLabels[source])),
  );
  return choiceField("keySource", "key made by", select, (state) => state.selection.keySource);
}

function choiceField(name: string, label: string, select: HTMLSelectElement, value: (state: State) => string): View {
  const { element, update } = field(name, { label }, select, (shown, wanted) => shown === wanted);
  return {
    element,
    update(state) {
      update({ value: value(state), problems: [], disabled: state.running === true });
    },
  };
}
