import { formatNumber } from "../../core/format.ts";

/** The colours of text, lines and ground as they are now, light or dark. */
export interface Ink {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly ground: string;
}

/** A logarithmic axis of milliseconds. */
export function timeAxis(ink: Ink, min: number, max: number, title = "milliseconds for one message"): object {
  const decades = Math.log10(max / min);
  return {
    type: "logarithmic",
    min,
    max,
    title: { display: true, text: title, color: ink.muted },
    grid: { color: ink.line },
    border: { display: false },
    ticks: { color: ink.muted, maxRotation: 0, callback: (value: number) => logTick(value, decades) },
  };
}

/** What the axes of a chart of times have. */
export interface TimesAxes {
  /** What is along the chart. */
  readonly along: string;
  /** Where something was measured: ticks stand there, not at round powers of ten. */
  readonly places: readonly number[];
  /** What a time is of, and the least and the greatest that is shown. */
  readonly title?: string;
  readonly min: number;
  readonly max: number;
}

/** Times against something, both axes logarithmic, with a legend below. */
export function timesOptions(ink: Ink, { along, places, title, min, max }: TimesAxes): object {
  return {
    layout: { padding: { right: 12 } },
    scales: {
      x: {
        type: "logarithmic",
        min: Math.min(...places) / 1.08,
        max: Math.max(...places) * 1.08,
        title: { display: true, text: along, color: ink.muted },
        grid: { color: ink.line },
        border: { color: ink.muted },
        afterBuildTicks: (axis: { ticks: { value: number }[]; chart: { width: number } }) => {
          axis.ticks = legible(places, axis.chart.width).map((value) => ({ value }));
        },
        ticks: { color: ink.muted, autoSkip: true, maxRotation: 0, callback: (value: number) => String(value) },
      },
      y: timeAxis(ink, min, max, title),
    },
    plugins: {
      legend: {
        position: "bottom",
        labels: { color: ink.text, usePointStyle: true, boxWidth: 8, boxHeight: 8, padding: 14 },
      },
      tooltip: {
        callbacks: {
          label: (item: { dataset: { label?: string }; parsed: { y: number } }) =>
            `${item.dataset.label}: ${formatNumber(item.parsed.y)} ms`,
        },
      },
    },
  };
}

/** Pixels that a number below a tick takes, and that a chart has beside its axis. */
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
