import { h, setText } from "../../common/dom.ts";
import type { Actions, View } from "../state.ts";

/** Steps of the slider. */
const fineness = 1000;

/** Plays the computation in slow motion: a real one is over before it can be followed. */
export function playerView(actions: Actions): View {
  const button = h("button", { type: "button", class: "quiet", click: () => actions.play() }, "Play slowly");
  const slider = h("input", {
    type: "range",
    min: 0,
    max: fineness,
    step: 1,
    "aria-label": "Slow motion",
    input: () => actions.seek(Number(slider.value) / fineness),
  });
  const element = h("div", { class: "player" }, button, slider);
  return {
    element,
    update({ playback, running, run }) {
      setText(button, playback?.playing ? "Pause" : "Play slowly");
      button.disabled = running === true;
      slider.disabled = running === true;
      const share = playback?.share ?? (run?.device === undefined ? 0 : 1);
      slider.value = String(Math.round(share * fineness));
      slider.setAttribute("aria-valuetext", `${Math.round(share * 100)} %`);
    },
  };
}
