import type { Row } from "@rsa-variants/measure/run/rows";
import { enginesOf } from "@rsa-variants/measure/run/run";
import { nameWithEngine } from "@rsa-variants/measure/tasks/subject";
import { formatSpeed } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { Plugin } from "chart.js";
import type { Drawing } from "../../ui/chart.tsx";
import { type Dataset, factorText, logAxis, rowOptions } from "../../ui/charts/axes.ts";
import type { Ink } from "../../ui/charts/colors.ts";
import type { Label } from "../../ui/charts/labels.ts";
import { markStyle } from "./mark-style.ts";
import { bothWaysRows, type Direction, directions, speedOf } from "./measured-rows.ts";
import { paperMarks, paperText } from "./papers.ts";
import { type ChartState, scopeOf } from "./scope.ts";

/** What papers measured with exactly these parameters. */
function papersOf({ comparisons }: Row, direction: Direction) {
  return comparisons[direction].published.filter(({ difference }) => difference === undefined);
}

/**
 * The speed of both directions over plain RSA, joined by a line for each row: what a variant gains in one it may lose in the other.
 */
export function bothWaysDrawing(state: ChartState): Drawing | undefined {
  const rows = bothWaysRows(state);
  if (rows.length === 0) return undefined;
  const severalEngines = enginesOf({ subjects: rows }).length > 1;
  const names = rows.map(({ subject }) => nameWithEngine(subject, severalEngines));
  const encrypt = rows.map((row) => speedOf(row, "encrypt") ?? null);
  const decrypt = rows.map((row) => speedOf(row, "decrypt") ?? null);
  return {
    scope: scopeOf(state),
    label: rows.map((row, at) => `${names[at]}: ${describe(row)}`).join("; "),
    configuration: (ink, { labelsPlugin }) => {
      const looks = rows.map(({ subject }) => markStyle(subject, ink));
      const colors = looks.map(({ borderColor }) => borderColor);
      const letters = rows.map((row, at) => lettersOf(row, at, looks[at]?.borderColor ?? ink.text));
      const sources = rows.flatMap((row) =>
        directions.flatMap((each) => papersOf(row, each).map(({ source }) => source)),
      );
      const papers = [...new Set(sources)].map((source) => ({ datasets: [], text: paperText(source) }));
      const all = [...encrypt, ...decrypt, ...letters.flat().map(({ at }) => at[0]?.x ?? null), 1];
      const known = all.filter((value) => value !== null);
      const joined = rows.map((_row, at) => {
        const [one, other] = [encrypt[at] ?? null, decrypt[at] ?? null];
        return one === null || other === null ? null : [Math.min(one, other), Math.max(one, other)];
      });
      const datasets: Dataset[] = [
        { ...points("Decrypt", decrypt), ...listed(looks), pointRadius: 6, pointHoverRadius: 7 },
        {
          ...points("Encrypt", encrypt),
          pointStyle: "line",
          pointRotation: 90,
          pointRadius: 8,
          pointHoverRadius: 9,
          pointBorderWidth: 3,
          pointHoverBorderWidth: 3,
          pointBorderColor: colors,
        },
        {
          type: "bar",
          label: "",
          data: joined,
          backgroundColor: colors,
          hoverBackgroundColor: colors,
          barThickness: 2,
        },
      ];
      const x = logAxis(
        ink,
        "times as fast as plain RSA",
        [Math.min(...known) / 1.5, Math.max(...known) * 1.5],
        factorText,
      );
      return {
        type: "bar",
        data: { labels: names, datasets },
        options: rowOptions(ink, x, (value) => formatSpeed(value), papers),
        plugins: [labelsPlugin(letters.flat(), ink.ground), plainLine(ink)],
      };
    },
  };
}

function describe(row: Row): string {
  const parts = directions.flatMap((direction) => {
    const speed = speedOf(row, direction);
    const own = speed === undefined ? [] : [`${direction} ${formatSpeed(speed)}`];
    const papers = papersOf(row, direction).map(
      ({ source, value }) => `${direction} ${formatSpeed(value)} in ${shortSources[source]}`,
    );
    return [...own, ...papers];
  });
  return parts.join(", ");
}

/** A paper's letter for decryption above the line of a row, for encryption below it. */
function lettersOf(row: Row, at: number, color: string): Label[] {
  return directions.flatMap((direction) =>
    papersOf(row, direction).map(({ source, value }): Label => {
      const place = { x: value, y: at, up: direction === "decrypt" ? 12 : -13 };
      return { text: paperMarks[source].letter, color, at: [place], how: "mark", isBold: true };
    }),
  );
}

function points(label: string, data: (number | null)[]): Dataset & { type: "line" } {
  return { type: "line", label, data, showLine: false };
}

/** The looks of points, one for each row. */
function listed(looks: readonly ReturnType<typeof markStyle>[]) {
  return {
    pointStyle: looks.map(({ pointStyle }) => pointStyle),
    pointRotation: looks.map(({ pointRotation }) => pointRotation),
    pointBorderWidth: 2,
    pointBorderColor: looks.map(({ pointBorderColor }) => pointBorderColor),
    pointBackgroundColor: looks.map(({ pointBackgroundColor }) => pointBackgroundColor),
  };
}

/** The speed of plain RSA. */
const plainLine = (ink: Ink): Plugin<"bar" | "line"> => ({
  id: "plain",
  beforeDatasetsDraw({ ctx, chartArea: { top, bottom }, scales: { x } }) {
    if (x === undefined) return;
    ctx.fillStyle = ink.text;
    ctx.fillRect(x.getPixelForValue(1), top, 1, bottom - top);
  },
});
