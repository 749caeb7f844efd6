import type { Powers } from "modular-powers";
import { repeatOver } from "../index.ts";
import { taken } from "./power.ts";
import { checkResult, randomBelowPower, randomModulus, type Workload } from "./workload.ts";

export const squaringCount = 100_000;

/** A chain of squarings, and its end. */
export class SquaringOperands {
  readonly modulus: bigint;
  readonly base: bigint;
  readonly end: bigint;

  constructor(readonly length: number) {
    this.modulus = randomModulus(length);
    this.base = randomBelowPower(length) % this.modulus;
    this.end = this.square();
  }

  square(): bigint {
    let value = this.base;
    for (let count = 0; count < squaringCount; count += 1) value = (value * value) % this.modulus;
    return value;
  }
}

/**
 * The squarings of a time-lock puzzle, which nobody can distribute over several processors (Rivest, Shamir, Wagner, "Time-lock
 * puzzles and timed-release crypto", 1996).
 */
export function squarings(powers: Powers, operands: SquaringOperands): Workload<"modular-powers" | "bigint"> {
  const { modulus, base, end, length } = operands;
  const check = (found: bigint) => checkResult(found, end);
  return {
    name: "squarings",
    length,
    contestants: {
      "modular-powers": () => {
        const group = powers.modulus(modulus);
        const element = group.element(base);
        return repeatOver(
          [element],
          (first) => group.squareRepeatedly(first, squaringCount),
          (found) => check(taken(found)),
        );
      },
      bigint: () => repeatOver([operands], (each) => each.square(), check),
    },
  };
}
