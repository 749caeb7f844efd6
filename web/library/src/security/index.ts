/**
 * Which keys are safe: the cost of every attack that is known on RSA and its variants, and the verdict that follows. Start with
 * `load`.
 *
 * @module
 */
export type {
  Assessment,
  AssessOptions,
  Basis,
  Conformance,
  Finding,
  Method,
  PrimeLimits,
  Source,
  Verdict,
} from "./assess.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { Security } from "./security.js";
