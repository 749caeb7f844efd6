/**
 * Fast modular exponentiation in WebAssembly. Start with `load` (synchronous calls) or `connect` (workers).
 *
 * @module modular-powers
 */
export type { Build } from "../../library/src/builds.js";
export { builds } from "../../library/src/builds.js";
export type { Bytes } from "../../library/src/bytes.js";
export type { ErrorPlace, RsaErrorCode as PowersErrorCode } from "../../library/src/errors.js";
export { RsaError as PowersError } from "../../library/src/errors.js";
export type { AbortOptions, ReportOptions } from "../../library/src/options.js";
export type { WasmSource } from "../../library/src/wasm-source.js";
export type { AnyWorker, WebWorker, WorkerThread } from "../../library/src/workers/worker-slot.js";
export type { ConnectOptions } from "./connect.js";
export { connect } from "./connect.js";
export type { Residue } from "./crt.js";
export type { Element, Operand } from "./element.js";
export type { FixedBase } from "./fixed-base.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { Modulus } from "./modulus.js";
export type { Natural } from "./numbers.js";
export type {
  FixedBaseOptions,
  PowManyOptions,
  PowOptions,
  Progress,
  SquareOptions,
  WorkerTableOptions,
} from "./options.js";
export type { Powers } from "./powers.js";
export type { GeneratePrimeOptions, PrimeCondition, PrimeOptions, PrimeParams, SearchProgress } from "./primes.js";
export type { PowersWorkers, TablePowOptions, WorkerFixedBase, WorkerModulus, WorkerPrimeOptions } from "./workers.js";
