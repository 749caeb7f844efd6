import { readFile } from "node:fs/promises";
import { type Variant, variantFacts } from "rsa-variants";
import {
  hinekLimit,
  published,
  sources,
  theoreticalEncryptionCost,
  theoreticalEncryptionMultiplications,
  theoreticalSpeedup,
} from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { expectRefused } from "./support.ts";

describe("theory", () => {
  it("gives the approximated speed-ups of Hansen, Larsen, Olsen 2009 at n 1024, r 3, w 160", () => {
    const printed: [Variant, number][] = [
      ["original", 1],
      ["crt", 4],
      ["multi-prime", 9],
      ["multi-power", 13.5],
      ["rebalanced", 12.8],
      ["r-prime", 19.2],
    ];
    for (const [variant, speedup] of printed) {
      const params = { variant, modulusLength: 1024, primes: 3, crtExponentLength: 160 };
      expect(theoreticalSpeedup(params, "original"), variant).toBeCloseTo(speedup, 10);
    }
  });

  it("agrees with every theoretical figure that the papers print", () => {
    const theory = published.filter((figure) => figure.kind === "theory");
    expect(theory).toHaveLength(6 + 15);
    for (const figure of theory) {
      const over = figure.quantity === "speedup-over-crt" ? "crt" : "original";
      // Paixão truncates 3.375 to 3.37.
      expect(Math.abs(theoreticalSpeedup(figure, over) - figure.value), JSON.stringify(figure)).toBeLessThan(0.006);
    }
  });

  it("follows n, r, w and b", () => {
    expect(theoreticalSpeedup({ variant: "multi-prime", modulusLength: 4096, primes: 4 })).toBe(16);
    expect(theoreticalSpeedup({ variant: "multi-power", modulusLength: 4096, primes: 4 }, "crt")).toBe(8);
    expect(theoreticalSpeedup({ variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 })).toBeCloseTo(
      10.343,
      3,
    );
    expect(theoreticalSpeedup({ variant: "batch", modulusLength: 1024, batchSize: 8 }, "crt")).toBe(8);
    // b messages share one operation of multi-prime.
    expect(theoreticalSpeedup({ variant: "batch", modulusLength: 1024, primes: 3, batchSize: 4 })).toBe(36);
    expect(theoreticalSpeedup({ variant: "batch", modulusLength: 1024, primes: 3, batchSize: 4 }, "crt")).toBe(9);
    expect(theoreticalSpeedup({ variant: "batch", modulusLength: 8192, batchSize: 4 })).toBe(16);
    // w is limited to n/r.
    expect(theoreticalSpeedup({ variant: "rebalanced", modulusLength: 256 })).toBe(4);
  });

  it("counts the multiplications of an encryption", () => {
    expect(theoreticalEncryptionMultiplications({ variant: "original", modulusLength: 1024 })).toBe(17);
    expect(theoreticalEncryptionMultiplications({ variant: "crt", modulusLength: 1024, publicExponent: 3n })).toBe(2);
    expect(theoreticalEncryptionCost({ variant: "multi-power", modulusLength: 4096 })).toBe(1);
    // 3, 5, 7, 11 take 2, 3, 4, 5 multiplications.
    expect(theoreticalEncryptionMultiplications({ variant: "batch", modulusLength: 1024 })).toBe(3.5);
    // The paper's encryption speed-ups over rebalanced at n 1024: 2.7 and 3.0.
    const rebalanced = theoreticalEncryptionCost({ variant: "rebalanced", modulusLength: 1024 });
    const schemeA = theoreticalEncryptionCost({ variant: "scheme-a", modulusLength: 1024 });
    const schemeB = theoreticalEncryptionCost({ variant: "scheme-b", modulusLength: 1024 });
    // e = 2^383 + 1, and at the other end that of Scheme B.
    expect(theoreticalEncryptionMultiplications({ variant: "tunable", modulusLength: 2048 })).toBe(384);
    const publicExponent = (1n << 511n) + 1n;
    expect(theoreticalEncryptionCost({ variant: "tunable", modulusLength: 1024, publicExponent })).toBe(schemeB);
    expect(rebalanced / schemeA).toBeCloseTo(2.7, 1);
    expect(rebalanced / schemeB).toBeCloseTo(3.0, 1);
    // Key generation rounds the half of an odd n up.
    expect(theoreticalEncryptionMultiplications({ variant: "scheme-a", modulusLength: 1025 })).toBe(513 + 56);
    expect(theoreticalEncryptionMultiplications({ variant: "scheme-b", modulusLength: 1025 })).toBe(513);
  });

  it("covers all lengths up to its limits", () => {
    expect(theoreticalSpeedup({ variant: "crt", modulusLength: 2 })).toBe(4);
    expect(theoreticalSpeedup({ variant: "rebalanced", modulusLength: 512, crtExponentLength: 1 })).toBe(1024);
    expect(theoreticalSpeedup({ variant: "rebalanced", modulusLength: 512, crtExponentLength: 256 })).toBe(4);
    expect(theoreticalSpeedup({ variant: "batch", modulusLength: 512, batchSize: 1 })).toBe(4);
    expect(theoreticalSpeedup({ variant: "batch", modulusLength: 512, batchSize: 8 })).toBe(32);
    expect(theoreticalSpeedup({ variant: "unbalanced", modulusLength: 2048, primeLength: 512 })).toBe(64);
    expect(theoreticalSpeedup({ variant: "unbalanced", modulusLength: 2048 })).toBe(32.768);
    expect(theoreticalEncryptionMultiplications({ variant: "crt", modulusLength: 512, publicExponent: 1n })).toBe(0);
  });

  it("gives Hinek's limits", () => {
    expect([512, 1024, 1536, 2048, 4096, 8192, 16384].map(hinekLimit)).toEqual([2, 3, 3, 3, 4, 4, 4]);
  });

  it("refuses nonsense with the limit and the value", () => {
    expectRefused(() => theoreticalSpeedup({ variant: "crt", modulusLength: 1.5 }), "invalid-params", "1.5");
    expectRefused(
      () => theoreticalSpeedup({ variant: "rebalanced", modulusLength: 512, crtExponentLength: 300 }),
      "invalid-params",
      256,
      300,
    );
    expectRefused(
      () => theoreticalSpeedup({ variant: "batch", modulusLength: 512, batchSize: 9 }),
      "invalid-params",
      8,
      9,
    );
    expectRefused(() => theoreticalSpeedup({ variant: "rsa" as Variant, modulusLength: 512 }), "invalid-params", "rsa");
    expectRefused(() => theoreticalSpeedup({ variant: "crt", modulusLength: 1 }), "invalid-params", "at least 2", 1);
    expectRefused(
      () => theoreticalSpeedup({ variant: "unbalanced", modulusLength: 2048, primeLength: 1024 }),
      "invalid-params",
      "primeLength must be 1 to 1023",
      1024,
    );
    expectRefused(
      () => theoreticalSpeedup({ variant: "multi-prime", modulusLength: 512, primes: 1 }),
      "invalid-params",
      "primes must be at least 2",
      1,
    );
    expectRefused(
      () => theoreticalSpeedup({ variant: "rebalanced", modulusLength: 512, crtExponentLength: 0 }),
      "invalid-params",
      "1 to 256",
      0,
    );
    expectRefused(
      () => theoreticalSpeedup({ variant: "batch", modulusLength: 512, batchSize: 0 }),
      "invalid-params",
      "1 to 8",
      0,
    );
    expectRefused(
      () => theoreticalSpeedup({ variant: "crt", modulusLength: 512, publicExponent: 0n }),
      "invalid-params",
      "positive bigint",
      0,
    );
  });
});

describe("the table of variants in docs/choosing-a-variant.md", () => {
  it("lists each with its source", async () => {
    const text = await readFile(new URL("../../docs/choosing-a-variant.md", import.meta.url), "utf8");
    const rows = text.split("\n").flatMap((line) => {
      const [, name, source] = /^\| `([a-z-]+)` \|.* \| ([^|]+) \|$/.exec(line) ?? [];
      return name !== undefined && source !== undefined && name in variantFacts ? [[name, source]] : [];
    });
    expect(rows).toEqual(Object.entries(variantFacts).map(([name, { source }]) => [name, source]));
  });
});

describe("published figures", () => {
  it("name a known source and a positive number of operations", () => {
    for (const figure of published) {
      expect(sources[figure.source].id).toBe(figure.source);
      expect(figure.operations).toBeGreaterThanOrEqual(1);
      expect(Number.isFinite(figure.value)).toBe(true);
    }
  });

  it("contain what each paper is quoted for", () => {
    const find = (source: string, variant: Variant, modulusLength: number, quantity: string): number[] =>
      published
        .filter(
          (figure) =>
            figure.kind === "measured" &&
            figure.source === source &&
            figure.variant === variant &&
            figure.modulusLength === modulusLength &&
            figure.quantity === quantity,
        )
        .map((figure) => figure.value);
    expect(find("hansen-2009", "original", 1024, "decrypt")).toEqual([2098]);
    expect(find("hansen-2009", "r-prime", 1024, "speedup-over-original")).toEqual([13.9]);
    expect(find("paixao-2005", "r-prime", 2048, "speedup-over-crt")).toEqual([7.83]);
    expect(find("paixao-2005", "batch", 2048, "speedup-over-crt")).toEqual([3.42]);
    // The paper describes batch with more primes, but measures two.
    expect(new Set(published.filter(({ variant }) => variant === "batch").map(({ primes }) => primes))).toEqual(
      new Set([2]),
    );
    expect(find("paixao-2005", "crt", 2048, "speedup-over-original")).toEqual([3.47]);
    expect(find("biswas-2003", "original", 2048, "decrypt")).toEqual([9001.286]);
    expect(find("biswas-2003", "original", 512, "key-generation")).toEqual([57.984]);
    expect(find("ijafrc-2014", "scheme-a", 1024, "encrypt")).toEqual([31.2]);
  });

  it("are consistent: Hansen's measured speed-ups are the ratios of the times", () => {
    const of = (variant: Variant, quantity: string) =>
      published.find(
        (f) => f.source === "hansen-2009" && f.kind === "measured" && f.variant === variant && f.quantity === quantity,
      )?.value ?? Number.NaN;
    for (const variant of ["crt", "multi-prime", "multi-power", "rebalanced", "r-prime"] as const) {
      const ratio = of("original", "decrypt") / of(variant, "decrypt");
      expect(ratio, variant).toBeCloseTo(of(variant, "speedup-over-original"), 0);
    }
  });

  it("are consistent: the ratios in the text of IJAFRC 2014 are those of its table", () => {
    const time = (variant: Variant, modulusLength: number, quantity: string) =>
      published.find(
        (f) =>
          f.source === "ijafrc-2014" &&
          f.variant === variant &&
          f.modulusLength === modulusLength &&
          f.quantity === quantity,
      )?.value ?? Number.NaN;
    const ratio = (n: number, slow: Variant, fast: Variant, quantity = "decrypt") =>
      time(slow, n, quantity) / time(fast, n, quantity);
    const printed: [number, number][] = [
      [ratio(1024, "original", "rebalanced"), 7.27],
      [ratio(1024, "crt", "rebalanced"), 1.97],
      [ratio(1024, "scheme-a", "rebalanced"), 2.13],
      [ratio(1024, "scheme-b", "rebalanced"), 1.97],
      [ratio(2048, "crt", "original", "encrypt"), 1.25],
      [ratio(2048, "rebalanced", "original", "encrypt"), 2.89],
      [ratio(2048, "original", "crt"), 2.95],
      [ratio(2048, "original", "rebalanced"), 21.68],
    ];
    for (const [ours, theirs] of printed) expect(ours).toBeCloseTo(theirs, 1);
  });

  it("are all in docs/reproducing-the-papers.md, each in the section of its paper", async () => {
    const text = await readFile(new URL("../../docs/reproducing-the-papers.md", import.meta.url), "utf8");
    const sections = text.replace(/(\d),(?=\d{3})/g, "$1").split("\n## ");
    const headings = {
      "hansen-2009": "Hansen",
      "paixao-2005": "Paixão",
      "biswas-2003": "Biswas",
      "ijafrc-2014": "IJAFRC",
    };
    for (const [source, heading] of Object.entries(headings)) {
      const section = sections.find((each) => each.startsWith(heading)) ?? "";
      const numbers = new Set((section.match(/\d+(?:\.\d+)?/g) ?? []).map(Number));
      const figures = published.filter((figure) => figure.source === source);
      expect(figures.length).toBeGreaterThan(0);
      const missing = figures.filter(({ value }) => !numbers.has(value));
      expect(missing, heading).toEqual([]);
    }
  });
});
