import type { Repeatable } from "@rsa-variants/measure";
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
