import type { FileProgress } from "rsa-variants/files";

/** The tabs that work on a file or a text. */
export const workTabs = ["encrypt", "decrypt", "sign", "verify"] as const;

export type WorkTab = (typeof workTabs)[number];

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

/** How work ended well. */
export type Outcome =
  | { readonly kind: "result"; readonly result: Result; readonly note?: string | undefined }
  /** It went into a file that the user chose. */
  | { readonly kind: "saved"; readonly name: string; readonly note?: string | undefined }
  | { readonly kind: "verdict"; readonly isValid: boolean };

/** Work on one tab. */
export interface JobState {
  readonly running: JobProgress | undefined;
  /** A sentence: why it failed. */
  readonly problem: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly subject: Subject | undefined;
}

/** How far work is, in bytes of its input. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly milliseconds: number;
}

export const idle: JobState = { running: undefined, problem: undefined, outcome: undefined, subject: undefined };

/** What work gets: a signal that ends it, and whom to tell how far it is. */
export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileProgress) => void;
}
