import type { BindingsProgress } from "./bindings.js";
import type { Bytes } from "./bytes.js";
import { guarded } from "./errors.js";
import { type ReportOptions, reporting } from "./options.js";
import { generatorSeed } from "./params.js";

/** The progress of key generation. */
export interface KeyGenerationProgress {
  /** `primes`: a prime was found. `candidates`: a candidate for the current prime was tried. */
  readonly phase: "primes" | "candidates";
  /** The number of primes found, or of candidates tried for the current prime. */
  readonly done: number;
  /** The number of primes needed, or the average number of candidates for a prime, which `done` can exceed. */
  readonly expected: number;
}

/** Options of calls that make a key. */
export interface SeedOptions {
  /**
   * 1 to 32 bytes that determine the key, for tests and measurements. **Do not use it for real keys**: anyone who knows or
   * guesses the seed has the key. A seed gives the same key with `load` and `connect`, so one worker makes it. Default:
   * randomness from `crypto.getRandomValues`.
   */
  readonly seed?: Bytes | undefined;
}

/** Makes keys from the seed or from fresh randomness, and reports the progress. */
export function generate<R>(
  options: SeedOptions & ReportOptions<KeyGenerationProgress>,
  make: (random: Uint8Array, report: BindingsProgress | undefined) => R,
): R {
  const random = generatorSeed(options.seed);
  try {
    return reporting(options, toProgress, (report) => guarded(() => make(random, report)));
  } finally {
    random.fill(0);
  }
}

function toProgress(phase: string, done: number, expected: number): KeyGenerationProgress {
  return { phase: phase as KeyGenerationProgress["phase"], done, expected }; // the core has no other phases
}
