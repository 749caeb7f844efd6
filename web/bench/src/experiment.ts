import { timerStep } from "@rsa-variants/measure";
import { startExperiment } from "@rsa-variants/measure/experiment/client";
import type { ExperimentEvent, ExperimentRequest, Point } from "@rsa-variants/measure/experiment/protocol";
import { progressText } from "@rsa-variants/measure/experiment/protocol";
import { ended } from "@rsa-variants/measure/worker-client";
import { load } from "rsa-variants";
import { describeEnvironment } from "./environment.ts";
import type { BenchEnvironment } from "./protocol.ts";

/** The results of the experiment of 2003 in a browser. */
export interface ExperimentResult {
  readonly environment: BenchEnvironment;
  readonly points: readonly Point[];
}

/** Repeats the experiment as the page's Workbench does, in its worker. Without a request, it repeats the whole experiment. */
export async function repeatExperiment(
  request: ExperimentRequest | undefined,
  progress: (text: string) => void,
): Promise<ExperimentResult> {
  const environment = describeEnvironment(
    await load(),
    timerStep(() => performance.now()),
  );
  const points: Point[] = [];
  await ended<ExperimentEvent>(
    (onEvent) => startExperiment(onEvent, request),
    (event) => {
      if (event.type === "progress") progress(progressText(event.progress));
      else if (event.type === "point") points.push(event.point);
    },
  );
  return { environment, points };
}
