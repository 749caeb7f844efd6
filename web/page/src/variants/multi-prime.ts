import { shortNumbers, type VariantPage } from "./variant-page.ts";

export default {
  idea: "shorter primes; encryption unchanged",
  about:
    "The modulus has r primes instead of two, so r shorter exponentiations do the work. Good for both directions: encryption is as fast as before, and PKCS #1 includes its keys.",
  whySlower: `Theory does not count the recombination of r residues, nor ${shortNumbers}.`,
  sources: ["Collins and others 1997", "Hansen, Larsen, Olsen 2009", "Paixão, Gazzoni Filho 2005"],
  mark: { shape: "triangle", hollow: false, color: "light-dark(#00785a, #35c19c)" },
} satisfies VariantPage;
