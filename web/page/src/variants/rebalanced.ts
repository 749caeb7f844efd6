import { shortExponent, type VariantPage } from "./variant-page.ts";

export default {
  idea: "short exponents; slow encryption",
  about:
    "The private exponents modulo p − 1 and q − 1 have only w bits, so the public exponent becomes as long as the modulus. For much decryption or signing; encryption becomes as slow as decryption with Original.",
  whySlower: shortExponent,
  sources: ["Wiener 1990", "Paixão, Gazzoni Filho 2005"],
  mark: { shape: "rect", hollow: true, color: "light-dark(#6f4cb8, #b49af2)" },
} satisfies VariantPage;
