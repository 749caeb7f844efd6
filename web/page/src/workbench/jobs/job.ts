/** The tabs that work on a file or a text. */
export const workTabs = ["encrypt", "decrypt", "sign", "verify"] as const;

export type WorkTab = (typeof workTabs)[number];

/** What a user works on, and with which key. */
export interface WorkForm {
  /** The key chosen; another is taken where it is gone, or none was chosen. */
  readonly keyId: number | undefined;
  /** The file, which goes before the text. */
  readonly file: File | undefined;
  readonly text: string;
}

export const emptyForm: WorkForm = { keyId: undefined, file: undefined, text: "" };

/** What came out, to be looked at and saved. */
export interface Result {
  readonly name: string;
  readonly blob: Blob;
  /** The same as text, where there is little of it: to be seen and copied. */
  readonly text: string | undefined;
}

/** How work ended well. */
export type Outcome =
  | { readonly kind: "result"; readonly result: Result }
  /** It went into a file that the user chose. */
  | { readonly kind: "saved"; readonly name: string }
  | { readonly kind: "verdict"; readonly isValid: boolean };

/** Work on one tab. */
export interface JobState {
  readonly running: JobProgress | undefined;
  /** A sentence: why it failed. */
  readonly problem: string | undefined;
  readonly outcome: Outcome | undefined;
}

/** How far work is, in bytes of its input. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly milliseconds: number;
}

export const idle: JobState = { running: undefined, problem: undefined, outcome: undefined };
