import type { Selection } from "@rsa-variants/measure/plan/selection";
import { subjectName } from "@rsa-variants/measure/tasks/subject";
import { formatNumber, formatSpeed } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { SourceId } from "rsa-variants/theory";
import type { Drawing } from "../../ui/chart.tsx";
import { type Dataset, factorText, type LegendEntry, logAxis, placedOptions } from "../../ui/charts/axes.ts";
import { type Ink, resolveColor } from "../../ui/charts/colors.ts";
import type { Label } from "../../ui/charts/labels.ts";
import { markOf } from "../views/marks.tsx";
import { type Curve, curveNames, speedUpCurves, sweepCurves } from "./curves.ts";
import { markStyle } from "./mark-style.ts";
import { type PaperSeries, paperMarks, paperSpeedUps, paperText, paperTimes } from "./papers.ts";
import { type ChartState, scopeOf } from "./scope.ts";

/** What the chart of times shows. */
export interface TimesChoice {
  readonly direction: "encrypt" | "decrypt";
  readonly unit: "milliseconds" | "speed-up";
}

/** Everything that the chart shows, before it is drawn. */
interface Content extends TimesChoice {
  readonly curves: readonly Curve[];
  readonly names: readonly string[];
  readonly papers: readonly PaperSeries[];
}

/**
 * Time or speed-up against modulus length, measured here and in papers. On logarithmic axes a power of n is a straight line with its
 * exponent as the slope.
 *
 * @returns nothing if no chosen variant was measured anywhere
 */
export function timesDrawing(state: ChartState, choice: TimesChoice): Drawing | undefined {
  const content = contentOf(state, choice);
  const { curves, papers } = content;
  if (curves.length + papers.length === 0) return undefined;
  return {
    scope: scopeOf(state),
    label: describe(content),
    configuration: (ink, { labelsPlugin }) => {
      const all = [...curves, ...papers].flatMap(({ points }) => points);
      const lengths = [...new Set(all.map(({ modulusLength }) => modulusLength))].sort((a, b) => a - b);
      const values = all.map(({ value }) => value);
      const ends = [Math.min(...values) / 1.7, Math.max(...values) * 1.7] as const;
      const guides = choice.unit === "milliseconds" && lengths.length > 1 ? guidesFor(lengths, ends, ink) : [];
      const datasets = [
        ...curves.map((curve, at) => curveSet(curve, content.names[at] ?? "", ink)),
        ...papers.map(paperSet),
        ...guides.map(({ dataset }) => dataset),
      ];
      const labels = [...guides.map(({ label }) => label), ...paperLabels(papers, curves.length)];
      return {
        type: "line",
        data: { datasets },
        options: optionsFor(choice, ink, lengths, ends, legendOf(curves, papers)),
        plugins: [labelsPlugin(labels, ink.ground)],
      };
    },
  };
}

/** What there is to show for a choice of variants. */
function contentOf({ shown, selection }: ChartState, choice: TimesChoice): Content {
  const { direction, unit } = choice;
  const measured = sweepCurves(shown, selection, direction);
  const curves = unit === "milliseconds" ? measured : speedUpCurves(measured);
  return { ...choice, curves, names: curveNames(curves), papers: papersFor(selection, choice) };
}

function papersFor({ variants }: Pick<Selection, "variants">, { direction, unit }: TimesChoice): PaperSeries[] {
  return unit === "milliseconds" ? paperTimes(variants, direction) : paperSpeedUps(variants, direction);
}

function describe({ direction, unit, curves, names, papers }: Content): string {
  const format = (value: number) => (unit === "milliseconds" ? `${formatNumber(value)} ms` : formatSpeed(value));
  const points = (list: Curve["points"]) =>
    list.map(({ modulusLength, value }) => `${modulusLength} bits ${format(value)}`).join(", ");
  const own = curves.map(({ points: list, slope }, at) => {
    const growth = slope === undefined ? "" : `, grows as n to the ${formatNumber(slope, 2)}`;
    return `${names[at]}: ${points(list)}${growth}`;
  });
  const others = papers.map((series) => `${paperName(series)}: ${points(series.points)}`);
  return `${direction === "encrypt" ? "Encryption" : "Decryption"}. ${[...own, ...others].join("; ")}`;
}

function paperName({ source, variant }: PaperSeries): string {
  return `${shortSources[source]}, ${nameOfVariant(variant)}`;
}

function nameOfVariant(variant: PaperSeries["variant"]): string {
  return subjectName({ kind: "variant", variant, engine: "scalar" });
}

function curveSet({ subject, points }: Curve, name: string, ink: Ink): Dataset {
  return {
    type: "line",
    label: name,
    data: points.map(({ modulusLength, value }) => ({ x: modulusLength, y: value })),
    borderWidth: 1.5,
    pointRadius: 5,
    pointHoverRadius: 6,
    ...markStyle(subject, ink),
  };
}

function colorOfVariant(variant: PaperSeries["variant"]): string {
  return resolveColor(markOf({ kind: "variant", variant, engine: "scalar" }).color);
}

/** A thin line with the dash of its paper. Its points are the paper's letters, which `paperLabels` has. */
function paperSet(series: PaperSeries): Dataset {
  const color = colorOfVariant(series.variant);
  return {
    type: "line",
    label: paperName(series),
    data: series.points.map(({ modulusLength, value }) => ({ x: modulusLength, y: value })),
    borderColor: color,
    backgroundColor: color,
    borderWidth: 1,
    borderDash: [...paperMarks[series.source].dash],
    pointRadius: 0,
    pointHoverRadius: 0,
    pointHitRadius: 8,
  };
}

/** A letter at each point of a paper, and the variant's name beside one of them, if there is room. */
function paperLabels(papers: readonly PaperSeries[], before: number): Label[] {
  const letters = papers.flatMap(({ source, variant, points }, at): Label[] =>
    points.map(({ modulusLength, value }) => ({
      text: paperMarks[source].letter,
      color: colorOfVariant(variant),
      at: [{ x: modulusLength, y: value }],
      how: "mark",
      isBold: true,
      dataset: before + at,
    })),
  );
  const names = papers.map(({ variant, points }, at): Label => {
    const places = points.map(({ modulusLength, value }) => ({ x: modulusLength, y: value }));
    const color = colorOfVariant(variant);
    return { text: nameOfVariant(variant), color, at: places, how: "beside", dataset: before + at };
  });
  return [...letters, ...names];
}

/** An entry for each mark: of a variant, or of a paper for all of its lines. */
function legendOf(curves: readonly Curve[], papers: readonly PaperSeries[]): LegendEntry[] {
  const own = curves.map((_curve, at) => ({ datasets: [at] }));
  const sources = [...new Set(papers.map(({ source }) => source))];
  const datasetsOf = (source: SourceId) =>
    papers.flatMap((series, at) => (series.source === source ? curves.length + at : []));
  const others = sources.map((source) => ({
    datasets: datasetsOf(source),
    text: paperText(source),
  }));
  return [...own, ...others];
}

/** Lines of slope 2 and 3 from the same corner, with different dashes and their names at their ends. */
function guidesFor(
  lengths: readonly number[],
  [low, high]: readonly [number, number],
  ink: Ink,
): { readonly dataset: Dataset; readonly label: Label }[] {
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const start = low * 1.2;
  return ([2, 3] as const).map((power) => {
    const text = power === 3 ? "n³" : "n²";
    const end = Math.min(longest, shortest * (high / start) ** (1 / power));
    const at = (length: number) => ({ x: length, y: start * (length / shortest) ** power });
    return {
      dataset: {
        type: "line",
        label: text,
        data: [at(shortest), at(end)],
        borderColor: ink.muted,
        borderWidth: 1.25,
        borderDash: power === 3 ? [12, 6] : [1, 4],
        borderCapStyle: "round",
        pointRadius: 0,
        pointHoverRadius: 0,
        pointHitRadius: 0,
      },
      label: {
        text,
        color: ink.text,
        isBold: true,
        // At the end, or farther down if something else is there.
        at: [0.96, 0.9, 0.84, 0.78, 0.7, 0.6, 0.5].map((part) => at(shortest * (end / shortest) ** part)),
        how: "on",
      },
    };
  });
}

function optionsFor(
  { unit }: TimesChoice,
  ink: Ink,
  places: readonly number[],
  [min, max]: readonly [number, number],
  legend: readonly LegendEntry[],
): object {
  const along = "modulus length, bits";
  const format = (value: number) => (unit === "milliseconds" ? `${formatNumber(value)} ms` : formatSpeed(value));
  const y =
    unit === "milliseconds"
      ? logAxis(ink, "milliseconds for one message", [min, max], (value) => formatNumber(value, 1))
      : logAxis(ink, "times as fast as plain RSA", [min, max], factorText);
  return placedOptions(ink, { along, places, y, legend, format });
}
