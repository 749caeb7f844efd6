import type { ChartConfiguration } from "chart.js";
import { h, setAttribute, setText } from "../dom.ts";
import { download } from "../download.ts";
import type { View } from "../view.ts";
import { pictureOf } from "./picture.ts";
import { Chart, currentInk, type Ink, onSchemeChange } from "./setup.ts";

/** What a chart shows for a state: drawn, or a sentence while there is nothing to draw. */
export interface Drawing {
  /** Changes whenever the chart would look different. */
  readonly key: string;
  readonly configuration: (ink: Ink) => ChartConfiguration<"bar" | "line", unknown[], unknown>;
  /** The whole content in words, for who cannot see it. */
  readonly label: string;
  /** What the chart holds for ("2048 bits"), for a picture that has left the page. */
  readonly scope?: string;
  /** Pixels. */
  readonly height: number;
}

export interface ChartText {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly empty: string;
}

/** Milliseconds between redraws while a run goes on: drawing takes time from the page, not from the worker. */
const redrawInterval = 1000;

/** A chart with its title, its description and a button that saves it as a picture. */
export function chartView<State extends object>(
  text: ChartText,
  draw: (state: State) => Drawing | undefined,
  ...more: HTMLElement[]
): View<State> {
  const canvas = h("canvas", { role: "img", "aria-label": text.title });
  const box = h("div", { class: "chart-box" }, canvas);
  const empty = h("p", { class: "chart-empty" }, text.empty);
  const subtitle = h("p", { class: "chart-subtitle" }, text.subtitle);
  const save = h("button", { type: "button", class: "quiet", click: () => savePicture() }, "Save as PNG");
  const element = h(
    "section",
    { class: "chart", id: text.id, "aria-labelledby": `${text.id}-title` },
    h("div", { class: "chart-head" }, h("h3", { id: `${text.id}-title` }, text.title), save),
    subtitle,
    ...more,
    box,
    empty,
  );
  let chart: Chart<"bar" | "line", unknown[], unknown> | undefined;
  let current: Drawing | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;

  function redraw(drawing: Drawing): void {
    current = drawing;
    drawnAt = performance.now();
    box.style.height = `${drawing.height}px`;
    const configuration = drawing.configuration(currentInk());
    if (chart === undefined) chart = new Chart(canvas, configuration);
    else {
      chart.data = configuration.data;
      if (configuration.options !== undefined) chart.options = configuration.options;
      chart.update("none");
    }
    setAttribute(canvas, "aria-label", `${text.title}. ${drawing.label}`);
  }

  function savePicture(): void {
    if (chart === undefined) return;
    pictureOf(canvas, [text.title, current?.scope].filter(Boolean).join(", "), text.subtitle)?.toBlob((blob) => {
      if (blob !== null) download(`rsa-variants-${text.id}.png`, "image/png", blob);
    });
  }

  onSchemeChange(() => {
    if (current !== undefined) redraw(current);
  });

  return {
    element,
    update(state) {
      const drawing = draw(state);
      setText(empty, drawing === undefined ? text.empty : "");
      box.hidden = drawing === undefined;
      save.hidden = drawing === undefined;
      if (drawing === undefined || drawing.key === current?.key) return;
      const early = performance.now() - drawnAt < redrawInterval;
      if ("running" in state && state.running !== undefined && early) return;
      redraw(drawing);
    },
  };
}
