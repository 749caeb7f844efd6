import type { Operation, ProgressReport } from "@rsa-variants/measure/tasks/protocol";
import type { Build, Engine } from "rsa-variants";
import type { Failure } from "../core/failures.ts";
import type { Assessor } from "../core/security/assessor.ts";
import type { CheckParams } from "./params/resolve.ts";
import type { Control, NumberField, Selection } from "./params/selection.ts";
import type { Row } from "./results/rows.ts";
import type { Run } from "./results/run.ts";

/** The library on the page's own thread, where it only checks parameters; measuring has a worker. */
export type LibraryState =
  | { readonly state: "loading" }
  | {
      readonly state: "ready";
      readonly engines: readonly Engine[];
      readonly build: Build;
      readonly check: CheckParams;
    }
  | { readonly state: "failed"; readonly message: string };

/** The module that says which parameters are safe; the table is complete but for its verdicts without it. */
export type SecurityState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly assess: Assessor }
  | { readonly state: "failed"; readonly message: string };

/** A column that the table can be sorted by. */
export type SortKey = "order" | "name" | Operation | "rate" | "measured" | "theory" | "ratio" | "published";

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** A field whose text cannot be used, and why. */
export type FieldProblems = Partial<Record<NumberField | Control | "sweepLengths", string>>;

export interface LoadedRun {
  /** What it is called; each has a name of its own. */
  readonly name: string;
  readonly run: Run;
  /** The text of the link that it came from, if it came from one. */
  readonly link?: string;
}

/** Everything that is shown. Views read it; only the actions change it. */
export interface State {
  readonly selection: Selection;
  readonly fieldProblems: FieldProblems;
  /** The series of lengths as last typed. Kept here because its form is rebuilt each time it is unfolded. */
  readonly typedLengths: string;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  readonly security: SecurityState;
  /** What was measured last, or before the page was left. */
  readonly run?: Run;
  /** What is shown before anything was measured here: a run of another machine. */
  readonly recorded?: Run;
  readonly running?: "table" | "sweep" | undefined;
  readonly progress?: ProgressReport | undefined;
  /** Runs from files and links, shown beside this one. */
  readonly loaded: readonly LoadedRun[];
  readonly failure?: Failure | undefined;
  readonly sort: Sort;
  readonly open: ReadonlySet<string>;
  /** Whether the table has all its columns. */
  readonly allColumns: boolean;
  /** Derived: the run, unless it measured another build than the one now loaded: what is shown and saved. */
  readonly figures: Run | undefined;
  /** Derived: the run whose figures the rows show: `figures`, or the recorded one until something is measured or loaded. */
  readonly shown: Run | undefined;
  /** Derived: the table's rows in their natural order. */
  readonly rows: readonly Row[];
}

/** Whether a text of the form cannot be used, so that what is shown belongs to other settings. */
export function hasProblems({ fieldProblems }: Pick<State, "fieldProblems">): boolean {
  return Object.values(fieldProblems).some((problem) => problem !== undefined);
}
