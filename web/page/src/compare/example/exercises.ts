import { modPow } from "@rsa-variants/measure/tasks/bigint";
import { formatCount, formatNumber } from "@rsa-variants/measure/text/format";
import type { Variant } from "rsa-variants";
import { theoreticalSpeedup } from "rsa-variants/theory";
import { countText } from "../figures.ts";
import { type Choice, publicExponent, type WorkedExample, workOf } from "./calculations.ts";
import { inverse, modulo } from "./numbers.ts";

/** In groups of four, without the commas of decimal numbers. */
const bitsOf = (value: bigint) => value.toString(2).replace(/\B(?=(\d{4})+$)/g, "\u00a0");

function countsOf(exponent: bigint, modulus: bigint): string {
  const { squarings, multiplications } = workOf(exponent, modulus);
  return `${countText(squarings, "squaring")} and ${countText(multiplications, "multiplication")}`;
}

/** Questions for a class about the chosen numbers, from arithmetic to what the variants are about, in the notation of `MathText`. */
export function exercisesOn({ message, two: [p, q], three }: Choice, examples: readonly WorkedExample[]) {
  const e = publicExponent;
  const n = p * q;
  const c = modPow(message, e, n);
  const [dp, dq] = [inverse(e, p - 1n), inverse(e, q - 1n)];
  const [mp, mq] = [modPow(c, dp, p), modPow(c, dq, q)];
  const h = modulo((mq - mp) * inverse(p, q), q);
  const of = (variant: Variant) => examples.find((example) => example.variant === variant);
  const cost = (variant: Variant) => formatCount(Math.round(of(variant)?.cost ?? 0));
  const params = { variant: "r-prime", modulusLength: 2048, primes: 3, crtExponentLength: 320 } as const;
  return [
    {
      question: `Encrypt M = ${message} with N = ${p}·${q} = ${n} and e = ${e}. How many squarings and multiplications does that take?`,
      answer: `C = ${message}^${e} mod ${n} = ${c}. e is ${bitsOf(e)} in binary: ${countsOf(e, n)}.`,
    },
    {
      question: "Find d_p and d_q, the inverses of e modulo p − 1 and q − 1.",
      answer: `d_p = ${dp}, because ${e}·${dp} = ${e * dp} = ${(e * dp) / (p - 1n)}·${p - 1n} + 1. d_q = ${dq}, because ${e}·${dq} = ${e * dq} = ${(e * dq) / (q - 1n)}·${q - 1n} + 1.`,
    },
    {
      question: `Write d_p in binary, and compute m_p = C^(d_p) mod p by squaring and multiplying.`,
      answer: `${dp} is ${bitsOf(dp)}: ${countsOf(dp, p)} of numbers below ${p}. ${c % p}^${dp} mod ${p} = ${mp}.`,
    },
    {
      question: "Combine m_p and m_q with Garner’s formula.",
      answer: `m_q = ${mq}. h = (${mq} − ${mp})·${inverse(p, q)} mod ${q} = ${h}. M = ${mp} + ${p}·${h} = ${mp + p * h}.`,
    },
    {
      question:
        "Halving the length of the exponent and of the modulus makes a power eight times as fast. Why, and why does CRT gain only a factor of 4?",
      answer: `Half the exponent: half as many multiplications. Half the modulus: each takes a quarter of the work. Together that is an eighth. But CRT needs two such powers. Here ${cost("original")} bit multiplications become ${cost("crt")}.`,
    },
    {
      question: `How much work do r primes save in theory? Take the three primes ${three.join(", ")}.`,
      answer:
        "Each power is r³ times as fast, and there are r of them, so decryption is r² = 9 times as fast. If r is too large, the primes are so short that elliptic curves find them.",
    },
    {
      question: `Rebalanced RSA chooses short d_p and d_q: ${of("rebalanced")?.key}. What gets slower, and how short can they be?`,
      answer:
        "Encryption: e becomes as long as N. With w bits, a search for d_p takes about 2^(w/2) steps, so w must be at least 160 for 80 bits of strength, and more because of lattices (Security shows how much).",
    },
    {
      question:
        "A chip makes a mistake in m_q only and signs with the result. What can you compute from the wrong signature?",
      answer:
        "The wrong signature S′ is right modulo p and wrong modulo q. So gcd(S′^e − M, N) = p: the key is broken (Boneh, DeMillo, Lipton 1997). That is why the library checks every result.",
    },
    {
      question:
        "R-Prime combines three primes and short exponents. Compare its squares with those of plain RSA. What does theory promise for 2048 bits and w = 320?",
      answer: `Here ${cost("original")} bit multiplications become ${cost("r-prime")}. In theory the gain is n·r/w = 2048·3/320 = ${formatNumber(theoreticalSpeedup(params), 3)}.`,
    },
  ];
}
