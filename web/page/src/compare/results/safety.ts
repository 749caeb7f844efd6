import { fromPlainParams } from "@rsa-variants/measure/tasks/plain-params";
import type { Assessment, Verdict } from "rsa-variants/security";
import type { Assessor } from "../../core/security/assessor.ts";
import { strengthText } from "../../core/security/strength.ts";
import { verdictTexts } from "../../core/security/verdicts.ts";
import { subjectName } from "../text/variants.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./run.ts";

/** What a verdict rests on, in a line: "Weak, 80 bits: Number field sieve". */
export function verdictLine({ verdict, decisive }: Assessment): string {
  return `${verdictTexts[verdict].word}, ${strengthText(decisive)}: ${decisive.name}`;
}

/** The names of the rows' variants with a verdict, each once. */
export function namesWith(rows: readonly Row[], verdict: Verdict): readonly string[] {
  const rowsWith = rows.filter(({ assessment }) => assessment?.verdict === verdict);
  return [...new Set(rowsWith.map(({ subject }) => subjectName(subject)))];
}

/** The verdict on the parameters of a measured key, as a file holds it. */
export interface SavedVerdict extends Pick<Assessment, "verdict" | "strength"> {
  readonly variant: string;
  readonly modulusLength: number;
  readonly decisive: string;
  readonly reason: string;
}

/** The verdicts on all keys of a run, each once. */
export function savedVerdicts({ subjects }: Pick<Run, "subjects">, assess: Assessor): SavedVerdict[] {
  const saved = new Map<string, SavedVerdict>();
  for (const { params } of subjects) {
    if (params === undefined) continue;
    const answer = assess({ params: fromPlainParams(params) });
    if ("refusal" in answer) continue;
    const { verdict, strength, decisive } = answer.assessment;
    const { variant, modulusLength } = params;
    const line = { variant, modulusLength, verdict, strength, decisive: decisive.method, reason: decisive.reason };
    saved.set(JSON.stringify(line), line);
  }
  return [...saved.values()];
}
