import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import { adviceChange, defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { parseLengths, readSelection, writeSelection } from "@rsa-variants/measure/plan/url";
import { parsePublicExponent, parseWholeNumber } from "@rsa-variants/measure/text/numbers";
import { matchingPresets, presets } from "@rsa-variants/page/compare/presets.ts";
import { type KeyParams, load } from "rsa-variants";
import { describe, expect, it } from "vitest";

const unusual: Selection = {
  ...defaultSelection,
  modulusLength: 1000,
  primes: 5,
  multiplicity: 2,
  crtExponentLength: 199,
  schemeBExponentLength: 222,
  publicExponentLength: 401,
  batchPrimes: 4,
  primeLength: 601,
  batchSize: 7,
  publicExponent: 2n ** 90n + 1n,
  variants: ["crt", "batch"],
  engines: ["scalar", "num-bigint"],
  build: "baseline",
  references: [],
  budget: { kind: "samples", samples: 12 },
  generateSchemeA: true,
  measureGuards: true,
  commonModulus: true,
  sweepLengths: [600, 1200],
  compared: "encrypt",
  unit: "ms",
  guarded: true,
};

describe("the address", () => {
  it("brings every choice back", () => {
    expect(readSelection(writeSelection(unusual))).toEqual({ selection: unusual, problems: [] });
    const none = { ...unusual, variants: [] };
    expect(readSelection(writeSelection(none)).selection).toEqual(none);
    expect(readSelection("")).toEqual({ selection: defaultSelection, problems: [] });
    expect(matchingPresets(defaultSelection).map(({ id }) => id)).toEqual(["today"]);
  });

  it("is short for the usual choice", () => {
    expect(writeSelection(defaultSelection)).toBe("n=2048&r=3&w=320");
  });

  it("says what it could not follow, and goes on with the default", () => {
    const { selection, problems } = readSelection(
      "n=100&r=x&e=10&variants=crt,rot13&sweep=1,2&seconds=0&compare=sign&build=turbo&guards=all",
    );
    expect(selection).toEqual({ ...defaultSelection, variants: ["crt"] });
    expect(problems).toHaveLength(9);
    expect(problems[0]).toContain("128 to 8192");
    expect(problems.join()).toContain("rot13");
  });

  it("says which of its words it passes over because they are repeated, and follows the first", () => {
    const { selection, problems } = readSelection("n=1024&variants=crt&n=2048&utm=a&utm=b&variants=batch");
    expect(selection).toEqual({ ...defaultSelection, modulusLength: 1024, variants: ["crt"] });
    expect(problems).toEqual([
      "Repeated n in the address, left out: 2048.",
      "Repeated variants in the address, left out: batch.",
      "Unknown words in the address, left out: utm.",
    ]);
  });

  it("takes auto for the build that it leaves out", () => {
    expect(readSelection("build=auto")).toEqual({ selection: defaultSelection, problems: [] });
    expect(writeSelection(readSelection("build=relaxed-simd").selection)).toContain("build=relaxed-simd");
  });

  it("orders lists like the table", () => {
    expect(readSelection("variants=batch,crt,crt").selection.variants).toEqual(["crt", "batch"]);
  });
});

describe("what people type", () => {
  it("reads whole numbers only", () => {
    expect(parseWholeNumber(" 2 048 ")).toBe(2048);
    for (const text of ["", "1.5", "-3", "1e3", "0x10", "9999999999"]) expect(parseWholeNumber(text)).toBeNaN();
  });

  it("reads public exponents, decimal and hexadecimal", () => {
    expect(parsePublicExponent("65 537")).toBe(65537n);
    expect(parsePublicExponent("0x10001")).toBe(65537n);
    expect(parsePublicExponent("-3")).toBeUndefined();
  });

  it("reads lists of lengths", () => {
    expect(parseLengths("1024; 512 1024,768")).toEqual({ lengths: [512, 768, 1024] });
    expect(parseLengths("512, 100").problem).toContain("100");
    expect(parseLengths(" ").problem).toBeDefined();
  });
});

it("presets are valid addresses of the page", () => {
  for (const preset of presets) {
    const selection = { ...defaultSelection, ...preset.values };
    expect(readSelection(writeSelection(selection))).toEqual({ selection, problems: [] });
    expect(matchingPresets(selection)).toContain(preset);
  }
  expect(matchingPresets({ ...defaultSelection, modulusLength: 999 })).toEqual([]);
});

describe("a variant's own parameters", () => {
  it("are legal for the library wherever the page adjusts them", async () => {
    const rsa = await load();
    for (const modulusLength of [512, 515, 1024, 2048]) {
      for (const primes of [2, 3, 5, 8]) {
        const selection = { ...defaultSelection, primes, crtExponentLength: 4096, schemeBExponentLength: 4096 };
        for (const variant of allVariants) {
          const { problem } = resolveVariant(variant, modulusLength, selection, (params) => rsa.checkParams(params));
          expect(problem, `${variant}, n ${modulusLength}, r ${primes}`).toBeUndefined();
        }
      }
    }
  });

  const accept = () => undefined;
  const resolve = (variant: KeyParams["variant"], change: Partial<Selection>, check = accept) => {
    const selection = { ...defaultSelection, ...change };
    return resolveVariant(variant, selection.modulusLength, selection, check);
  };

  it("are only those that the variant has", () => {
    expect(resolve("original", {}).params).toEqual({
      variant: "original",
      modulusLength: 2048,
      publicExponent: 65537n,
    });
    expect(resolve("r-prime", {}).params).toEqual({
      variant: "r-prime",
      modulusLength: 2048,
      primes: 3,
      crtExponentLength: 320,
    });
    const batch = { variant: "batch", modulusLength: 2048, primes: 2 } as const;
    expect(resolve("batch", { batchSize: 6 }).params).toEqual({ ...batch, batchSize: 6 });
  });

  it("are adjusted where only this variant cannot take the value", () => {
    const { params, adjustments } = resolve("r-prime", { modulusLength: 512, crtExponentLength: 200 });
    expect(params.crtExponentLength).toBe(170);
    expect(adjustments).toMatchObject([{ control: "crtExponentLength", from: 200, to: 170 }]);
    expect(resolve("rebalanced", { modulusLength: 512, crtExponentLength: 200 }).adjustments).toEqual([]);
    expect(resolve("scheme-b", { modulusLength: 512, schemeBExponentLength: 300 }).params.crtExponentLength).toBe(255);
    expect(resolve("multi-power", { primes: 2 })).toMatchObject({ params: { primes: 3 } });
    expect(resolve("multi-power", { primes: 7, multiplicity: 3 })).toMatchObject({ params: { multiplicity: 3 } });
    const power = resolve("multi-power", { primes: 6, multiplicity: 2 });
    expect(power).toMatchObject({
      params: { multiplicity: 1 },
      adjustments: [{ control: "multiplicity", from: 2, to: 1 }],
    });
    expect(resolve("multi-prime", { primes: 2 })).toMatchObject({ params: { primes: 2 }, adjustments: [] });
  });

  it("of Batch are two primes until others are chosen, as the paper measured and as addresses have it that name none", () => {
    for (const { values } of presets)
      expect(resolve("batch", values).params).toMatchObject({ primes: 2, batchSize: 4 });
    const { selection } = readSelection("n=1024&r=5&w=160&b=3");
    expect(resolve("batch", selection).params).toMatchObject({ primes: 2, batchSize: 3 });
    expect(resolve("batch", readSelection("n=1024&r=5&rb=3").selection).params).toMatchObject({ primes: 3 });
    const tooMany = ({ primes }: KeyParams) => {
      if (primes === 8) throw new Error("primes is 8");
    };
    expect(resolve("batch", { batchPrimes: 8 }, tooMany as () => undefined).problem).toEqual({
      control: "batchPrimes",
      message: "primes is 8",
    });
    const used = { variant: "batch", modulusLength: 2048, primes: 2, batchSize: 4 } as const;
    expect(adviceChange({ ...used, primes: 3 }, used)).toEqual({ modulusLength: 2048, batchPrimes: 3 });
  });

  it("of Tunable are an e of the length chosen, and the shortest w that is acceptable with it", () => {
    expect(resolve("tunable", { publicExponentLength: 301 }).params.crtExponentLength).toBe(800);
    expect(resolve("tunable", { publicExponentLength: 512, crtExponentLength: 100 }).params).toEqual({
      variant: "tunable",
      modulusLength: 2048,
      publicExponent: 2n ** 511n + 1n,
      crtExponentLength: 736,
    });
    const { params, adjustments } = resolve("tunable", { modulusLength: 600 });
    expect(params.publicExponent).toBe(2n ** 299n + 1n);
    expect(adjustments).toMatchObject([{ control: "publicExponentLength", from: 384, to: 300 }]);
    const refuseLong = (key: KeyParams) => {
      if (key.publicExponent !== undefined && key.publicExponent > 2n ** 500n) throw new Error("publicExponent");
    };
    const refused = resolve("tunable", { publicExponentLength: 600 }, refuseLong as () => undefined);
    expect(refused.problem).toEqual({ control: "publicExponentLength", message: "publicExponent" });
  });

  it("of Unbalanced are a short prime below half of the modulus", () => {
    expect(resolve("unbalanced", { primeLength: 700 }).params).toEqual({
      variant: "unbalanced",
      modulusLength: 2048,
      publicExponent: 65537n,
      primeLength: 700,
    });
    const { params, adjustments } = resolve("unbalanced", { modulusLength: 1024 });
    expect(params.primeLength).toBe(511);
    expect(adjustments).toMatchObject([{ control: "primeLength", from: 640, to: 511 }]);
    const refuse = (key: KeyParams) => {
      if (key.primeLength !== undefined) throw new Error("primeLength");
    };
    const refused = resolve("unbalanced", {}, refuse as () => undefined);
    expect(refused.problem).toEqual({ control: "primeLength", message: "primeLength" });
  });

  it("leave Scheme A out where its keys take long, unless the user wants the search", () => {
    expect(resolve("scheme-a", {}).skipped).toContain("1024");
    expect(resolve("scheme-a", { generateSchemeA: true }).skipped).toBeUndefined();
    const sample = resolve("scheme-a", { modulusLength: 1024, crtExponentLength: 192 });
    expect(sample).toMatchObject({ keySource: "sample", params: { crtExponentLength: 160 } });
    expect(sample.adjustments).toHaveLength(1);
  });

  it("name the control at fault when the library refuses", () => {
    const refuseExponent = (params: KeyParams) => {
      if (params.publicExponent === 9n) throw new Error("publicExponent 9 is refused");
    };
    const refused = resolve("crt", { publicExponent: 9n }, refuseExponent as () => undefined);
    expect(refused.problem).toEqual({ control: "publicExponent", message: "publicExponent 9 is refused" });
    const refuseAll = () => {
      throw new Error("no");
    };
    for (const variant of allVariants) expect(resolve(variant, {}, refuseAll).problem?.control).toBe("modulusLength");
  });
});
