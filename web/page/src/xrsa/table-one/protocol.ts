import type { MultiplicationWay } from "rsa-variants/xrsa";
import type { WorkerError } from "../../common/worker-client.ts";

/** The paper's Table I, measured here. */
export interface TableOneRequest {
  /** Bits of the operands. */
  readonly length: number;
}

/** What came of it: nanoseconds for one modular multiplication, a sample each. */
export interface TableOneOutcome {
  readonly length: number;
  readonly samples: Readonly<Record<MultiplicationWay, readonly number[]>>;
  /** Milliseconds. */
  readonly timerStep: number;
}

/** What the worker tells the page. */
export type TableOneEvent =
  | { readonly type: "samples"; readonly outcome: TableOneOutcome }
  | { readonly type: "done" }
  | WorkerError;
