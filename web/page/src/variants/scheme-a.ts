import { shortExponent, type VariantPage } from "./variant-page.ts";

export default {
  idea: "short exponents both ways; slow to make keys",
  about:
    "A long search finds keys with private exponents of w bits and a public exponent of n/2 + 56 bits. Proposed where Rebalanced encrypts too slowly; with its published lengths (n 1024, w 160) it is broken.",
  whySlower: shortExponent,
  sources: ["Sun, Wu 2005", "Bleichenbacher, May 2006"],
  mark: { shape: "circle", hollow: true, color: "light-dark(#857000, #d6b93c)" },
} satisfies VariantPage;
