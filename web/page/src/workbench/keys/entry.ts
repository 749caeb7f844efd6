import type { WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import { formatExponent } from "../../common/format.ts";
import { paramsText } from "../../common/params-text.ts";

/** A key in this page. */
export interface KeyEntry {
  readonly id: number;
  readonly name: string;
  readonly publicKey: WorkerPublicKey;
  /** Absent when only the public key is here. */
  readonly privateKey: WorkerPrivateKey | undefined;
  /** SHA-256 of the public key as SubjectPublicKeyInfo, in hexadecimal. */
  readonly fingerprint: string;
  /** Whether the private key is in a file: one that it came from, or one that was saved. */
  readonly isInFile: boolean;
}

/** What is known of a key's parameters: everything of a private one, of a public one only what anybody sees. */
export function describeKey({ privateKey, publicKey }: Pick<KeyEntry, "privateKey" | "publicKey">): string {
  if (privateKey !== undefined) return paramsText(privateKey.params);
  return `n\u00a0${publicKey.modulusLength}, e\u00a0${formatExponent(publicKey.publicExponent)}`;
}

/** A fingerprint in groups of four digits, which can be compared by eye and broken into lines. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/.{4}(?=.)/g, "$& ");
}
