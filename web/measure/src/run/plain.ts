/** Plain RSA, to which speed-ups refer: one power modulo N. */

import { factsOf, type Variant } from "rsa-variants";
import type { Subject } from "../tasks/protocol.ts";

export function isPlainVariant(variant: Variant): boolean {
  return factsOf(variant).powers === "modulus";
}

export function isPlain(subject: Subject): subject is Subject & { kind: "variant" } {
  return subject.kind === "variant" && isPlainVariant(subject.variant);
}
