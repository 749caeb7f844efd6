import {
  type Limits,
  limitsProblem,
  parsePublicExponent,
  parseWholeNumber,
  publicExponentNeeded,
  publicExponentProblem,
} from "@rsa-variants/measure/text/numbers";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

/** The label of a field: the papers' letter, its meaning, and the unit. */
export interface FieldText {
  readonly letter?: string;
  readonly label: string;
  readonly unit?: string;
  /** An explanation, shown on hover. */
  readonly hint?: string;
}

interface FieldProps extends FieldText {
  /** The identifier of the input. */
  readonly name: string;
  /** Why the value cannot be used. */
  readonly problems?: readonly (string | undefined)[];
  /** Which value is used instead, and why. */
  readonly adjusted?: readonly string[];
  readonly hidden?: boolean;
  readonly class?: string;
}

/** A label above an input, and messages below it. The input has the field's name as its identifier. */
export function Field(props: FieldProps & { readonly children: ComponentChildren }) {
  const { name, letter, label, unit, problems = [], adjusted = [], hidden = false, class: more = "", children } = props;
  return (
    <div class={`field field-${name} ${more}`} hidden={hidden}>
      <label for={name}>
        {letter && <var>{letter}</var>}
        {letter ? ` ${label}` : label}
        {unit && <span class="unit">, {unit}</span>}
      </label>
      {children}
      <p id={`${name}-note`} class="field-note">
        {problems.map((text) => text && <span key={text} class="problem" children={text} />)}
        {adjusted.map((text) => (
          <span key={text} class="adjusted" children={text} />
        ))}
      </p>
    </div>
  );
}

/** A field whose text may be unusable. */
interface TypedFieldProps<Value> extends FieldProps {
  /** The chosen value; undefined if there is none. */
  readonly value: Value | undefined;
  /** Why the text cannot be used. It then stays as typed. */
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
}

interface NumberFieldProps extends TypedFieldProps<number> {
  readonly limits: Limits;
  readonly suggestions?: readonly number[];
  /** Beside the input, such as its unit. */
  readonly beside?: ComponentChildren;
  /** Gets each number typed, NaN where the text is not a number, and why it is outside its limits. */
  readonly onNumber: (value: number, problem: string | undefined) => void;
  /** Before the input, such as usual values. */
  readonly lead?: ComponentChildren;
}

/** A field for a whole number. The arrows go in useful steps from the smallest. */
export function NumberField(props: NumberFieldProps) {
  const { value, limits, suggestions, beside, onNumber, ...field } = props;
  const list = `${field.name}-suggestions`;
  return (
    <TextField
      {...field}
      input={{ ...limits, type: "number", inputmode: "numeric", list: suggestions && list }}
      value={value?.toString()}
      isSame={(typed, wanted) => parseWholeNumber(typed) === Number(wanted)}
      onText={(text) => {
        const typed = parseWholeNumber(text);
        onNumber(typed, limitsProblem(typed, limits));
      }}
    >
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {beside}
    </TextField>
  );
}

interface TextFieldProps extends TypedFieldProps<string> {
  /** What was typed before the field was made. It is shown again if it still means the value, or cannot be used. */
  readonly typed?: string;
  /** Whether a text already means the value, in any notation; without it, the value is the text. */
  readonly isSame?: (typed: string, value: string) => boolean;
  readonly onText: (text: string) => void;
  readonly input?: JSX.IntrinsicElements["input"];
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A field for a text. It is shown as typed if it means the value or cannot be used, otherwise as the value. */
export function TextField(props: TextFieldProps) {
  const { name, problem, typed, isSame, hint, disabled, onText, input, lead, children } = props;
  const value = problem === undefined ? props.value : undefined;
  const [text, setText] = useState(typed ?? value ?? "");
  const messages = { problems: [problem, ...(props.problems ?? [])] };
  return (
    <Field {...props} {...messages}>
      {lead}
      <input
        id={name}
        type="text"
        autocomplete="off"
        spellcheck={false}
        {...input}
        {...inputProps({ ...props, ...messages })}
        title={hint}
        disabled={disabled}
        value={value === undefined || isSame?.(text, value) ? text : value}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          onText(currentTarget.value);
        }}
      />
      {children}
    </Field>
  );
}

interface ExponentFieldProps extends TypedFieldProps<bigint> {
  /** Gets each public exponent typed, or why the text cannot be one. */
  readonly onExponent: (value: bigint | undefined, problem: string | undefined) => void;
}

/** A field for a public exponent, decimal or hexadecimal. */
export function ExponentField({ value, onExponent, ...field }: ExponentFieldProps) {
  return (
    <TextField
      {...field}
      input={{ inputmode: "numeric" }}
      value={value?.toString()}
      isSame={(text, chosen) => parsePublicExponent(text)?.toString() === chosen}
      onText={(text) => {
        const typed = parsePublicExponent(text);
        const problem = typed === undefined ? publicExponentNeeded : publicExponentProblem(typed);
        onExponent(problem === undefined ? typed : undefined, problem);
      }}
    />
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  /** The empty string while nothing is chosen. */
  readonly value: Value | "";
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  /** What the select says while nothing is chosen. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { name, value, options, placeholder, hint, disabled, onChoose } = props;
  return (
    <Field {...props}>
      <select
        id={name}
        {...inputProps(props)}
        title={hint}
        disabled={disabled}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {value === "" && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A choice of parameters with a name. */
export interface PresetText {
  readonly id: string;
  /** Its name or its parameters. */
  readonly text: string;
  /** Where they come from, or why they are what they are. */
  readonly reason: string;
}

interface PresetFieldProps<Preset extends PresetText> extends Pick<FieldProps, "name" | "label" | "hint" | "adjusted"> {
  readonly presets: readonly Preset[];
  /** The preset whose values are chosen now. */
  readonly matching: Preset | undefined;
  readonly disabled?: boolean;
  readonly onChoose: (preset: Preset) => void;
}

export function PresetField<Preset extends PresetText>(props: PresetFieldProps<Preset>) {
  const { presets, matching, onChoose, ...field } = props;
  return (
    <SelectField
      {...field}
      value={matching?.id ?? ""}
      placeholder="Your own choice"
      options={presets.map(({ id, text }) => ({ value: id, text }))}
      onChoose={(chosen) => {
        const preset = presets.find(({ id }) => id === chosen);
        if (preset !== undefined) onChoose(preset);
      }}
    />
  );
}

interface CheckboxProps extends Omit<JSX.IntrinsicElements["input"], "onChange" | "role"> {
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ checked, onChange, children, hidden, title, ...input }: CheckboxProps) {
  return (
    <label class="choice" hidden={hidden} title={title}>
      <input
        {...input}
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

function inputProps({ name, problems = [] }: FieldProps) {
  return { "aria-describedby": `${name}-note`, "aria-invalid": problems.some(Boolean) ? ("true" as const) : undefined };
}
