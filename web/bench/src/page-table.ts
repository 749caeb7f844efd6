import { buildRequest } from "@rsa-variants/measure/plan/resolve";
import type { Selection } from "@rsa-variants/measure/plan/selection";
import { readSelection, writeSelection } from "@rsa-variants/measure/plan/url";
import { toMarkdown } from "@rsa-variants/measure/run/export";
import { writeRunFile } from "@rsa-variants/measure/run/file";
import { buildRows } from "@rsa-variants/measure/run/rows";
import { addEvent, emptyRun } from "@rsa-variants/measure/run/run";
import { startMeasurement } from "@rsa-variants/measure/tasks/client";
import type { MeasureEvent } from "@rsa-variants/measure/tasks/protocol";
import { methodId } from "@rsa-variants/measure/tasks/subject";
import { ended } from "@rsa-variants/measure/worker-client";
import { load, RsaError } from "rsa-variants";

/** The page's own measurement, or the reason why it cannot be made. */
export interface PageTable {
  /** What is wrong with the words; if not empty, nothing was measured. */
  readonly problems: readonly string[];
  readonly failures: readonly string[];
  /** Markdown. */
  readonly table: string;
  /** The run as a file that the page opens. */
  readonly file: string;
}

/** What to measure, and where. */
export interface PageTableRequest {
  /** The query of a page URL. */
  readonly query: string;
  /** The name of the processor, which a browser does not reveal. */
  readonly processor: string;
}

/** Measures what the query of a page URL asks for, as the page does. */
export async function measurePageTable(
  { query, processor }: PageTableRequest,
  progress: (text: string) => void,
): Promise<PageTable> {
  const { selection, problems } = readSelection(query);
  if (problems.length > 0) return refusal(problems.map(withoutAddress));
  try {
    return await measureSelection(selection, processor, progress);
  } catch (error) {
    // For example, a build or an engine that does not run here. Anything else is a defect.
    if (error instanceof RsaError || error instanceof MeasurementError) return refusal([error.message]);
    throw error;
  }
}

/** The error that ended the measuring worker. */
class MeasurementError extends Error {}

function refusal(problems: readonly string[]): PageTable {
  return { problems, failures: [], table: "", file: "" };
}

async function measureSelection(
  selection: Selection,
  processor: string,
  progress: (text: string) => void,
): Promise<PageTable> {
  const rsa = await load({ build: selection.build });
  const check = (params: Parameters<typeof rsa.checkParams>[0]) => rsa.checkParams(params);
  const run = emptyRun(writeSelection(selection));
  const place = { userAgent: navigator.userAgent, processors: navigator.hardwareConcurrency, processor };
  await ended<MeasureEvent>(
    (onEvent) => startMeasurement(buildRequest(selection, "table", check), onEvent),
    (event) => {
      addEvent(run, event, place);
      if (event.type === "progress") progress(`${event.report.phase} ${event.report.detail ?? ""}`);
    },
  ).catch(({ message }: Error) => Promise.reject(new MeasurementError(message)));
  run.state = "done";
  const rows = buildRows({ selection, available: rsa.engines, check, run });
  const failures = run.failures.map(({ subject, message }) => `${methodId(subject)}: ${message}`);
  const table = toMarkdown([{ modulusLength: selection.modulusLength, rows }], run, selection);
  return { problems: [], failures, table, file: writeRunFile(run) };
}

/** Removes from a message what holds only for the page, which has an address and continues with its defaults. */
function withoutAddress(problem: string): string {
  return problem.replace(/ in the address(, left out)?/, "").replace(/ Using [^.]+\.$/, "");
}
