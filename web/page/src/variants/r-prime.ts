import { shortExponent, type VariantPage } from "./variant-page.ts";

export default {
  idea: "both tricks together; slow encryption",
  about:
    "Rebalanced with r primes: r exponentiations, each with a short modulus and a short exponent. For much decryption or signing; encryption is slow.",
  whySlower: shortExponent,
  sources: ["Paixão, Gazzoni Filho 2005", "Hansen, Larsen, Olsen 2009"],
  mark: { shape: "triangle", hollow: true, color: "light-dark(#bb2a76, #f27fb3)" },
} satisfies VariantPage;
