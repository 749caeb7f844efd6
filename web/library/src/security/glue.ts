/**
 * The generated bindings of the WebAssembly module of `rsa-variants/security` as this package uses them. All integers are
 * big-endian bytes. A test compiles this interface against the generated declarations.
 */
import type { GlueParamArguments, GlueParams } from "../glue.js";
import type { ModuleGlue } from "../instantiate.js";
import type { Assessment, PrimeLimits, Verdict } from "./assess.js";

export interface GlueAssessment
  extends Omit<Assessment, "params" | "decisive" | "runnerUp" | "advised" | "primeLimits"> {
  params: GlueParams;
  advised?: GlueParams;
  primeLimits: Omit<PrimeLimits, "hinek">;
}

export interface SecurityGlue extends ModuleGlue {
  targets(): Uint32Array;
  /** Worst first. */
  verdicts(): [verdict: Verdict, least: number][];
  assess(...args: [...params: GlueParamArguments, publicExponentLength: number | undefined]): GlueAssessment;
}
