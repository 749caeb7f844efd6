import type { Powers } from "modular-powers";
import { type Repeatable, repeatOver } from "../index.ts";
import { modPow } from "../tasks/bigint.ts";
import { checkResult, randomBelowPower, randomModulus, type Workload } from "./workload.ts";

/** A message with the random number of its encryption. */
interface Input {
  readonly message: bigint;
  readonly random: bigint;
}

/** A public key, and messages with their ciphertexts. */
export class PaillierOperands {
  /** Encryption does not need the primes, so any odd number serves as modulus. */
  readonly n: bigint;
  readonly square: bigint;
  readonly inputs: readonly Input[];
  readonly #ciphertexts: readonly bigint[];

  constructor(readonly length: number) {
    this.n = randomModulus(length);
    this.square = this.n * this.n;
    const random = () => randomBelowPower(length) % this.n;
    this.inputs = Array.from({ length: 2 }, () => ({ message: random(), random: random() }));
    this.#ciphertexts = this.inputs.map((input) => this.encryptWith(modPow, input));
  }

  encryptWith(power: typeof modPow, { message, random }: Input): bigint {
    return ((1n + message * this.n) * power(random, this.n, this.square)) % this.square;
  }

  repeat(encrypt: (input: Input) => bigint): Repeatable {
    return repeatOver(this.inputs, encrypt, (found, place) => checkResult(found, this.#ciphertexts[place]));
  }
}

/** `(1 + m·n)·r^n mod n²`, with the public exponent n (Paillier, EUROCRYPT '99, scheme 1 with g = 1 + n). */
export function paillier(powers: Powers, operands: PaillierOperands): Workload<"modular-powers" | "bigint"> {
  const { n, square, length } = operands;
  return {
    name: "paillier",
    length,
    contestants: {
      "modular-powers": () => {
        const group = powers.modulus(square);
        return operands.repeat(({ message, random }) => {
          using mask = group.pow(random, n, { publicExponent: true });
          using message1 = group.element(1n + message * n);
          using ciphertext = mask.multiply(message1);
          return ciphertext.toBigInt();
        });
      },
      bigint: () => operands.repeat((input) => operands.encryptWith(modPow, input)),
    },
  };
}
