import { formatNumber } from "@rsa-variants/measure/text/format";

/** The colors of text, lines and ground as they are now, light or dark. */
export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly ground: string;
}

/** An axis with a title. */
export function titledAxis(ink: Ink, title: string, more: object): object {
  return {
    title: { display: true, text: title, color: ink.muted },
    grid: { color: ink.line },
    border: { display: false },
    ticks: { color: ink.muted },
    ...more,
  };
}

/** A logarithmic axis of milliseconds. */
export function timeAxis(ink: Ink, min: number, max: number, title = "milliseconds for one message"): object {
  const decades = Math.log10(max / min);
  const ticks = { color: ink.muted, maxRotation: 0, callback: (value: number) => logTick(value, decades) };
  return titledAxis(ink, title, { type: "logarithmic", min, max, ticks });
}

/** A logarithmic axis with ticks at the places that `placesFor` returns for the width of the chart. */
export function placedAxis(
  ink: Ink,
  title: string,
  [min, max]: readonly [number, number],
  placesFor: (chartWidth: number) => readonly number[],
): object {
  return titledAxis(ink, title, {
    type: "logarithmic",
    min,
    max,
    border: { color: ink.muted },
    afterBuildTicks: (axis: { ticks: { value: number }[]; chart: { width: number } }) => {
      axis.ticks = placesFor(axis.chart.width).map((value) => ({ value }));
    },
    ticks: { color: ink.muted, maxRotation: 0, callback: (value: number) => String(value) },
  });
}

/** Text for a point under the pointer. */
interface Item {
  readonly dataset: { readonly label?: string };
  readonly parsed: { readonly x: number; readonly y: number };
}

/** The options of a chart with a row for each name. */
export function rowOptions(ink: Ink, x: object, format: (value: number) => string): object {
  return {
    indexAxis: "y",
    layout: { padding: { right: 12 } },
    scales: {
      x,
      y: { grid: { display: false }, border: { color: ink.muted }, ticks: { color: ink.text, autoSkip: false } },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: ({ dataset }: Item) => dataset.label !== "",
        callbacks: { label: ({ dataset, parsed }: Item) => `${dataset.label}: ${format(parsed.x)}` },
      },
    },
  };
}

/** The options of a chart of lines, with a legend below. */
export function lineOptions(ink: Ink, x: object, y: object, tooltip: object): object {
  return {
    layout: { padding: { right: 12 } },
    scales: { x, y },
    plugins: {
      legend: {
        position: "bottom",
        labels: { color: ink.text, usePointStyle: true, boxWidth: 8, boxHeight: 8, padding: 14 },
      },
      tooltip: { callbacks: tooltip },
    },
  };
}

/** The axes of a chart of times. */
interface TimesAxes {
  /** The title of the horizontal axis. */
  readonly along: string;
  /** Where something was measured: ticks stand there, not at round powers of ten. */
  readonly places: readonly number[];
  /** What a time is of, and the least and the greatest that is shown. */
  readonly title?: string;
  readonly min: number;
  readonly max: number;
}

/** Times against something, with logarithmic axes and a legend below. */
export function timesOptions(ink: Ink, { along, places, title, min, max }: TimesAxes): object {
  const ends = [Math.min(...places) / 1.08, Math.max(...places) * 1.08] as const;
  const x = placedAxis(ink, along, ends, (width) => legible(places, width));
  const label = ({ dataset, parsed }: Item) => `${dataset.label}: ${formatNumber(parsed.y)} ms`;
  return lineOptions(ink, x, timeAxis(ink, min, max, title), { label });
}

/** Pixels that a number below a tick needs, and that a chart has beside its axis. */
const [tickWidth, besideAxis] = [38, 80];

/** The places, ascending, whose numbers have room on a logarithmic axis: from the last, which matters most, downwards. */
function legible(places: readonly number[], chartWidth: number): number[] {
  const sorted = [...places].sort((a, b) => a - b);
  const pixels = (chartWidth - besideAxis) / Math.log((sorted.at(-1) ?? 1) / (sorted[0] ?? 1) || Math.E);
  const kept: number[] = [];
  for (const place of sorted.reverse()) {
    const next = kept[0];
    if (next === undefined || Math.log(next / place) * pixels >= tickWidth) kept.unshift(place);
  }
  return kept;
}

/** The legible ticks of a logarithmic axis: 1, 2 and 5 of each decade, or whole decades on long axes. */
function logTick(value: number | string, decades: number): string {
  const number = Number(value);
  const leading = number / 10 ** Math.floor(Math.log10(number) + 1e-9);
  const shown = decades > 3 ? [1] : [1, 2, 5];
  return shown.some((digit) => Math.abs(leading - digit) < 1e-6) ? formatNumber(number, 1) : "";
}

/** The element on which the browser resolves colors. */
let probe: HTMLElement | undefined;

/**
 * A color of tokens.css as it is now, light or dark, in a form that a canvas accepts.
 *
 * @param name without the dashes
 */
export function colorOf(name: string): string {
  return resolveColor(`var(--${name})`);
}

/** A color in CSS as it is now, light or dark, in a form that a canvas accepts. */
export function resolveColor(color: string): string {
  if (probe === undefined) {
    probe = document.createElement("i");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = color;
  return getComputedStyle(probe).color;
}
