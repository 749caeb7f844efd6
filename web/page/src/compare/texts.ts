import type { Operation, Reference, Subject } from "@rsa-variants/measure/tasks/protocol";
import { type Engine, type Variant, variantFacts } from "rsa-variants";
import type { GuardName } from "../core/citations.ts";
import { allEngines, type Selection } from "./params/selection.ts";
import type { LibraryState } from "./state.ts";

/** What the page says about a variant. */
interface VariantText {
  /** The idea in a few words, under the name. */
  readonly idea: string;
  /** How it works, and when to choose it. */
  readonly about: string;
}

export const variantTexts: Readonly<Record<Variant, VariantText>> = {
  original: {
    idea: "the textbook way, without any trick",
    about:
      "One exponentiation with an exponent as long as the modulus: C^d mod N. It is enough if you only encrypt or verify, which no other variant tries to speed up.",
  },
  crt: {
    idea: "two halves; what browsers and servers use",
    about:
      "Two exponentiations modulo p and q, each with numbers of half the length, combined by the Chinese remainder theorem. The standard choice: nearly four times as fast, and every library reads its keys (PKCS #1).",
  },
  "multi-prime": {
    idea: "shorter primes; encryption unchanged",
    about:
      "The modulus has r primes instead of two, so r shorter exponentiations do the work. Good for both directions: encryption is as fast as before, and PKCS #1 includes its keys.",
  },
  "multi-power": {
    idea: "a repeated prime; encryption unchanged",
    about:
      "N = p^(r−s)·q^s: it has only two different primes, of which q appears s times, usually once. Two short exponentiations are enough, and Hensel lifting extends the result to the powers. Good for both directions and faster than Multi-prime, where keys need not follow PKCS #1.",
  },
  rebalanced: {
    idea: "short exponents; slow encryption",
    about:
      "The private exponents modulo p − 1 and q − 1 have only w bits, so the public exponent becomes as long as the modulus. For much decryption or signing on a small device with a strong partner: encryption becomes as slow as decryption with Original.",
  },
  "r-prime": {
    idea: "both tricks together; slow encryption",
    about:
      "Rebalanced with r primes: r exponentiations, each with a short modulus and a short exponent. For decryption only or frequent signing, where the papers find it fastest; encryption is slow.",
  },
  "scheme-a": {
    idea: "short exponents both ways; slow to make keys",
    about:
      "A long search finds keys with private exponents of w bits and a public exponent of n/2 + 56 bits. Proposed where Rebalanced encrypts too slowly; with its published lengths (n 1024, w 160) it is broken.",
  },
  "scheme-b": {
    idea: "short exponents both ways",
    about:
      "Like Scheme A, with a public exponent of n/2 bits and somewhat longer private exponents; its keys are found quickly. Proposed as a balance of both directions; with its published lengths (n 1024, w 198) it is broken.",
  },
  tunable: {
    idea: "you choose how slow encryption gets",
    about:
      "You choose the lengths of the public and the private exponents together: what makes one direction faster makes the other slower. For a public exponent of a few hundred bits, if that is fast enough and decryption must be faster than with CRT.",
  },
  batch: {
    idea: "several at once; time per message",
    about:
      "One private operation, with two or more primes, answers b ciphertexts, each encrypted with its own small public exponent. A tree of products shares the work. For a server that always has b messages waiting; the small exponents make keys and unpadded messages fragile.",
  },
  unbalanced: {
    idea: "only for short messages; cannot sign",
    about:
      "One of the two primes is short and messages are smaller than it, so one exponentiation modulo this prime decrypts. Every result is encrypted again as a check. For decrypting short messages with a long modulus; it cannot sign, and a result without the check would reveal the key.",
  },
};

/** What the page says about a row that is not one of the library's variants. */
export const referenceTexts: Readonly<Record<Reference, { readonly title: string; readonly idea: string }>> = {
  webcrypto: { title: "The browser's RSA", idea: "WebCrypto, RSA-OAEP" },
  bigint: { title: "JavaScript BigInt", idea: "CRT, window of 5 bits" },
};

/** The name, with the engine if rows of several engines are shown. */
export function nameWithEngine(subject: Subject, severalEngines: boolean): string {
  const name = subjectName(subject);
  return severalEngines && subject.kind === "variant" ? `${name} (${subject.engine})` : name;
}

export function subjectName(subject: Subject): string {
  return subject.kind === "variant" ? variantFacts[subject.variant].title : referenceTexts[subject.reference].title;
}

/** An operation on a button, as a title, and as a verb for one variant and for several. */
export const operationTexts = {
  decrypt: { name: "Decrypt", title: "Decrypt one message", verb: "decrypts", verbs: "decrypt" },
  encrypt: { name: "Encrypt", title: "Encrypt one message", verb: "encrypts", verbs: "encrypt" },
  keygen: { name: "Make a key", title: "Make a key", verb: "makes keys", verbs: "make keys" },
} as const satisfies Readonly<Record<Operation, unknown>>;

/** What the page says about an engine. */
export const engineTexts: Readonly<Record<Engine, string>> = {
  lanes:
    "two exponentiations at a time, in floating point; no branches on secrets; needs relaxed SIMD, which newer browsers have",
  scalar: "integer arithmetic; no branches on secrets; runs everywhere",
  "num-bigint": "a plain big-integer library; not constant-time",
};

/** One sentence that says why the fastest engine is not offered, or nothing if it is. */
export function whyNotFastest(library: LibraryState, build: Selection["build"]): string | undefined {
  const [fastest] = allEngines;
  if (library.state !== "ready" || fastest === undefined || library.engines.includes(fastest)) return undefined;
  if (library.build === "relaxed-simd") {
    return `${fastest} does not run here: this processor does not multiply and add in one step.`;
  }
  return build === "auto"
    ? `${fastest} does not run here: this browser or processor lacks relaxed SIMD.`
    : `${fastest} is not in the build ${library.build}.`;
}

/** What the page says about a guard of the private operation. */
interface GuardText {
  readonly id: GuardName;
  readonly name: string;
  /** What it does, and against which attack. */
  readonly what: string;
  /** What its cost consists of. */
  readonly cost: string;
}

export const guardTexts: readonly GuardText[] = [
  {
    id: "Blinding",
    name: "Blinding, against timing attacks",
    what: "If the time of an operation depends on its numbers, the times of many ciphertexts reveal the private exponent. Blinding multiplies the ciphertext by v^e for a random v, and removes v from the result. An attacker then does not know which numbers the exponentiations work on.",
    cost: "Every 32nd operation draws a new v. Those in between square the previous factors, which takes a few multiplications. With a long e, v^e would cost as much as several private operations: a random number then takes the place of v^e, and one more private operation raises it to the power d, which gives v.",
  },
  {
    id: "Fault check",
    name: "Fault check, against induced faults",
    what: "One wrong half of a CRT computation is enough to find a prime with a single gcd. The check verifies each result before it is released.",
    cost: "With a short e, the result is encrypted again and compared. With a long e that would cost several private operations. Instead, each prime’s share is computed modulo p·t, for a prime t of 32 bits, and compared modulo t with a short exponentiation of its own. That costs little, but the operation is fast too, so the check takes a larger part of it.",
  },
];

/** From this difference on, the measured figure counts as different from theory. */
const tolerance = 0.1;

const shortExponent =
  "Theory does not count the recombination, nor the table of powers, which hardly pays off for a short exponent.";
const shortNumbers = "that arithmetic on short numbers has more overhead per bit";

const whySlower: Partial<Record<Variant, string>> = {
  crt: `Theory does not count Garner's recombination, nor ${shortNumbers}.`,
  "multi-prime": `Theory does not count the recombination of r residues, nor ${shortNumbers}.`,
  "multi-power": "Theory does not count Hensel lifting, which works modulo powers of p, nor the recombination.",
  rebalanced: shortExponent,
  "r-prime": shortExponent,
  "scheme-a": shortExponent,
  "scheme-b": shortExponent,
  tunable: shortExponent,
  unbalanced: `Theory does not count the check, which encrypts every result, nor ${shortNumbers}.`,
  batch: "Theory does not count the tree of small exponentiations around the shared ones.",
};

/** A sentence on what theory leaves out, if measured and theoretical speed-up of decryption differ by more than a tenth. */
export function whyDifferent(variant: Variant, ratio: number): string | undefined {
  if (variant === "original" || Math.abs(ratio - 1) <= tolerance) return undefined;
  if (ratio < 1) return whySlower[variant];
  return "Faster than theory, which counts bits: short numbers also fit better into the processor's registers and caches.";
}

/** The browsers that the page names, each with the pattern of its version in the user agent; the first match counts. */
const browsers = [
  ["Edge", /\bEdg\/(\d+)/],
  ["Firefox", /\bFirefox\/(\d+)/],
  ["Chromium", /\bHeadlessChrome\/(\d+)/],
  ["Chrome", /\bChrome\/(\d+)/],
  ["Safari", /\bVersion\/(\d+).*\bSafari\//],
] as const;

/** A browser's name and version from its user agent: "Firefox 155". */
export function browserName(userAgent: string): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "another browser";
}
