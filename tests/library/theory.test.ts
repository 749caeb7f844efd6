import { readFile } from "node:fs/promises";
import { variantFacts } from "rsa-variants";
import {
  corrections,
  hinekLimit,
  published,
  sources,
  theoreticalEncryptionCost,
  theoreticalEncryptionMultiplications,
  theoreticalSpeedup,
} from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { expectRefused, inverse, powerModulo } from "./support.ts";

describe("theory", () => {
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

  it.each<[given: object, ...fragments: (string | number)[]]>([
    [{ variant: "crt", modulusLength: 1.5 }, "1.5"],
    [{ variant: "crt", modulusLength: 1 }, "at least 2", 1],
    [{ variant: "rsa" }, "rsa"],
    [{ variant: "rebalanced", crtExponentLength: 300 }, "1 to 256", 300],
    [{ variant: "rebalanced", crtExponentLength: 0 }, "1 to 256", 0],
    [{ variant: "batch", batchSize: 9 }, "1 to 8", 9],
    [{ variant: "batch", batchSize: 0 }, "1 to 8", 0],
    [{ variant: "unbalanced", primeLength: 256 }, "primeLength must be 1 to 255", 256],
    [{ variant: "multi-prime", primes: 1 }, "primes must be at least 2", 1],
    [{ variant: "crt", publicExponent: 0n }, "positive bigint", 0],
  ])("refuses nonsense with the limit and the value: %o", (given, ...fragments) => {
    const params = { modulusLength: 512, ...given } as Parameters<typeof theoreticalSpeedup>[0];
    expectRefused(() => theoreticalSpeedup(params), "invalid-params", ...fragments);
  });
});

it("the table of variants in docs/choosing-a-variant.md lists each with its source", async () => {
  const text = await readFile(new URL("../../docs/choosing-a-variant.md", import.meta.url), "utf8");
  const rows = text.split("\n").flatMap((line) => {
    const [, name, source] = /^\| `([a-z-]+)` \|.* \| ([^|]+) \|$/.exec(line) ?? [];
    return name !== undefined && source !== undefined && name in variantFacts ? [[name, source]] : [];
  });
  expect(rows).toEqual(Object.entries(variantFacts).map(([name, { source }]) => [name, source]));
});

describe("published figures", () => {
  it("name a known source and a positive number of operations", () => {
    for (const figure of published) {
      expect(sources[figure.source].id).toBe(figure.source);
      expect(figure.operations).toBeGreaterThanOrEqual(1);
      expect(Number.isFinite(figure.value)).toBe(true);
    }
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

describe("the corrections", () => {
  it("are 36, each with all its texts, in the order of the papers", () => {
    expect(corrections).toHaveLength(36);
    for (const { papers, ...texts } of corrections) {
      for (const text of Object.values(texts)) expect(text.length).toBeGreaterThan(5);
      for (const paper of papers) expect(sources[paper]).toBeDefined();
    }
    const order = corrections.map(({ papers: [first] }) => Object.keys(sources).indexOf(first as string));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it("are the table in docs/reproducing-the-papers.md", async () => {
    const text = await readFile(new URL("../../docs/reproducing-the-papers.md", import.meta.url), "utf8");
    const names = Object.fromEntries(
      [...text.matchAll(/^## (.*)$/gm)].map(([, name = ""]) => [name.toLowerCase(), name]),
    );
    const rows = corrections.map(({ papers, place, printed, right, check }) => {
      const short = papers.map((paper) => {
        const [author = "", year = ""] = paper.split("-");
        return Object.keys(names).find(
          (name) => name.normalize("NFD").replace(/\p{M}/gu, "").startsWith(author) && name.endsWith(year),
        );
      });
      const cells = [`${short.map((name) => names[name ?? ""]).join("; ")}, ${place}`, printed, right, check];
      return `| ${cells.join(" | ").replaceAll("|e|", "\\|e\\|")} |`;
    });
    const [, section = ""] = text.split("\n## Errors in the papers\n");
    expect(section.split("\n").filter((line) => line.startsWith("| "))).toEqual([
      "| where | printed | right | how we checked |",
      "| --- | --- | --- | --- |",
      ...rows,
    ]);
  });

  it("are right about S_p − S_q: where q > p, one addition of p is not always enough", () => {
    const primes = [...Array(256).keys()].filter((n) => n > 128 && [2, 3, 5, 7, 11, 13].every((p) => n % p > 0));
    const failing = (p: number, q: number) => {
      const subtracted = (a: number, b: number) => (a < b ? a - b + p : a - b);
      return [...Array(p * q).keys()].some((s) => subtracted(s % p, s % q) < 0);
    };
    const fails = (p: number, q: number) => failing(p, q) === q > p;
    expect(primes.every((p) => primes.every((q) => p === q || fails(p, q)))).toBe(true);
  });

  it("are right about lifting: M_p = C^(d_p) mod p² is wrong in 300 of 330 cases for p = 11", () => {
    let wrong = 0;
    let all = 0;
    for (const e of [3n, 7n, 9n]) {
      const d = inverse(e, 10n);
      for (let m = 1n; m < 121n; m++) {
        if (m % 11n === 0n) continue;
        all++;
        const c = powerModulo(m, e, 121n);
        if (powerModulo(c, d, 121n) !== m) wrong++;
        expect(powerModulo(c, d, 11n)).toBe(m % 11n);
      }
    }
    expect([wrong, all]).toEqual([300, 330]);
  });

  it("are right about R-Prime: no d for 7, 11 and 31, and the shares of random triples", async () => {
    const fits = (d: number) => d % 6 === 5 && d % 10 === 3 && d % 30 === 7;
    expect(Array.from({ length: 30 }, (_, d) => d).filter(fits)).toEqual([]);
    // A prime ℓ divides p − 1 for a random prime p with probability 1/(ℓ − 1), and 4 does with probability ½.
    const isPrime = Array.from({ length: 100_000 }, (_, number) => number > 1);
    let pair = 1;
    let everyPair = 1;
    let overall = 1;
    for (let l = 2; l < isPrime.length; l++) {
      if (!isPrime[l]) continue;
      for (let multiple = l * l; multiple < isPrime.length; multiple += l) isPrime[multiple] = false;
      const x = l === 2 ? 1 / 2 : 1 / (l - 1);
      pair *= 1 - x ** 2;
      everyPair *= (1 - x) ** 2 * (1 + 2 * x);
      overall *= 1 - x ** 3;
    }
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const source = async (name: string) =>
      (await readFile(new URL(`../../crates/rsa/src/${name}.rs`, import.meta.url), "utf8")).replace(
        /\n\s*\/\/\/ /g,
        " ",
      );
    const failing = percent(1 - everyPair / overall);
    expect(failing).toBe("76.4 %");
    expect(corrections.filter(({ right }) => right.includes(failing))).toHaveLength(1);
    expect(await source("variants/r_prime")).toContain(`${failing} of random triples with an overall gcd of 2`);
    const generate = await source("generate");
    expect(generate).toContain(`Only ${percent(everyPair)} of random triples`);
    expect(generate).toContain(
      `${percent(pair)} of the candidates fit one earlier prime, and ${percent(everyPair / pair)} fit two`,
    );
  });

  it("are right about equal CRT exponents: continued fractions of e/N find d", () => {
    const [p, q] = [1_000_003n, 1_000_039n];
    const half = ((p - 1n) * (q - 1n)) / 2n; // gcd(p − 1, q − 1) = 2
    const d = 101n; // both exponents
    let e = 1n;
    // The extended algorithm of Euclid.
    for (let [a, b, x, y] = [d, half, 1n, 0n]; b > 0n; ) {
      const quotient = a / b;
      [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
      e = ((x % half) + half) % half;
    }
    expect((e * d) % half).toBe(1n);
    const found: bigint[] = [];
    for (let [a, b, before, last] = [e, p * q, 1n, 0n]; b > 0n; ) {
      [before, last] = [last, (a / b) * last + before];
      [a, b] = [b, a % b];
      // A convergent of e/N has the denominator d, or 2d because of the gcd.
      found.push(last);
    }
    expect(found.some((denominator) => denominator === d || denominator === 2n * d)).toBe(true);
  });

  it("are right about the characters that fit", () => {
    expect(10n ** 306n < 2n ** 1023n && 2n ** 1023n < 10n ** 309n).toBe(true);
  });

  it("are right about theorem 3.1: one pair for each range of b successive u", () => {
    for (const [a, b] of [
      [3, 2],
      [7, 5],
      [9, 10],
    ] as const) {
      const pairs = Array.from({ length: 2 * b }, (_, at) => at + 1).filter((u) => (a * u - 1) % b === 0);
      expect(pairs).toHaveLength(2);
      expect(pairs[0]).toBeLessThanOrEqual(b);
      expect(pairs[1]).toBeGreaterThan(b);
    }
  });

  it("are right about algorithm 2", () => {
    const bits = 8;
    const r = 1n << BigInt(bits);
    for (const p of [131n, 193n, 251n]) {
      const product = (a: bigint, b: bigint) => (a * b * inverse(r % p, p)) % p;
      const first = (2n * r) % p;
      const steps = (count: number, step: (s: bigint) => bigint) => {
        let s = first;
        for (let at = 0; at < count; at++) s = step(s);
        return s;
      };
      const right = (r * r) % p;
      expect(
        steps(bits - 1, (s) => product(s, s)),
        "printed",
      ).not.toBe(right);
      expect(steps(bits - 1, (s) => product(s, first))).toBe(right);
      expect(steps(Math.log2(bits), (s) => product(s, s))).toBe(right);
    }
  });
});
