import type { MeasuringEnvironment } from "@rsa-variants/measure/tasks/protocol";

/** What is compared, each part with rounds of its own. */
export type PartName = "modexp" | "operations" | "keys" | "variants" | "bulk";

/** How long a part is measured: at least so many rounds, and so long. */
export interface Budget {
  readonly seconds: number;
  readonly rounds: number;
}

/** What is measured in a part: one contestant at one length. */
export interface Subject {
  readonly part: PartName;
  /** Unique within part and length; `report/names.ts` has the words for it. */
  readonly contestant: string;
  /** Bits: of the modulus; in `modexp` of base and exponent too. */
  readonly length: number;
}

/** All samples of one subject. */
export interface Measurement extends Subject {
  /** Milliseconds for one operation, in the order in which they were taken. */
  readonly samples: number[];
  /** Operations that the last sample took together. */
  repetitions: number;
}

/** A subject that could not be measured, or whose result was wrong. */
export interface Failure extends Subject {
  readonly message: string;
}

/** Where the figures come from; the other crates are compiled as the build of the package is. */
export interface BenchEnvironment extends MeasuringEnvironment {
  readonly userAgent: string;
}

/** A part that a browser is to measure. */
export interface PartRequest {
  readonly name: PartName;
  readonly budget: Budget;
}

/** What a browser is to measure. */
export interface BenchRequest {
  readonly parts: readonly PartRequest[];
}

/** What one browser measured, of one part or of all. */
export interface BrowserResult {
  readonly environment: BenchEnvironment;
  readonly measurements: readonly Measurement[];
  readonly failures: readonly Failure[];
}

/** What the measuring worker tells the page. */
export type BenchEvent =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "done"; readonly result: BrowserResult }
  | { readonly type: "error"; readonly message: string };
