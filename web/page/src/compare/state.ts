import type { CheckParams } from "@rsa-variants/measure/plan/resolve";
import type { Control, Selection } from "@rsa-variants/measure/plan/selection";
import type { Assessor } from "@rsa-variants/measure/run/assessor";
import type { Row } from "@rsa-variants/measure/run/rows";
import type { Run } from "@rsa-variants/measure/run/run";
import type { Budget, ProgressReport } from "@rsa-variants/measure/tasks/protocol";
import type { Build, Engine, Variant } from "rsa-variants";
import type { Failure, Loaded } from "../core/failures.ts";

/** The library on the page's own thread, where it only checks parameters; a worker measures. */
export type LibraryState = Loaded<{
  readonly engines: readonly Engine[];
  readonly build: Build;
  readonly check: CheckParams;
}>;

/** A field whose text cannot be used, and why. */
export type FieldProblems = Partial<Record<Control | Budget["kind"] | "sweepLengths", string>>;

/** A run from a file or a link, or one that this browser keeps. */
export interface LoadedRun {
  /** What the user called it, or its browser and day. Each run has a different name. */
  readonly name: string;
  readonly run: Run;
  /** The text of the link that it came from. */
  readonly link?: string;
  readonly isKept?: boolean;
  /** Whether it is only in the list of kept runs. */
  readonly isHidden?: boolean;
}

/** Everything that is shown. Views read it; only the actions change it. */
export interface CompareState {
  readonly selection: Selection;
  readonly fieldProblems: FieldProblems;
  /** The series of lengths as last typed. It is kept here because its form is made again each time it is opened. */
  readonly typedLengths: string;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  /** The module that says which parameters are safe. Without it, only the verdicts are missing. */
  readonly security: Loaded<{ readonly assess: Assessor }>;
  /** What was measured last, or before the page was left. */
  readonly run?: Run | undefined;
  /** A run of another machine, shown before anything is measured here. */
  readonly recorded?: Run;
  readonly running?: "table" | "sweep" | undefined;
  readonly progress?: ProgressReport | undefined;
  /** All other runs. Until something is measured here, the page shows the first that is not hidden as it shows its own run. */
  readonly opened: readonly LoadedRun[];
  readonly failure?: Failure | undefined;
  /** The variant that the worked example was opened for, new each time. */
  readonly followed?: { readonly variant: Variant };
  /** Derived: the run of this tab or the first one opened, unless this tab measured another build than the one now loaded. */
  readonly figures: Run | undefined;
  /** Derived: the run that is shown and saved: `figures`, or the recorded one until something is measured or opened. */
  readonly shown: Run | undefined;
  /** Derived: the opened runs beside the shown one, in the order of `rows[].loaded`. */
  readonly loaded: readonly LoadedRun[];
  /** Derived: the table's rows in their natural order. */
  readonly rows: readonly Row[];
}

/** Whether a field of the run cannot be used, so that the results belong to other settings. The series is a run of its own. */
export function hasProblems({
  fieldProblems: { sweepLengths: _, ...ofRun },
}: Pick<CompareState, "fieldProblems">): boolean {
  return Object.values(ofRun).some((problem) => problem !== undefined);
}

type Runs = Pick<CompareState, "shown" | "recorded" | "opened">;

/** Where the shown run comes from: this tab, the page itself, or elsewhere. */
export function originOf({ shown, recorded, opened }: Runs): "here" | "recorded" | LoadedRun {
  if (shown === undefined) return "here";
  return shown === recorded ? "recorded" : (opened.find(({ run }) => run === shown) ?? "here");
}

/** The same in a word. */
export function kindOfOrigin(state: Runs): "here" | "recorded" | "link" | "kept" | "file" {
  const origin = originOf(state);
  if (typeof origin === "string") return origin;
  return origin.isKept ? "kept" : origin.link === undefined ? "file" : "link";
}
