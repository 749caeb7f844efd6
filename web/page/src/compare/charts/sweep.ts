import type { ChartDataset } from "chart.js";
import { formatNumber } from "../../core/format.ts";
import type { Drawing } from "../../ui/chart.tsx";
import { type Ink, timesOptions } from "../../ui/charts/axes.ts";
import type { Curve } from "../results/sweep.ts";
import { subjectName } from "../text/variants.ts";
import { markColour, markOf } from "../views/marks.tsx";

/** Time against modulus length, both axes logarithmic: a power of n is a straight line there, its exponent the slope. */
export function sweepDrawing(curves: readonly Curve[], operation: "encrypt" | "decrypt"): Drawing | undefined {
  const lengths = new Set(curves.flatMap(({ points }) => points.map(({ modulusLength }) => modulusLength)));
  if (lengths.size < 2) return undefined;
  const times = curves.flatMap(({ points }) => points.map(({ milliseconds }) => milliseconds));
  const low = Math.min(...times) / 1.5;
  const high = Math.max(...times) * 1.5;
  return {
    key: JSON.stringify([operation, curves.map(({ subject, points }) => [subject, points])]),
    height: 420,
    label: `${operation === "encrypt" ? "Encryption" : "Decryption"}. ${curves.map(describe).join("; ")}`,
    configuration: (ink) => ({
      type: "line",
      data: { datasets: [...curves.map((curve) => curveSet(curve, ink)), ...guides(curves, ink)] },
      options: timesOptions(ink, { along: "modulus length, bits", places: [...lengths], min: low, max: high }),
    }),
  };
}

function describe({ subject, points, slope }: Curve): string {
  const times = points.map(
    ({ modulusLength, milliseconds }) => `${modulusLength} bits ${formatNumber(milliseconds)} ms`,
  );
  const growth = slope === undefined ? "" : `, grows as n to the ${formatNumber(slope, 2)}`;
  return `${subjectName(subject)}: ${times.join(", ")}${growth}`;
}

type Dataset = ChartDataset<"bar" | "line", unknown[]>;

function curveSet({ subject, points }: Curve, ink: Ink): Dataset {
  const mark = markOf(subject);
  const colour = markColour(mark);
  return {
    type: "line",
    label: subjectName(subject),
    data: points.map(({ modulusLength, milliseconds }) => ({ x: modulusLength, y: milliseconds })),
    borderColor: colour,
    borderWidth: 1.5,
    pointStyle: mark.shape,
    pointRotation: mark.turned ? 180 : 0,
    pointRadius: 5,
    pointHoverRadius: 5,
    pointBorderWidth: 2,
    pointBorderColor: colour,
    backgroundColor: mark.hollow ? ink.ground : colour,
    pointBackgroundColor: mark.hollow ? ink.ground : colour,
  };
}

/** Lines of slope 3 from the slowest and of slope 2 from the fastest variant's first point. */
function guides(curves: readonly Curve[], ink: Ink): Dataset[] {
  const lengths = curves.flatMap(({ points }) => points.map(({ modulusLength }) => modulusLength));
  const starts = Math.min(...lengths);
  const ends = Math.max(...lengths);
  const variants = curves.filter(({ subject }) => subject.kind === "variant");
  const firsts = variants.map(({ points }) => points[0]).filter((point) => point?.modulusLength === starts);
  const sorted = firsts.filter((point) => point !== undefined).sort((a, b) => b.milliseconds - a.milliseconds);
  const guide = (start: { modulusLength: number; milliseconds: number }, power: number): Dataset => ({
    type: "line",
    label: power === 3 ? "n³" : "n²",
    data: [start.modulusLength, ends].map((length) => ({
      x: length,
      y: start.milliseconds * (length / start.modulusLength) ** power,
    })),
    borderColor: ink.muted,
    borderWidth: 1,
    borderDash: power === 3 ? [2, 4] : [8, 4],
    pointRadius: 0,
    pointHoverRadius: 0,
    pointStyle: "line",
  });
  const slowest = sorted[0];
  const fastest = sorted.at(-1);
  if (slowest === undefined || fastest === undefined) return [];
  return [guide(slowest, 3), guide(fastest, 2)];
}
