import type { Rsa } from "rsa-variants";
import { type Clock, timerStep } from "../../page/src/measure/clock.ts";
import { preparations } from "./parts.ts";
import type { BenchRequest, BrowserResult, Failure, Measurement } from "./protocol.ts";
import { Rounds } from "./rounds.ts";
import { Workshop } from "./workshop.ts";

/** What measuring needs from the worker it runs in. */
export interface Surroundings {
  readonly now: Clock;
  readonly load: () => Promise<Rsa>;
  readonly progress: (text: string) => void;
}

/** Measures the parts one after the other. */
export async function measureParts({ parts }: BenchRequest, surroundings: Surroundings): Promise<BrowserResult> {
  const { now } = surroundings;
  const step = timerStep(now);
  const rsa = await surroundings.load();
  const measurements: Measurement[] = [];
  const failures: Failure[] = [];
  for (const { name, budget } of parts) {
    const progress = (text: string) => surroundings.progress(`${name}: ${text}`);
    const workshop = new Workshop(name, rsa, progress);
    try {
      await preparations[name](workshop);
      const rounds = new Rounds(workshop.works, now, step, progress);
      await rounds.warmUp();
      await rounds.sample(budget);
      measurements.push(...rounds.measurements);
      failures.push(...workshop.failures, ...rounds.failures);
    } finally {
      await workshop.end();
    }
  }
  const environment = {
    userAgent: navigator.userAgent,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    timerStep: step,
    build: rsa.build,
    engines: rsa.engines,
  };
  return { environment, measurements, failures };
}
