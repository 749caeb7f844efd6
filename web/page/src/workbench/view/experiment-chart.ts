import type { Step } from "@rsa-variants/measure/experiment/plan";
import { type Row, rowsOf } from "@rsa-variants/measure/experiment/rows";
import type { ChartDataset } from "chart.js";
import { chartView, type Drawing } from "../../common/charts/panel.ts";
import { type Ink, timesOptions } from "../../common/charts/setup.ts";
import { formatNumber } from "../../common/format.ts";
import { colourOf } from "../../ui/colours.ts";
import type { State, View } from "../state.ts";

interface Series {
  readonly label: string;
  readonly isDashed: boolean;
  readonly colour: string;
  readonly value: (row: Row) => number | undefined;
}

/** Encryption and decryption, here and in the paper: an operation has a colour, and the paper broken lines. */
const series: readonly Series[] = [
  { label: "decrypt, 2003", isDashed: true, colour: "mark-crt", value: ({ paper }) => paper.decrypt },
  { label: "encrypt, 2003", isDashed: true, colour: "mark-multi-power", value: ({ paper }) => paper.encrypt },
  { label: "decrypt, here", isDashed: false, colour: "mark-crt", value: ({ here }) => here?.decrypt },
  { label: "encrypt, here", isDashed: false, colour: "mark-multi-power", value: ({ here }) => here?.encrypt },
];

const texts: Readonly<Record<Step["table"], { readonly title: string; readonly along: string }>> = {
  pieces: { title: "Time against c", along: "c, characters at once (n 1024)" },
  lengths: { title: "Time against n", along: "n, bits (c in proportion)" },
};

/** One of the paper's two tables as a chart. */
export function experimentChart(table: Step["table"]): View {
  const { title, along } = texts[table];
  return chartView<State>(
    {
      id: `experiment-${table}`,
      title,
      subtitle: "For 10,000 characters. Both axes logarithmic; broken lines are the paper's Pentium of 733 MHz.",
      empty: "",
    },
    ({ experiment }) => draw(rowsOf(table, experiment.points), table, along),
  );
}

function draw(rows: readonly Row[], table: Step["table"], along: string): Drawing {
  const place = ({ step }: Row) => (table === "pieces" ? step.charactersAtOnce : step.modulusLength);
  const lines = series.map((each) => ({
    ...each,
    points: rows.flatMap((row) => {
      const y = each.value(row);
      return y === undefined || y <= 0 ? [] : [{ x: place(row), y }];
    }),
  }));
  const times = lines.flatMap(({ points }) => points.map(({ y }) => y));
  return {
    key: JSON.stringify(lines.map(({ points }) => points)),
    height: 360,
    label: lines
      .filter(({ points }) => points.length > 0)
      .map(({ label, points }) => `${label}: ${points.map(({ x, y }) => `${x} ${formatNumber(y)} ms`).join(", ")}`)
      .join("; "),
    configuration: (ink) => ({
      type: "line",
      data: { datasets: lines.map((line) => dataset(line, line.points, ink)) },
      options: timesOptions(ink, {
        along,
        places: rows.map(place),
        title: "milliseconds for the text",
        min: Math.min(...times) / 1.5,
        max: Math.max(...times) * 1.5,
      }),
    }),
  };
}

function dataset(
  { label, isDashed, colour: name }: Series,
  data: unknown[],
  ink: Ink,
): ChartDataset<"line", unknown[]> {
  const colour = colourOf(name);
  return {
    type: "line",
    label,
    data,
    borderColor: colour,
    borderWidth: 1.5,
    borderDash: isDashed ? [5, 4] : [],
    pointStyle: label.startsWith("decrypt") ? "circle" : "rect",
    pointRadius: 4,
    pointHoverRadius: 4,
    pointBorderColor: colour,
    backgroundColor: isDashed ? ink.ground : colour,
  };
}
