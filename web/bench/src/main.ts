import type { ExperimentRequest } from "../../page/src/workbench/experiment/plan.ts";
import { repeatExperiment } from "./experiment.ts";
import { measurePageTable } from "./page-table.ts";
import type { BenchEvent, BenchRequest, BrowserResult, PartRequest } from "./protocol.ts";
import { measurePart } from "./session.ts";

declare global {
  /** Put here by `npm run bench`, which drives this page. */
  var reportProgress: (text: string) => void;
  /** What `npm run bench` calls. Results go out as text, which every browser's protocol passes fast. */
  var bench: typeof api;
}

const progress = (text: string): void => globalThis.reportProgress(text);

const api = {
  /** The comparison with other arithmetic; resolves to the JSON of a `BrowserResult`. */
  async compare({ parts }: BenchRequest): Promise<string> {
    const results: BrowserResult[] = [];
    for (const part of parts) {
      // Workers of workers hang now and then in Firefox 153, where starting one can miss the news that it has started:
      // what starts workers itself runs here.
      results.push(await (part.name === "bulk" ? measurePart(part, progress) : measureInWorker(part)));
    }
    const [{ environment }] = results as [BrowserResult];
    return JSON.stringify({
      environment,
      measurements: results.flatMap(({ measurements }) => measurements),
      failures: results.flatMap(({ failures }) => failures),
    } satisfies BrowserResult);
  },

  /** The page's own measurement; resolves to the JSON of a `PageTable`. */
  async pageTable(query: string): Promise<string> {
    return JSON.stringify(await measurePageTable(query, progress));
  },

  /** The experiment of the page's Workbench; resolves to the JSON of an `ExperimentResult`. */
  async experiment(request?: ExperimentRequest): Promise<string> {
    return JSON.stringify(await repeatExperiment(request, progress));
  },
};

/** In a worker of the part's own, as the page measures: this thread stays free to talk to the driver. */
function measureInWorker(part: PartRequest): Promise<BrowserResult> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: part.name });
  const measured = new Promise<BrowserResult>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<BenchEvent>) => {
      if (data.type === "progress") progress(data.text);
      else if (data.type === "done") resolve(data.result);
      else reject(new Error(data.message));
    });
    worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker could not be loaded")));
  });
  worker.postMessage(part);
  return measured.finally(() => worker.terminate());
}

globalThis.bench = api;
