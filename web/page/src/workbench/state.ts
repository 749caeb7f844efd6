import type { ExperimentProgress, Point } from "@rsa-variants/measure/experiment/protocol";
import type { RsaWorkers } from "rsa-variants";
import type { FileProgress } from "rsa-variants/files";
import type { Failure } from "../core/failures.ts";
import type { ChoiceField } from "../core/key-choice.ts";
import type { Assessor } from "../core/security/assessor.ts";
import type { Store } from "../core/store.ts";
import { defaultNewKey, type NewKey } from "./keys/choice.ts";
import type { KeyAssessor, KeyEntry } from "./keys/entry.ts";

/** The tabs, in their order. */
export const tabNames = {
  keys: "Keys",
  encrypt: "Encrypt",
  decrypt: "Decrypt",
  sign: "Sign",
  verify: "Verify",
  experiment: "Experiment",
} as const;

export type TabId = keyof typeof tabNames;

export const tabIds = Object.keys(tabNames) as readonly TabId[];

/** The tab that an address's fragment names; undefined for others, such as the skip link's. */
export function tabOf(hash: string): TabId | undefined {
  return tabIds.find((id) => hash === `#${id}`);
}

/** The tabs that work on a file or a text. */
export const workTabs = ["encrypt", "decrypt", "sign", "verify"] as const;

export type WorkTab = (typeof workTabs)[number];

/** Everything that is shown. */
export interface State {
  readonly tab: TabId;
  readonly library: LibraryState;
  /** What verdicts on keys come from, once it is loaded. */
  readonly assess: KeyAssessor | undefined;
  /** What verdicts on keys that are still to be made come from. */
  readonly assessParams: Assessor | undefined;
  readonly failure: Failure | undefined;
  readonly dialog: OpenDialog | undefined;
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
  /** The signature to verify: the file, which goes before the pasted text. */
  readonly signature: { readonly file: File | undefined; readonly text: string };
  readonly experiment: ExperimentState;
  readonly storage: StorageState;
}

export type WorkbenchStore = Store<State>;

/** The library in its workers. */
export type LibraryState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly rsa: RsaWorkers }
  | { readonly state: "failed" };

export type OpenDialog =
  | { readonly kind: "make" | "create-vault" | "unlock-vault" }
  /** Of the key with this number. */
  | { readonly kind: "save"; readonly id: number };

/** A sentence about keys. */
export interface KeyNote {
  readonly text: string;
  readonly isProblem: boolean;
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

/** How long a key takes to make, as far as that is known. */
export type ExpectationState =
  | { readonly state: "none" | "measuring" }
  | { readonly state: "known"; readonly rate: SearchRate }
  /** The library refuses the parameters. */
  | { readonly state: "refused"; readonly message: string }
  /** It could not be measured, which does not keep a key from being made. */
  | { readonly state: "unknown"; readonly message: string };

/** What the search for a key of some parameters takes here. */
export interface SearchRate {
  /** Milliseconds for one candidate, mean. */
  readonly milliseconds: number;
  /** How many candidates were timed. */
  readonly candidates: number;
  /** The mean number of candidates for a prime. */
  readonly mean: number;
  /** Primes of the key. */
  readonly primes: number;
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
  /** `open`: every key in this page is kept. */
  | { readonly state: "none" | "open" }
  | { readonly state: "locked"; readonly count: number };

/** How to encrypt. */
export interface EncryptionChoice {
  readonly mode: "hybrid" | "incremental";
  /** c, of the incremental mode; NaN while the field has no number. */
  readonly charactersAtOnce: number;
}

/** What a user works on, and with which key. */
export interface WorkForm {
  /** The fingerprint of the key chosen. No other takes its place when it is gone: that would change the recipient unseen. */
  readonly fingerprint: string | undefined;
  /** The file, which goes before the text. */
  readonly file: File | undefined;
  readonly text: string;
  /** What became of the last drop, until something changes. */
  readonly dropNote: string | undefined;
}

export const emptyForm: WorkForm = { fingerprint: undefined, file: undefined, text: "", dropNote: undefined };

/** Work on one tab. */
export interface JobState {
  readonly running: JobProgress | undefined;
  /** Sentences: why it failed. */
  readonly problem: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly subject: Subject | undefined;
}

export const idle: JobState = { running: undefined, problem: undefined, outcome: undefined, subject: undefined };

/** How far work is, in bytes of its input. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly milliseconds: number;
}

/** What work gets: a signal that ends it, and whom to tell how far it is. */
export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileProgress) => void;
}

/** How work ended well. */
export type Outcome =
  | { readonly kind: "result"; readonly result: Result; readonly note?: string | undefined }
  /** It went into a file that the user chose. */
  | { readonly kind: "saved"; readonly name: string; readonly note?: string | undefined }
  | { readonly kind: "verdict"; readonly isValid: boolean };

/** What came out, to be looked at and saved. */
export interface Result {
  readonly name: string;
  readonly blob: Blob;
  /** The same as text, where there is little of it: to be seen and copied. */
  readonly text: string | undefined;
  /** The name of the page's own file that holds the blob, where it is long. */
  readonly temporaryFile?: string | undefined;
}

/** What work was done with, and on what. */
export interface Subject {
  readonly keyName: string;
  readonly fingerprint: string;
  /** The name of the file; of a text none. */
  readonly fileName: string | undefined;
}

/** The experiment as it is known on the page. */
export interface ExperimentState {
  readonly state: "none" | "running" | "done" | "stopped" | "failed";
  readonly progress: ExperimentProgress | undefined;
  readonly points: readonly Point[];
  /** Why it failed, and what to do about it. */
  readonly problem: string | undefined;
}

export const noExperiment: ExperimentState = { state: "none", progress: undefined, points: [], problem: undefined };

/** The state of the place as it opens. */
export function initialState(hash: string): State {
  return {
    tab: tabOf(hash) ?? "keys",
    library: { state: "loading" },
    assess: undefined,
    assessParams: undefined,
    failure: undefined,
    dialog: undefined,
    keys: [],
    keyNotes: [],
    newKey: defaultNewKey,
    newKeyProblems: {},
    making: undefined,
    makingNote: undefined,
    expectation: { state: "none" },
    question: undefined,
    forms: forEachTab(emptyForm),
    jobs: forEachTab(idle),
    encryption: { mode: "hybrid", charactersAtOnce: 100 },
    signature: { file: undefined, text: "" },
    experiment: noExperiment,
    storage: { state: "unavailable" },
  };
}

function forEachTab<Value>(value: Value): Record<WorkTab, Value> {
  return Object.fromEntries(workTabs.map((tab) => [tab, value])) as Record<WorkTab, Value>;
}

/** Whether work takes the private half of a key. */
export const needsPrivate: Readonly<Record<WorkTab, boolean>> = {
  encrypt: false,
  decrypt: true,
  sign: true,
  verify: false,
};

/** The keys that work on a tab can take. */
export function fittingKeys({ keys }: Pick<State, "keys">, tab: WorkTab): readonly KeyEntry[] {
  return needsPrivate[tab] ? keys.filter(({ privateKey }) => privateKey !== undefined) : keys;
}

/** The key that work on a tab takes: the one chosen, and nothing where it is gone. */
export function chosenKey(state: Pick<State, "keys" | "forms">, tab: WorkTab): KeyEntry | undefined {
  const { fingerprint } = state.forms[tab];
  return fittingKeys(state, tab).find((key) => key.fingerprint === fingerprint);
}

/**
 * What changes with the keys in this page: the first that a tab can take is chosen there, and stays so whatever comes later;
 * what a key that is gone gave is taken away.
 */
export function withKeys(
  state: Pick<State, "forms" | "jobs">,
  keys: readonly KeyEntry[],
): Pick<State, "keys" | "forms" | "jobs"> {
  const forms = { ...state.forms };
  const jobs = { ...state.jobs };
  for (const tab of workTabs) {
    forms[tab] = { ...forms[tab], fingerprint: forms[tab].fingerprint ?? fittingKeys({ keys }, tab)[0]?.fingerprint };
    const isGone = chosenKey({ keys, forms }, tab) === undefined;
    if (isGone && jobs[tab].running === undefined) jobs[tab] = idle;
  }
  return { keys, forms, jobs };
}

/** What the question on leaving depends on. */
interface Losable {
  readonly keys: readonly Pick<KeyEntry, "privateKey" | "fingerprint" | "isInFile">[];
  readonly jobs: State["jobs"];
}

/**
 * Whether something is lost when the page is left: work that runs, or a private key that is nowhere but in the page.
 *
 * @param isKept whether the private key of a fingerprint is kept in the browser
 */
export function losesSomething({ keys, jobs }: Losable, isKept: (fingerprint: string) => boolean): boolean {
  if (Object.values(jobs).some(({ running }) => running !== undefined)) return true;
  return keys.some(
    ({ privateKey, fingerprint, isInFile }) => privateKey !== undefined && !isInFile && !isKept(fingerprint),
  );
}
