import { load } from "rsa-variants";
import type { KeyAssessment, Security } from "rsa-variants/security";

/** What the library says of a pasted key. */
export interface Judgement {
  readonly kind: "private" | "public";
  readonly assessment: KeyAssessment;
}

/**
 * Reads a key from text (PEM, OpenSSH's formats, JSON Web Key or this library's own JSON) and assesses it, broken
 * ones too. Nothing is kept.
 *
 * @throws RsaError where it is no key
 */
export async function judge(text: string, security: Pick<Security, "assess">): Promise<Judgement> {
  const rsa = await load();
  const key = await rsa.importKey(text.trim(), { allowBroken: true });
  try {
    return { kind: key.type, assessment: security.assess(key) };
  } finally {
    key.free();
  }
}
