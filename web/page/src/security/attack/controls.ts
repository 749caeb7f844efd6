import type { Attack, AttackOption } from "rsa-variants/security";
import { h, setAttribute, setText } from "../../common/dom.ts";
import { defaultEntries, type Entries, isDay, isOffered, type ReadOptions, readOptions } from "./options.ts";

/** The controls of a demonstration's options. */
export interface OptionControls {
  readonly element: HTMLElement;
  /** What they hold; one that cannot be used is marked with the reason, and gets the focus. */
  read(): ReadOptions;
  disable(disabled: boolean): void;
}

/** Controls made from what the library says of an attack's options. */
export function optionControls(attack: Attack): OptionControls {
  const controls = (attack.demonstrationOptions as readonly AttackOption[]).map((option) =>
    optionControl(`${attack.name}-${option.name}`, option, () => changed()),
  );
  const defaults = defaultEntries(attack);
  for (const { option, write } of controls) write(defaults[option.name] ?? "");

  function entries(): Entries {
    return Object.fromEntries(controls.map(({ option, entry }) => [option.name, entry()]));
  }

  /** Shows what the choices offer, and what is wrong. */
  function changed(): ReadOptions {
    const present = entries();
    const read = readOptions(attack, present);
    for (const { option, element, mark } of controls) {
      element.hidden = !isOffered(attack.name, option.name, present);
      mark("problem" in read && read.option === option.name ? read.problem : undefined);
    }
    return read;
  }

  changed();
  return {
    element: h("div", { class: "fields attack-options" }, ...controls.map(({ element }) => element)),
    read() {
      const read = changed();
      if ("problem" in read) controls.find(({ option }) => option.name === read.option)?.input.focus();
      return read;
    },
    disable(disabled) {
      for (const { input } of controls) input.disabled = disabled;
    },
  };
}

interface OptionControl {
  readonly option: AttackOption;
  readonly element: HTMLElement;
  readonly input: HTMLInputElement | HTMLSelectElement;
  entry(): string | boolean;
  write(entry: string | boolean): void;
  mark(problem: string | undefined): void;
}

function optionControl(id: string, option: AttackOption, changed: () => void): OptionControl {
  const note = h("p", { id: `${id}-note`, class: "field-note" });
  const input = inputOf(id, option, changed);
  const isSwitch = input instanceof HTMLInputElement && input.type === "checkbox";
  const unit = option.kind === "number" && !isDay(option) && option.unit === "bits" ? ", bits" : "";
  const title = isDay(option) ? "The day (UTC)" : option.title;
  return {
    option,
    input,
    element: h(
      "div",
      { class: "field" },
      h("label", { for: id }, title, h("span", { class: "unit" }, unit)),
      input,
      note,
    ),
    entry: () => (isSwitch ? input.checked : input.value),
    write(entry) {
      if (isSwitch) input.checked = entry === true;
      else input.value = String(entry);
    },
    mark(problem) {
      setAttribute(input, "aria-invalid", problem === undefined ? undefined : "true");
      setText(note, problem ?? "");
      note.classList.toggle("has-problem", problem !== undefined);
    },
  };
}

function inputOf(id: string, option: AttackOption, changed: () => void): HTMLInputElement | HTMLSelectElement {
  const common = { id, "aria-describedby": `${id}-note`, input: changed };
  if (option.kind === "choice") {
    return h("select", common, ...option.choices.map(({ value, title }) => h("option", { value }, title)));
  }
  if (option.kind === "switch") return h("input", { ...common, type: "checkbox" });
  if (isDay(option)) return h("input", { ...common, type: "date", required: true });
  const placeholder = option.default === undefined ? "as it fits" : undefined;
  return h("input", { ...common, type: "text", inputmode: "numeric", placeholder });
}
