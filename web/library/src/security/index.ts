/**
 * Shows which keys are safe: the cost of every known attack on RSA and its variants, the verdict that follows, and attacks that
 * you can run. Start with `load` (calls on this thread) or `connect` (workers).
 *
 * @module rsa-variants/security
 */

export type {
  CheckedAnswer,
  ClassGroupEstimate,
  CurveEstimate,
  DebianArchitecture,
  DebianProgram,
  FaultTarget,
  FoundPrimes,
  OutsiderTarget,
  OwnerTarget,
  PartialExposureTarget,
  SearchEstimate,
  UnbalancedChosenCiphertextTarget,
} from "../generated/attacks.js";
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
  KeyVerdict,
  Method,
  PrimeLimits,
  Reach,
  Verdict,
} from "./assess.js";
export type {
  AttackOf,
  AttackOption,
  AttackProgress,
  AttackProgressOptions,
  AttackShape,
  Choice,
  ChoiceOption,
  Condition,
  DemonstrationOf,
  EstimateColumn,
  NumberOption,
  Outcome,
  OutcomeFigure,
  PublicKeyNumbers,
  SeedOptions,
  Source,
  StageBounds,
  SwitchOption,
  TargetField,
  TargetForm,
} from "./attack.js";
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
