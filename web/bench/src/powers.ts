import { type Repeatable, repeatOver } from "@rsa-variants/measure";
import { checkResult, randomBelowPower, randomModulus } from "@rsa-variants/measure/arithmetic/workload";
import { modPow } from "@rsa-variants/measure/tasks/bigint";

/** One modular exponentiation, base^exponent mod modulus. */
export interface Exponentiation {
  readonly base: bigint;
  readonly exponent: bigint;
  /** Odd, with exactly the requested length. */
  readonly modulus: bigint;
}

/** Two independent exponentiations: the work of a private operation with two primes. */
export type Pair = readonly [Exponentiation, Exponentiation];

/** Random pairs of numbers of `length` bits, and their powers computed with JavaScript's BigInt, which all others must match. */
export class Pairs {
  readonly pairs: readonly Pair[];
  readonly #powers: readonly (readonly [bigint, bigint])[];

  constructor(
    count: number,
    readonly length: number,
  ) {
    this.pairs = Array.from({ length: count }, () => [randomExponentiation(length), randomExponentiation(length)]);
    this.#powers = this.pairs.map(([first, second]) => [powerOf(first), powerOf(second)]);
  }

  /** Repeats a contestant's arithmetic over the pairs; `toBigInts` converts its results outside the timed part. */
  repeat<Input, Output>(
    prepare: (pair: Pair) => Input,
    compute: (input: Input, place: number) => Output,
    toBigInts: (output: Output) => readonly [bigint, bigint],
  ): Repeatable {
    return repeatOver(this.pairs.map(prepare), compute, (output, place) => this.check(toBigInts(output), place));
  }

  /** Throws unless these are the powers of the pair. */
  check([first, second]: readonly [bigint, bigint], place: number): void {
    checkResult(first, this.#powers[place]?.[0]);
    checkResult(second, this.#powers[place]?.[1]);
  }
}

/** Computes a power with JavaScript's BigInt and a fixed window of five bits. */
export function powerOf({ base, exponent, modulus }: Exponentiation): bigint {
  return modPow(base, exponent, modulus);
}

function randomExponentiation(length: number): Exponentiation {
  const modulus = randomModulus(length);
  return { base: randomBelowPower(length) % modulus, exponent: randomBelowPower(length), modulus };
}
