import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { inWords, letters } from "@rsa-variants/measure/text/params";
import { variantFacts } from "rsa-variants";
import { NumberField, PresetField, SelectField } from "../../ui/fields.tsx";
import { Controls } from "../../ui/form.tsx";
import { choiceTexts } from "../../ui/key-texts.ts";
import type { PlaceProps } from "../actions.ts";
import {
  fieldAtFault,
  limits,
  matchingPreset,
  type NumberField as NumberName,
  numberFields,
  presets,
  takes,
} from "../selection.ts";
import { answerTo } from "../state.ts";

export function ParameterForm({ state, actions }: PlaceProps) {
  const { variant } = state.selection;
  const matching = matchingPreset(state.selection);
  return (
    <Controls label="Parameters">
      <div class="cluster fields">
        <PresetField
          name="example"
          label="example"
          {...{ presets, matching }}
          adjusted={matching === undefined ? [] : [matching.reason]}
          onChoose={({ params }) => actions.apply(params)}
        />
        <SelectField
          name="variant"
          label="variant"
          value={variant}
          options={allVariants.map((value) => ({ value, text: variantFacts[value].title }))}
          onChoose={(chosen) => actions.selectVariant(chosen)}
        />
        {numberFields
          .filter((name) => takes(variant, name))
          .map((name) => (
            <LengthField key={name} {...{ name, state, actions }} />
          ))}
      </div>
    </Controls>
  );
}

const modulusLengths = [512, 768, 1024, 1536, 2048, 3072, 4096, 8192];

function LengthField({ name, state, actions }: PlaceProps & { readonly name: NumberName }) {
  const { selection, fieldProblems } = state;
  const { assessment, refusal } = answerTo(state);
  const own = fieldProblems[name];
  // If no length of e is chosen, the library knows it.
  const value = selection[name] ?? assessment?.publicExponentLength;
  const refused = refusal && fieldAtFault(refusal) === name ? `${inWords(refusal, letters)}.` : undefined;
  return (
    <NumberField
      {...choiceTexts[name]}
      name={name}
      limits={limits[name]}
      {...(name === "modulusLength" ? { suggestions: modulusLengths } : {})}
      value={value}
      problem={own}
      problems={[own === undefined ? refused : undefined]}
      onNumber={(typed, why) => {
        if (why === undefined) actions.select({ [name]: typed });
        else actions.markField(name, why);
      }}
    />
  );
}
