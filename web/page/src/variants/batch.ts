import type { VariantPage } from "./variant-page.ts";

export default {
  idea: "several at once; time per message",
  about:
    "One private operation, with two or more primes, answers b ciphertexts, each encrypted with its own small public exponent. A tree of products shares the work. For a server that always has b messages to decrypt; encryption needs no waiting messages. The small exponents make keys and unpadded messages fragile.",
  whySlower: "Theory does not count the tree of small exponentiations around the shared ones.",
  sources: ["Fiat 1989", "Paixão, Gazzoni Filho 2005"],
  mark: { shape: "crossRot", hollow: true, color: "light-dark(#007d8c, #43c7d6)" },
} satisfies VariantPage;
