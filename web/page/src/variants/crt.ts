import { shortNumbers, type VariantPage } from "./variant-page.ts";

export default {
  idea: "two halves; what browsers and servers use",
  about:
    "Two exponentiations modulo p and q, each with numbers of half the length, combined by the Chinese remainder theorem. The standard choice: nearly four times as fast, and every library reads its keys (PKCS #1).",
  whySlower: `Theory does not count Garner's recombination, nor ${shortNumbers}.`,
  sources: ["Quisquater, Couvreur 1982", "Paixão, Gazzoni Filho 2005"],
  mark: { shape: "rect", hollow: false, color: "light-dark(#0067a8, #5cb3ea)" },
} satisfies VariantPage;
