/**
 * RSA on a device whose multiplier is shorter than the modulus: computed, counted and shown step by step, following "xRSA:
 * Construct Larger Bits RSA on Low-Cost Devices" (Dang, Li, Chen 2021). Start with `load` and `Device` (synchronous calls) or
 * `connect` (workers).
 *
 * @module rsa-variants/xrsa
 */
export type { PrivateKeyNumbers } from "../params.js";
export type { DeviceDecryption, DeviceGenerateKeyOptions, DeviceKeyParams, KeyShape } from "./device.js";
export { Device } from "./device.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { MultiplicationWay } from "./modular-multiplication.js";
export { ModularMultiplication, multiplicationWays } from "./modular-multiplication.js";
export type { DeviceOptions, Mode, ModeOptions, Progress, RunOptions } from "./options.js";
export { modes } from "./options.js";
export { estimatedOperationsPerSecond, published } from "./published.js";
export type { Counts, Domain, Report, Section, Step, TracedNumber, TracedOperation } from "./report.js";
export type { SoftwareCost, SoftwareDecryption, SoftwareOptions, SoftwareProgress } from "./software.js";
export { decryptRawInSoftware, softwareCostOf, wordProductsOf } from "./software.js";
export type { ConnectOptions, DeviceSizes, WorkerDevice, XrsaWorkers } from "./workers.js";
export { connect } from "./workers.js";
export type { Xrsa } from "./xrsa.js";
