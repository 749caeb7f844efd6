import { shortExponent, type VariantPage } from "./variant-page.ts";

export default {
  idea: "you choose how slow encryption gets",
  about:
    "You choose the lengths of the public and the private exponents together: what makes one direction faster makes the other slower. For keys of two primes that decrypt faster than CRT.",
  whySlower: shortExponent,
  sources: ["Galbraith, Heneghan, McKee 2005"],
  mark: { shape: "triangle", hollow: true, turned: true, color: "light-dark(#4d7a1f, #a3c96a)" },
} satisfies VariantPage;
