import type { CheckParams } from "@rsa-variants/measure/plan/resolve";
import type { Control, Selection } from "@rsa-variants/measure/plan/selection";
import type { Assessor } from "@rsa-variants/measure/run/assessor";
import type { Row } from "@rsa-variants/measure/run/rows";
import type { Run } from "@rsa-variants/measure/run/run";
import type { Budget, ProgressReport } from "@rsa-variants/measure/tasks/protocol";
import type { Build, Engine } from "rsa-variants";
import type { Failure } from "../core/failures.ts";

/** The library on the page's own thread, where it only checks parameters; a worker measures. */
export type LibraryState =
  | { readonly state: "loading" }
  | {
      readonly state: "ready";
      readonly engines: readonly Engine[];
      readonly build: Build;
      readonly check: CheckParams;
    }
  | { readonly state: "failed"; readonly message: string };

/** The module that says which parameters are safe. Without it, only the verdicts are missing. */
type SecurityState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly assess: Assessor }
  | { readonly state: "failed"; readonly message: string };

/** A field whose text cannot be used, and why. */
export type FieldProblems = Partial<Record<Control | Budget["kind"] | "sweepLengths", string>>;

export interface LoadedRun {
  /** Each run has a different name. */
  readonly name: string;
  readonly run: Run;
  /** The text of the link that it came from, if any. */
  readonly link?: string;
}

/** Everything that is shown. Views read it; only the actions change it. */
export interface State {
  readonly selection: Selection;
  readonly fieldProblems: FieldProblems;
  /** The series of lengths as last typed. It is kept here because its form is made again each time it is opened. */
  readonly typedLengths: string;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  readonly security: SecurityState;
  /** What was measured last, or before the page was left. */
  readonly run?: Run;
  /** A run of another machine, shown before anything is measured here. */
  readonly recorded?: Run;
  readonly running?: "table" | "sweep" | undefined;
  readonly progress?: ProgressReport | undefined;
  /** Runs from files and links, shown beside this one. */
  readonly loaded: readonly LoadedRun[];
  readonly failure?: Failure | undefined;
  /** Derived: the run, which is shown and saved, unless it measured another build than the one now loaded. */
  readonly figures: Run | undefined;
  /** Derived: the run whose figures the rows show: `figures`, or the recorded one until something is measured or loaded. */
  readonly shown: Run | undefined;
  /** Derived: the table's rows in their natural order. */
  readonly rows: readonly Row[];
}

/** Whether a field cannot be used, so that the results belong to other settings. */
export function hasProblems({ fieldProblems }: Pick<State, "fieldProblems">): boolean {
  return Object.values(fieldProblems).some((problem) => problem !== undefined);
}
