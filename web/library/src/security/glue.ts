/**
 * The generated bindings of the WebAssembly module of `rsa-variants/security` as this package uses them, but for the attacks',
 * which stand with each attack. All integers are big-endian bytes. A test compiles this interface against the generated
 * declarations.
 */
import type { ModuleGlue } from "../instantiate.js";
import type { GlueComponents, GlueParamArguments, GlueParams } from "../params.js";
import type { GlueAssessment, Verdict } from "./assess.js";
import type { AttackCalls } from "./attacks.js";
import type { GlueKeyAssessment } from "./key.js";

export interface SecurityGlue extends ModuleGlue, AttackCalls {
  targets(): Uint32Array;
  /** Worst first. */
  verdicts(): [verdict: Verdict, least: number][];
  assess(...args: [...params: GlueParamArguments, publicExponentLength: number | undefined]): GlueAssessment;
  assessPublicKey(modulus: Uint8Array, publicExponent: Uint8Array, others: Uint8Array[]): GlueKeyAssessment;
  assessPrivateKey(params: GlueParams, components: GlueComponents, others: Uint8Array[]): GlueKeyAssessment;
}
