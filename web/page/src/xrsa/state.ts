import type { Failure, View as PlaceView } from "../common/view.ts";
import type { Planner, Plans } from "./params/plans.ts";
import type { NumberField, Selection } from "./params/selection.ts";
import type { Run } from "./run/run.ts";
import type { TableOneOutcome } from "./table-one/protocol.ts";

/** The library on the page's own thread, where it only plans; computing has a worker. */
export type LibraryState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly plan: Planner }
  | { readonly state: "failed"; readonly message: string };

/** A field whose text cannot be used, and why. */
export type FieldProblems = Partial<Record<NumberField, string>>;

/** Everything that is shown. Views read it; only the application changes it. */
export interface State {
  readonly selection: Selection;
  readonly fieldProblems: FieldProblems;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  /** What was computed last, with whatever selection. */
  readonly lastRun?: Run;
  readonly running?: true;
  readonly failure?: Failure;
  /** With more than two primes the picture shows one of them: the one the user chose, or else the one being computed. */
  readonly chosenPrime?: number;
  /** The operation of the trace that the user looks at; absent while the user has not begun to step. */
  readonly operation?: number;
  /** The slow motion, once the user has begun it: how much of it is over, from 0 to 1. */
  readonly playback?: { readonly share: number; readonly playing: boolean };
  readonly tableOne: { readonly running: boolean; readonly outcome?: TableOneOutcome };
  /** Derived: what every way to compute takes. */
  readonly plans?: Plans;
  /** Derived: the last run, if it was made with the present selection. */
  readonly run?: Run;
}

/** What a view can ask for. */
export interface Actions {
  /** Takes a choice over; a lasting one gets an entry of its own in the browser's history. */
  select(change: Partial<Selection>, lasting?: boolean): void;
  /** Notes that a field cannot be used, or with `undefined` that it can again. */
  markField(field: NumberField, problem: string | undefined): void;
  startOrStop(): void;
  showPrime(prime: number): void;
  /** Shows an operation of the trace; one beyond its ends is the first or the last. */
  step(operation: number): void;
  /** Begins the slow motion, goes on with it, or holds it. */
  play(): void;
  seek(share: number): void;
  measureTableOne(): void;
  save(format: "json" | "csv"): void;
  copyMarkdown(): Promise<void>;
  dismiss(what: "notices" | "failure"): void;
}

/** A part of this place. */
export type View = PlaceView<State>;
