import type { KeyAssessment, Security } from "rsa-variants/security";
import type { KeyEntry } from "./entry.ts";

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
