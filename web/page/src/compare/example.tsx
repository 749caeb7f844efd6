import { modPow } from "@rsa-variants/measure/tasks/bigint";
import { formatNumber } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { type Variant, variantFacts } from "rsa-variants";
import { MathText } from "../ui/math.tsx";

/** One line of a calculation: what is computed, with its numbers. */
export interface Step {
  /** With exponents and indices in the notation of `MathText`: "m_p = C^(d_p) mod p". */
  readonly formula: string;
  readonly numbers: string;
}

/** How one variant decrypts a small ciphertext. */
interface WorkedExample {
  readonly variant: Variant;
  /** The key in a line: "p = 61, q = 53, e = 17". */
  readonly key: string;
  readonly ciphertext: bigint;
  readonly steps: readonly Step[];
  /** The decrypted message. */
  readonly message: bigint;
  /** The work of all powers by squaring and multiplying, where each multiplication of k-bit numbers counts k². */
  readonly cost: number;
}

/** The message that every example decrypts. */
const message = 31_415n;

/** The same message decrypted by each variant that works with small keys, which have about the same length. */
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
  const exponents = [7n, 5n] as const; // both odd, because they must be invertible modulo p − 1 and q − 1, which are even
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
  let joinedName = residue(names[0] ?? "");
  for (const [at, prime] of primes.entries()) {
    if (at === 0) continue;
    const factor = modulo(((residues[at] ?? 0n) - joined) * inverse(modulus, prime), prime);
    const next = joined + modulus * factor;
    const name = names[at] ?? "";
    const product = names.slice(0, at).join("·");
    const inverted = at === 1 ? `${product}^(−1)` : `(${product})^(−1)`;
    const nextName = at === primes.length - 1 ? "M" : "m_(12)";
    steps.push({
      formula: `h = (${residue(name)} − ${joinedName})·${inverted} mod ${name}, ${nextName} = ${joinedName} + ${product}·h`,
      numbers: `h = ${factor}, ${joined} + ${modulus}·${factor} = ${next}`,
    });
    [joined, modulus, joinedName] = [next, modulus * prime, nextName];
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

/** N = p²·q: a power modulo p and q, and one step of Hensel lifting from p to p². */
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
        formula: "k = ((C − m_p^e) / p)·(e·m_p^(e−1))^(−1) mod p, m_(p^2) = m_p + p·k",
        numbers: `k = ${lift}, ${m0} + ${p}·${lift} = ${mp}`,
      },
      {
        formula: "h = (m_q − m_(p^2))·(p^2)^(−1) mod q, M = m_(p^2) + p^2·h",
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

/** Several variants decrypt the same message step by step, with numbers small enough to follow. */
export function WorkedExampleView(): JSX.Element {
  const examples = workedExamples();
  const plain = examples[0]?.cost ?? 0;
  return (
    <>
      <p>
        Small keys of about the same length decrypt the same message step by step. Real keys do exactly this, with
        numbers of hundreds of digits.
      </p>
      <div class="examples">
        {examples.map(({ variant, key, ciphertext, steps, message, cost }) => (
          <article key={variant}>
            <h3>{variantFacts[variant].title}</h3>
            <p class="hint">
              {key}; C = {String(ciphertext)}
            </p>
            <ol>
              {steps.map(({ formula, numbers }) => (
                <li key={formula}>
                  <MathText text={formula} />
                  <br />
                  <span class="hint">
                    <MathText text={numbers} />
                  </span>
                </li>
              ))}
            </ol>
            <p>
              M = {String(message)}
              {cost < plain && `, with 1/${formatNumber(plain / cost, 2)} of plain RSA’s multiplication work`}
            </p>
          </article>
        ))}
      </div>
    </>
  );
}
