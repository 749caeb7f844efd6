import { matchingPresets, type Preset, presets } from "../params/presets.ts";
import type { Actions, View } from "../state.ts";
import { h, setAttribute, setText } from "./dom.ts";

/** The presets as a row of buttons. */
export function presetsView(actions: Actions): View {
  /** The preset last clicked: several can have the same values. */
  let clicked: string | undefined;
  const buttons = presets.map((preset) => ({
    preset,
    element: h(
      "button",
      { type: "button", class: "preset", title: preset.reason, click: () => choose(preset) },
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
  function choose(preset: Preset): void {
    clicked = preset.id;
    actions.select(preset.values);
  }

  return {
    element,
    update(state) {
      const matching = matchingPresets(state.selection);
      const shown = matching.find(({ id }) => id === clicked) ?? matching[0];
      setText(reason, shown?.reason ?? "Your own choice of parameters.");
      for (const button of buttons) {
        setAttribute(button.element, "aria-pressed", button.preset === shown ? "true" : "false");
        button.element.disabled = state.running !== undefined;
      }
    },
  };
}
