import type { RsaWorkers } from "rsa-variants";
import type { Assessor } from "../common/security/assessor.ts";
import type { Store } from "../common/store.ts";
import type { Failure, View as PlaceView } from "../common/view.ts";
import type { ExpectationState } from "./expectation/client.ts";
import type { ExperimentState } from "./experiment/client.ts";
import type { EncryptionChoice } from "./jobs/encrypt.ts";
import type { JobState, WorkForm, WorkTab } from "./jobs/job.ts";
import type { NewKey, NewKeyProblems } from "./keys/choice.ts";
import type { KeyEntry } from "./keys/entry.ts";
import type { Making } from "./keys/maker.ts";
import type { PasswordQuestion } from "./keys/password.ts";
import type { KeyAssessor } from "./keys/verdict.ts";
import type { StorageState } from "./storage/keeper.ts";
import type { TabId } from "./tabs.ts";

/** The library in its workers. */
export type LibraryState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly rsa: RsaWorkers }
  | { readonly state: "failed" };

/** Everything that is shown. */
export interface State {
  readonly tab: TabId;
  readonly library: LibraryState;
  /** What verdicts on keys come from, once it is loaded. */
  readonly assess: KeyAssessor | undefined;
  /** What verdicts on keys that are still to be made come from. */
  readonly assessParams: Assessor | undefined;
  readonly failure: Failure | undefined;
  /** The keys in this page, in the order in which they came. */
  readonly keys: readonly KeyEntry[];
  /** What became of the files that were loaded last, a sentence each. */
  readonly keyNotes: readonly KeyNote[];
  /** What key to make. */
  readonly newKey: NewKey;
  readonly newKeyProblems: NewKeyProblems;
  readonly making: Making | undefined;
  /** Why the last key was not made. */
  readonly makingNote: KeyNote | undefined;
  readonly expectation: ExpectationState;
  readonly question: PasswordQuestion | undefined;
  /** What is worked on, by tab, and what became of it. */
  readonly forms: Readonly<Record<WorkTab, WorkForm>>;
  readonly jobs: Readonly<Record<WorkTab, JobState>>;
  readonly encryption: EncryptionChoice;
  /** What is to be verified. */
  readonly signature: File | undefined;
  readonly experiment: ExperimentState;
  readonly storage: StorageState;
}

/** A sentence about keys. */
export interface KeyNote {
  readonly text: string;
  readonly isProblem: boolean;
}

export type View = PlaceView<State>;

export type WorkbenchStore = Store<State>;
