import type { Powers } from "modular-powers";
import { repeatOver } from "../index.ts";
import { modPow } from "../tasks/bigint.ts";
import { checkResult, randomBelowPower, randomModulus, type Workload } from "./workload.ts";

/** Secret exponents in groups of prime order have 256 bits, for a strength of 128 bits. */
export const exponentLength = 256;

/** The memory for a table of one base, in bytes. */
export const tableMemory = 1 << 20;

/** Bases, exponents and powers modulo one number. */
export class PowerOperands {
  readonly modulus: bigint;
  readonly base: bigint;
  readonly exponents: readonly bigint[];
  readonly powers: readonly bigint[];

  constructor(readonly length: number) {
    this.modulus = randomModulus(length);
    this.base = randomBelowPower(length) % this.modulus;
    this.exponents = Array.from({ length: 8 }, () => randomBelowPower(exponentLength));
    this.powers = this.exponents.map((exponent) => modPow(this.base, exponent, this.modulus));
  }

  /** One power at a time, with any arithmetic; `toBigInt` converts outside the timed part. */
  repeat<Power>(power: (exponent: bigint) => Power, toBigInt: (power: Power) => bigint) {
    return repeatOver(this.exponents, power, (found, place) => checkResult(toBigInt(found), this.powers[place]));
  }
}

/** One power with a secret exponent of 256 bits, as in Diffie–Hellman and ElGamal: of any base, and of one with a table. */
export function power(powers: Powers, operands: PowerOperands): Workload<"pow" | "fixed-base" | "bigint"> {
  const { modulus, base, length } = operands;
  const group = powers.modulus(modulus);
  return {
    name: "power",
    length,
    contestants: {
      pow: () => {
        const element = group.element(base);
        return operands.repeat((exponent) => group.pow(element, exponent, { exponentLength }), taken);
      },
      "fixed-base": () => {
        const table = group.fixedBase(base, { exponentLength, memory: tableMemory });
        return operands.repeat((exponent) => table.pow(exponent), taken);
      },
      bigint: () =>
        operands.repeat(
          (exponent) => modPow(base, exponent, modulus),
          (found) => found,
        ),
    },
  };
}

/** The value of an element that is not needed any more. */
export function taken(element: { toBigInt(): bigint; free(): void }): bigint {
  const value = element.toBigInt();
  element.free();
  return value;
}
