import { powerLaw } from "@rsa-variants/measure";
import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import type { Selection } from "@rsa-variants/measure/plan/selection";
import { paramsDifference } from "@rsa-variants/measure/run/rows";
import { enginesOf, findSummary, measuredLengths, type Run } from "@rsa-variants/measure/run/run";
import { type Operation, type Subject, subjectId } from "@rsa-variants/measure/tasks/protocol";
import { isPlain, methodId, nameWithEngine } from "@rsa-variants/measure/tasks/subject";

/** What was measured of one subject over modulus lengths. */
export interface Curve {
  readonly subject: Subject;
  /** Ascending. Milliseconds for one message, or how many times as fast as plain RSA. */
  readonly points: readonly { readonly modulusLength: number; readonly value: number }[];
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
  const timeAt = (subject: Subject, modulusLength: number) => {
    const id = subjectId(subject);
    const report = run.subjects.find((each) => each.modulusLength === modulusLength && subjectId(each.subject) === id);
    if (report === undefined) return undefined;
    if (subject.kind === "variant") {
      const { params } = resolveVariant(subject.variant, modulusLength, selection);
      if (paramsDifference(report.params, params) !== undefined) return undefined;
    }
    return findSummary(run, subject, modulusLength, operation)?.time;
  };
  const curves = [...subjects.values()]
    .filter((subject) => place(subject) >= 0)
    .map((subject): Curve => {
      const points = lengths.flatMap((modulusLength) => {
        const value = timeAt(subject, modulusLength);
        return value === undefined ? [] : [{ modulusLength, value }];
      });
      const law = powerLaw(points.map(({ modulusLength, value }) => ({ x: modulusLength, y: value })));
      return { subject, points, ...(law === undefined ? {} : law) };
    });
  return curves.filter(({ points }) => points.length > 0).sort((a, b) => place(a.subject) - place(b.subject));
}

/** The names of the curves, with their engines if there are several. */
export function curveNames(curves: readonly Curve[]): string[] {
  const several = enginesOf({ subjects: curves }).length > 1;
  return curves.map(({ subject }) => nameWithEngine(subject, several));
}

/** How many times as fast as plain RSA each curve is, at the lengths at which both were measured. */
export function speedUpCurves(curves: readonly Curve[]): Curve[] {
  return curves.flatMap(({ subject, points }): Curve[] => {
    const base = curves.find(
      (each) => isPlain(each.subject) && (subject.kind === "reference" || each.subject.engine === subject.engine),
    );
    if (base === undefined || isPlain(subject)) return [];
    const ratios = points.flatMap(({ modulusLength, value }) => {
      const time = base.points.find((each) => each.modulusLength === modulusLength)?.value;
      return time === undefined ? [] : [{ modulusLength, value: time / value }];
    });
    return ratios.length === 0 ? [] : [{ subject, points: ratios }];
  });
}
