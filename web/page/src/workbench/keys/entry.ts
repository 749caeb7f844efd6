import type { WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import type { KeyAssessment, Security } from "rsa-variants/security";
import { formatExponent } from "../../core/format.ts";
import { paramsText } from "../../core/params-text.ts";

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

/** The beginning of a fingerprint, its first 64 bits, which tell keys apart that one has by chance. */
export function shortFingerprint(fingerprint: string): string {
  return `SHA-256 ${groupedFingerprint(fingerprint.slice(0, 16))} …`;
}

/** Assesses a key beside the others in the page, which may share a prime with it. */
export type KeyAssessor = (entry: KeyEntry, entries: readonly KeyEntry[]) => Promise<KeyAssessment>;

/** An assessor that looks at a key again only when other keys have come or gone: it takes some tenths of a second. */
export function createKeyAssessor(security: Pick<Security, "assess">): KeyAssessor {
  const known = new WeakMap<KeyEntry["publicKey"], { beside: string; assessment: Promise<KeyAssessment> }>();
  return (entry, entries) => {
    const others = entries.filter(({ id }) => id !== entry.id);
    const beside = others.map(({ fingerprint }) => fingerprint).join(" ");
    const before = known.get(entry.publicKey);
    if (before?.beside === beside) return before.assessment;
    const assessment = assess(security, entry, others);
    known.set(entry.publicKey, { beside, assessment });
    return assessment;
  };
}

async function assess(
  security: Pick<Security, "assess">,
  { publicKey, privateKey }: KeyEntry,
  entries: readonly KeyEntry[],
): Promise<KeyAssessment> {
  // The list is drawn first.
  await new Promise((resolve) => setTimeout(resolve));
  const others = entries.map((entry) => entry.publicKey);
  if (privateKey === undefined) return security.assess(publicKey, { others });
  return security.assess({ params: privateKey.params, components: await privateKey.components() }, { others });
}
