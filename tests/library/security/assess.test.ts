import { type KeyParams, load, variants } from "rsa-variants";
import { type Assessment, load as loadSecurity, type Method, type Verdict } from "rsa-variants/security";
import { hinekLimit } from "rsa-variants/theory";
import { describe, expect, it } from "vitest";
import { build, expectRefused } from "../support.ts";

const rsa = await load({ build });
const security = await loadSecurity();

/** One of each verdict; the Rust tests have many more. */
const known: [params: KeyParams, verdict: Verdict, strength: number, decisive: Method, advice?: string][] = [
  [{ variant: "original", modulusLength: 1024 }, "weak", 80, "number-field-sieve", "Use n = 2048 instead of 1024."],
  [{ variant: "multi-prime", modulusLength: 2048, primes: 3 }, "acceptable", 110, "number-field-sieve"],
  [{ variant: "crt", modulusLength: 3072 }, "good", 132, "number-field-sieve"],
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
    for (const [publicExponentLength, ...fragments] of [[703, 704, 2048], [2 ** 32 - 1], [1.5]] as const) {
      const call = () => security.assess(params, { publicExponentLength });
      expectRefused(call, "invalid-params", "publicExponentLength", publicExponentLength, ...fragments);
    }
    expectRefused(() => security.assess(params, 1024 as unknown as object), "invalid-params", "publicExponentLength");
  });
});
