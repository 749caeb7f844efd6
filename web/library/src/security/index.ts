/**
 * Shows which keys are safe: the cost of every known attack on RSA and its variants, the verdict that follows, and attacks that
 * you can run. Start with `load` (calls on this thread) or `connect` (workers).
 *
 * @module
 */

export type { PrivateKeyNumbers } from "../params.js";
export type {
  AssessKeyOptions,
  Assessment,
  AssessOptions,
  Basis,
  Conformance,
  Finding,
  KeyAssessment,
  KeyFinding,
  Method,
  PrimeLimits,
  Reach,
  Verdict,
} from "./assess.js";
export type {
  AttackOption,
  AttackProgress,
  AttackProgressOptions,
  ChoiceOption,
  DemonstrationOf,
  FoundPrimes,
  NumberOption,
  Outcome,
  PublicKeyNumbers,
  SeedOptions,
  Source,
  StageBounds,
  SwitchOption,
} from "./attack.js";
export type { ClassGroupEstimate } from "./attacks/class-group.js";
export type { ClockSeedTarget, Seeding } from "./attacks/clock-seed.js";
export type { OutsiderTarget, OwnerTarget } from "./attacks/common-modulus.js";
export type { DebianArchitecture, DebianProgram } from "./attacks/debian-seed.js";
export type { CurveEstimate } from "./attacks/elliptic-curve.js";
export type { CheckedAnswer, FaultTarget } from "./attacks/fault.js";
export type { SearchEstimate } from "./attacks/meet-in-the-middle.js";
export type { PartialExposureTarget } from "./attacks/partial-exposure.js";
export type { UnbalancedChosenCiphertextTarget } from "./attacks/unbalanced-chosen-ciphertext.js";
export type {
  Attack,
  AttackName,
  AttackOptions,
  AttackOutcome,
  AttackTarget,
  AttackTypes,
  Demonstration,
  DemonstrationOptions,
} from "./attacks.js";
export { attacks } from "./attacks.js";
export type { LoadOptions } from "./load.js";
export { load } from "./load.js";
export type { Security } from "./security.js";
export type { OutcomeCheck } from "./verify.js";
export { verifyOutcome } from "./verify.js";
export type { ConnectOptions, SecurityWorkers } from "./workers.js";
export { connect } from "./workers.js";
