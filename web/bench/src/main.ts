import { measurePageTable } from "./page-table.ts";
import type { BenchEvent, BenchRequest, BrowserResult } from "./protocol.ts";

declare global {
  /** Put here by `npm run bench`, which drives this page. */
  var reportProgress: (text: string) => void;
  /** What `npm run bench` calls. Results go out as text, which every browser's protocol passes fast. */
  var bench: typeof api;
}

const progress = (text: string): void => globalThis.reportProgress(text);

const api = {
  /** The comparison with other arithmetic; resolves to the JSON of a `BrowserResult`. */
  async compare(request: BenchRequest): Promise<string> {
    return JSON.stringify(await measureInWorker(request));
  },

  /** The page's own measurement; resolves to the JSON of a `PageTable`. */
  async pageTable(query: string): Promise<string> {
    return JSON.stringify(await measurePageTable(query, progress));
  },
};

/** In a worker, as the page measures: this thread stays free to talk to the driver. */
function measureInWorker(request: BenchRequest): Promise<BrowserResult> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "bench" });
  const measured = new Promise<BrowserResult>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<BenchEvent>) => {
      if (data.type === "progress") progress(data.text);
      else if (data.type === "done") resolve(data.result);
      else reject(new Error(data.message));
    });
    worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker could not be loaded")));
  });
  worker.postMessage(request);
  return measured.finally(() => worker.terminate());
}

globalThis.bench = api;
