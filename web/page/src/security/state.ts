import type { AttackName, Security } from "rsa-variants/security";
import type { Answer, Assessor } from "../common/security/assessor.ts";
import type { Failure } from "../ui/notices.tsx";
import type { Entries } from "./attack/options.ts";
import type { AttackRun } from "./attack/run.ts";
import { type NumberField, questionOf, type Selection } from "./params/selection.ts";

/** The library on the page's own thread, where it only assesses; attacks have a worker. */
export type LibraryState =
  | { readonly state: "loading" | "failed" }
  | { readonly state: "ready"; readonly security: Security; readonly assess: Assessor };

/** What was entered for the attacks, and how their last runs went. */
export interface Attacked {
  readonly entries: { readonly [Name in AttackName]?: Entries };
  readonly runs: { readonly [Name in AttackName]?: AttackRun };
}

/** Everything that is shown. Views read it; only the actions change it. */
export interface State extends Attacked {
  readonly selection: Selection;
  /** Why the text of a field cannot be used. */
  readonly fieldProblems: Partial<Record<NumberField, string>>;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  readonly failure?: Failure | undefined;
}

/** The library's answer to the selection: an assessment or a refusal; neither until it is loaded. */
export function answerTo({
  library,
  selection,
}: Pick<State, "library" | "selection">): Answer | { assessment?: never; refusal?: never } {
  return library.state === "ready" ? library.assess(questionOf(selection)) : {};
}

/** Whether a field cannot be used, so that the answer belongs to the choice before. */
export function isStale({ fieldProblems }: Pick<State, "fieldProblems">): boolean {
  return Object.keys(fieldProblems).length > 0;
}
