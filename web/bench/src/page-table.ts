import { load, RsaError } from "rsa-variants";
import { startMeasurement } from "../../page/src/compare/measure/client.ts";
import { buildRequest } from "../../page/src/compare/params/resolve.ts";
import type { Selection } from "../../page/src/compare/params/selection.ts";
import { parameterNames, readSelection, writeSelection } from "../../page/src/compare/params/url.ts";
import { toMarkdown } from "../../page/src/compare/results/export.ts";
import { buildRows } from "../../page/src/compare/results/rows.ts";
import { addEvent, emptyRun } from "../../page/src/compare/results/run.ts";

/** The page's own measurement, or why it cannot be made. */
export interface PageTable {
  /** Why the words could not be followed; then nothing was measured. */
  readonly problems: readonly string[];
  readonly failures: readonly string[];
  /** Markdown. */
  readonly table: string;
}

/** Measures what an address of the page asks for, as the page does. */
export async function measurePageTable(query: string, progress: (text: string) => void): Promise<PageTable> {
  const words = new URLSearchParams(query);
  const unknown = takeUnknownWords(words);
  const { selection, problems: unusable } = readSelection(words.toString());
  const problems = [...unknown, ...unusable.map(withoutAddress)];
  if (problems.length > 0) return refusal(problems);
  try {
    return await measureSelection(selection, progress);
  } catch (error) {
    // A build or an engine, say, that does not run here; anything else is a defect.
    if (error instanceof RsaError || error instanceof MeasurementError) return refusal([error.message]);
    throw error;
  }
}

/** What the measuring worker said when it gave up. */
class MeasurementError extends Error {}

function refusal(problems: readonly string[]): PageTable {
  return { problems, failures: [], table: "" };
}

async function measureSelection(selection: Selection, progress: (text: string) => void): Promise<PageTable> {
  const rsa = await load({ build: selection.build });
  const check = (params: Parameters<typeof rsa.checkParams>[0]) => rsa.checkParams(params);
  const run = emptyRun(writeSelection(selection));
  const place = { userAgent: navigator.userAgent, processors: navigator.hardwareConcurrency };
  await new Promise<void>((resolve, reject) => {
    startMeasurement(buildRequest(selection, "table", check), (event) => {
      addEvent(run, event, place);
      if (event.type === "progress") progress(`${event.report.phase} ${event.report.detail ?? ""}`);
      if (event.type === "error") reject(new MeasurementError(event.message));
      if (event.type === "done") resolve();
    });
  });
  run.state = "done";
  const rows = buildRows({ selection, available: rsa.engines, check, run });
  const failures = run.failures.map(
    ({ subject, message }) => `${subject.kind === "variant" ? subject.variant : subject.reference}: ${message}`,
  );
  return { problems: [], failures, table: toMarkdown(rows, run, selection.modulusLength) };
}

/** Takes the words out that the page does not know, and says which there are. */
function takeUnknownWords(query: URLSearchParams): string[] {
  const unknown = [...query.keys()].filter((name) => !parameterNames.includes(name));
  for (const name of unknown) query.delete(name);
  return unknown.map((name) => `There is no parameter ${name}: there are ${parameterNames.join(", ")}.`);
}

/** The page goes on with its defaults, and says so of its address; here there is no address, and nothing is measured. */
function withoutAddress(problem: string): string {
  return problem.replace(/ in the address(, left out)?/, "").replace(/ (?:Using|Known:) [^.]+\.$/, "");
}
