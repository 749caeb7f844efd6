import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import { theoreticalSpeedUp } from "@rsa-variants/measure/run/theory";
import { isPlainVariant, subjectName } from "@rsa-variants/measure/tasks/subject";
import { formatSpeed } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { Variant } from "rsa-variants";
import type { Drawing } from "../../ui/chart.tsx";
import {
  type Dataset,
  factorText,
  type Item,
  type LegendEntry,
  lineOptions,
  logAxis,
  placedAxis,
} from "../../ui/charts/axes.ts";
import { type Ink, resolveColor } from "../../ui/charts/colors.ts";
import type { Label } from "../../ui/charts/labels.ts";
import { variantPages } from "../../variants.ts";
import { type Curve, curveNames, speedUpCurves, sweepCurves } from "./curves.ts";
import { markStyle } from "./mark-style.ts";
import { type Direction, type PaperSeries, paperMarks, paperSpeedUps, paperText } from "./papers.ts";
import { type ChartState, scopeOf } from "./scope.ts";

type Point = Curve["points"][number];

/** What theory expects of a variant, by modulus length. */
interface Theory {
  readonly variant: Variant;
  readonly points: readonly Point[];
}

/** Lengths at which theory is drawn in any case. */
const usualLengths = [1024, 2048, 3072, 4096];

/**
 * Speed-up over plain RSA against modulus length: measured, in theory and in papers, of the chosen variants.
 *
 * @returns nothing if there is no line to draw
 */
export function speedUpDrawing(state: ChartState, direction: Direction): Drawing | undefined {
  const { shown, selection } = state;
  const curves = speedUpCurves(sweepCurves(shown, selection, direction));
  const names = curveNames(curves);
  const papers = paperSpeedUps(selection.variants, direction);
  const measured = [...curves, ...papers].flatMap(({ points }) => points);
  const lengths = [...new Set([...usualLengths, ...measured.map(({ modulusLength }) => modulusLength)])].sort(
    (a, b) => a - b,
  );
  const theories = theoriesOf(state, direction, lengths);
  if (theories.length === 0) return undefined;
  return {
    scope: scopeOf(state),
    label: [
      ...curves.map(({ points }, at) => `${names[at]}: ${describe(points)}`),
      ...theories.map(({ variant, points }) => `${nameOfVariant(variant)} in theory: ${describe(points)}`),
      ...papers.map((series) => `${paperName(series)}: ${describe(series.points)}`),
    ].join("; "),
    configuration: (ink, { labelsPlugin }) => {
      const values = [...measured, ...theories.flatMap(({ points }) => points)].map(({ value }) => value);
      const ends = [Math.min(...values) / 1.4, Math.max(...values) * 1.4] as const;
      const y = logAxis(ink, "times as fast as plain RSA", ends, factorText);
      const x = placedAxis(ink, "modulus length, bits", lengths);
      const label = ({ dataset, parsed }: Item) => `${dataset.label}: ${formatSpeed(parsed.y)}`;
      const lines = [...papers, ...theories].map((line, at) => thinLine(line, curves.length + at));
      const sets = curves.map((curve, at) => curveSet(curve, names[at] ?? "", ink));
      return {
        type: "line",
        data: { datasets: [...sets, ...lines.map(({ set }) => set)] },
        options: lineOptions(ink, x, y, { label }, legendOf(curves, papers)),
        plugins: [
          labelsPlugin(
            lines.flatMap(({ labels }) => labels),
            ink.ground,
          ),
        ],
      };
    },
  };
}

/** The lines of theory; those of variants whose speed does not change are left out. */
function theoriesOf({ selection }: ChartState, direction: Direction, lengths: readonly number[]): Theory[] {
  return selection.variants
    .filter((variant) => !isPlainVariant(variant))
    .map((variant) => ({
      variant,
      points: lengths.flatMap((modulusLength) => {
        const { params } = resolveVariant(variant, modulusLength, selection);
        const value = theoreticalSpeedUp(direction, params, selection.publicExponent);
        return value === undefined ? [] : [{ modulusLength, value }];
      }),
    }))
    .filter(({ points }) => direction === "decrypt" || points.some(({ value }) => value !== 1));
}

function describe(points: readonly Point[]): string {
  return points.map(({ modulusLength, value }) => `${modulusLength} bits ${formatSpeed(value)}`).join(", ");
}

function paperName({ source, variant }: PaperSeries): string {
  return `${shortSources[source]}, ${nameOfVariant(variant)}`;
}

function nameOfVariant(variant: Variant): string {
  return subjectName({ kind: "variant", variant, engine: "scalar" });
}

const placesOf = (points: readonly Point[]) =>
  points.map(({ modulusLength, value }) => ({ x: modulusLength, y: value }));

function curveSet({ subject, points }: Curve, name: string, ink: Ink): Dataset {
  return {
    type: "line",
    label: name,
    data: placesOf(points),
    borderWidth: 1.5,
    pointRadius: 5,
    pointHoverRadius: 6,
    ...markStyle(subject, ink),
  };
}

/** A thin line without marks, and the texts on it: the letter of a paper at each point, or the name of a variant where there is room. */
function thinLine(line: Theory | PaperSeries, dataset: number): { readonly set: Dataset; readonly labels: Label[] } {
  const { variant, points } = line;
  const color = resolveColor(variantPages[variant].mark.color);
  const places = placesOf(points);
  const name = nameOfVariant(variant);
  const mark = "source" in line ? paperMarks[line.source] : undefined;
  const labels: Label[] = mark
    ? places.map((place) => ({ text: mark.letter, color, at: [place], how: "mark", isBold: true, dataset }))
    : [{ text: name, color, at: places.toReversed(), how: "beside", dataset }];
  const set: Dataset = {
    type: "line",
    label: "source" in line ? paperName(line) : `${name}, theory`,
    data: places,
    borderColor: color,
    backgroundColor: color,
    borderWidth: 1,
    borderDash: [...(mark?.dash ?? [1, 3])],
    pointRadius: 0,
    pointHoverRadius: 0,
    pointHitRadius: 8,
  };
  return { set, labels };
}

/** An entry for each mark: of a variant, or of a paper for all of its lines. */
function legendOf(curves: readonly Curve[], papers: readonly PaperSeries[]): LegendEntry[] {
  const sources = [...new Set(papers.map(({ source }) => source))];
  return [
    ...curves.map((_curve, at) => ({ datasets: [at] })),
    ...sources.map((source) => ({
      datasets: papers.flatMap((series, at) => (series.source === source ? curves.length + at : [])),
      text: paperText(source),
    })),
  ];
}
