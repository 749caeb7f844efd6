import type { VariantPage } from "./variant-page.ts";

export default {
  idea: "a repeated prime; encryption unchanged",
  about:
    "N = p^(r−s)·q^s: it has only two different primes, of which q appears s times, usually once. Two short exponentiations are enough, and Hensel lifting extends the result to the powers. Faster than Multi-prime, with the same encryption; but no standard format holds its private keys, and the estimate of its safety is uncertain.",
  whySlower: "Theory does not count Hensel lifting, which works modulo powers of p, nor the recombination.",
  sources: ["Takagi 1998", "Lim and others 2000", "Hansen, Larsen, Olsen 2009", "Paixão, Gazzoni Filho 2005"],
  mark: { shape: "rectRot", hollow: false, color: "light-dark(#b34700, #f28444)" },
} satisfies VariantPage;
