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
  | "batch";

/**
 * How modular exponentiations are computed: `lanes` constant-time, two at a time in floating point, in the build
 * `relaxed-simd` where the processor multiplies and adds in one step; `scalar` constant-time on any platform; `reference`
 * by a plain big-integer library (not constant-time). `rsa.engines` tells which run here.
 */
export type Engine = "lanes" | "scalar" | "reference";

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
  "batch",
] as const);
