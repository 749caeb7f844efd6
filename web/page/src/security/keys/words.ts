// What the page says of a key to people who do not know RSA. The library's own reasons, with numbers and papers, follow folded.

import type { KeyAssessment, KeyFinding, KeyVerdict, Method, Reach } from "rsa-variants/security";
import { keyVerdicts } from "../../ui/verdicts.tsx";
import type { JudgedKeys } from "./judge.ts";

/** What each finding means, by its code. */
const findings: Readonly<Record<string, string>> = {
  "small-factor": "The public number can be divided by a small prime.",
  "perfect-power": "The public number is a power of another number, and its root reveals the secret.",
  "prime-modulus": "The public number is a prime itself, so anyone can compute the private key.",
  "close-primes": "The two secret primes are too close to each other, or to a simple ratio.",
  "near-primes": "The two secret primes are closer to each other than the standards allow.",
  "shared-low-bits": "The two secret primes end in the same digits, or in related ones.",
  "simple-number": "One of the secret numbers is close to a simple one, such as a power of two. It is not random.",
  "derived-prime": "One secret prime was computed from the other. It is not random.",
  "published-prime": "One of the secret primes is printed in a public standard.",
  "smooth-prime":
    "The number next to one of the secret primes has only small factors, and a known method finds such primes.",
  "complex-multiplication": "One of the secret primes has a rare form, and a known method finds such primes.",
  "smooth-curve": "One of the secret primes has a rare form, and a known method finds such primes.",
  roca: "A faulty library on smart cards and security chips made this key (ROCA, 2017). Its primes can be found.",
  "shared-prime": "Another of these keys has a prime in common with this one, so each reveals the other.",
  "shared-bits": "One of the secret primes has many digits in common with a prime of another key here.",
  "common-modulus": "Another of these keys has the same modulus.",
  "modulus-pattern": "The public number has a pattern. It was not made from random primes.",
  "prime-pattern": "One of the secret primes has a pattern. It is not random.",
  "short-private-exponent": "The private exponent is too short.",
  "equal-crt-exponents": "Two of the secret exponents are equal.",
  "short-crt-exponents": "The secret exponents are too short.",
  "common-divisor": "The two secret primes have too much in common.",
  "revealing-exponent": "The public exponent reveals a part of a secret prime.",
  "exponent-one": "The public exponent is 1: encryption changes nothing, and anyone can sign.",
  "even-exponent": "The public exponent is even. Nothing that is encrypted with this key can be decrypted.",
  "small-exponent": "The public exponent is small. That is safe only with random padding, such as OAEP and PSS.",
  "long-exponent": "The public exponent is longer than the modulus. Most software refuses the key.",
  "unusual-length": "The length is unusual, and some software refuses the key.",
  "unequal-primes": "One of the secret primes is shorter than the others, which makes it easier to find.",
};

/** What is wrong with a key on which a method is too fast. */
const methods: Readonly<Record<Method, string>> = {
  "number-field-sieve": "The key is too short.",
  "elliptic-curve": "The secret primes are too short.",
  "class-group": "One prime occurs several times in the modulus, and the rest is too short.",
  "prime-power-lattice": "One prime occurs too many times in the modulus.",
  "crt-exponent-search": "The secret exponents are too short.",
  "crt-exponent-lattice": "The secret exponents are too short.",
  "crt-exponent-small-e-lattice": "The secret exponents are too short.",
  "one-crt-exponent-lattice": "One of the secret exponents is too short.",
  "multi-prime-crt-exponent-lattice": "The secret exponents are too short.",
};

/** Who can break a broken key. */
const reaches: Readonly<Record<Reach, string>> = {
  here: "Anyone with a laptop can find the private key within minutes.",
  practical: "Others have broken keys like this, or freely available software does so within days.",
  theory: "No such attack at this size is known, but published methods could do it.",
};

/** Findings for which there is no private key to find. */
const keyless: ReadonlySet<string> = new Set(["exponent-one", "even-exponent", "prime-modulus"]);

export function findingText({ code, reason }: Pick<KeyFinding, "code" | "reason">): string {
  return findings[code] ?? reason;
}

type Judged = Pick<
  KeyAssessment,
  "verdict" | "summary" | "unseen" | "reach" | "decisive" | "keyFindings" | "modulusLength"
>;

/** Free software factors moduli up to this length within days. */
const factoredInDays = 512;

/** From this length on, NIST (SP 800-57 Part 1 rev. 5) gives plain RSA 128 bits of strength, which it asks for after 2030. */
const lengthAfter2030 = 3072;

/** What a verdict on a key means: what is wrong with it, and who can break it. */
export function meaningOf(judged: Judged): string {
  const { verdict, summary, unseen, reach, decisive, keyFindings, modulusLength } = judged;
  if (verdict === "none-found") {
    const until =
      modulusLength < lengthAfter2030
        ? "The length is fine for new data until about 2030; NIST asks for 3072 bits after that."
        : "The length is fine until 2035; NIST’s draft IR 8547 disallows all RSA after that.";
    return `${summary}. ${unseen} ${until}`;
  }
  const found = keyFindings.find((finding) => finding.severity === verdict && finding.reach === reach);
  const why = found === undefined ? methods[decisive.method] : findingText(found);
  if (verdict === "weak") return `${why} Nobody is known to have broken such a key, but the margin is small.`;
  if (reach === undefined || keyless.has(found?.code ?? "")) return why;
  if (found === undefined && decisive.method === "number-field-sieve" && reach === "practical") {
    const how = modulusLength > factoredInDays ? "." : "; freely available software does it within days.";
    return `${why} Keys this short have been factored in practice${how}`;
  }
  return `${why} ${reaches[reach]}`;
}

export const toDo: Readonly<Record<KeyVerdict, string>> = {
  broken:
    "Stop using this key now, and make a new one. Assume that others can read what was encrypted with it, and can forge signatures with it.",
  weak: "Do not use it for anything new, and replace it when you can.",
  "none-found":
    "Nothing, if you trust the software that made it. For secrets that must last for many years, use a longer key.",
};

const countTexts: Readonly<Record<KeyVerdict, string>> = {
  broken: "broken",
  weak: "weak",
  "none-found": "without a known defect",
};

/** Keys and what was left out: "3 keys: 1 broken, 2 without a known defect. 1 could not be read.", or "1 key: broken." */
export function summaryOf({ keys, leftOut }: JudgedKeys): string {
  const counts = keyVerdicts.flatMap((verdict) => {
    const found = keys.filter(({ assessment }) => assessment.verdict === verdict);
    const [first] = found;
    return first === undefined
      ? []
      : [keys.length === 1 ? first.assessment.summary : `${found.length} ${countTexts[verdict]}`];
  });
  const judged = `${keys.length === 0 ? "No" : keys.length} ${keys.length === 1 ? "key" : "keys"}`;
  const rest = leftOut.length === 0 ? "" : ` ${leftOut.length} could not be read.`;
  return `${judged}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}.${rest}`;
}
