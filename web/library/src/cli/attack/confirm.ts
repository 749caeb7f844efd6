import type { AttackOutcome, AttackTarget } from "../../security/attacks.js";
import type { RsaWorkers } from "../../workers/rsa-workers.js";
import { Failure } from "../failure.js";

/** All that attacks can find; each finds a part of it. */
interface Found {
  readonly primes?: readonly bigint[];
  readonly factors?: readonly bigint[];
  readonly unfactored?: readonly bigint[];
  readonly complete?: boolean;
  readonly privateExponent?: bigint;
  readonly privateExponents?: readonly bigint[];
  readonly crtExponents?: readonly bigint[];
  readonly primesWithCrtExponent?: readonly bigint[];
  readonly message?: bigint;
}

/**
 * Checks the result of an attack against the public key.
 *
 * @returns a sentence for each statement that is true
 * @throws Failure if a statement is false
 */
export async function confirm(
  target: AttackTarget,
  found: AttackOutcome & { readonly found: true },
  rsa: () => Promise<RsaWorkers>,
  signal: AbortSignal,
): Promise<string[]> {
  const { primes, factors, unfactored, complete, ...exponents }: Found = found;
  const { crtExponents, primesWithCrtExponent, message } = exponents;
  const publicExponents = "publicExponents" in target ? target.publicExponents : [target.publicExponent];
  const privateExponents = exponents.privateExponents ?? list(exponents.privateExponent);
  const sentences: string[] = [];
  const hold = (holds: boolean, sentence: string) => {
    if (!holds) throw new Failure(`the result is wrong; please report this defect. It is not true that ${sentence}`);
    sentences.push(sentence);
  };

  const divisors = [...(primes ?? factors ?? []), ...(unfactored ?? [])];
  if (divisors.length > 0) {
    const rest = divideOut(target.modulus, divisors);
    if (complete === false) hold(rest !== undefined, "the factors divide the modulus");
    else hold(rest === 1n, "the product of the factors is the modulus");
  }
  if (privateExponents.length > 0 && primes !== undefined) {
    const areInverse = privateExponents.every((d, i) =>
      primes.every((prime) => isInverse(publicExponents[i], d, prime)),
    );
    hold(areInverse, "the private exponent is the inverse of the public exponent");
  }
  if (crtExponents !== undefined) {
    const owners = primesWithCrtExponent ?? primes ?? [];
    const areInverse = crtExponents.every((d, i) => isInverse(publicExponents[0], d, owners[i]));
    hold(areInverse, "each CRT exponent is the inverse of the public exponent for its prime");
  }
  if (message !== undefined && "ciphertexts" in target) {
    const { modulus, publicExponent, secondPublicExponent, ciphertexts } = target;
    const workers = await rsa();
    const pairs = [publicExponent, secondPublicExponent].map(async (exponent, i) => {
      return (await workers.modPow(message, exponent, modulus, { signal })) === ciphertexts[i];
    });
    hold((await Promise.all(pairs)).every(Boolean), "the message encrypts to both ciphertexts");
  }
  if (sentences.length === 0) throw new Failure("the result contains nothing that could be checked");
  return sentences;
}

function list<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** Divides a number by divisors, one after the other; undefined if one is trivial or does not divide the rest. */
function divideOut(number: bigint, divisors: readonly bigint[]): bigint | undefined {
  let rest = number;
  for (const divisor of divisors) {
    if (divisor <= 1n || divisor >= number || rest % divisor !== 0n) return undefined;
    rest /= divisor;
  }
  return rest;
}

/** Whether e·d = 1 modulo p − 1. */
function isInverse(e: bigint | undefined, d: bigint, prime: bigint | undefined): boolean {
  return e !== undefined && prime !== undefined && (e * d - 1n) % (prime - 1n) === 0n;
}
