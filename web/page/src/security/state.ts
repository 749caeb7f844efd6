import type { KeyParams, Variant } from "rsa-variants";
import type { Assessment, AttackName, Security } from "rsa-variants/security";
import type { Refused } from "../common/refusal.ts";
import type { Assessor } from "../common/security/assessor.ts";
import type { Failure, View as PlaceView } from "../common/view.ts";
import type { OptionValues } from "./attack/protocol.ts";
import type { AttackRun } from "./attack/run.ts";
import type { NumberField, Selection } from "./params/selection.ts";

/** The library on the page's own thread, where it only assesses; attacks have a worker. */
export type LibraryState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly security: Security; readonly assess: Assessor }
  | { readonly state: "failed"; readonly message: string };

/** A field whose text cannot be used, and why. */
export type FieldProblems = Partial<Record<NumberField, string>>;

/** Everything that is shown. Views read it; only the application changes it. */
export interface State {
  readonly selection: Selection;
  readonly fieldProblems: FieldProblems;
  readonly notices: readonly string[];
  readonly library: LibraryState;
  readonly failure?: Failure;
  /** What is known of every attack that was started, the last time. */
  readonly attacks: { readonly [Name in AttackName]?: AttackRun };
  /** Derived: what the library says of the selection, or why it refuses it; neither while it loads. */
  readonly assessment?: Assessment;
  readonly refusal?: Refused;
}

/** What a view can ask for. */
export interface Actions {
  /** Takes numbers over; a lasting choice gets an entry of its own in the browser's history. */
  select(change: Partial<Pick<Selection, NumberField>>, lasting?: boolean): void;
  selectVariant(variant: Variant): void;
  /** Takes the parameters of a preset or an advice over. */
  apply(params: KeyParams): void;
  /** Notes that a field cannot be used, or with `undefined` that it can again. */
  markField(field: NumberField, problem: string | undefined): void;
  /** Makes a fresh key and attacks it. */
  attack(name: AttackName, options: OptionValues): void;
  cancelAttack(name: AttackName): void;
  dismiss(what: "notices" | "failure"): void;
}

/** A part of this place. */
export type View = PlaceView<State>;
