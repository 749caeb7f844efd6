/** Plain RSA, to which speed-ups refer: one power modulo N. */
import type { Subject } from "@rsa-variants/measure/tasks/protocol";
import { factsOf, type Variant } from "rsa-variants";

export function isPlainVariant(variant: Variant): boolean {
  return factsOf(variant).powers === "modulus";
}

export function isPlain(subject: Subject): subject is Subject & { kind: "variant" } {
  return subject.kind === "variant" && isPlainVariant(subject.variant);
}
