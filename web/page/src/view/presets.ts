import { matchingPresets, presets } from "../params/presets.ts";
import type { Actions, View } from "../state.ts";
import { h, setAttribute } from "./dom.ts";

/** The presets as a row of buttons. */
export function presetsView(actions: Actions): View {
  const buttons = presets.map((preset) => ({
    preset,
    element: h(
      "button",
      { type: "button", class: "preset", title: preset.reason, click: () => actions.select(preset.values) },
      h("span", { class: "preset-name" }, preset.name),
      h("span", { class: "preset-summary" }, preset.summary),
    ),
  }));
  const element = h(
    "div",
    { class: "presets", role: "group", "aria-label": "Presets" },
    ...buttons.map((button) => button.element),
  );
  return {
    element,
    update(state) {
      const matching = matchingPresets(state.selection);
      for (const button of buttons) {
        setAttribute(button.element, "aria-pressed", matching.includes(button.preset) ? "true" : "false");
        button.element.disabled = state.running !== undefined;
      }
    },
  };
}
