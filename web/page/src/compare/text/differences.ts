import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import type { Variant } from "rsa-variants";

/** From here on the measured figure counts as off theory. */
const tolerance = 0.1;

const slower: Partial<Record<Variant, string>> = {
  crt: "Theory leaves out Garner's recombination and that arithmetic on short numbers has more overhead for each bit.",
  "multi-prime":
    "Theory leaves out the recombination of r residues and that arithmetic on short numbers has more overhead for each bit.",
  "multi-power": "Theory leaves out Hensel lifting, which works modulo powers of p, and the recombination.",
  rebalanced: "Theory leaves out the recombination and the table of powers, which a short exponent hardly repays.",
  "r-prime":
    "Theory leaves out the recombination of r residues and the table of powers, which a short exponent hardly repays.",
  "scheme-a": "Theory leaves out the recombination and the table of powers, which a short exponent hardly repays.",
  "scheme-b": "Theory leaves out the recombination and the table of powers, which a short exponent hardly repays.",
  tunable: "Theory leaves out the recombination and the table of powers, which a short exponent hardly repays.",
  unbalanced:
    "Theory leaves out the check, an encryption that every answer gets, and that arithmetic on short numbers has more overhead for each bit.",
  batch: "Theory leaves out the tree of small exponentiations around the ones that are shared.",
};

/** A sentence on what theory leaves out, when measured and theoretical speed-up differ by more than a tenth. */
export function whyDifferent(variant: Variant, operation: Operation, ratio: number): string | undefined {
  if (variant === "original" || Math.abs(ratio - 1) <= tolerance) return undefined;
  if (operation === "encrypt") {
    return "Theory counts multiplications by plain square and multiply; it leaves out what every call costs besides, and the window that long exponents use.";
  }
  if (ratio < 1) return slower[variant];
  return "Faster than theory, which counts bits: it leaves out that short numbers fit the processor's registers and caches better.";
}
