// Every verdict on the page comes from `rsa-variants/security`; the page has no rule of its own. Compare is complete
// without that module except for verdicts.

import type { KeyParams } from "rsa-variants";
import type { Assessment, Finding, Security, Verdict } from "rsa-variants/security";
import { type Refused, refusedBy, writeParams } from "../text/params.ts";

export interface Question {
  readonly params: KeyParams;
  /** The length of e, if key generation would give it another length. */
  readonly publicExponentLength?: number;
}

/** The library's answer: an assessment, or why it refuses the parameters. */
export type Answer =
  | { readonly assessment: Assessment; readonly refusal?: never }
  | { readonly refusal: Refused; readonly assessment?: never };

export type Assessor = (question: Question) => Answer;

/** An assessor that asks about the same parameters only once. A map needs hundreds of answers, and views ask after every change. */
export function createAssessor(security: Pick<Security, "assess">): Assessor {
  const known = new Map<string, Answer>();
  return (question) => {
    // Only the length of e matters, and that is in the address.
    const key = writeParams(question.params, question.publicExponentLength);
    const answer = known.get(key) ?? ask(security, question);
    known.set(key, answer);
    return answer;
  };
}

/** The verdict on the advised parameters; undefined without advice. */
export function advisedVerdict({ advised }: Assessment, assess: Assessor): Verdict | undefined {
  if (advised === undefined) return undefined;
  const answer = assess({ params: advised });
  return "assessment" in answer ? answer.assessment.verdict : undefined;
}

function ask(security: Pick<Security, "assess">, { params, ...options }: Question): Answer {
  try {
    return { assessment: security.assess(params, options) };
  } catch (error) {
    return { refusal: refusedBy(error) };
  }
}

export function strengthText({
  strength,
  strengthRange,
  reach,
}: Pick<Finding, "strength" | "strengthRange" | "reach">): string {
  if (strengthRange !== undefined) return `${strengthRange[0]} to ${strengthRange[1]} bits`;
  return strength === 0 && reach === "theory" ? "essentially no work, in theory" : `${strength} bits`;
}
