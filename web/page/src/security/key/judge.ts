import { load, type Rsa } from "rsa-variants";
import type { KeyAssessment, Security } from "rsa-variants/security";

/** What the library says of a pasted key. */
export interface Judgement {
  readonly kind: "private" | "public";
  readonly assessment: KeyAssessment;
}

/**
 * Reads a key from text (PEM, OpenSSH's formats, JSON Web Key or this library's own JSON) and assesses it. Nothing is kept.
 *
 * @throws RsaError where it is no key
 */
export async function judge(text: string, security: Pick<Security, "assess">): Promise<Judgement> {
  const rsa = await load();
  const data = text.trim();
  const isPrivate = /PRIVATE KEY|"d"\s*:|"privateExponent"\s*:/.test(data);
  return isPrivate ? judgePrivate(rsa, data, security) : judgePublic(rsa, data, security);
}

async function judgePrivate(rsa: Rsa, data: string, security: Pick<Security, "assess">): Promise<Judgement> {
  const key = await rsa.importPrivateKey(data);
  try {
    return { kind: "private", assessment: security.assess(key) };
  } finally {
    key.free();
  }
}

async function judgePublic(rsa: Rsa, data: string, security: Pick<Security, "assess">): Promise<Judgement> {
  const key = await rsa.importPublicKey(data);
  try {
    return { kind: "public", assessment: security.assess(key) };
  } finally {
    key.free();
  }
}
