import type { Powers } from "modular-powers";
import { repeatOver } from "../index.ts";
import { modPow } from "../tasks/bigint.ts";
import { exponentLength, taken } from "./power.ts";
import { checkResult, randomBelowPower, randomModulus, type Workload } from "./workload.ts";

/** A product of powers with exponents of 256 bits, as in the verification of many proofs at once: in one call, and one by one. */
export function product(
  powers: Powers,
  length: number,
  factors: number,
): Workload<"product" | "one-by-one" | "bigint"> {
  const modulus = randomModulus(length);
  const random = (bits: number) => Array.from({ length: factors }, () => randomBelowPower(bits));
  const bases = random(length).map((base) => base % modulus);
  const exponents = random(exponentLength);
  const group = powers.modulus(modulus);
  const withBigInt = () =>
    bases.reduce((total, base, index) => (total * modPow(base, exponents[index] as bigint, modulus)) % modulus, 1n);
  let expected: bigint | undefined;
  const check = (found: bigint) => {
    expected ??= withBigInt();
    checkResult(found, expected);
  };
  return {
    name: "product",
    length,
    contestants: {
      product: () =>
        repeatOver(
          [bases],
          (all) => group.productPow(all, exponents),
          (found) => check(taken(found)),
        ),
      "one-by-one": () =>
        repeatOver(
          [bases],
          (all) => {
            let total = group.element(1n);
            for (const [index, base] of all.entries()) {
              using factor = group.pow(base, exponents[index] as bigint, { publicExponent: true });
              using former = total;
              total = former.multiply(factor);
            }
            return total;
          },
          (found) => check(taken(found)),
        ),
      bigint: () => repeatOver([0], withBigInt, check),
    },
  };
}
