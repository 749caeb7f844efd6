/** A way to make RSA keys and to compute the private operation; see the README for the source of each. */
export type Variant =
  | "original"
  | "crt"
  | "multi-prime"
  | "multi-power"
  | "rebalanced"
  | "r-prime"
  | "scheme-a"
  | "scheme-b"
  | "tunable"
  | "batch";

/**
 * How modular exponentiations are computed. `lanes`: two at a time in floating point, in the build `relaxed-simd` where the
 * processor multiplies and adds in one step. `scalar`: integers, on any platform. The source of both has no branch or memory
 * index that depends on a secret; what compilers and processors make of it can differ. `num-bigint`: a plain big-integer
 * library, whose time depends on secrets. `rsa.engines` lists those that run here.
 */
export type Engine = "lanes" | "scalar" | "num-bigint";

/**
 * Every variant, in the order in which tables show them.
 *
 * @example
 * ```ts
 * import { variants } from "rsa-variants";
 * console.log(variants.join(", "));
 * ```
 */
export const variants: readonly Variant[] = Object.freeze([
  "original",
  "crt",
  "multi-prime",
  "multi-power",
  "rebalanced",
  "r-prime",
  "scheme-a",
  "scheme-b",
  "tunable",
  "batch",
] as const);
