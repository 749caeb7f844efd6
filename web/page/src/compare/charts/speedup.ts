import type { ChartDataset } from "chart.js";
import { formatFactor } from "../../core/format.ts";
import type { Drawing } from "../../ui/chart.tsx";
import type { Ink } from "../../ui/charts/axes.ts";
import type { Row } from "../results/rows.ts";
import type { State } from "../state.ts";
import { nameWithEngine } from "../text/variants.ts";
import { markColour, markOf } from "../views/marks.tsx";
import { scopeOf } from "./scope.ts";

/** Decryption's speed-up over plain RSA: measured bars, with theory and the papers as points on them. */
export function speedUpDrawing(state: State): Drawing | undefined {
  const rows = state.rows.filter(
    ({ subject, comparisons }) =>
      !(subject.kind === "variant" && subject.variant === "original") &&
      (comparisons.decrypt.theory !== undefined || comparisons.decrypt.measured !== undefined),
  );
  if (rows.length === 0) return undefined;
  const engines = new Set(rows.map(({ subject }) => (subject.kind === "variant" ? subject.engine : undefined)));
  const severalEngines = [...engines].filter((engine) => engine !== undefined).length > 1;
  const names = rows.map((row) => nameWithEngine(row.subject, severalEngines));
  const measured = rows.map((row) => row.comparisons.decrypt.measured?.value ?? null);
  const theory = rows.map((row) => row.comparisons.decrypt.theory ?? null);
  const published = rows.map((row) => exactFigures(row));
  const loaded = state.loaded.map(({ name }, at) => ({
    name,
    values: rows.map((row) => row.loaded[at]?.speedUps.decrypt?.value ?? null),
  }));
  return {
    key: JSON.stringify([
      state.selection.modulusLength,
      names,
      measured.map((value) => value?.toPrecision(3)),
      theory,
      published,
      loaded,
    ]),
    height: 56 + rows.length * (30 + 10 * Math.max(0, loaded.length - 1)),
    scope: scopeOf(state),
    label: rows.map((row, index) => describe(row, names[index] as string)).join("; "),
    configuration: (ink) => ({
      type: "bar",
      data: { labels: names, datasets: datasets(rows, { measured, theory, published, loaded }, ink) },
      options: options(ink),
    }),
  };
}

function exactFigures(row: Row): number[] {
  return row.comparisons.decrypt.published
    .filter(({ difference }) => difference === undefined)
    .map(({ value }) => value);
}

function describe(row: Row, name: string): string {
  const { measured, theory } = row.comparisons.decrypt;
  const parts = [
    measured === undefined ? "not measured yet" : `measured ${formatFactor(measured.value)}`,
    theory === undefined ? undefined : `theory ${formatFactor(theory)}`,
    ...exactFigures(row).map((value) => `published ${formatFactor(value)}`),
  ];
  return `${name}: ${parts.filter((part) => part !== undefined).join(", ")}`;
}

type Dataset = ChartDataset<"bar" | "line", unknown[]>;

interface Figures {
  readonly measured: (number | null)[];
  readonly theory: (number | null)[];
  readonly published: readonly (readonly number[])[];
  readonly loaded: readonly { readonly name: string; readonly values: (number | null)[] }[];
}

function datasets(rows: readonly Row[], { measured, theory, published, loaded }: Figures, ink: Ink): Dataset[] {
  const colours = rows.map(({ subject }) => markColour(markOf(subject)));
  const most = Math.max(0, ...published.map((figures) => figures.length));
  const point = { type: "line", showLine: false, pointBorderWidth: 1.5, pointHoverBorderWidth: 1.5 } as const;
  const publishedSets = Array.from(
    { length: most },
    (_, place): Dataset => ({
      ...point,
      label: "Published",
      data: published.map((figures) => figures[place] ?? null),
      pointStyle: "crossRot",
      pointRadius: 5,
      pointHoverRadius: 5,
      borderColor: ink.text,
      pointBorderColor: ink.text,
    }),
  );
  const bar = { type: "bar", barThickness: loaded.length === 0 ? 12 : 9 } as const;
  const open = {
    backgroundColor: ink.ground,
    hoverBackgroundColor: ink.ground,
    borderColor: colours,
    borderWidth: 1.5,
  };
  return [
    {
      ...point,
      label: "Theory",
      data: theory,
      pointStyle: "rectRot",
      pointRadius: 6,
      pointHoverRadius: 6,
      borderColor: ink.text,
      pointBorderColor: ink.text,
      backgroundColor: ink.ground,
      pointBackgroundColor: ink.ground,
    },
    ...publishedSets,
    { ...bar, label: "This machine", data: measured, backgroundColor: colours, hoverBackgroundColor: colours },
    ...loaded.map(({ name, values }): Dataset => ({ ...bar, label: name, data: values, ...open })),
  ];
}

function options(ink: Ink): object {
  return {
    indexAxis: "y",
    layout: { padding: { right: 12 } },
    scales: {
      x: {
        beginAtZero: true,
        title: { display: true, text: "times as fast as plain RSA", color: ink.muted },
        grid: { color: ink.line },
        border: { display: false },
        ticks: { color: ink.muted },
      },
      y: { grid: { display: false }, border: { color: ink.muted }, ticks: { color: ink.text, autoSkip: false } },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        callbacks: {
          label: (item: { dataset: { label?: string }; parsed: { x: number } }) =>
            `${item.dataset.label}: ${formatFactor(item.parsed.x)}`,
        },
      },
    },
  };
}
