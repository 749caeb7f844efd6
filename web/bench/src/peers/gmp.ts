import { type Repeatable, repeatOver } from "@rsa-variants/measure";
import { type SquaringOperands, squaringCount } from "@rsa-variants/measure/arithmetic/squarings";
import { checkResult } from "@rsa-variants/measure/arithmetic/workload";
import { type GMPLib, init } from "gmp-wasm";
import type { Exponentiation, Pairs } from "../powers.ts";

type Numbers = [base: number, exponent: number, modulus: number];

let library: Promise<GMPLib> | undefined;

/** GMP, compiled by gmp-wasm: `mpz_powm`, in variable time. It cannot prepare anything in advance. */
async function loadGmp() {
  library ??= init();
  const { binding: gmp } = await library;
  const number = (value: bigint): number => {
    const place = gmp.mpz_t();
    gmp.mpz_init_set_string(place, value.toString(16), 16);
    return place;
  };
  const free = (place: number): void => {
    gmp.mpz_clear(place);
    gmp.mpz_t_free(place);
  };
  return {
    prepare: ({ base, exponent, modulus }: Exponentiation): Numbers => [
      number(base),
      number(exponent),
      number(modulus),
    ],
    power: (numbers: Numbers): number => {
      const result = gmp.mpz_t();
      gmp.mpz_init(result);
      gmp.mpz_powm(result, ...numbers);
      return result;
    },
    square: (place: number, modulus: number): void => {
      gmp.mpz_mul(place, place, place);
      gmp.mpz_mod(place, place, modulus);
    },
    number,
    take: (place: number): bigint => {
      const value = BigInt(`0x${gmp.mpz_to_string(place, 16)}`);
      free(place);
      return value;
    },
    free,
  };
}

/** Computes powers one at a time, with the conversions from and to BigInt. */
export async function gmpPower(): Promise<(base: bigint, exponent: bigint, modulus: bigint) => bigint> {
  const { prepare, power, take, free } = await loadGmp();
  return (base, exponent, modulus) => {
    const numbers = prepare({ base, exponent, modulus });
    const result = take(power(numbers));
    numbers.forEach(free);
    return result;
  };
}

/** Two powers at a time of numbers that are converted before. */
export async function gmpPowers(pairs: Pairs): Promise<Repeatable> {
  const { prepare, power, take } = await loadGmp();
  return pairs.repeat(
    ([first, second]) => [prepare(first), prepare(second)] as const,
    ([first, second]) => [power(first), power(second)] as const,
    ([first, second]) => [take(first), take(second)],
  );
}

/** A chain of squarings: `mpz_mul` and `mpz_mod`. */
export async function gmpSquarings({ base, modulus, end }: SquaringOperands): Promise<Repeatable> {
  const { number, square, take } = await loadGmp();
  const place = number(modulus);
  return repeatOver(
    [base],
    (value) => {
      const result = number(value);
      for (let count = 0; count < squaringCount; count += 1) square(result, place);
      return result;
    },
    (result) => checkResult(take(result), end),
  );
}
