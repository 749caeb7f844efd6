import type { Repeatable } from "@rsa-variants/measure";
import { type GMPLib, init } from "gmp-wasm";
import type { Exponentiation, Pairs } from "../powers.ts";

let library: Promise<GMPLib> | undefined;

/** GMP, compiled by gmp-wasm: `mpz_powm`, in variable time. It cannot prepare anything in advance. */
export async function gmpPowers(pairs: Pairs): Promise<Repeatable> {
  library ??= init();
  const { binding: gmp } = await library;
  const number = (value: bigint): number => {
    const place = gmp.mpz_t();
    gmp.mpz_init_set_string(place, value.toString(16), 16);
    return place;
  };
  const prepare = ({ base, exponent, modulus }: Exponentiation) => [number(base), number(exponent), number(modulus)];
  const power = (numbers: readonly number[]): number => {
    const result = gmp.mpz_t();
    gmp.mpz_init(result);
    gmp.mpz_powm(result, ...(numbers as [number, number, number]));
    return result;
  };
  const take = (place: number): bigint => {
    const value = BigInt(`0x${gmp.mpz_to_string(place, 16)}`);
    gmp.mpz_clear(place);
    gmp.mpz_t_free(place);
    return value;
  };
  return pairs.repeat(
    ([first, second]) => [prepare(first), prepare(second)] as const,
    ([first, second]) => [power(first), power(second)] as const,
    ([first, second]) => [take(first), take(second)],
  );
}
