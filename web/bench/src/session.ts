import { timerStep } from "@rsa-variants/measure";
import { load } from "rsa-variants";
import { describeEnvironment } from "./environment.ts";
import { preparations } from "./parts.ts";
import type { BrowserResult, PartRequest } from "./protocol.ts";
import { Rounds } from "./rounds.ts";
import { Workshop } from "./workshop.ts";

/** The time between reports of progress, in milliseconds: each report takes the page and its driver a little time. */
const reportInterval = 500;

/** Measures one part in the calling thread. */
export async function measurePart(
  { name, budget }: PartRequest,
  onProgress: (text: string) => void,
): Promise<BrowserResult> {
  const now = () => performance.now();
  let lastReport = Number.NEGATIVE_INFINITY;
  const progress = (text: string) => {
    if (now() - lastReport < reportInterval) return;
    lastReport = now();
    onProgress(`${name}: ${text}`);
  };
  const step = timerStep(now);
  const rsa = await load();
  const workshop = new Workshop(name, rsa, progress);
  try {
    await preparations[name](workshop);
    const rounds = new Rounds(workshop.works, now, step, progress);
    await rounds.warmUp();
    await rounds.sample(budget);
    return {
      environment: describeEnvironment(rsa, step),
      measurements: rounds.measurements,
      failures: [...workshop.failures, ...rounds.failures],
    };
  } finally {
    await workshop.end();
  }
}
