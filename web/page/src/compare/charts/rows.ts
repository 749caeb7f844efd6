import type { Row } from "@rsa-variants/measure/run/rows";
import { enginesOf } from "@rsa-variants/measure/run/run";
import { isPlain, nameWithEngine } from "@rsa-variants/measure/tasks/subject";
import { formatFactor, formatNumber } from "@rsa-variants/measure/text/format";
import type { ChartDataset } from "chart.js";
import type { Drawing } from "../../ui/chart.tsx";
import { type Ink, resolveColor, rowOptions, timeAxis, titledAxis } from "../../ui/charts/axes.ts";
import { paramsInShort } from "../presets.ts";
import type { State } from "../state.ts";
import { browserName } from "../texts.ts";
import { markOf } from "../views/marks.tsx";

type Dataset = ChartDataset<"bar" | "line", unknown[]>;

/** What a chart holds for, once it has left the page: the parameters, the browser and the day. */
export function scopeOf({ selection, shown }: State): string {
  const own = shown?.environment;
  const machine =
    own === undefined ? [] : [`${browserName(own.userAgent)}, ${own.build}, ${shown?.startedAt.slice(0, 10)}`];
  return [paramsInShort(selection), ...machine].join("; ");
}

/** A chart with a row for each row of the table. */
function rowsDrawing(
  state: State,
  rows: readonly Row[],
  rowHeight: number,
  describe: (row: Row) => string,
  draw: (ink: Ink, colors: string[]) => { datasets: Dataset[]; options: object },
): Drawing | undefined {
  if (rows.length === 0) return undefined;
  const severalEngines = enginesOf({ subjects: rows }).length > 1;
  const names = rows.map(({ subject }) => nameWithEngine(subject, severalEngines));
  return {
    height: 56 + rows.length * rowHeight,
    scope: scopeOf(state),
    label: rows.map((row, at) => `${names[at]}: ${describe(row)}`).join("; "),
    configuration: (ink) => {
      const { datasets, options } = draw(
        ink,
        rows.map(({ subject }) => resolveColor(markOf(subject).color)),
      );
      return { type: "bar", data: { labels: names, datasets }, options };
    },
  };
}

/** Decryption's speed-up over plain RSA: measured bars, with theory and the papers as points on them. */
export function speedUpDrawing(state: State): Drawing | undefined {
  const { loaded } = state;
  const rows = state.rows.filter(({ subject, comparisons: { decrypt } }) => {
    return !isPlain(subject) && (decrypt.theory !== undefined || decrypt.measured !== undefined);
  });
  const published = rows.map((row) => exactFigures(row));
  const most = Math.max(0, ...published.map((figures) => figures.length));
  const describe = (row: Row) => {
    const { measured, theory } = row.comparisons.decrypt;
    const others = loaded.map(({ name }, at) => [name, undefined as number | undefined] as const);
    const parts = [["measured", measured?.value], ["theory", theory], ...others] as const;
    const known = parts.flatMap(([name, value]) => (value === undefined ? [] : `${name} ${formatFactor(value)}`));
    const papers = exactFigures(row).map((value) => `published ${formatFactor(value)}`);
    return [...(measured === undefined ? ["not measured yet"] : []), ...known, ...papers].join(", ");
  };
  const rowHeight = 30 + 10 * Math.max(0, loaded.length - 1);
  return rowsDrawing(state, rows, rowHeight, describe, (ink, colors) => {
    const point = (label: string, pointStyle: "rectRot" | "crossRot", data: unknown[]): Dataset => ({
      type: "line",
      label,
      data,
      showLine: false,
      pointStyle,
      pointRadius: 5.5,
      pointHoverRadius: 5.5,
      pointBorderWidth: 1.5,
      pointHoverBorderWidth: 1.5,
      pointBorderColor: ink.text,
      pointBackgroundColor: ink.ground,
    });
    const bar = (label: string, data: unknown[], fill: string | string[]): Dataset => ({
      type: "bar",
      label,
      data,
      barThickness: loaded.length === 0 ? 12 : 9,
      backgroundColor: fill,
      hoverBackgroundColor: fill,
      borderColor: colors,
      borderWidth: 1.5,
    });
    const datasets = [
      point(
        "Theory",
        "rectRot",
        rows.map(({ comparisons }) => comparisons.decrypt.theory ?? null),
      ),
      ...Array.from({ length: most }, (_, place) =>
        point(
          "Published",
          "crossRot",
          published.map((figures) => figures[place] ?? null),
        ),
      ),
      bar(
        "This machine",
        rows.map(({ comparisons }) => comparisons.decrypt.measured?.value ?? null),
        colors,
      ),
      ...loaded.map(({ name }, at) =>
        bar(
          name,
          rows.map((row) => (undefined as number | undefined) ?? null),
          ink.ground,
        ),
      ),
    ];
    const x = titledAxis(ink, "times as fast as plain RSA", { beginAtZero: true });
    return { datasets, options: rowOptions(ink, x, formatFactor) };
  });
}

/** What papers measured with exactly these parameters. */
function exactFigures({ comparisons }: Row): number[] {
  return comparisons.decrypt.published.flatMap(({ value, difference }) => (difference === undefined ? value : []));
}

/** The time of both directions for each row, joined by a line: what a variant gains in one it may lose in the other. */
export function timesDrawing(state: State): Drawing | undefined {
  const rows = state.rows.filter(({ summaries }) => summaries.encrypt !== undefined || summaries.decrypt !== undefined);
  const encrypt = rows.map(({ summaries }) => summaries.encrypt?.time ?? null);
  const decrypt = rows.map(({ summaries }) => summaries.decrypt?.time ?? null);
  const all = [...encrypt, ...decrypt].filter((value) => value !== null);
  const time = (value: number | undefined) => (value === undefined ? "not measured" : `${formatNumber(value)} ms`);
  const describe = ({ summaries }: Row) =>
    `encrypt ${time(summaries.encrypt?.time)}, decrypt ${time(summaries.decrypt?.time)}`;
  return rowsDrawing(state, rows, 30, describe, (ink, colors) => {
    const point = (label: string, data: unknown[], fill: string | string[]): Dataset => ({
      type: "line",
      label,
      data,
      showLine: false,
      pointRadius: 5,
      pointHoverRadius: 5,
      pointBorderWidth: 2,
      pointBorderColor: colors,
      pointBackgroundColor: fill,
    });
    const joined = rows.map((_row, at) => {
      const [one, other] = [encrypt[at] ?? null, decrypt[at] ?? null];
      return one === null || other === null ? null : [Math.min(one, other), Math.max(one, other)];
    });
    const line = { backgroundColor: colors, hoverBackgroundColor: colors, barThickness: 2 };
    return {
      datasets: [
        point("Encrypt", encrypt, ink.ground),
        point("Decrypt", decrypt, colors),
        { type: "bar", label: "", data: joined, ...line },
      ],
      options: rowOptions(ink, timeAxis(ink, Math.min(...all) / 1.6, Math.max(...all) * 1.6), (value) => time(value)),
    };
  });
}
