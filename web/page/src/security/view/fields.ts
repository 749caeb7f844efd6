import { variantFacts } from "rsa-variants";
import { h, setAttribute } from "../../common/dom.ts";
import { field, numberInput } from "../../common/field.ts";
import { choiceTexts, type NumberText } from "../../common/key-texts.ts";
import { inWords, letters } from "../../common/refusal.ts";
import { parseWholeNumber } from "../../common/whole-number.ts";
import {
  allVariants,
  fieldAtFault,
  limits,
  type NumberField,
  numberProblem,
  type Selection,
  sliderLimits,
  takes,
} from "../params/selection.ts";
import type { Actions, State, View } from "../state.ts";

const numberTexts: Readonly<Record<NumberField, NumberText>> = {
  ...choiceTexts,
  publicExponentLength: {
    ...choiceTexts.publicExponentLength,
    hint: "Bits of e; 65537 has 17. Keys from elsewhere can have others than this library makes.",
  },
};

/** The variant. */
export function variantField(actions: Actions): View {
  const select = h(
    "select",
    {
      id: "variant",
      "aria-describedby": "variant-note",
      change: () => actions.selectVariant(select.value as Selection["variant"]),
    },
    ...allVariants.map((variant) => h("option", { value: variant }, variantFacts[variant].title)),
  );
  const { element, update } = field("variant", { label: "variant" }, select, (shown, wanted) => shown === wanted);
  return {
    element,
    update: ({ selection }) => update({ value: selection.variant, problems: [], disabled: false }),
  };
}

/** A number, typed or by a slider; hidden while the variant's keys have no such parameter. */
export function sliderField(name: NumberField, actions: Actions): View {
  const text = numberTexts[name];
  const typed = (value: number) => {
    const problem = numberProblem(name, value);
    if (problem === undefined) actions.select({ [name]: value });
    else actions.markField(name, problem);
  };
  const input = numberInput(name, { hint: text.hint, limits: limits[name], typed });
  const slider = h("input", {
    type: "range",
    "aria-label": `${text.letter}, slider`,
    input: () => actions.select({ [name]: Number(slider.value) }),
  });
  const { element, update } = field(name, text, input, (shown, value) => parseWholeNumber(shown) === Number(value));
  input.after(slider);
  element.classList.add("with-slider");
  return {
    element,
    update(state) {
      element.hidden = !takes(state.selection.variant, name);
      const value = numberOf(state, name);
      const own = state.fieldProblems[name];
      const { refusal } = state;
      const isAtFault = refusal !== undefined && fieldAtFault(refusal) === name;
      const refused = isAtFault ? `${inWords(refusal, letters)}.` : undefined;
      const { min, max, step } = sliderLimits(name, state.selection);
      setAttribute(slider, "min", min);
      setAttribute(slider, "max", max);
      setAttribute(slider, "step", step);
      slider.disabled = value === undefined;
      if (value !== undefined) slider.value = String(value);
      update({
        value: own === undefined && value !== undefined ? String(value) : undefined,
        problems: [own ?? refused].filter((each) => each !== undefined),
        disabled: false,
      });
    },
  };
}

/** The number chosen; of an e that is made with the key, its length as the library knows it. */
function numberOf({ selection, assessment }: State, name: NumberField): number | undefined {
  return selection[name] ?? assessment?.publicExponentLength;
}
