import { load } from "rsa-variants";
import type { KeyAssessment, Security } from "rsa-variants/security";

/** What the library says of a key. */
export interface Judged {
  readonly kind: "private" | "public";
  readonly assessment: KeyAssessment;
}

/** Reads a key in any of the library's formats and assesses it, even if it is broken. Nothing is kept. */
export async function judge(text: string, security: Pick<Security, "assess">): Promise<Judged> {
  const rsa = await load();
  const key = await rsa.importKey(text.trim(), { allowBroken: true });
  try {
    return { kind: key.type, assessment: security.assess(key) };
  } finally {
    key.free();
  }
}
