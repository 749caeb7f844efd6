/** What the page says about each variant. */
import type { Variant } from "rsa-variants";
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
interface VariantPage {
  /** How it works, and when to choose it. */
  readonly about: string;
  /** What theory leaves out, where decryption is slower than in theory. */
  readonly whySlower?: string;
  /** The publications that describe it, and those whose advice on it the page repeats, by their short names. */
  readonly sources: readonly string[];
  readonly mark: Mark;
}

const shortExponent =
  "Theory does not count the recombination, nor the table of powers, which hardly pays off for a short exponent.";
const shortNumbers = "that arithmetic on short numbers has more overhead per bit";

export const variantPages: Readonly<Record<Variant, VariantPage>> = {
  original: {
    about:
      "One exponentiation with an exponent as long as the modulus: C^d mod N. It is enough if you only encrypt or verify.",
    sources: ["Rivest, Shamir, Adleman 1978", "Hansen, Larsen, Olsen 2009"],
    mark: { shape: "circle", hollow: false, color: "light-dark(#33373d, #cfd3d8)" },
  },
  crt: {
    about:
      "Two exponentiations modulo p and q, each with numbers of half the length, combined by the Chinese remainder theorem. The standard choice: about four times as fast, and every library reads its keys (PKCS #1).",
    whySlower: `Theory does not count Garner's recombination, nor ${shortNumbers}.`,
    sources: ["Quisquater, Couvreur 1982", "Paixão, Gazzoni Filho 2005"],
    mark: { shape: "rect", hollow: false, color: "light-dark(#0067a8, #5cb3ea)" },
  },
  "multi-prime": {
    about:
      "The modulus has r primes instead of two, so r shorter exponentiations do the work. Good for both directions: encryption is as fast as before, and PKCS #1 includes its keys.",
    whySlower: `Theory does not count the recombination of r residues, nor ${shortNumbers}.`,
    sources: ["Collins and others 1997", "Hansen, Larsen, Olsen 2009", "Paixão, Gazzoni Filho 2005"],
    mark: { shape: "triangle", hollow: false, color: "light-dark(#00785a, #35c19c)" },
  },
  "multi-power": {
    about:
      "N = p^(r−s)·q^s: it has only two different primes, of which q appears s times, usually once. Two short exponentiations are enough, and Hensel lifting extends the result to the powers. Faster than Multi-prime, with the same encryption; but no standard format holds its private keys, and the estimate of its safety is uncertain.",
    whySlower: "Theory does not count Hensel lifting, which works modulo powers of p, nor the recombination.",
    sources: ["Takagi 1998", "Lim and others 2000", "Hansen, Larsen, Olsen 2009", "Paixão, Gazzoni Filho 2005"],
    mark: { shape: "rectRot", hollow: false, color: "light-dark(#b34700, #f28444)" },
  },
  rebalanced: {
    about:
      "The private exponents modulo p − 1 and q − 1 have only w bits, so the public exponent becomes as long as the modulus. For much decryption, or signing where you choose the program that checks: encryption and checks become as slow as decryption with Original, and many programs refuse so long an exponent.",
    whySlower: shortExponent,
    sources: ["Wiener 1990", "Paixão, Gazzoni Filho 2005"],
    mark: { shape: "rect", hollow: true, color: "light-dark(#6f4cb8, #b49af2)" },
  },
  "r-prime": {
    about:
      "Rebalanced with r primes: r exponentiations, each with a short modulus and a short exponent. For much decryption, or signing where you choose the program that checks: encryption and checks are slow, and many programs refuse its long public exponent.",
    whySlower: shortExponent,
    sources: ["Paixão, Gazzoni Filho 2005", "Hansen, Larsen, Olsen 2009"],
    mark: { shape: "triangle", hollow: true, color: "light-dark(#bb2a76, #f27fb3)" },
  },
  "scheme-a": {
    about:
      "A long search finds keys with private exponents of w bits and a public exponent of n/2 + 56 bits. Proposed where Rebalanced encrypts too slowly; with its published lengths (n 1024, w 160) it is broken.",
    whySlower: shortExponent,
    sources: ["Sun, Wu 2005", "Bleichenbacher, May 2006"],
    mark: { shape: "circle", hollow: true, color: "light-dark(#857000, #d6b93c)" },
  },
  "scheme-b": {
    about:
      "Like Scheme A, with a public exponent of n/2 bits and somewhat longer private exponents; its keys are found quickly. Proposed as a balance of both directions; with its published lengths (n 1024, w 198) it is broken.",
    whySlower: shortExponent,
    sources: ["Sun, Wu 2005", "Bleichenbacher, May 2006"],
    mark: { shape: "rectRot", hollow: true, color: "light-dark(#96522a, #d69a78)" },
  },
  tunable: {
    about:
      "You choose the lengths of the public and the private exponents together: what makes one direction faster makes the other slower. For keys of two primes that decrypt faster than CRT.",
    whySlower: shortExponent,
    sources: ["Galbraith, Heneghan, McKee 2005"],
    mark: { shape: "triangle", hollow: true, turned: true, color: "light-dark(#4d7a1f, #a3c96a)" },
  },
  batch: {
    about:
      "One private operation, with two or more primes, answers b ciphertexts, each encrypted with its own small public exponent. A tree of products shares the work. For a server that always has b messages to decrypt; encryption needs no waiting messages. The small exponents make keys and unpadded messages fragile.",
    whySlower: "Theory does not count the tree of small exponentiations around the shared ones.",
    sources: ["Fiat 1989", "Paixão, Gazzoni Filho 2005"],
    mark: { shape: "crossRot", hollow: true, color: "light-dark(#007d8c, #43c7d6)" },
  },
  unbalanced: {
    about:
      "One of the two primes is short and messages are smaller than it, so one exponentiation modulo this prime decrypts. Every result is encrypted again as a check. It cannot sign, and a result without the check would reveal the key.",
    whySlower: `Theory does not count the check, which encrypts every result, nor ${shortNumbers}.`,
    sources: ["Shamir 1995", "Gilbert and others 1998"],
    mark: { shape: "triangle", hollow: false, turned: true, color: "light-dark(#a8323a, #f0949a)" },
  },
};
