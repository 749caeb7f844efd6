import { shortNumbers, type VariantPage } from "./variant-page.ts";

export default {
  idea: "only for short messages; cannot sign",
  about:
    "One of the two primes is short and messages are smaller than it, so one exponentiation modulo this prime decrypts. Every result is encrypted again as a check. It cannot sign, and a result without the check would reveal the key.",
  whySlower: `Theory does not count the check, which encrypts every result, nor ${shortNumbers}.`,
  sources: ["Shamir 1995", "Gilbert and others 1998"],
  mark: { shape: "triangle", hollow: false, turned: true, color: "light-dark(#a8323a, #f0949a)" },
} satisfies VariantPage;
