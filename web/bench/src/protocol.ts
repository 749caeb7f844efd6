import type { MeasuringEnvironment } from "@rsa-variants/measure/tasks/protocol";

/** The parts of the comparison, each with its own rounds. */
export type PartName =
  | "modexp"
  | "operations"
  | "public"
  | "keys"
  | "variants"
  | "bulk"
  | "arithmetic"
  | "safe-primes"
  | "start";

/** How long a part is measured: at least this many rounds, and at least this long. */
export interface Budget {
  readonly seconds: number;
  readonly rounds: number;
}

/** The subject of a measurement: one contestant at one length. */
export interface Subject {
  readonly part: PartName;
  /** Unique within a part and length; `report/names.ts` has the names to print. */
  readonly contestant: string;
  /** The length in bits of the modulus (or of a prime); in `modexp`, also of base and exponent. */
  readonly length: number;
}

/** All samples of one subject. */
export interface Measurement extends Subject {
  /** Milliseconds for one operation, in the order of the samples. */
  readonly samples: number[];
  /** The number of operations in the last sample. */
  repetitions: number;
}

/** A subject that could not be measured, or whose result was wrong. */
export interface Failure extends Subject {
  readonly message: string;
}

/** The environment of the measurements. The other crates are compiled like the build of the package. */
export interface BenchEnvironment extends MeasuringEnvironment {
  readonly userAgent: string;
}

/** A part for a browser to measure. */
export interface PartRequest {
  readonly name: PartName;
  readonly budget: Budget;
}

/** Everything for a browser to measure. */
export interface BenchRequest {
  readonly parts: readonly PartRequest[];
}

/** The measurements of one browser, of one part or of all. */
export interface BrowserResult {
  readonly environment: BenchEnvironment;
  readonly measurements: readonly Measurement[];
  readonly failures: readonly Failure[];
}

/** The messages from the measuring worker to the page. */
export type BenchEvent =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "result"; readonly result: BrowserResult };
