/**
 * The theoretical speed of each variant, its default parameters, and the figures that the papers published, with their errors. Needs no WebAssembly.
 *
 * @module rsa-variants/theory
 */
export { corrections } from "./corrections.js";
export {
  hinekLimit,
  theoreticalEncryptionCost,
  theoreticalEncryptionMultiplications,
  theoreticalSpeedup,
} from "./cost.js";
export type { ParamChange, ParamLimits } from "./limits.js";
export { batchExponents, nearestParams, paramLimits } from "./limits.js";
export type { PublishedFigure, PublishedKind, PublishedQuantity, PublishedUnit } from "./published.js";
export { published } from "./published.js";
export type { Correction, Source, SourceId } from "./sources.js";
export { sources } from "./sources.js";
