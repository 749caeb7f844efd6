import type { Selection } from "@rsa-variants/measure/plan/selection";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { buildRows, type Row } from "@rsa-variants/measure/run/rows";
import { addEvent, emptyRun, type Run } from "@rsa-variants/measure/run/run";
import {
  type MeasuredOperation,
  measuredOperations,
  type Reference,
  sampleDigits,
} from "@rsa-variants/measure/tasks/protocol";
import { methodId } from "@rsa-variants/measure/tasks/subject";
import type { Variant } from "rsa-variants";

/** Times in milliseconds, of some operations of some variants. */
export type Times = Partial<Record<Variant | Reference, Partial<Record<MeasuredOperation, number>>>>;

/** Around a time, samples that differ by a per cent: as many as an interval takes. */
const steady = [0.99, ...Array<number>(13).fill(1), 1.01];

/**
 * A run as the worker would report it with these settings.
 *
 * @param times the times, or one for each row and operation
 * @param rounds the factors of the times in each round
 */
export function runOf(
  selection: Selection,
  times: Times | ((row: Row, operation: MeasuredOperation) => number | undefined),
  rounds: () => readonly number[] = () => steady,
): Run {
  const run = emptyRun(writeSelection(selection), "2026-01-31T12:00:00.000Z");
  const place = { userAgent: 'A "quoted", agent', processors: 2 };
  const environment = { timerStep: 0.005, crossOriginIsolated: true, build: "baseline", engines: ["scalar"] as const };
  addEvent(run, { type: "environment", environment }, place);
  const { modulusLength } = selection;
  for (const row of buildRows({ selection })) {
    const { subject, resolved } = row;
    const timeOf = (operation: MeasuredOperation) =>
      typeof times === "function" ? times(row, operation) : times[methodId(subject) as keyof Times]?.[operation];
    const measured = measuredOperations.filter((operation) => timeOf(operation) !== undefined);
    if (measured.length === 0) continue;
    const params = resolved?.params;
    addEvent(run, { type: "subject", report: { subject, modulusLength, ...(params && { params }) } }, place);
    for (const operation of measured) {
      const time = timeOf(operation) ?? 0;
      const samples = rounds().map((factor) => Number((factor * time).toPrecision(sampleDigits)));
      const report = { subject, modulusLength, operation, samples, repetitions: 32 };
      addEvent(run, { type: "samples", reports: [report] }, place);
    }
  }
  return { ...run, state: "done" };
}

/** The row of a variant or a reference. */
export function rowOf(rows: readonly Row[], name: Variant | Reference): Row {
  const found = rows.find(({ subject }) => methodId(subject) === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}
