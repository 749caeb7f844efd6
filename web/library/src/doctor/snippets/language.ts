import type { Hash, Named, OaepAlgorithm, PssAlgorithm, PssHash } from "../../algorithms.js";
import { bytesToHex, toBytes } from "../../bytes.js";
import type { Values } from "../answer.js";
import { isReadable, textOf } from "../bytes.js";
import type { FindingCode } from "../finding-texts.js";

/** OAEP with every parameter. */
export interface Oaep {
  readonly hash: Hash;
  readonly mgfHash: Hash;
  readonly label: Uint8Array;
}

/** PSS with every parameter. */
export interface Pss {
  readonly hash: PssHash;
  readonly mgfHash: PssHash;
  /** In bytes. */
  readonly saltLength: number;
}

/** Line ends under their names in findings, as they are written in a text of each language. */
export const lineEnds: Readonly<Record<string, string>> = { LF: "\\n", "CR LF": "\\r\\n", CR: "\\r" };

/** The programs of one language, as lines. A call returns undefined if the language lacks the algorithm. */
export interface Language {
  /** Begins a comment. */
  readonly comment: string;
  /** Lines that change the variable or file of this name as a finding says. */
  readonly changes: Partial<Record<FindingCode, (name: string, values: Values) => readonly string[]>>;
  /** Lines before the changes: imports, the key, the data. */
  readonly beforeDecrypt: readonly string[];
  readonly beforeVerify: readonly string[];
  /** Lines after them. */
  oaep(parameters: Oaep): readonly string[] | undefined;
  pkcs1Decrypt(): readonly string[] | undefined;
  raw(): readonly string[] | undefined;
  pss(parameters: Pss): readonly string[] | undefined;
  pkcs1Verify(hash: Hash): readonly string[] | undefined;
}

/** Fills in the defaults of OAEP. */
export function completeOaep({ hash = "SHA-256", mgfHash = hash, label }: Named<OaepAlgorithm>): Oaep {
  return { hash, mgfHash, label: label === undefined ? new Uint8Array() : toBytes("label", label) };
}

/** Fills in the defaults of PSS; undefined if the length of the salt is unknown. */
export function completePss({ hash = "SHA-256", mgfHash = hash, saltLength }: Named<PssAlgorithm>): Pss | undefined {
  return typeof saltLength === "number" ? { hash, mgfHash, saltLength } : undefined;
}

/** A label as a literal of a language: text if it is ASCII without quotation marks, otherwise hexadecimal digits. */
export function literal(
  label: Uint8Array,
  ofText: (text: string) => string,
  ofHex: (digits: string) => string,
): string {
  const text = isReadable(label) ? textOf(label) : undefined;
  return text !== undefined && /^[ -~]*$/.test(text) && !/["'\\$]/.test(text) ? ofText(text) : ofHex(bytesToHex(label));
}
