import { formatNumber } from "../../core/format.ts";
import type { Drawing } from "../../ui/chart.tsx";
import { type Ink, timeAxis } from "../../ui/charts/axes.ts";
import type { Row } from "../results/rows.ts";
import type { State } from "../state.ts";
import { nameWithEngine } from "../text/variants.ts";
import { markColour, markOf } from "../views/marks.tsx";
import { scopeOf } from "./scope.ts";

/** Time of both directions for each row, joined by a line: what a variant gains on one side it may lose on the other. */
export function timesDrawing(state: State): Drawing | undefined {
  const rows = state.rows.filter(({ summaries }) => summaries.encrypt !== undefined || summaries.decrypt !== undefined);
  if (rows.length === 0) return undefined;
  const encrypt = rows.map(({ summaries }) => summaries.encrypt?.median ?? null);
  const decrypt = rows.map(({ summaries }) => summaries.decrypt?.median ?? null);
  const names = rows.map(({ subject }) => nameWithEngine(subject, state.selection.engines.length > 1));
  const all = [...encrypt, ...decrypt].filter((value) => value !== null);
  const low = Math.min(...all) / 1.6;
  const high = Math.max(...all) * 1.6;
  return {
    key: JSON.stringify([
      state.selection.modulusLength,
      names,
      encrypt.map((value) => value?.toPrecision(3)),
      decrypt.map((value) => value?.toPrecision(3)),
    ]),
    height: 56 + rows.length * 30,
    scope: scopeOf(state),
    label: rows.map((row, index) => describe(row, names[index] as string)).join("; "),
    configuration: (ink) => {
      const colours = rows.map(({ subject }) => markColour(markOf(subject)));
      const point = {
        type: "line",
        showLine: false,
        pointRadius: 5,
        pointHoverRadius: 5,
        pointBorderWidth: 2,
      } as const;
      return {
        type: "bar",
        data: {
          labels: names,
          datasets: [
            { ...point, label: "Encrypt", data: encrypt, pointBackgroundColor: ink.ground, pointBorderColor: colours },
            { ...point, label: "Decrypt", data: decrypt, pointBackgroundColor: colours, pointBorderColor: colours },
            {
              type: "bar",
              label: "Range",
              data: rows.map((_, index) => joined(encrypt[index], decrypt[index])),
              backgroundColor: colours,
              hoverBackgroundColor: colours,
              barThickness: 2,
            },
          ],
        },
        options: options(ink, low, high),
      };
    },
  };
}

function joined(a: number | null | undefined, b: number | null | undefined): [number, number] | null {
  return typeof a === "number" && typeof b === "number" ? [Math.min(a, b), Math.max(a, b)] : null;
}

function describe({ summaries }: Row, name: string): string {
  const time = (value: number | undefined) => (value === undefined ? "not measured" : `${formatNumber(value)} ms`);
  return `${name}: encrypt ${time(summaries.encrypt?.median)}, decrypt ${time(summaries.decrypt?.median)}`;
}

function options(ink: Ink, min: number, max: number): object {
  return {
    indexAxis: "y",
    layout: { padding: { right: 12 } },
    scales: {
      x: timeAxis(ink, min, max),
      y: { grid: { display: false }, border: { color: ink.muted }, ticks: { color: ink.text, autoSkip: false } },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: (item: { dataset: { label?: string } }) => item.dataset.label !== "Range",
        callbacks: {
          label: (item: { dataset: { label?: string }; parsed: { x: number } }) =>
            `${item.dataset.label}: ${formatNumber(item.parsed.x)} ms`,
        },
      },
    },
  };
}
