import type { AttackName, AttackOutcome, AttackTarget } from "./attacks.js";

/** A statement that follows from what an attack found, and whether it is true. */
export interface OutcomeCheck {
  /** A clause: "the product of the primes is the modulus". */
  readonly statement: string;
  /** Whether it is true. */
  readonly holds: boolean;
}

/** Everything that attacks can find; each finds a part of it. */
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
 * Checks what an attack found against its target: that factors multiply to the modulus and that primes pass Fermat's test, that
 * exponents belong together, and that a message encrypts to the ciphertexts. It needs no WebAssembly and does not trust the
 * attack. It blocks the thread: some milliseconds at 1024 bits, seconds at 16384.
 *
 * @param target the target of the attack
 * @param outcome what `runAttack` returned for it
 * @returns a check for each statement; none if the attack found nothing
 *
 * @example
 * ```ts
 * import { load, verifyOutcome } from "rsa-variants/security";
 * const security = await load();
 * const { target } = await security.demonstration("small-private-exponent");
 * const outcome = await security.runAttack("small-private-exponent", target);
 * for (const { statement, holds } of verifyOutcome(target, outcome)) console.log(holds, statement);
 * // true the product of the primes is the modulus …
 * ```
 */
export function verifyOutcome<Name extends AttackName>(
  target: AttackTarget<Name>,
  outcome: AttackOutcome<Name>,
): readonly OutcomeCheck[] {
  return outcome.found ? checksOf(target, outcome) : [];
}

function checksOf(target: AttackTarget, found: Found): OutcomeCheck[] {
  const { primes, factors, unfactored = [], complete, crtExponents, message } = found;
  const publicExponents = "publicExponents" in target ? target.publicExponents : [target.publicExponent];
  const checks: OutcomeCheck[] = [];
  const check = (statement: string, holds: boolean) => checks.push({ statement, holds });

  const divisors = primes ?? factors;
  if (divisors !== undefined) {
    const rest = divisors.length > 0 ? divideOut(target.modulus, [...divisors, ...unfactored]) : undefined;
    const kind = primes === undefined ? "factors" : "primes";
    if (complete === false) check(`the ${kind} divide the modulus`, rest !== undefined);
    else if (unfactored.length > 0) check("the product of all factors is the modulus", rest === 1n);
    else check(`the product of the ${kind} is the modulus`, rest === 1n);
  }
  if (primes !== undefined) check("each prime passes Fermat’s test", primes.every(passesFermatTest));
  if (found.privateExponent !== undefined && primes !== undefined) {
    const holds = isPair(publicExponents[0], found.privateExponent, primes);
    check("the private exponent is the inverse of the public exponent", holds);
  }
  if (found.privateExponents !== undefined && primes !== undefined) {
    const exponents = found.privateExponents;
    const holds = publicExponents.every((e, i) => isPair(e, exponents[i], primes));
    check("each private exponent is the inverse of its public exponent", holds);
  }
  if (crtExponents !== undefined) {
    const owners = found.primesWithCrtExponent ?? primes ?? [];
    const holds = owners.every((prime, i) => isPair(publicExponents[0], crtExponents[i], [prime]));
    const statement = "each CRT exponent is the inverse of the public exponent for its prime";
    check(statement, holds && owners.length === crtExponents.length);
  }
  if (message !== undefined && "ciphertexts" in target) {
    const exponents = [target.publicExponent, target.secondPublicExponent];
    const encrypts = exponents.every((e, i) => powerModulo(message, e, target.modulus) === target.ciphertexts[i]);
    check("the message encrypts to both ciphertexts", encrypts);
  }
  return checks;
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

/** Whether e·d = 1 modulo each p − 1. */
function isPair(e: bigint | undefined, d: bigint | undefined, primes: readonly bigint[]): boolean {
  if (e === undefined || d === undefined || d <= 0n) return false;
  return primes.every((prime) => prime > 1n && (e * d - 1n) % (prime - 1n) === 0n);
}

/** Whether 2^(p−1) = 1 modulo p. Hardly any composite number passes unless somebody chose it for that. */
function passesFermatTest(prime: bigint): boolean {
  return prime === 2n || (prime > 2n && powerModulo(2n, prime - 1n, prime) === 1n);
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let power = 1n;
  for (const bit of exponent.toString(2)) {
    power = (power * power) % modulus;
    if (bit === "1") power = (power * base) % modulus;
  }
  return power;
}
