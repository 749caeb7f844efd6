import { type KeyParams, load, type Rsa, variants } from "rsa-variants";
import { wasmBytes } from "rsa-variants/inline";
import { type Assessment, load as loadSecurity, type Method, type Security, type Verdict } from "rsa-variants/security";
import { hinekLimit } from "rsa-variants/theory";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected } from "../support.ts";

let rsa: Rsa;
let security: Security;
beforeAll(async () => {
  rsa = await load({ build });
  // What was loaded once stays loaded, so the failures come first.
  const gone = new Response("gone", { status: 404, statusText: "Not Found" });
  await expectRejected(loadSecurity({ source: gone }), "load-failed", "security", 404);
  await expectRejected(loadSecurity({ source: wasmBytes(build) }), "load-failed", "WebAssembly");
  security = await loadSecurity();
});

const known: [params: KeyParams, verdict: Verdict, strength: number, decisive: Method, advice?: string][] = [
  [{ variant: "original", modulusLength: 1024 }, "weak", 80, "number-field-sieve", "Use n = 2048 instead of 1024."],
  [{ variant: "crt", modulusLength: 2048 }, "acceptable", 110, "number-field-sieve"],
  [{ variant: "crt", modulusLength: 3072 }, "good", 132, "number-field-sieve"],
  [{ variant: "batch", modulusLength: 2048 }, "acceptable", 110, "number-field-sieve"],
  [{ variant: "batch", modulusLength: 2048, primes: 4 }, "weak", 98, "elliptic-curve", "Use r = 3 instead of 4."],
  [{ variant: "multi-prime", modulusLength: 2048, primes: 3 }, "acceptable", 110, "number-field-sieve"],
  [{ variant: "multi-prime", modulusLength: 2048, primes: 4 }, "weak", 98, "elliptic-curve", "Use r = 3 instead of 4."],
  [
    { variant: "multi-power", modulusLength: 2048, primes: 3 },
    "weak",
    88,
    "class-group",
    "Use n = 3072 instead of 2048.",
  ],
  [
    { variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 },
    "broken",
    0,
    "crt-exponent-lattice",
    "Use w = 320 instead of 160.",
  ],
  [{ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 320 }, "acceptable", 110, "number-field-sieve"],
  [
    { variant: "r-prime", modulusLength: 2048, crtExponentLength: 160 },
    "weak",
    80,
    "crt-exponent-search",
    "Use w = 224 instead of 160.",
  ],
  [
    { variant: "scheme-a", modulusLength: 1024, crtExponentLength: 160 },
    "broken",
    0,
    "crt-exponent-small-e-lattice",
    "Use n = 2048 and w = 512 instead of 1024 and 160.",
  ],
  [
    { variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 },
    "broken",
    0,
    "crt-exponent-small-e-lattice",
    "Use n = 2048 and w = 544 instead of 1024 and 198.",
  ],
];

describe("verdicts", () => {
  it.each(known)("on %j: %s", (params, verdict, strength, decisive, advice) => {
    const assessment = security.assess(params);
    expect(assessment).toMatchObject({ verdict, strength, decisive: { method: decisive, strength } });
    expect(assessment.advice).toBe(advice);
    expect(assessment.params).toEqual(rsa.checkParams(params));
  });

  it("are there for every variant, with findings that are whole and in order", () => {
    for (const variant of variants) {
      // The longest: both primes of an unbalanced key would have 8192 bits.
      const longest = variant === "unbalanced" ? 16383 : 16384;
      for (const modulusLength of [256, 1024, 2048, longest]) checkWhole(security.assess({ variant, modulusLength }));
    }
  });

  function checkWhole(assessment: Assessment): void {
    const { findings, decisive, runnerUp, advised, strength, verdict, primeLimits, params } = assessment;
    expect(findings[0]).toBe(decisive);
    expect(findings[1]).toBe(runnerUp);
    const strengths = findings.map((finding) => finding.strength);
    expect(strengths).toEqual([...strengths].sort((a, b) => a - b));
    expect(strength).toBe(decisive.strength);
    for (const finding of findings) {
      expect(finding.strength).toBeGreaterThanOrEqual(security.thresholds[finding.verdict]);
      expect(finding.reason).toMatch(/\d.*\.$/);
      expect(["exact", "estimate"]).toContain(finding.basis);
      const { authors, title, publishedIn, year } = finding.source;
      for (const text of [finding.name, authors, title, publishedIn]) expect(text).not.toBe("");
      expect(year).toBeGreaterThan(1977);
    }
    expect(advised === undefined).toBe(verdict === "acceptable" || verdict === "good");
    if (advised !== undefined) {
      expect(advised.variant).toBe(params.variant);
      expect(["acceptable", "good"]).toContain(security.assess(advised).verdict);
    }
    expect(primeLimits.hinek).toBe(hinekLimit(params.modulusLength));
  }

  it("have a range for class groups, a cap and notes where they belong", () => {
    expect(security.assess({ variant: "multi-power", modulusLength: 4096, primes: 3 }).decisive.strengthRange).toEqual([
      128, 145,
    ]);
    const capped = security.assess({ variant: "r-prime", modulusLength: 4096, primes: 3, crtExponentLength: 320 });
    expect(capped).toMatchObject({
      verdict: "acceptable",
      strength: 150,
      cap: expect.stringContaining("little studied"),
    });
    expect(security.assess({ variant: "crt", modulusLength: 4096 }).cap).toBeUndefined();
    const [note] = security.assess({ variant: "batch", modulusLength: 3072 }).notes;
    expect(note).toContain("padding");
  });

  it("reckon with the exponent of a key from elsewhere", () => {
    const params: KeyParams = { variant: "rebalanced", modulusLength: 2048, crtExponentLength: 320 };
    const { verdict, publicExponentLength, advised } = security.assess(params, { publicExponentLength: 1500 });
    expect({ verdict, publicExponentLength, advised }).toEqual({
      verdict: "broken",
      publicExponentLength: 1500,
      advised: params,
    });
    const odd = { variant: "crt", modulusLength: 2048, publicExponent: (1n << 200n) + 1n } as const;
    expect(security.assess(odd)).toMatchObject({
      publicExponentLength: 201,
      params: odd,
      conformance: { conforms: true },
    });
  });

  it("tell conformance and limits of primes apart from strength", () => {
    const { conformance, primeLimits } = security.assess({ variant: "multi-prime", modulusLength: 1024 });
    expect(conformance.conforms).toBe(false);
    expect(conformance.reasons).toHaveLength(2);
    expect(primeLimits).toEqual({ openssl: 3, hinek: 3, sameStrength: 2 });
    expect(security.assess({ variant: "crt", modulusLength: 4096 })).toMatchObject({
      conformance: { conforms: true, reasons: [] },
      primeLimits: { openssl: 4, hinek: 4, sameStrength: 3, acceptable: 6 },
    });
  });

  it("have their lines", () => {
    expect(security.targets).toEqual([80, 112, 128]);
    expect(security.thresholds).toEqual({ broken: 0, weak: 80, acceptable: 110, good: 125 });
  });
});

describe("what is refused", () => {
  it("is what key generation refuses, with the same words", () => {
    for (const params of [
      { variant: "crt", modulusLength: 64 },
      { variant: "crt", modulusLength: 2048, primes: 3 },
      { variant: "rsa", modulusLength: 2048 },
      { variant: "r-prime", modulusLength: 2048.5 },
      null,
    ] as KeyParams[]) {
      let message = "";
      try {
        rsa.checkParams(params);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).not.toBe("");
      expectRefused(() => security.assess(params), "invalid-params", message);
    }
  });

  it("is a length that e cannot have", () => {
    const params: KeyParams = { variant: "rebalanced", modulusLength: 2048 };
    for (const publicExponentLength of [0, 703, 2049, 2 ** 32 - 1]) {
      const fragments = ["publicExponentLength", publicExponentLength, 704, 2048];
      expectRefused(() => security.assess(params, { publicExponentLength }), "invalid-params", ...fragments);
    }
    expectRefused(() => security.assess(params, { publicExponentLength: 1.5 }), "invalid-params", 1.5);
    expectRefused(
      () => security.assess({ variant: "crt", modulusLength: 2048 }, { publicExponentLength: 64 }),
      "invalid-params",
      64,
      17,
    );
    expectRefused(() => security.assess(params, 1024 as unknown as object), "invalid-params", "publicExponentLength");
  });
});
