import { cratePowers } from "../peers/crates.ts";
import { forgePowers } from "../peers/forge.ts";
import { gmpPowers } from "../peers/gmp.ts";
import { Pairs, powerOf } from "../powers.ts";
import type { Workshop } from "../workshop.ts";

const lengths = [512, 1024, 2048];
/** Different operands, so that no single one decides a time. */
const pairCount = 4;

/** Two independent modular exponentiations: the work of a private operation with primes of this length. */
export async function modexp(workshop: Workshop): Promise<void> {
  for (const length of lengths) {
    const pairs = new Pairs(pairCount, length);
    for (const arithmetic of [...workshop.rsa.engines, "num-bigint-crate", "crypto-bigint"]) {
      await workshop.add(arithmetic, length, async () => cratePowers(await workshop.crates(), arithmetic, pairs));
    }
    await workshop.add("gmp-wasm", length, () => gmpPowers(pairs));
    await workshop.add("bigint", length, () =>
      pairs.repeat(
        (pair) => pair,
        ([first, second]) => [powerOf(first), powerOf(second)] as const,
        (powers) => powers,
      ),
    );
    await workshop.add("node-forge", length, () => forgePowers(pairs));
  }
}
