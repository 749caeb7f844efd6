import { factsOf, type Variant, variantFacts } from "rsa-variants";
import type { Reference, Subject } from "./protocol.ts";

const referenceTitles: Readonly<Record<Reference, string>> = {
  webcrypto: "The browser's RSA",
  bigint: "JavaScript BigInt",
};

/** The identifier of the variant or the reference, without the engine. */
export function methodId(subject: Subject): string {
  return subject.kind === "variant" ? subject.variant : subject.reference;
}

export function subjectName(subject: Subject): string {
  return subject.kind === "variant" ? variantFacts[subject.variant].title : referenceTitles[subject.reference];
}

export function nameWithEngine(subject: Subject, severalEngines: boolean): string {
  const name = subjectName(subject);
  return severalEngines && subject.kind === "variant" ? `${name} (${subject.engine})` : name;
}

/** Whether a variant is plain RSA, to which speed-ups refer: one power modulo N. */
export function isPlainVariant(variant: Variant): boolean {
  return factsOf(variant).powers === "modulus";
}

export function isPlain(subject: Subject): subject is Subject & { kind: "variant" } {
  return subject.kind === "variant" && isPlainVariant(subject.variant);
}
