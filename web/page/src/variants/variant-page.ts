export type Shape = "circle" | "rect" | "triangle" | "rectRot" | "crossRot" | "star" | "cross";

/**
 * A color and, for people who do not see colors, a shape. Filled shapes have a short public exponent, hollow ones a long one. CRT and
 * Rebalanced share the square, Multi-prime and R-Prime the triangle: one is the other with short private exponents.
 */
export interface Mark {
  readonly shape: Shape;
  readonly hollow: boolean;
  /** Whether the shape is upside down. */
  readonly turned?: boolean;
  /** In CSS, for light and dark: with a contrast of at least 3 : 1 with every background. */
  readonly color: string;
}

/** What the page says about a variant, and how it marks it. */
export interface VariantPage {
  /** The idea in a few words, under the name. */
  readonly idea: string;
  /** How it works, and when to choose it. */
  readonly about: string;
  /** What theory leaves out, where decryption is slower than in theory. */
  readonly whySlower?: string;
  /** The publications that describe it, and those whose advice on it the page repeats, by their short names. */
  readonly sources: readonly string[];
  readonly mark: Mark;
}

export const shortExponent =
  "Theory does not count the recombination, nor the table of powers, which hardly pays off for a short exponent.";
export const shortNumbers = "that arithmetic on short numbers has more overhead per bit";
