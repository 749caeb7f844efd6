import type { Rsa } from "rsa-variants";
import type { BenchEnvironment } from "./protocol.ts";

/** Where figures come from that are measured in this thread; the step is the clock's, in milliseconds. */
export function describeEnvironment({ build, engines }: Rsa, timerStep: number): BenchEnvironment {
  return {
    userAgent: navigator.userAgent,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    timerStep,
    build,
    engines,
  };
}
