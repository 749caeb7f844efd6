import { formatNumber } from "@rsa-variants/measure/text/format";
import type { Chart, ChartConfiguration, ChartDataset, LegendElement, Scale, TooltipItem } from "chart.js";
import type { Ink } from "./colors.ts";

/** A chart as Chart.js takes it. */
export type Configuration = ChartConfiguration<"line", unknown[], unknown>;

/** A series of a chart. */
export type Dataset = ChartDataset<"line", unknown[]>;

/** Pixels below which a chart has no room for long texts. */
const narrow = 400;

/** An axis with a title. That of a horizontal axis ends with the axis where it might be longer. */
export function titledAxis(ink: Ink, title: string, more: object): object {
  const align = ({ chart, scale }: { chart: Chart; scale: Scale }) =>
    chart.width < narrow && scale.isHorizontal() ? "end" : "center";
  return {
    title: { display: true, text: title, color: ink.muted, align },
    grid: { color: ink.line },
    border: { display: false },
    ticks: { color: ink.muted },
    ...more,
  };
}

/** A logarithmic axis with ticks where `placesOf` says: without it at 1, 2 and 5 of each decade, or at fewer where texts would collide. */
export function logAxis(
  ink: Ink,
  title: string,
  [min, max]: readonly [number, number],
  format: (value: number) => string,
  placesOf = (axis: Scale) => tickPlaces(min, max, axis.isHorizontal() ? axis.maxWidth / 46 : axis.maxHeight / 24),
): object {
  const ticks = { color: ink.muted, maxRotation: 0, autoSkip: false, callback: format };
  const afterBuildTicks = (axis: Scale) => {
    axis.ticks = placesOf(axis).map((value) => ({ value }));
  };
  return titledAxis(ink, title, { type: "logarithmic", min, max, ticks, afterBuildTicks });
}

/** The places of a logarithmic axis that have ticks, of which `most` have room if they are evenly spaced. */
function tickPlaces(min: number, max: number, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
  const room = most / Math.log10(max / min); // ticks for each decade
  // The closest of 1, 2, 5 are 0.3 decades apart, those of 1, 3 half a decade.
  const steps = room >= 1 / 0.3 ? [1, 2, 5] : room >= 2.1 ? [1, 3] : [1];
  const every = room >= 1 ? 1 : Math.ceil(1 / room);
  const places: number[] = [];
  for (let decade = first; decade <= last; decade++) {
    if (decade % every === 0) places.push(...steps.map((step) => Number(`${step}e${decade}`)));
  }
  return places.filter((place) => place >= min && place <= max);
}

/** A tick of an axis of multiples: "20", "1", or "1/20". */
export function factorText(value: number): string {
  return value >= 1 ? formatNumber(value, 1) : `1/${formatNumber(1 / value, 1)}`;
}

/** A point under the pointer. */
export type Item = TooltipItem<"line"> & { readonly parsed: { readonly x: number; readonly y: number } };

/** An entry of a legend, which shows and hides its series. */
export interface LegendEntry {
  /** Places among the chart's series; the entry looks as the first of them. */
  readonly datasets: readonly number[];
  /** Instead of the first series' name and mark. */
  readonly text?: string;
}

/** The options of a chart of lines, with a legend below; none if it has no entries. */
export function lineOptions(ink: Ink, x: object, y: object, tooltip: object, entries: readonly LegendEntry[]): object {
  const legend = {
    display: entries.length > 0,
    position: "bottom",
    labels: {
      color: ink.text,
      usePointStyle: true,
      boxWidth: 8,
      boxHeight: 8,
      padding: 12,
      generateLabels: (chart: Chart<"line">) => entries.map((entry) => legendItem(entry, chart, ink)),
    },
    onClick: (_event: unknown, { datasetIndex }: { datasetIndex: number }, { chart }: LegendElement<"line">) => {
      const entry = entries.find(({ datasets }) => datasets.includes(datasetIndex));
      const isVisible = chart.isDatasetVisible(datasetIndex);
      for (const at of entry?.datasets ?? []) chart.setDatasetVisibility(at, !isVisible);
      chart.update();
    },
  };
  const plugins = { legend, tooltip: { callbacks: tooltip } };
  return { layout: { padding: { right: 12 } }, scales: { x, y }, plugins };
}

function legendItem({ datasets, text }: LegendEntry, chart: Chart<"line">, ink: Ink): object {
  const [at = 0] = datasets;
  const look = chart.data.datasets[at];
  return {
    text: text ?? look?.label,
    fontColor: ink.text,
    datasetIndex: at,
    hidden: !chart.isDatasetVisible(at),
    pointStyle: text === undefined ? look?.pointStyle : false,
    rotation: look?.pointRotation,
    fillStyle: look?.pointBackgroundColor,
    strokeStyle: look?.pointBorderColor,
    lineWidth: 2,
  };
}

/** A logarithmic axis of places where something was measured: ticks stand there, not at round powers of ten. */
export function placedAxis(ink: Ink, title: string, places: readonly number[]): object {
  const ends = [Math.min(...places) / 1.08, Math.max(...places) * 1.08] as const;
  const axis = logAxis(ink, title, ends, String, ({ chart }) => legible(places, chart.width));
  return { ...axis, border: { color: ink.muted } };
}

/** Pixels that a number below a tick needs, and that a chart has beside its axis. */
const [tickWidth, besideAxis] = [38, 80];

/** The places, ascending, whose numbers have room on a logarithmic axis: those that powers of two divide come first. */
function legible(places: readonly number[], chartWidth: number): number[] {
  const pixels = (chartWidth - besideAxis) / Math.log(Math.max(...places) / Math.min(...places) || Math.E);
  const kept: number[] = [];
  for (const place of [...places].sort((a, b) => powerIn(b) - powerIn(a) || b - a)) {
    if (kept.every((other) => Math.abs(Math.log(other / place)) * pixels >= tickWidth)) kept.push(place);
  }
  return kept.sort((a, b) => a - b);
}

/** The greatest power of two that divides a whole number. */
function powerIn(place: number): number {
  return place & -place;
}
