import { modPow } from "@rsa-variants/measure/tasks/bigint";
import type { Variant } from "rsa-variants";

/** One line of a calculation: what is computed, with its numbers. */
export interface Step {
  /** With exponents and indices as `MathText` reads them: "m_p = C^(d_p) mod p". */
  readonly formula: string;
  readonly numbers: string;
}

/** How one variant decrypts a small ciphertext. */
export interface WorkedExample {
  readonly variant: Variant;
  /** The key in a line: "p = 61, q = 53, e = 17". */
  readonly key: string;
  readonly ciphertext: bigint;
  readonly steps: readonly Step[];
  /** What comes out; the message. */
  readonly message: bigint;
  /** Multiplications of short numbers that the powers take, by squaring and multiplying: a k-bit number counts k² each time. */
  readonly cost: number;
}

/** The message that every example decrypts. */
const message = 1234n;

/** Decryption by each variant that a small key shows: the same message, under keys of about the same length. */
export function workedExamples(): WorkedExample[] {
  return [original(), crt(), multiPrime(), multiPower(), rebalanced()];
}

function original(): WorkedExample {
  const [p, q, e] = [251n, 233n, 17n];
  const n = p * q;
  const d = inverse(e, (p - 1n) * (q - 1n));
  const c = modPow(message, e, n);
  return {
    variant: "original",
    key: `p = ${p}, q = ${q}, N = p·q = ${n}, e = ${e}, d = ${d}`,
    ciphertext: c,
    steps: [power("M", c, "d", d, "N", n)],
    message: modPow(c, d, n),
    cost: costOf([d, n]),
  };
}

function crt(): WorkedExample {
  const [p, q, e] = [251n, 233n, 17n];
  return withPrimes("crt", [p, q], e, [inverse(e, p - 1n), inverse(e, q - 1n)]);
}

function multiPrime(): WorkedExample {
  const [primes, e] = [[41n, 43n, 47n], 17n] as const;
  return withPrimes(
    "multi-prime",
    primes,
    e,
    primes.map((prime) => inverse(e, prime - 1n)),
  );
}

/** Short private exponents are chosen, and e follows from them. */
function rebalanced(): WorkedExample {
  const [p, q] = [251n, 233n];
  const exponents = [7n, 5n] as const; // odd both, because e has to fit p − 1 and q − 1, which are even
  const [ep, eq] = [inverse(exponents[0], p - 1n), inverse(exponents[1], q - 1n)];
  // The least e with both remainders.
  let e = ep;
  while (e % (q - 1n) !== eq) e += p - 1n;
  return withPrimes("rebalanced", [p, q], e, exponents);
}

/** A power modulo each prime, and Garner's recombination of the results. */
function withPrimes(
  variant: Variant,
  primes: readonly bigint[],
  e: bigint,
  exponents: readonly bigint[],
): WorkedExample {
  const n = primes.reduce((product, prime) => product * prime, 1n);
  const c = modPow(message, e, n);
  const names = primes.length === 2 ? ["p", "q"] : primes.map((_, at) => `p_${at + 1}`);
  const residue = (name: string) => (primes.length === 2 ? `m_${name}` : `m_${name.slice(2)}`);
  const exponentName = (name: string) => (primes.length === 2 ? `d_${name}` : `d_${name.slice(2)}`);
  const steps: Step[] = [];
  const residues = primes.map((prime, at) => {
    const [name = "", d = 0n] = [names[at], exponents[at]];
    steps.push(power(residue(name), c, exponentName(name), d, name, prime));
    return modPow(c, d, prime);
  });
  let [joined = 0n] = residues;
  let [modulus = 1n] = primes;
  for (const [at, prime] of primes.entries()) {
    if (at === 0) continue;
    const own = residues[at] ?? 0n;
    const factor = modulo((own - joined) * inverse(modulus, prime), prime);
    const next = joined + modulus * factor;
    const name = names[at] ?? "";
    steps.push({
      formula: `join ${residue(name)}: h = (${residue(name)} − M)·${names.slice(0, at).join("·")}^(−1) mod ${name}, then M + ${names.slice(0, at).join("·")}·h`,
      numbers: `h = ${factor}, ${joined} + ${modulus}·${factor} = ${next}`,
    });
    [joined, modulus] = [next, modulus * prime];
  }
  const shown = primes.map((prime, at) => `${(names[at] ?? "").replace("_", "")} = ${prime}`).join(", ");
  return {
    variant,
    key: `${shown}, N = ${n}, e = ${e}`,
    ciphertext: c,
    steps,
    message: joined,
    cost: costOf(...primes.map((prime, at): [bigint, bigint] => [exponents[at] ?? 0n, prime])),
  };
}

/** N = p²·q: a power modulo p and q, and one step of Hensel's lifting from p to p². */
function multiPower(): WorkedExample {
  const [p, q, e] = [41n, 43n, 17n];
  const square = p * p;
  const n = square * q;
  const c = modPow(message, e, n);
  const [dp, dq] = [inverse(e, p - 1n), inverse(e, q - 1n)];
  const [m0, mq] = [modPow(c, dp, p), modPow(c, dq, q)];
  const error = modulo(c - modPow(m0, e, square), square) / p;
  const lift = modulo(error * inverse(e * modPow(m0, e - 1n, p), p), p);
  const mp = m0 + p * lift;
  const h = modulo((mq - mp) * inverse(square, q), q);
  return {
    variant: "multi-power",
    key: `p = ${p}, q = ${q}, N = p²·q = ${n}, e = ${e}`,
    ciphertext: c,
    steps: [
      power("m_p", c, "d_p", dp, "p", p),
      power("m_q", c, "d_q", dq, "q", q),
      {
        formula: "lift to p^2: k = ((C − m_p^e) / p)·(e·m_p^(e−1))^(−1) mod p, then m_p + p·k",
        numbers: `k = ${lift}, ${m0} + ${p}·${lift} = ${mp}`,
      },
      {
        formula: "join: h = (m_q − m_p)·(p^2)^(−1) mod q, then m_p + p^2·h",
        numbers: `h = ${h}, ${mp} + ${square}·${h} = ${mp + square * h}`,
      },
    ],
    message: mp + square * h,
    cost: costOf([dp, p], [dq, q]),
  };
}

function power(name: string, base: bigint, exponentName: string, d: bigint, modulusName: string, n: bigint): Step {
  return {
    formula: `${name} = C^(${exponentName}) mod ${modulusName}`,
    numbers: `${base % n}^(${d}) mod ${n} = ${modPow(base, d, n)}`,
  };
}

/** Squarings and multiplications of all powers, each weighted with the square of its modulus's length. */
function costOf(...powers: readonly (readonly [exponent: bigint, modulus: bigint])[]): number {
  return powers.reduce((sum, [exponent, modulus]) => {
    const bits = exponent.toString(2);
    const ones = bits.replaceAll("0", "").length;
    return sum + (bits.length - 1 + ones - 1) * modulus.toString(2).length ** 2;
  }, 0);
}

function modulo(value: bigint, modulus: bigint): bigint {
  return ((value % modulus) + modulus) % modulus;
}

/** The inverse by Euclid's algorithm; the numbers here have one. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
  }
  return modulo(x, modulus);
}
