import { shortExponent, type VariantPage } from "./variant-page.ts";

export default {
  idea: "you choose how slow encryption gets",
  about:
    "You choose the lengths of the public and the private exponents together: what makes one direction faster makes the other slower. For a public exponent of a few hundred bits, if that is fast enough and decryption must be faster than with CRT.",
  whySlower: shortExponent,
  sources: ["Galbraith, Heneghan, McKee 2005"],
  mark: { shape: "triangle", hollow: true, turned: true, color: "light-dark(#4d7a1f, #a3c96a)" },
} satisfies VariantPage;
