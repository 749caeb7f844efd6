import { h, setAttribute, setText } from "./dom.ts";
import type { View } from "./view.ts";

/** A choice of parameters with a name, as a button shows it. */
export interface PresetText {
  readonly id: string;
  readonly name: string;
  /** The parameters in short, as shown under the name. */
  readonly summary: string;
  /** Where they come from, or why they are what they are. */
  readonly reason: string;
}

/**
 * Presets as a row of buttons, and the reason of the one that holds.
 *
 * @param matching those whose values are the ones chosen now
 */
export function presetsView<Preset extends PresetText, State extends object>(
  presets: readonly Preset[],
  matching: (state: State) => readonly Preset[],
  choose: (preset: Preset) => void,
): View<State> {
  /** The preset last clicked: several can have the same values. */
  let clicked: string | undefined;
  const buttons = presets.map((preset) => ({
    preset,
    element: h(
      "button",
      {
        type: "button",
        class: "preset",
        title: preset.reason,
        click: () => {
          clicked = preset.id;
          choose(preset);
        },
      },
      h("span", { class: "preset-name" }, preset.name),
      h("span", { class: "preset-summary" }, preset.summary),
    ),
  }));
  const reason = h("p", { class: "preset-reason" });
  const element = h(
    "div",
    {},
    h("div", { class: "presets", role: "group", "aria-label": "Presets" }, ...buttons.map((button) => button.element)),
    reason,
  );
  return {
    element,
    update(state) {
      const busy = "running" in state && state.running !== undefined;
      const fitting = matching(state);
      const shown = fitting.find(({ id }) => id === clicked) ?? fitting[0];
      setText(reason, shown?.reason ?? "Your own choice of parameters.");
      for (const button of buttons) {
        setAttribute(button.element, "aria-pressed", button.preset === shown ? "true" : "false");
        button.element.disabled = busy;
      }
    },
  };
}
