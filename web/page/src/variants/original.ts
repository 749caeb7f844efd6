import type { VariantPage } from "./variant-page.ts";

export default {
  idea: "the textbook way, without any trick",
  about:
    "One exponentiation with an exponent as long as the modulus: C^d mod N. It is enough if you only encrypt or verify.",
  sources: ["Rivest, Shamir, Adleman 1978", "Hansen, Larsen, Olsen 2009"],
  mark: { shape: "circle", hollow: false, color: "light-dark(#33373d, #cfd3d8)" },
} satisfies VariantPage;
