import type { ChoiceField } from "@rsa-variants/measure/plan/key-choice";
import type { Assessor } from "@rsa-variants/measure/run/assessor";
import type { RsaWorkers } from "rsa-variants";
import type { FileProgress } from "rsa-variants/files";
import type { Failure, Loaded } from "../core/failures.ts";
import type { Store } from "../core/store.ts";
import { type DoctorState, noQuestion, nothing, type Piece } from "./doctor/question.ts";
import { defaultNewKey, type KeyAssessor, type KeyEntry, type NewKey } from "./keys/entry.ts";

export const tabNames = {
  keys: "Keys",
  encrypt: "Encrypt",
  decrypt: "Decrypt",
  sign: "Sign",
  verify: "Verify",
  doctor: "Doctor",
} as const;

export type TabId = keyof typeof tabNames;

export const tabIds = Object.keys(tabNames) as readonly TabId[];

/** The tab that an address's fragment names, if it names one. */
export function tabOf(hash: string): TabId | undefined {
  return tabIds.find((id) => hash === `#${id}`);
}

/** The tabs that work on a file or a text. */
export const workTabs = ["encrypt", "decrypt", "sign", "verify"] as const;

export type WorkTab = (typeof workTabs)[number];

export interface WorkbenchState {
  readonly tab: TabId;
  readonly library: Loaded<{ readonly rsa: RsaWorkers }>;
  /** Verdicts on keys, once they are loaded. */
  readonly assess?: KeyAssessor | undefined;
  /** Verdicts on parameters, once they are loaded. */
  readonly assessParams?: Assessor | undefined;
  readonly failure?: Failure | undefined;
  readonly dialog?: OpenDialog | undefined;
  /** In the order in which they came. */
  readonly keys: readonly KeyEntry[];
  /** About the files that were loaded last. */
  readonly keyNotes: readonly KeyNote[];
  readonly newKey: NewKey;
  readonly newKeyProblems: NewKeyProblems;
  readonly making?: Making | undefined;
  /** Why the last key was not made. */
  readonly makingNote?: KeyNote | undefined;
  readonly question?: PasswordQuestion | undefined;
  readonly forms: Readonly<Record<WorkTab, WorkForm>>;
  readonly jobs: Readonly<Record<WorkTab, JobState>>;
  readonly encryption: EncryptionChoice;
  readonly signature: Piece;
  readonly doctor: DoctorState;
}

export type WorkbenchStore = Store<WorkbenchState>;

export type OpenDialog =
  | { readonly kind: "make" }
  /** Of the key with this number. */
  | { readonly kind: "save"; readonly id: number; readonly which?: "public" };

export interface KeyNote {
  readonly text: string;
  readonly isProblem: boolean;
  /** The number of the key that just came. */
  readonly key?: number | undefined;
}

/** Fields whose text cannot be used, and why. */
export type NewKeyProblems = Partial<Record<ChoiceField | "publicExponent", string>>;

export interface Making {
  /** Primes found, and wanted. */
  readonly primes: number;
  readonly expectedPrimes: number;
  /** Candidates tried for the present prime, and how many it takes on average. */
  readonly candidates: number;
  readonly expectedCandidates: number;
}

export interface PasswordQuestion {
  /** The name of the file that it opens. */
  readonly of: string;
  /** Why the password is asked for again. */
  readonly problem: string | undefined;
  /** Gets undefined if the user has no password. */
  readonly answer: (password: string | undefined) => void;
}

export interface EncryptionChoice {
  readonly mode: "hybrid" | "incremental";
  /** c of the incremental mode; NaN while the field has no number. */
  readonly charactersAtOnce: number;
}

/** What a tab works on, and with which key. */
export interface WorkForm extends Piece {
  /** The chosen key’s. If that key is gone, no other takes its place: that would change the recipient unseen. */
  readonly fingerprint?: string | undefined;
  /** The fingerprints of the keys of further recipients: of a file to encrypt, or of one that is encrypted already. */
  readonly alsoFor?: readonly string[] | undefined;
  /** The name of the page's own file that holds a file from another tab. */
  readonly temporaryFile?: string | undefined;
  /** About the last drop, until something changes. */
  readonly dropNote?: string | undefined;
}

export interface JobState {
  readonly running?: JobProgress | undefined;
  /** Why it failed. */
  readonly problem?: string | undefined;
  /** Whether it failed because the user canceled it. */
  readonly wasCanceled?: boolean;
  readonly outcome?: Outcome | undefined;
  readonly subject?: Subject | undefined;
}

export const idle: JobState = {};

/** In bytes of the input. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly milliseconds: number;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileProgress) => void;
}

export type Outcome =
  | { readonly kind: "result"; readonly result: Result; readonly note?: string | undefined }
  /** In a file that the user chose. */
  | { readonly kind: "saved"; readonly name: string; readonly note?: string | undefined }
  | { readonly kind: "verdict"; readonly isValid: boolean };

export interface Result {
  readonly name: string;
  readonly blob: Blob;
  /** The same as text, if it is short: to show and copy. */
  readonly text: string | undefined;
  /** The name of the page's own file that holds a long blob. */
  readonly temporaryFile?: string | undefined;
}

/** The key and the input of a result. */
export interface Subject {
  readonly keyName: string;
  readonly fingerprint: string;
  /** Undefined for a text. */
  readonly fileName: string | undefined;
  /** Whether it was encrypted for further recipients, not decrypted. */
  readonly isExtended: boolean;
}

export function initialState(hash: string): WorkbenchState {
  return {
    tab: tabOf(hash) ?? "keys",
    library: { state: "loading" },
    keys: [],
    keyNotes: [],
    newKey: defaultNewKey,
    newKeyProblems: {},
    forms: forEachTab<WorkForm>(nothing),
    jobs: forEachTab(idle),
    encryption: { mode: "hybrid", charactersAtOnce: 100 },
    signature: nothing,
    doctor: noQuestion,
  };
}

function forEachTab<Value>(value: Value): Record<WorkTab, Value> {
  return Object.fromEntries(workTabs.map((tab) => [tab, value])) as Record<WorkTab, Value>;
}

export const needsPrivate: Readonly<Record<WorkTab, boolean>> = {
  encrypt: false,
  decrypt: true,
  sign: true,
  verify: false,
};

export type Keys = Pick<WorkbenchState, "keys">;
type Forms = Keys & Pick<WorkbenchState, "forms">;

/** The keys that work can use: all, or those with a private half. */
export function fittingKeys({ keys }: Keys, isPrivate: boolean): readonly KeyEntry[] {
  return isPrivate ? keys.filter(({ privateKey }) => privateKey !== undefined) : keys;
}

/** The key chosen on a tab, unless it is gone. */
export function chosenKey(state: Forms, tab: WorkTab): KeyEntry | undefined {
  const { fingerprint } = state.forms[tab];
  return fittingKeys(state, needsPrivate[tab]).find((key) => key.fingerprint === fingerprint);
}

/** The keys that work uses: the chosen one, and those of further recipients. */
export function chosenKeys(state: Forms & Pick<WorkbenchState, "encryption">, tab: WorkTab): readonly KeyEntry[] {
  const key = chosenKey(state, tab);
  if (key === undefined) return [];
  const { alsoFor = [] } = state.forms[tab];
  if (tab === "encrypt" && state.encryption.mode !== "hybrid") return [key];
  return [key, ...state.keys.filter((other) => other !== key && alsoFor.includes(other.fingerprint))];
}

/** Changes the keys. A tab chooses the first key that it can use, and loses its result if its key is gone. */
export function withKeys(state: Pick<WorkbenchState, "forms" | "jobs">, keys: readonly KeyEntry[]) {
  const forms = { ...state.forms };
  const jobs = { ...state.jobs };
  for (const tab of workTabs) {
    forms[tab] = {
      ...forms[tab],
      fingerprint: forms[tab].fingerprint ?? fittingKeys({ keys }, needsPrivate[tab])[0]?.fingerprint,
    };
    const isGone = chosenKey({ keys, forms }, tab) === undefined;
    if (isGone && jobs[tab].running === undefined) jobs[tab] = idle;
  }
  return { keys, forms, jobs };
}

type LosableKey = Pick<KeyEntry, "privateKey" | "isInFile">;

/** The keys whose private half exists only in the page. */
export function loneKeys<Key extends LosableKey>(keys: readonly Key[]): readonly Key[] {
  return keys.filter(({ privateKey, isInFile }) => privateKey !== undefined && !isInFile);
}

/** Whether leaving the page loses something: running work, or a private key that exists only in the page. */
export function losesSomething({ keys, jobs }: { keys: readonly LosableKey[]; jobs: WorkbenchState["jobs"] }): boolean {
  return Object.values(jobs).some(({ running }) => running !== undefined) || loneKeys(keys).length > 0;
}
