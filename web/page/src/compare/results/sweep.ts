import { powerLaw } from "@rsa-variants/measure";
import { type Operation, type Subject, subjectId } from "@rsa-variants/measure/tasks/protocol";
import { resolveVariant } from "../params/resolve.ts";
import type { Selection } from "../params/selection.ts";
import { paramsDifference } from "./rows.ts";
import { findSummary, measuredLengths, type Run } from "./run.ts";

/** Median times of one subject over modulus lengths. */
export interface Curve {
  readonly subject: Subject;
  readonly points: readonly { readonly modulusLength: number; readonly milliseconds: number }[];
  /** The exponent of the power law that fits the points; absent below two lengths. */
  readonly slope?: number;
  readonly factor?: number;
}

/** One curve for each subject that a run measured with the parameters now chosen. */
export function sweepCurves(run: Run | undefined, selection: Selection, operation: Operation): Curve[] {
  if (run === undefined) return [];
  const subjects = new Map<string, Subject>();
  for (const { subject } of run.subjects) if (isChosen(subject, selection)) subjects.set(subjectId(subject), subject);
  const lengths = measuredLengths(run);
  const curves = [...subjects.values()].map((subject): Curve => {
    const points = lengths.flatMap((modulusLength) => {
      const milliseconds = medianAt(run, subject, modulusLength, selection, operation);
      return milliseconds === undefined ? [] : [{ modulusLength, milliseconds }];
    });
    const law = powerLaw(points.map(({ modulusLength, milliseconds }) => ({ x: modulusLength, y: milliseconds })));
    return { subject, points, ...(law === undefined ? {} : law) };
  });
  const order = [...selection.variants, ...selection.references];
  const place = ({ subject }: Curve) => order.indexOf(subject.kind === "variant" ? subject.variant : subject.reference);
  return curves.filter(({ points }) => points.length > 0).sort((a, b) => place(a) - place(b));
}

function isChosen(subject: Subject, selection: Selection): boolean {
  if (subject.kind === "reference") return selection.references.includes(subject.reference);
  return selection.variants.includes(subject.variant);
}

function medianAt(
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
  return findSummary(run, subject, modulusLength, operation)?.median;
}
