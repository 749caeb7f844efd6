import type { Powers } from "modular-powers";
import { repeatOver } from "../index.ts";
import { modPow } from "../tasks/bigint.ts";
import { exponentLength, tableMemory } from "./power.ts";
import { checkResult, randomBelowPower, randomModulus, type Workload } from "./workload.ts";

const choices = 50;

type Ciphertext = readonly [pad: bigint, data: bigint];

/**
 * A ballot of 50 choices, each encrypted with exponential ElGamal (Cramer, Gennaro, Schoenmakers, "A secure and optimally
 * efficient multi-authority election scheme", EUROCRYPT '97): `(g^r, K^r·g^v)` for a vote v of 0 or 1. The bases g and K have
 * tables of one mebibyte each, for both contestants.
 */
export function ballot(powers: Powers, length: number): Workload<"modular-powers" | "bigint"> {
  const modulus = randomModulus(length);
  const generator = randomBelowPower(length) % modulus;
  const key = modPow(generator, randomBelowPower(exponentLength), modulus);
  const nonces = Array.from({ length: choices }, () => randomBelowPower(exponentLength));
  const votes = nonces.map((_, index) => index % 2 === 1);
  const expected = nonces.map((nonce, index): Ciphertext => {
    const [pad, mask] = [generator, key].map((base) => modPow(base, nonce, modulus)) as [bigint, bigint];
    return [pad, votes[index] ? (mask * generator) % modulus : mask];
  });
  const repeat = (encrypt: () => readonly Ciphertext[]) =>
    repeatOver([0], encrypt, (ballot) => {
      for (const [index, pair] of expected.entries()) {
        for (const side of [0, 1] as const) checkResult(pair[side], ballot[index]?.[side]);
      }
    });
  return {
    name: "ballot",
    length,
    contestants: {
      "modular-powers": () => {
        const group = powers.modulus(modulus);
        const options = { exponentLength, memory: tableMemory };
        const tables = [generator, key].map((base) => group.fixedBase(base, options));
        const one = group.element(generator);
        return repeat(() => {
          const [pads = [], masks = []] = tables.map((table) => table.powMany(nonces));
          return masks.map((mask, index): Ciphertext => {
            const pad = pads[index]?.toBigInt() ?? 0n;
            pads[index]?.free();
            const data = votes[index] ? mask.multiply(one) : mask;
            const pair = [pad, data.toBigInt()] as const;
            for (const element of new Set([mask, data])) element.free();
            return pair;
          });
        });
      },
      bigint: () => {
        const tables = [generator, key].map((base) => new BigIntTable(base, modulus, length));
        return repeat(() =>
          nonces.map((nonce, index): Ciphertext => {
            const [pad = 0n, mask = 0n] = tables.map((table) => table.power(nonce));
            return [pad, votes[index] ? (mask * generator) % modulus : mask];
          }),
        );
      },
    },
  };
}

/**
 * Powers of one base with BigInt: a table of `base^(digit·2^(width·row))`, so that a power is a product of one entry for each
 * row (Brickell, Gordon and others, "Fast exponentiation with precomputation", EUROCRYPT '92). BigInt selects an entry at
 * no cost, which a table in constant time does not.
 */
class BigIntTable {
  readonly #width: number;
  readonly #rows: readonly (readonly bigint[])[];

  /** The widest digits whose table fits the memory. */
  constructor(
    base: bigint,
    readonly modulus: bigint,
    length: number,
  ) {
    const size = (width: number) => Math.ceil(exponentLength / width) * 2 ** width * (length / 8);
    let width = 1;
    while (size(width + 1) <= tableMemory) width += 1;
    this.#width = width;
    let first = base;
    this.#rows = Array.from({ length: Math.ceil(exponentLength / width) }, () => {
      const row = [1n];
      for (let digit = 1; digit < 2 ** width; digit += 1) row.push(((row[digit - 1] as bigint) * first) % modulus);
      first = ((row.at(-1) as bigint) * first) % modulus;
      return row;
    });
  }

  power(exponent: bigint): bigint {
    const mask = (1n << BigInt(this.#width)) - 1n;
    let result = 1n;
    for (const [index, row] of this.#rows.entries()) {
      const digit = Number((exponent >> BigInt(index * this.#width)) & mask);
      if (digit > 0) result = (result * (row[digit] as bigint)) % this.modulus;
    }
    return result;
  }
}
