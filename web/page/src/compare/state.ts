import type { Operation, ProgressReport } from "@rsa-variants/measure/tasks/protocol";
import type { Build, Engine } from "rsa-variants";
import type { Assessor } from "../common/security/assessor.ts";
import type { Failure, View as PlaceView } from "../common/view.ts";
import type { CheckParams, Control } from "./params/resolve.ts";
import type { NumberField, Selection } from "./params/selection.ts";
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
export type SortKey = "order" | "name" | Operation | "rate" | "measured" | "theory" | "ratio" | "published" | "loaded";

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** A field whose text cannot be used, and why. */
export type FieldProblems = Partial<Record<NumberField | Control | "sweepLengths", string>>;

export interface LoadedRun {
  readonly name: string;
  readonly run: Run;
}

/** Everything that is shown. Views read it; only the application changes it. */
export interface State {
  readonly selection: Selection;
  readonly fieldProblems: FieldProblems;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  readonly security: SecurityState;
  /** What was measured last. */
  readonly run?: Run;
  readonly running?: "table" | "sweep";
  readonly progress?: ProgressReport;
  readonly loaded?: LoadedRun;
  readonly failure?: Failure;
  readonly sort: Sort;
  readonly open: ReadonlySet<string>;
  /** Derived: the run, unless it measured another build than the one now loaded: what is shown and saved. */
  readonly figures: Run | undefined;
  /** Derived: the table's rows in their natural order. */
  readonly rows: readonly Row[];
}

/** What a view can ask for. */
export interface Actions {
  select(change: Partial<Selection>): void;
  /** Notes that a field cannot be used, or with `undefined` that it can again. */
  markField(field: keyof FieldProblems, problem: string | undefined): void;
  start(kind: "table" | "sweep"): void;
  stop(): void;
  sortBy(key: SortKey): void;
  toggleDetails(rowId: string): void;
  load(file: File): void;
  unload(): void;
  save(format: "json" | "csv"): void;
  copyMarkdown(): Promise<void>;
  dismiss(what: "notices" | "failure"): void;
}

/** A part of this place. */
export type View = PlaceView<State>;
