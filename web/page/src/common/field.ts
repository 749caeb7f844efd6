import { h, setAttribute, setContent } from "./dom.ts";
import { type Limits, parseWholeNumber } from "./whole-number.ts";

/** What a field shows. */
export interface FieldState {
  /** The value chosen; undefined while the user's text cannot be used, which then stays. */
  readonly value: string | undefined;
  readonly problems: readonly string[];
  /** What is taken instead, and why. */
  readonly adjusted?: readonly string[];
  readonly disabled: boolean;
}

/** A labelled input with its messages below it. */
export interface Field {
  readonly element: HTMLElement;
  update(state: FieldState): void;
}

/** What stands over a field: the papers' letter, what it means, and the unit. */
export interface FieldText {
  readonly letter?: string;
  readonly label: string;
  readonly unit?: string;
}

/** What a field with a number takes. */
export interface NumberInput {
  readonly hint: string;
  readonly limits: Limits;
  /** The identifier of the numbers that it suggests. */
  readonly list?: string | undefined;
  /** Gets every number that is typed, NaN where it is none. */
  readonly typed: (value: number) => void;
}

/** An input for a whole number, as `field` takes it. Any can be typed; the arrows go in useful steps from the least on. */
export function numberInput(name: string, { hint, limits, list, typed }: NumberInput): HTMLInputElement {
  const input = h("input", {
    id: name,
    type: "number",
    inputmode: "numeric",
    ...limits,
    title: hint,
    list,
    "aria-describedby": `${name}-note`,
    input: () => typed(parseWholeNumber(input.value)),
  });
  return input;
}

/**
 * Puts an input between its label and its messages. The input has the field's name as its identifier and is described by
 * `${name}-note`.
 *
 * @param isSame whether the input's text already means a value, in whatever notation
 */
export function field(
  name: string,
  { letter, label, unit }: FieldText,
  input: HTMLInputElement | HTMLSelectElement,
  isSame: (text: string, value: string) => boolean,
): Field {
  const note = h("p", { id: `${name}-note`, class: "field-note" });
  const labelElement = h(
    "label",
    { for: name },
    letter === undefined ? undefined : h("var", {}, letter),
    letter === undefined ? label : ` ${label}`,
    unit === undefined ? undefined : h("span", { class: "unit" }, `, ${unit}`),
  );
  return {
    element: h("div", { class: `field field-${name}` }, labelElement, input, note),
    update({ value, problems, adjusted = [], disabled }) {
      if (value !== undefined && !isSame(input.value, value)) input.value = value;
      input.disabled = disabled;
      setAttribute(input, "aria-invalid", problems.length > 0 ? "true" : undefined);
      setContent(note, JSON.stringify([problems, adjusted]), () => [
        ...problems.map((text) => h("span", { class: "problem" }, text)),
        ...adjusted.map((text) => h("span", { class: "adjusted" }, text)),
      ]);
    },
  };
}
