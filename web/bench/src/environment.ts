import type { Rsa } from "rsa-variants";
import type { BenchEnvironment } from "./protocol.ts";

/** Describes the environment of measurements in this thread; `timerStep` is the clock's step in milliseconds. */
export function describeEnvironment({ build, engines }: Rsa, timerStep: number): BenchEnvironment {
  return {
    userAgent: navigator.userAgent,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    timerStep,
    build,
    engines,
  };
}
