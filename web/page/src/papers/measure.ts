import { startExperiment } from "@rsa-variants/measure/experiment/client";
import { experimentText, plan } from "@rsa-variants/measure/experiment/plan";
import { type ExperimentEvent, progressText } from "@rsa-variants/measure/experiment/protocol";
import { writeSelection } from "@rsa-variants/measure/plan/url";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { addEvent, emptyRun } from "@rsa-variants/measure/run/run";
import { startMeasurement } from "@rsa-variants/measure/tasks/client";
import type { MeasureEvent } from "@rsa-variants/measure/tasks/protocol";
import { formatDuration, sentence } from "@rsa-variants/measure/text/format";
import { type RunningWorker, startWorker, type WorkerError } from "@rsa-variants/measure/worker-client";
import { workerFailure } from "../core/failures.ts";
import { keep, kept } from "../core/kept.ts";
import { type Paper, selectionOf } from "./paper.ts";
import type { ProductsEvent } from "./products-worker.ts";
import { type Here, kindOf, printedPieces, requestOf } from "./times.ts";

/** How far the measurement of a paper is. */
export interface Measuring extends Here {
  readonly phase: "none" | "running" | "done" | "stopped" | "failed";
  readonly text: string;
}

/** The length of the numbers for Table I of xRSA, in bits: that of its unit. */
const productLength = 2048;

/** Measures everything in a paper's tables; the last change has another phase than `running`. */
export function startPaper(paper: Paper, onChange: (change: Measuring) => void): RunningWorker {
  let now: Measuring = { phase: "running", text: "Starting …" };
  const change = (more: Partial<Measuring>) => {
    now = { ...now, ...more };
    onChange(now);
  };
  const end = (event: { readonly type: "done" } | WorkerError) =>
    event.type === "done"
      ? change({ phase: "done", text: "Done." })
      : change({ phase: "failed", text: problemOf(event) });
  const isEnd = (event: { readonly type: string }): event is { readonly type: "done" } | WorkerError =>
    event.type === "done" || event.type === "error";
  change({});
  switch (kindOf(paper)) {
    case "products":
      return startWorker<ProductsEvent>(createProducts, productLength, (event) =>
        isEnd(event) ? end(event) : change({ products: event.products }),
      );
    case "experiment": {
      const steps = plan.filter((step) =>
        printedPieces(paper).some(
          (each) => each.characters === step.charactersAtOnce && each.modulusLength === step.modulusLength,
        ),
      );
      return startExperiment(
        (event: ExperimentEvent | WorkerError) => {
          if (isEnd(event)) end(event);
          else if (event.type === "progress") change({ text: progressText(event.progress) });
          else change({ points: [...(now.points ?? []), event.point] });
        },
        { plan: steps, text: experimentText() },
      );
    }
    default: {
      const request = requestOf(paper);
      const [{ modulusLength = 0 } = {}] = request.lengths;
      const run = emptyRun(writeSelection(selectionOf(paper, modulusLength)));
      return startMeasurement(request, (event: MeasureEvent | WorkerError) => {
        if (isEnd(event)) {
          run.state = event.type === "done" ? "done" : "failed";
          keep("sessionStorage", keptName(paper), writeRunFile(run));
          end(event);
        } else if (event.type === "progress") {
          const { modulusLength: n, detail, left } = event.report;
          const parts = [`${n} bits`, detail, left !== undefined && `${formatDuration(left)} left`];
          change({ text: parts.filter(Boolean).join(", ") });
        } else {
          addEvent(run, event, { userAgent: navigator.userAgent, processors: navigator.hardwareConcurrency });
          change({ run });
        }
      });
    }
  }
}

const createProducts = () =>
  new Worker(new URL("./products-worker.ts", import.meta.url), { type: "module", name: "products" });

function problemOf(event: WorkerError): string {
  const failed = { title: "The measurement failed", remedy: "What was measured so far is below." };
  const { title, message, remedy = "" } = workerFailure(event, "measures", "Measuring needs WebAssembly", failed);
  return `${title}: ${sentence(message)} ${remedy}`;
}

const keptName = (paper: Paper) => `rsa-variants ${paper.id}`;

/** What this tab measured before it was reloaded. */
export function keptRun(paper: Paper): Measuring {
  const run = kept("sessionStorage", keptName(paper), readRunFile);
  return run ? { phase: "done", text: "Measured before in this tab.", run } : { phase: "none", text: "" };
}
