import { h } from "./dom.ts";

/** What stands in a place's form, from above. */
export interface Controls {
  /** What the form is for, for who cannot see it. */
  readonly label: string;
  readonly presets: HTMLElement;
  readonly fields: readonly HTMLElement[];
  /** The button that starts and stops, where there is something to run. */
  readonly run?: HTMLElement;
  readonly below?: readonly HTMLElement[];
  /** Starts, or stops what is running. */
  readonly submit?: () => void;
}

/** The form of a place: presets, fields with the button beside them, and what belongs below. */
export function controlsForm({ label, presets, fields, run, below = [], submit }: Controls): HTMLElement {
  return h(
    "form",
    {
      class: "controls",
      "aria-label": label,
      novalidate: true,
      submit: (event) => {
        event.preventDefault();
        // Enter in a field starts the run, which disables the field: the focus must not get lost.
        if (event instanceof SubmitEvent) event.submitter?.focus();
        submit?.();
      },
    },
    presets,
    h("div", { class: "what" }, h("div", { class: "fields" }, ...fields), ...(run === undefined ? [] : [run])),
    ...below,
  );
}

/** Numbers that a field suggests, under the identifier that its `list` names. */
export function suggestions(id: string, values: readonly number[]): HTMLElement {
  return h("datalist", { id }, ...values.map((value) => h("option", { value })));
}
