import type { PrivateKeyJson, PublicKeyJson } from "rsa-variants";
import type { Certainty, Snippets, Verdict } from "rsa-variants/doctor";

/** What the doctor examines, and how the page names it. */
export const kindNames = {
  signature: "Signature",
  ciphertext: "Ciphertext",
  pair: "Key pair",
  token: "Token",
} as const;

export type Kind = keyof typeof kindNames;

/** A text or a file. The file goes before the text. */
export interface Piece {
  readonly file: File | undefined;
  readonly text: string;
}

export const nothing: Piece = { file: undefined, text: "" };

/** A key of the Workbench, or one that is only for the doctor. */
export interface KeyPiece extends Piece {
  /** A fingerprint, `other` for the text or file, or undefined while the user has chosen neither. */
  readonly choice?: string | undefined;
}

/** The fields of the doctor's tab. All kinds share them, so that data that were taken for another kind stay. */
export interface DoctorState {
  readonly kind: Kind;
  readonly key: KeyPiece;
  /** The public key that may belong to the private one. */
  readonly partner: KeyPiece;
  /** The signature, ciphertext or token. */
  readonly data: Piece;
  readonly message: Piece;
  /** A label of OAEP to try. */
  readonly label: string;
  readonly language: keyof Snippets;
  /** About the last drop, until something changes. */
  readonly dropNote?: string | undefined;
  readonly isRunning: boolean;
  /** Why there is no answer. */
  readonly problem?: string | undefined;
  readonly answer?: DoctorAnswer | undefined;
}

export const noQuestion: DoctorState = {
  kind: "signature",
  key: nothing,
  partner: nothing,
  data: nothing,
  message: nothing,
  label: "",
  language: "javascript",
  isRunning: false,
};

/** What the worker gets. It reads the files. */
export type Question =
  | {
      readonly kind: "signature";
      readonly key: PublicKeyJson;
      readonly data: Blob | string;
      readonly message: Blob | string | undefined;
    }
  | {
      readonly kind: "ciphertext";
      readonly key: PrivateKeyJson;
      readonly data: Blob | string;
      readonly label: string;
    }
  | { readonly kind: "pair"; readonly key: PrivateKeyJson; readonly partner: PublicKeyJson }
  | {
      readonly kind: "token";
      /** Pasted keys stay as they are: they can be a set, and their bytes can be the secret of HMAC. */
      readonly key: PublicKeyJson | Blob | string;
      readonly data: Blob | string;
    };

export interface DoctorAnswer {
  readonly kind: Kind;
  readonly verdict: Verdict;
  readonly findings: readonly { readonly text: string; readonly certainty: Certainty }[];
  readonly programs: readonly { readonly language: keyof Snippets; readonly title: string; readonly text: string }[];
  /** The text of a "private encryption", which anyone with the public key can read. */
  readonly padded: string | undefined;
}

/** What the worker sends before its end. */
export type DoctorEvent = { readonly type: "answer"; readonly answer: DoctorAnswer } | { readonly type: "done" };

/** The most characters of a finding: tokens name what they like. */
const mostCharacters = 600;

/** How programs write the usual characters that are invisible. */
const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text from outside in a sentence of the page: short, and without characters that are invisible or turn the direction. */
export function plain(text: string): string {
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text;
  const written = (each: string) => escapes[each] ?? `\\u{${each.codePointAt(0)?.toString(16)}}`;
  return cut.replaceAll(/[\p{C}\u2028\u2029]/gu, written);
}
