import { shortExponent, type VariantPage } from "./variant-page.ts";

export default {
  idea: "short exponents both ways",
  about:
    "Like Scheme A, with a public exponent of n/2 bits and somewhat longer private exponents; its keys are found quickly. Proposed as a balance of both directions; with its published lengths (n 1024, w 198) it is broken.",
  whySlower: shortExponent,
  sources: ["Sun, Wu 2005", "Bleichenbacher, May 2006"],
  mark: { shape: "rectRot", hollow: true, color: "light-dark(#96522a, #d69a78)" },
} satisfies VariantPage;
