import type { Reference, Subject } from "@rsa-variants/measure/tasks/protocol";
import { type Variant, variantFacts } from "rsa-variants";

/** What the page says about a variant. */
export interface VariantText {
  /** The idea in a few words, under the name. */
  readonly idea: string;
  /** One sentence: how it works. */
  readonly how: string;
  /** One sentence: when to choose it. */
  readonly when: string;
}

export const variantTexts: Readonly<Record<Variant, VariantText>> = {
  original: {
    idea: "the textbook way, without any trick",
    how: "One exponentiation with an exponent as long as the modulus, C^d mod N.",
    when: "Enough where only encryption or verification matters, which no other variant sets out to speed up.",
  },
  crt: {
    idea: "two halves; what browsers and servers use",
    how: "Two exponentiations modulo p and q, each of half length, put together by the Chinese remainder theorem.",
    when: "The standard choice: nearly four times as fast, and every library reads its keys (PKCS #1).",
  },
  "multi-prime": {
    idea: "shorter primes; encryption unchanged",
    how: "The modulus has r primes instead of two, so that r still shorter exponentiations do the work.",
    when: "For both directions: encryption stays as cheap as ever, and PKCS #1 knows its keys.",
  },
  "multi-power": {
    idea: "a repeated prime; encryption unchanged",
    how: "N is made of two primes, one of them r − s times and the other s times, which is once unless chosen: two short exponentiations, and Hensel lifting gives the rest.",
    when: "For both directions with more speed than multi-prime, where keys need not follow PKCS #1.",
  },
  rebalanced: {
    idea: "short exponents; slow encryption",
    how: "The private exponents modulo p − 1 and q − 1 have only w bits; the public exponent becomes as long as the modulus.",
    when: "For much decryption or signing on a small device with a strong partner, because encryption becomes as slow as original decryption.",
  },
  "r-prime": {
    idea: "both tricks together; slow encryption",
    how: "Rebalanced with r primes: r exponentiations, each short in modulus and exponent.",
    when: "For decryption only or frequent signing, where the papers find it fastest; encryption is slow.",
  },
  "scheme-a": {
    idea: "short exponents both ways; slow to make keys",
    how: "Keys are searched so that w-bit private exponents go with a public exponent of n/2 + 56 bits, which takes long.",
    when: "Proposed where Rebalanced encrypts too slowly; with its published lengths (n 1024, w 160) it is broken.",
  },
  "scheme-b": {
    idea: "short exponents both ways",
    how: "Like Scheme A, with a public exponent of n/2 bits and somewhat longer private exponents; its keys are found quickly.",
    when: "Proposed as a balance of both directions; with its published lengths (n 1024, w 198) it is broken.",
  },
  tunable: {
    idea: "you choose how slow encryption gets",
    how: "The lengths of the public exponent and of the private ones are chosen together: what one direction gains, the other pays.",
    when: "Where a public exponent of some hundred bits is cheap enough and decryption has to be faster than with CRT.",
  },
  batch: {
    idea: "several at once; time per message",
    how: "One private operation, with two primes or more, answers b ciphertexts, each under a small public exponent of its own; a tree of products shares it out.",
    when: "For a server that always has b messages waiting; its public exponents have to be small, which makes keys and unpadded messages fragile.",
  },
  unbalanced: {
    idea: "only for short messages; cannot sign",
    how: "One of the two primes is short; messages are below it, so one exponentiation modulo this prime decrypts, and every answer is encrypted again as a check.",
    when: "For decryption of short messages under a long modulus; it cannot sign, and an answer without its check would give the key away.",
  },
};

/** What the page says about a reference row. */
export const referenceTexts: Readonly<Record<Reference, { name: string; idea: string }>> = {
  webcrypto: { name: "The browser's RSA", idea: "WebCrypto, RSA-OAEP" },
  bigint: { name: "JavaScript BigInt", idea: "CRT, window of 5 bits" },
};

/** The name, with the engine where it must be named to tell rows apart. */
export function nameWithEngine(subject: Subject, severalEngines: boolean): string {
  const name = subjectName(subject);
  return severalEngines && subject.kind === "variant" ? `${name} (${subject.engine})` : name;
}

export function subjectName(subject: Subject): string {
  return subject.kind === "variant" ? variantFacts[subject.variant].title : referenceTexts[subject.reference].name;
}
