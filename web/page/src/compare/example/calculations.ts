import { modPow } from "@rsa-variants/measure/tasks/bigint";
import type { Variant } from "rsa-variants";
import { bitLength, greatestCommonDivisor, inverse, isPrime, modulo, primesFor } from "./numbers.ts";

/** Multiplications of numbers of the same length. One of k-bit numbers is k² bit multiplications. */
export interface Work {
  readonly squarings: number;
  readonly multiplications: number;
  /** The length of the numbers, in bits. */
  readonly bits: number;
}

/** One line of a calculation: what is computed, with its numbers. */
export interface Step {
  /** With exponents and indices in the notation of `MathText`: "m_p = C^(d_p) mod p". */
  readonly formula: string;
  /** The numbers that go into it: "C mod p = 12824 mod 41 = 32; d_p = 7". */
  readonly given?: string;
  readonly numbers: string;
  /** Empty for what takes next to nothing. */
  readonly work: readonly Work[];
}

/** How one variant decrypts a small ciphertext. */
export interface WorkedExample {
  readonly variant: Variant;
  /** The key in a line: "p = 61, q = 53, e = 17". */
  readonly key: string;
  /** How each message was encrypted. */
  readonly encryption: readonly Step[];
  readonly steps: readonly Step[];
  readonly messages: readonly bigint[];
  /** The bit multiplications of all steps, for one message. */
  readonly cost: number;
}

/** The numbers that a reader chooses. */
export interface Choice {
  readonly message: bigint;
  /** For two primes, and for three. */
  readonly two: readonly [p: bigint, q: bigint];
  readonly three: readonly [bigint, bigint, bigint];
}

type Numbers = readonly bigint[];
type Named = readonly [name: string, value: bigint];

/** The public exponent of all keys that do not choose their private exponents first. */
export const publicExponent = 17n;

/** The primes to choose from: two of the one or three of the other make an N of about 16 bits. */
export const primes = { two: primesFor(publicExponent, 128, 256), three: primesFor(publicExponent, 31, 61) };

export const defaultChoice: Choice = { message: 31_415n, two: [251n, 233n], three: [41n, 43n, 47n] };

/** The second message of the batch. */
const secondMessage = 2_718n;

/** The bit multiplications that some work takes. */
export function costOf(work: readonly Work[]): number {
  return work.reduce((sum, { squarings, multiplications, bits }) => sum + (squarings + multiplications) * bits ** 2, 0);
}

/** The greatest message: it must be below every N. */
export function greatestMessage({ two: [p, q], three: [a, b, c] }: Choice): bigint {
  return [p * q, a * b * c, a * a * b].reduce((least, n) => (n < least ? n : least)) - 1n;
}

/** Why the numbers cannot be used; undefined if they can. */
export function problemOf(choice: Choice): string | undefined {
  const { message, two, three } = choice;
  if (new Set(two).size < 2 || new Set(three).size < 3) return "The primes of a key must differ.";
  const most = greatestMessage(choice);
  if (message < 2n || message > most) return `The message must be between 2 and ${most}, so that it is below every N.`;
  const factor = [...two, ...three].find((prime) => message % prime === 0n);
  if (factor === undefined) return undefined;
  return `The message must not be a multiple of ${factor}, which is a prime of a key. With real keys that never happens.`;
}

/** The same message decrypted by each variant that works differently, with keys of about the same length. */
export function workedExamples(choice: Choice): WorkedExample[] {
  const { message, two, three } = choice;
  const e = publicExponent;
  return [
    original(choice),
    withPrimes("crt", message, two, e, exponentsFor(e, two)),
    withPrimes("multi-prime", message, three, e, exponentsFor(e, three)),
    multiPower(choice),
    withShortExponents("rebalanced", message, two),
    withShortExponents("r-prime", message, three),
    batch(choice),
    unbalanced(choice),
  ];
}

function original({ message, two: [p, q] }: Choice): WorkedExample {
  const e = publicExponent;
  const n = p * q;
  const d = inverse(e, (p - 1n) * (q - 1n));
  const c = modPow(message, e, n);
  const key = `p = ${p}, q = ${q}, N = p·q = ${n}, e = ${e}, d = ${d}`;
  return finish("original", key, [encrypt(message, e, n)], [power("M", c, ["d", d], ["N", n])], [modPow(c, d, n)]);
}

function exponentsFor(e: bigint, factors: Numbers): bigint[] {
  return factors.map((prime) => inverse(e, prime - 1n));
}

/** Short private exponents are chosen, and e follows from them. Equal exponents would give the primes away. */
function withShortExponents(variant: Variant, message: bigint, factors: readonly bigint[]): WorkedExample {
  for (let most = 5n; ; most += 2n) {
    for (const exponents of oddLists(factors.length, most)) {
      const e = new Set(exponents).size > 1 ? exponentFor(exponents, factors) : undefined;
      if (e !== undefined) return withPrimes(variant, message, factors, e, exponents);
    }
  }
}

/** All lists of odd numbers from 5 to `most`. */
function oddLists(length: number, most: bigint): bigint[][] {
  if (length === 0) return [[]];
  const numbers = Array.from({ length: Number((most - 5n) / 2n) + 1 }, (_, at) => 5n + 2n * BigInt(at));
  return oddLists(length - 1, most).flatMap((list) => numbers.map((number) => [...list, number]));
}

/** The public exponent with these private exponents modulo each p − 1; undefined if no exponent has them. */
function exponentFor(exponents: readonly bigint[], factors: readonly bigint[]): bigint | undefined {
  let [e, modulus] = [0n, 1n];
  for (const [at, prime] of factors.entries()) {
    const [d, order] = [exponents[at] as bigint, prime - 1n];
    if (greatestCommonDivisor(d, order) !== 1n) return undefined;
    const common = greatestCommonDivisor(modulus, order);
    const missing = inverse(d, order) - e;
    if (missing % common !== 0n) return undefined;
    const rest = order / common;
    e += modulus * modulo((missing / common) * inverse(modulus / common, rest), rest);
    modulus *= rest;
  }
  return e;
}

/** A power modulo each prime, and Garner's recombination of the results. */
function withPrimes(variant: Variant, message: bigint, factors: Numbers, e: bigint, exponents: Numbers) {
  const n = factors.reduce((product, prime) => product * prime, 1n);
  const c = modPow(message, e, n);
  const { steps, result } = crtSteps(c, factors, exponents, "M");
  const names = factors.map((prime, at) => `${nameOf(factors, at)} = ${prime}`);
  return finish(variant, `${names.join(", ")}, N = ${n}, e = ${e}`, [encrypt(message, e, n)], steps, [result]);
}

/** The name of a prime: p and q if there are two. */
function nameOf(factors: readonly bigint[], at: number): string {
  return factors.length === 2 ? (["p", "q"][at] as string) : `p_${at + 1}`;
}

function crtSteps(c: bigint, factors: Numbers, exponents: Numbers, whole: string, letter = "C") {
  const indexOf = (at: number) => (factors.length === 2 ? ["p", "q"][at] : `${at + 1}`);
  const steps = factors.map((prime, at) => {
    const d = exponents[at] as bigint;
    return power(`m_${indexOf(at)}`, c, [`d_${indexOf(at)}`, d], [nameOf(factors, at), prime], letter);
  });
  const residues = factors.map((prime, at) => modPow(c, exponents[at] as bigint, prime));
  let [joined, modulus] = [residues[0] as bigint, factors[0] as bigint];
  let joinedName = `m_${indexOf(0)}`;
  for (const [at, prime] of factors.entries()) {
    if (at === 0) continue;
    const [residue, inverted] = [residues[at] as bigint, inverse(modulus, prime)];
    const factor = modulo((residue - joined) * inverted, prime);
    const next = joined + modulus * factor;
    const names = factors.map((_, index) => nameOf(factors, index));
    const [name, product] = [names[at], names.slice(0, at).join("·")];
    const invertedName = at === 1 ? `${product}^(−1)` : `(${product})^(−1)`;
    const nextName = at === factors.length - 1 ? whole : "m_(12)";
    steps.push({
      formula: `h = (m_${indexOf(at)} − ${joinedName})·${invertedName} mod ${name}, ${nextName} = ${joinedName} + ${product}·h`,
      given: `${invertedName} mod ${name} = ${inverted}`,
      numbers: `h = (${residue} − ${joined})·${inverted} mod ${prime} = ${factor}; ${nextName} = ${joined} + ${modulus}·${factor} = ${next}`,
      work: [{ squarings: 0, multiplications: at + 1, bits: bitLength(prime) }],
    });
    [joined, modulus, joinedName] = [next, modulus * prime, nextName];
  }
  return { steps, result: joined };
}

/** N = p²·q: a power modulo p and q, and one step of Hensel lifting from p to p². */
function multiPower({ message, three: [p, q] }: Choice): WorkedExample {
  const e = publicExponent;
  const square = p * p;
  const n = square * q;
  const c = modPow(message, e, n);
  const [dp, dq] = [inverse(e, p - 1n), inverse(e, q - 1n)];
  const [m0, mq] = [modPow(c, dp, p), modPow(c, dq, q)];
  const error = modulo(c - modPow(m0, e, square), square) / p;
  const lift = modulo(error * inverse(e * modPow(m0, e - 1n, p), p), p);
  const mp = m0 + p * lift;
  const h = modulo((mq - mp) * inverse(square, q), q);
  const steps = [
    power("m_p", c, ["d_p", dp], ["p", p]),
    power("m_q", c, ["d_q", dq], ["q", q]),
    {
      formula: "k = ((C − m_p^e) / p)·(e·m_p^(e−1))^(−1) mod p, m_(p^2) = m_p + p·k",
      numbers: `k = ${lift}; m_(p^2) = ${m0} + ${p}·${lift} = ${mp}`,
      work: [workOf(e, square), { squarings: 0, multiplications: 2, bits: bitLength(p) }],
    },
    {
      formula: "h = (m_q − m_(p^2))·(p^2)^(−1) mod q, M = m_(p^2) + p^2·h",
      numbers: `h = ${h}; M = ${mp} + ${square}·${h} = ${mp + square * h}`,
      work: [{ squarings: 0, multiplications: 3, bits: bitLength(q) }],
    },
  ];
  return finish("multi-power", `p = ${p}, q = ${q}, N = p²·q = ${n}, e = ${e}`, [encrypt(message, e, n)], steps, [
    mp + square * h,
  ]);
}

/** Fiat's batch of two: one root of both exponents, from which each message is split off. */
function batch({ message, two }: Choice): WorkedExample {
  const [p, q] = two;
  const n = p * q;
  const suitable = (e: bigint) => isPrime(e) && two.every((prime) => (prime - 1n) % e !== 0n);
  const candidates = Array.from({ length: 60 }, (_, at) => BigInt(at + 3)).filter(suitable);
  const [e1, e2] = candidates as [bigint, bigint];
  const second = two.every((prime) => secondMessage % prime !== 0n) ? secondMessage : secondMessage + 1n;
  const [c1, c2] = [modPow(message, e1, n), modPow(second, e2, n)];
  const joined = (modPow(c1, e2, n) * modPow(c2, e1, n)) % n;
  const { steps, result: root } = crtSteps(joined, two, exponentsFor(e1 * e2, two), "R", "A");
  // A multiple of e1 that is 1 modulo e2.
  const x = e1 * inverse(e1, e2);
  const split = (modPow(c1, x / e1, n) * modPow(c2, (x - 1n) / e2, n)) % n;
  const m2 = (modPow(root, x, n) * inverse(split, n)) % n;
  const m1 = (root * inverse(m2, n)) % n;
  const all: Step[] = [
    {
      formula: "A = C_1^(e_2)·C_2^(e_1) mod N",
      numbers: `${c1}^(${e2})·${c2}^(${e1}) mod ${n} = ${joined}`,
      work: [workOf(e2, n), workOf(e1, n), { squarings: 0, multiplications: 1, bits: bitLength(n) }],
    },
    ...steps,
    {
      formula: `M_2 = R^(${x}) / (C_1^(${x / e1})·C_2^(${(x - 1n) / e2})) mod N, M_1 = R / M_2 mod N`,
      numbers: `M_2 = ${m2}; M_1 = ${m1}`,
      work: [
        workOf(x, n),
        workOf(x / e1, n),
        workOf((x - 1n) / e2, n),
        { squarings: 0, multiplications: 3, bits: bitLength(n) },
      ],
    },
  ];
  const encryption = [encrypt(message, e1, n, "_1"), encrypt(second, e2, n, "_2")];
  return finish("batch", `p = ${p}, q = ${q}, N = ${n}, e_1 = ${e1}, e_2 = ${e2}`, encryption, all, [m1, m2]);
}

/** One power modulo a short prime. The other prime makes N as long as the others. */
function unbalanced({ message, two, three: [p] }: Choice): WorkedExample {
  const e = publicExponent;
  let q = (two[0] * two[1]) / p;
  while (!isPrime(q) || (q - 1n) % e === 0n) q += 1n;
  const n = p * q;
  const short = message % p;
  const c = modPow(short, e, n);
  const dp = inverse(e, p - 1n);
  const key = `p = ${p}, q = ${q}, N = ${n}, e = ${e}; messages must be below p, so here M = ${message} mod ${p} = ${short}`;
  return finish("unbalanced", key, [encrypt(short, e, n)], [power("M", c, ["d_p", dp], ["p", p])], [modPow(c, dp, p)]);
}

function encrypt(message: bigint, e: bigint, n: bigint, index = ""): Step {
  const numbers = `${message}^(${e}) mod ${n} = ${modPow(message, e, n)}`;
  return { formula: `C${index} = M${index}^(e${index}) mod N`, numbers, work: [] };
}

function power(name: string, base: bigint, [exponentName, d]: Named, [modulusName, n]: Named, letter = "C"): Step {
  return {
    formula: `${name} = ${letter}^(${exponentName}) mod ${modulusName}`,
    given: `${base < n ? `${letter} = ${base}` : `${letter} mod ${modulusName} = ${base} mod ${n} = ${base % n}`}; ${exponentName} = ${d}`,
    numbers: `${base % n}^(${d}) mod ${n} = ${modPow(base, d, n)}`,
    work: [workOf(d, n)],
  };
}

/** A power by squaring and multiplying: a squaring for each bit of the exponent after the first, a multiplication for each 1. */
export function workOf(exponent: bigint, modulus: bigint): Work {
  const bits = exponent.toString(2);
  const ones = bits.replaceAll("0", "").length;
  return { squarings: Math.max(0, bits.length - 1), multiplications: Math.max(0, ones - 1), bits: bitLength(modulus) };
}

function finish(variant: Variant, key: string, encryption: Step[], steps: Step[], messages: Numbers): WorkedExample {
  const cost = costOf(steps.flatMap(({ work }) => work)) / messages.length;
  return { variant, key, encryption, steps, messages, cost };
}
