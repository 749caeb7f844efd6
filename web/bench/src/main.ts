import type { ExperimentRequest } from "@rsa-variants/measure/experiment/protocol";
import { ended, startWorker } from "@rsa-variants/measure/worker-client";
import { repeatExperiment } from "./experiment.ts";
import { measurePageTable, type PageTableRequest } from "./page-table.ts";
import type { BenchEvent, BenchRequest, BrowserResult, PartName, PartRequest } from "./protocol.ts";
import { measurePart } from "./session.ts";

declare global {
  /** Set by `npm run bench`, which drives this page. */
  var reportProgress: (text: string) => void;
  /** Called by `npm run bench`. Results are returned as text, which the protocols of all browsers transfer fast. */
  var bench: typeof api;
}

const progress = (text: string): void => globalThis.reportProgress(text);

/**
 * The parts that measure workers. They run in this thread, because workers that were started by a worker sometimes hang in Firefox
 * 153: messages of theirs get lost.
 */
const startWorkers: ReadonlySet<PartName> = new Set(["keys", "bulk", "safe-primes", "start"]);

const api = {
  /** Compares with other arithmetic; resolves to the JSON of a `BrowserResult`. */
  async compare({ parts }: BenchRequest): Promise<string> {
    const results: BrowserResult[] = [];
    for (const part of parts) {
      const measure = () => (startWorkers.has(part.name) ? measurePart(part, progress) : measureInWorker(part));
      const result = await measure();
      // WebKit rarely traps in a new worker: see docs/workers-and-progress.md.
      const hasTrapped = result.failures.some(({ message }) => message.includes("RuntimeError"));
      results.push(hasTrapped ? await measure() : result);
    }
    const [{ environment }] = results as [BrowserResult];
    return JSON.stringify({
      environment,
      measurements: results.flatMap(({ measurements }) => measurements),
      failures: results.flatMap(({ failures }) => failures),
    } satisfies BrowserResult);
  },

  /** Makes the page's own measurement; resolves to the JSON of a `PageTable`. */
  async pageTable(request: PageTableRequest): Promise<string> {
    return JSON.stringify(await measurePageTable(request, progress));
  },

  /** Repeats the experiment of the page's Workbench; resolves to the JSON of an `ExperimentResult`. */
  async experiment(request?: ExperimentRequest): Promise<string> {
    return JSON.stringify(await repeatExperiment(request, progress));
  },
};

/** Measures in a new worker, as the page does, so that this thread can talk to the driver. */
async function measureInWorker(part: PartRequest): Promise<BrowserResult> {
  const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: part.name });
  let result: BrowserResult | undefined;
  await ended<BenchEvent>(
    (onEvent) => startWorker(create, part, onEvent),
    (event) => {
      if (event.type === "progress") progress(event.text);
      else ({ result } = event);
    },
  );
  return result as unknown as BrowserResult;
}

globalThis.bench = api;
