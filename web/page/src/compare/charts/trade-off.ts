import type { ChartDataset, Plugin } from "chart.js";
import { formatFactor } from "../../core/format.ts";
import type { Drawing } from "../../ui/chart.tsx";
import type { Ink } from "../../ui/charts/axes.ts";
import { type Balance, type PlacedRow, placeRows, type TradeOff, tradeOffAt } from "../results/trade-off.ts";
import type { State } from "../state.ts";
import { nameWithEngine } from "../text/variants.ts";
import { markColour, markOf } from "../views/marks.tsx";
import { scopeOf } from "./scope.ts";

/** The lines of the last modulus length that was drawn: they take hundreds of verdicts. */
let last: { readonly modulusLength: number; readonly lines: TradeOff } | undefined;

/** What a longer public exponent buys: encryption against decryption, with the region where keys are broken. */
export function tradeOffDrawing(state: State): Drawing | undefined {
  const { security, selection } = state;
  if (security.state !== "ready") return undefined;
  const { modulusLength } = selection;
  if (last?.modulusLength !== modulusLength)
    last = { modulusLength, lines: tradeOffAt(modulusLength, security.assess) };
  return draw(state, last.lines);
}

type Dataset = ChartDataset<"bar" | "line", unknown[]>;

function draw(state: State, { unbroken, acceptable }: TradeOff): Drawing | undefined {
  const { selection, rows } = state;
  const { modulusLength } = selection;
  const placed = placeRows(rows);
  const several = selection.engines.length > 1;
  const named = placed.map((each) => ({ ...each, name: nameWithEngine(each.row.subject, several) }));
  const across = [...unbroken, ...placed].map(({ encrypt }) => encrypt);
  if (across.length === 0) return undefined;
  const most = Math.max(1.1, ...placed.map(({ decrypt }) => decrypt * 1.05));
  return {
    key: JSON.stringify([modulusLength, named.map(({ name, encrypt, decrypt }) => [name, encrypt, decrypt])]),
    height: 380,
    scope: scopeOf(state),
    label: [...named.map(describe), ...acceptable.map(describeBalance)].join("; "),
    configuration: (ink) => ({
      type: "line",
      data: {
        datasets: [
          line("broken below", unbroken, ink.muted, 1),
          line("fastest acceptable", acceptable, ink.text, 1.5),
          ...named.map((each) => point(each, ink)),
        ],
      },
      options: options(ink, [Math.min(...across) / 1.3, Math.max(...across) * 1.3], most),
      plugins: [shade(ink)],
    }),
  };
}

function describe({ name, encrypt, decrypt, isMeasured }: PlacedRow & { readonly name: string }): string {
  const origin = isMeasured ? "measured" : "theory";
  return `${name}, ${origin}: encryption ${formatFactor(encrypt)}, decryption ${formatFactor(decrypt)}`;
}

function describeBalance({ publicExponentLength: e, crtExponentLength: w }: Balance): string {
  return `acceptable with |e| ${e}: w ${w}`;
}

function line(label: string, balances: readonly Balance[], colour: string, width: number): Dataset {
  return {
    type: "line",
    label,
    data: balances.map(({ encrypt, decrypt, ...lengths }) => ({ x: encrypt, y: decrypt, ...lengths })),
    borderColor: colour,
    borderWidth: width,
    pointRadius: 0,
    pointHoverRadius: 4,
    pointHitRadius: 8,
    pointStyle: "line",
  };
}

function point({ row, name, encrypt, decrypt, isMeasured }: PlacedRow & { readonly name: string }, ink: Ink): Dataset {
  const mark = markOf(row.subject);
  const colour = markColour(mark);
  return {
    type: "line",
    label: isMeasured ? name : `${name}, theory`,
    data: [{ x: encrypt, y: decrypt }],
    showLine: false,
    borderColor: colour,
    pointStyle: mark.shape,
    pointRotation: mark.turned ? 180 : 0,
    pointRadius: 6,
    pointHoverRadius: 7,
    pointBorderWidth: 2,
    pointBorderColor: colour,
    backgroundColor: mark.hollow ? ink.ground : colour,
    pointBackgroundColor: mark.hollow ? ink.ground : colour,
  };
}

/** The region below the first line. */
function shade(ink: Ink): Plugin<"bar" | "line"> {
  return {
    id: "shade",
    beforeDatasetsDraw({ ctx, chartArea, scales, data }) {
      const border = (data.datasets[0]?.data ?? []) as unknown as readonly { x: number; y: number }[];
      const { x, y } = scales;
      const [first, last] = [border[0], border.at(-1)];
      if (x === undefined || y === undefined || first === undefined || last === undefined) return;
      ctx.save();
      ctx.beginPath();
      ctx.moveTo(chartArea.left, chartArea.bottom);
      ctx.lineTo(chartArea.left, y.getPixelForValue(first.y));
      for (const each of border) ctx.lineTo(x.getPixelForValue(each.x), y.getPixelForValue(each.y));
      ctx.lineTo(chartArea.right, y.getPixelForValue(last.y));
      ctx.lineTo(chartArea.right, chartArea.bottom);
      ctx.closePath();
      ctx.globalAlpha = 0.14;
      ctx.fillStyle = ink.text;
      ctx.fill();
      ctx.restore();
    },
  };
}

interface Item {
  readonly dataset: { readonly label?: string };
  readonly parsed: { readonly x: number; readonly y: number };
  readonly raw: { readonly publicExponentLength?: number; readonly crtExponentLength?: number };
}

function options(ink: Ink, [min, max]: readonly [number, number], most: number): object {
  const factor = (value: number) => formatFactor(value);
  return {
    layout: { padding: { right: 12 } },
    scales: {
      x: {
        type: "logarithmic",
        min,
        max,
        title: { display: true, text: "encryption, times that of CRT", color: ink.muted },
        grid: { color: ink.line },
        border: { color: ink.muted },
        afterBuildTicks: (axis: { ticks: { value: number }[] }) => {
          axis.ticks = [1, 3, 10, 30, 100, 300, 1000]
            .filter((value) => value >= min && value <= max)
            .map((value) => ({ value }));
        },
        ticks: { color: ink.muted, maxRotation: 0, callback: (value: number) => String(value) },
      },
      y: {
        min: 0,
        max: most,
        title: { display: true, text: "decryption, times that of CRT", color: ink.muted },
        grid: { color: ink.line },
        border: { display: false },
        ticks: { color: ink.muted, maxTicksLimit: 7, includeBounds: false },
      },
    },
    plugins: {
      legend: {
        position: "bottom",
        labels: { color: ink.text, usePointStyle: true, boxWidth: 8, boxHeight: 8, padding: 14 },
      },
      tooltip: {
        callbacks: {
          title: () => "",
          label: ({ dataset, parsed, raw }: Item) => {
            const lengths =
              raw.crtExponentLength === undefined
                ? ""
                : `, |e| ${raw.publicExponentLength}, w ${raw.crtExponentLength}`;
            return `${dataset.label}${lengths}: encryption ${factor(parsed.x)}, decryption ${factor(parsed.y)}`;
          },
        },
      },
    },
  };
}
