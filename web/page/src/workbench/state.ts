import type { ExperimentProgress, Point } from "@rsa-variants/measure/experiment/protocol";
import type { RsaWorkers } from "rsa-variants";
import type { ChoiceField, KeyChoice } from "../common/key-choice.ts";
import type { Assessor } from "../common/security/assessor.ts";
import type { Store } from "../common/store.ts";
import type { Failure, View as PlaceView } from "../common/view.ts";
import type { SearchRate } from "./expectation/measure.ts";
import type { JobState, WorkForm, WorkTab } from "./jobs/job.ts";
import type { KeyEntry } from "./keys/entry.ts";
import type { KeyAssessor } from "./keys/verdict.ts";
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

/** What is known of how long a key takes. */
export type ExpectationState =
  | { readonly state: "none" }
  | { readonly state: "measuring" }
  | { readonly state: "known"; readonly rate: SearchRate }
  | { readonly state: "refused"; readonly message: string };

/** The experiment as it is known on the page. */
export interface ExperimentState {
  readonly state: "none" | "running" | "done" | "stopped" | "failed";
  readonly progress: ExperimentProgress | undefined;
  readonly points: readonly Point[];
  readonly problem: string | undefined;
}

/** How to encrypt. */
export interface EncryptionChoice {
  readonly mode: "hybrid" | "incremental";
  /** c, of the incremental mode. */
  readonly charactersAtOnce: number;
}

/** What key to make. */
export interface NewKey extends KeyChoice {
  readonly name: string;
  /** Whether a second key is made on the same modulus, with a short e; of variants whose e is as long as N. */
  readonly withCompatible: boolean;
  readonly publicExponent: bigint;
}

/** Fields whose text cannot be used, and why. */
export type NewKeyProblems = Partial<Record<ChoiceField | "publicExponent", string>>;

/** A key that is being made. */
export interface Making {
  /** Primes found, and wanted. */
  readonly primes: number;
  readonly expectedPrimes: number;
  /** Candidates tried for the present prime, and their mean number. */
  readonly candidates: number;
  readonly expectedCandidates: number;
}

/** A password that is being asked for. */
export interface PasswordQuestion {
  /** What it opens: the name of a file. */
  readonly of: string;
  /** Why it is asked for again. */
  readonly problem: string | undefined;
  /** Gives the password, or nothing to do without. */
  readonly answer: (password: string | undefined) => void;
}

/** What is kept in this browser. */
export type StorageState =
  /** Not known yet, or not to be had here. */
  | { readonly state: "unavailable" }
  | { readonly state: "none" }
  | { readonly state: "locked"; readonly count: number }
  /** Every key in this page is kept. */
  | { readonly state: "open" };

/** A sentence about keys. */
export interface KeyNote {
  readonly text: string;
  readonly isProblem: boolean;
}

export type View = PlaceView<State>;

export type WorkbenchStore = Store<State>;
