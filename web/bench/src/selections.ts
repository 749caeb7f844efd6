import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { hinekLimit } from "rsa-variants/theory";

/**
 * The parameters of the variants at each length: as many primes as Hinek's guidelines allow, and a w that the lattice attack on
 * Schemes A and B does not break in seconds. They are chosen for speed: `rsa-variants/security` calls Scheme B's w broken by
 * larger lattices, and rebalanced RSA's weak at 2048 bits. The page leaves Scheme A out at these lengths, because the search for
 * a key takes too long.
 */
export const variantSelections: readonly Selection[] = [
  selection({ modulusLength: 2048, crtExponentLength: 256, schemeBExponentLength: 416 }),
  selection({ modulusLength: 4096, crtExponentLength: 512, schemeBExponentLength: 832 }),
];

function selection(
  choice: Pick<Selection, "modulusLength" | "crtExponentLength" | "schemeBExponentLength">,
): Selection {
  return { ...defaultSelection, ...choice, primes: hinekLimit(choice.modulusLength) };
}
