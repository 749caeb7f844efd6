import { powerLaw } from "@rsa-variants/measure";
import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import type { Selection } from "@rsa-variants/measure/plan/selection";
import { paramsDifference } from "@rsa-variants/measure/run/rows";
import { enginesOf, findSummary, measuredLengths, type Run } from "@rsa-variants/measure/run/run";
import { type Operation, type Subject, subjectId } from "@rsa-variants/measure/tasks/protocol";
import { methodId, nameWithEngine } from "@rsa-variants/measure/tasks/subject";
import { formatNumber } from "@rsa-variants/measure/text/format";
import type { ChartDataset } from "chart.js";
import type { Drawing } from "../../ui/chart.tsx";
import { type Ink, timesOptions } from "../../ui/charts/axes.ts";
import { markStyle } from "../views/marks.tsx";

/** The times of one subject over modulus lengths. */
export interface Curve {
  readonly subject: Subject;
  readonly points: readonly { readonly modulusLength: number; readonly milliseconds: number }[];
  /** The exponent of the power law that fits the points; absent below two lengths. */
  readonly slope?: number;
  readonly factor?: number;
}

/** A curve for each subject that a run measured with the chosen parameters. */
export function sweepCurves(run: Run | undefined, selection: Selection, operation: Operation): Curve[] {
  if (run === undefined) return [];
  const order: readonly string[] = [...selection.variants, ...selection.references];
  const place = (subject: Subject) => order.indexOf(methodId(subject));
  const subjects = new Map(run.subjects.map(({ subject }) => [subjectId(subject), subject]));
  const lengths = measuredLengths(run);
  const curves = [...subjects.values()]
    .filter((subject) => place(subject) >= 0)
    .map((subject): Curve => {
      const points = lengths.flatMap((modulusLength) => {
        const milliseconds = timeAt(run, subject, modulusLength, selection, operation);
        return milliseconds === undefined ? [] : [{ modulusLength, milliseconds }];
      });
      const law = powerLaw(points.map(({ modulusLength, milliseconds }) => ({ x: modulusLength, y: milliseconds })));
      return { subject, points, ...(law === undefined ? {} : law) };
    });
  return curves.filter(({ points }) => points.length > 0).sort((a, b) => place(a.subject) - place(b.subject));
}

function timeAt(
  run: Run,
  subject: Subject,
  modulusLength: number,
  selection: Selection,
  operation: Operation,
): number | undefined {
  const id = subjectId(subject);
  const report = run.subjects.find((each) => each.modulusLength === modulusLength && subjectId(each.subject) === id);
  if (report === undefined) return undefined;
  if (subject.kind === "variant") {
    const { params } = resolveVariant(subject.variant, modulusLength, selection);
    if (paramsDifference(report.params, params) !== undefined) return undefined;
  }
  return findSummary(run, subject, modulusLength, operation)?.time;
}

/** The names of the curves, with their engines if there are several. */
export function curveNames(curves: readonly Curve[]): string[] {
  const several = enginesOf({ subjects: curves }).length > 1;
  return curves.map(({ subject }) => nameWithEngine(subject, several));
}

/** Time against modulus length on logarithmic axes, where a power of n is a straight line with its exponent as the slope. */
export function sweepDrawing(curves: readonly Curve[], operation: "encrypt" | "decrypt"): Drawing | undefined {
  const lengths = new Set(curves.flatMap(({ points }) => points.map(({ modulusLength }) => modulusLength)));
  if (lengths.size < 2) return undefined;
  const names = curveNames(curves);
  const times = curves.flatMap(({ points }) => points.map(({ milliseconds }) => milliseconds));
  const low = Math.min(...times) / 1.5;
  const high = Math.max(...times) * 1.5;
  return {
    height: 420,
    label: `${operation === "encrypt" ? "Encryption" : "Decryption"}. ${curves.map((curve, at) => describe(curve, names[at] ?? "")).join("; ")}`,
    configuration: (ink) => ({
      type: "line",
      data: { datasets: [...curves.map((curve, at) => curveSet(curve, names[at] ?? "", ink)), ...guides(curves, ink)] },
      options: timesOptions(ink, { along: "modulus length, bits", places: [...lengths], min: low, max: high }),
    }),
  };
}

function describe({ points, slope }: Curve, name: string): string {
  const times = points.map(
    ({ modulusLength, milliseconds }) => `${modulusLength} bits ${formatNumber(milliseconds)} ms`,
  );
  const growth = slope === undefined ? "" : `, grows as n to the ${formatNumber(slope, 2)}`;
  return `${name}: ${times.join(", ")}${growth}`;
}

type Dataset = ChartDataset<"bar" | "line", unknown[]>;

function curveSet({ subject, points }: Curve, name: string, ink: Ink): Dataset {
  return {
    type: "line",
    label: name,
    data: points.map(({ modulusLength, milliseconds }) => ({ x: modulusLength, y: milliseconds })),
    borderWidth: 1.5,
    pointRadius: 5,
    pointHoverRadius: 5,
    ...markStyle(subject, ink),
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
  const [slowest, fastest] = [sorted[0], sorted.at(-1)];
  if (slowest === undefined || fastest === undefined) return [];
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
  return [guide(slowest, 3), guide(fastest, 2)];
}
