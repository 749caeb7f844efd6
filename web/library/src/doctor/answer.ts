import type { EncryptionParams, SignatureParams } from "../algorithms.js";
import { type Certainty, type FindingCode, findingTexts } from "./finding-texts.js";

/**
 * What is wrong, in one word:
 *
 * * `fits`: nothing; the data are right as they are, with the parameters in `algorithm`
 * * `repairable`: the data fit once you have changed them as the findings say
 * * `other-message`: signature and key belong together, but the signature is of another message
 * * `other-label`: the padding is OAEP, with a label that was not tried
 * * `other-key`: the data do not belong to this key, or are damaged; the findings say how sure that is
 * * `other-algorithm`: the key and the algorithm do not suit each other, a valid signature has a padding that `verify` does not
 *   accept, or a token names another algorithm than it uses
 * * `damaged`: the bytes show that a part of the data is lost
 * * `container`: the data are in a format that other software or another call opens
 * * `unknown`: none of these; the data can be intact, in a form that the doctor does not try
 */
export type Verdict =
  | "fits"
  | "repairable"
  | "other-message"
  | "other-label"
  | "other-key"
  | "other-algorithm"
  | "damaged"
  | "container"
  | "unknown";

/** One thing that the doctor found. */
export interface Finding {
  /** What it is, stable across versions. */
  readonly code: FindingCode;
  /** The same in a sentence, with the values. It contains no secret. */
  readonly text: string;
  /** How sure the doctor is of it. */
  readonly certainty: Certainty;
  /** The values in the text, such as lengths in bytes and the names of hash functions. */
  readonly values: Values;
}

/** The values of a finding. */
export type Values = Readonly<Record<string, string | number>>;

/** Programs that do what the findings say, for files in the current folder. Absent where a language has no such algorithm. */
export interface Snippets {
  /** With this library. */
  readonly javascript?: string;
  /** JavaScript with WebCrypto only. */
  readonly webcrypto?: string;
  /** With the package `cryptography`. */
  readonly python?: string;
  /** With the JDK only. */
  readonly java?: string;
  /** Commands of a shell. */
  readonly openssl?: string;
}

/** What the doctor says. It contains neither keys nor decrypted messages. */
export interface Answer<Algorithm = never> {
  /** What is wrong, in one word. */
  readonly verdict: Verdict;
  /** All findings; those that explain the verdict come first. */
  readonly findings: readonly Finding[];
  /** How to decrypt or verify the data; empty if the doctor does not know. */
  readonly snippets: Snippets;
  /** The algorithm that fits, for `decrypt` or `verify` of this library. Absent if there is none. */
  readonly algorithm?: Algorithm;
}

/** The answer about a signature. */
export interface SignatureAnswer extends Answer<SignatureParams> {
  /**
   * What the signer padded, if it is not a hash value: the text of a "private encryption". It is not secret; anyone who has the
   * public key can compute it.
   */
  readonly content?: Uint8Array;
}

/** The answer about a ciphertext. */
export type CiphertextAnswer = Answer<EncryptionParams>;

/** Makes a finding; its text comes from the table. */
export function finding(code: FindingCode, values: Values = {}, certainty?: Certainty): Finding {
  const [usual, template] = findingTexts[code];
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return { code, text, certainty: certainty ?? usual, values };
}

/** An answer without an algorithm. */
export function answer(verdict: Verdict, ...findings: readonly Finding[]): Answer {
  return { verdict, findings, snippets: {} };
}
