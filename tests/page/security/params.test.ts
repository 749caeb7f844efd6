import type { KeyChoice } from "@rsa-variants/measure/plan/key-choice";
import { allVariants, chooseVariant } from "@rsa-variants/measure/plan/key-choice";
import { createAssessor } from "@rsa-variants/measure/run/assessor";
import { inWords, letters, writeParams } from "@rsa-variants/measure/text/params";
import {
  defaultSelection,
  fieldAtFault,
  matchingPreset,
  presets,
  questionOf,
  readSelection,
  withParams,
  writeSelection,
} from "@rsa-variants/page/security/selection.ts";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";

const security = await load();
const assess = createAssessor(security);

/** The exponents that papers measured, at the usual length. */
const usual: KeyChoice = { ...defaultSelection, variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 };

function assessed(selection: KeyChoice) {
  const answer = assess(questionOf(selection));
  if ("refusal" in answer) throw new Error(answer.refusal.message);
  return answer.assessment;
}

function refused(selection: KeyChoice) {
  const answer = assess(questionOf(selection));
  if (!("refusal" in answer)) expect.fail("accepted");
  return { field: fieldAtFault(answer.refusal), message: inWords(answer.refusal, letters) };
}

describe("the address", () => {
  it.each([
    ["variant=crt&n=3072", { variant: "crt", modulusLength: 3072 }],
    ["variant=multi-power&n=3072&r=4", { variant: "multi-power", modulusLength: 3072, primes: 4 }],
    [
      "variant=r-prime&n=1024&r=5&w=99&e-length=700",
      { variant: "r-prime", modulusLength: 1024, primes: 5, crtExponentLength: 99, publicExponentLength: 700 },
    ],
    ["variant=batch&n=3072&r=3&b=7", { variant: "batch", batchSize: 7 }],
    ["variant=original&n=3072&e-length=2", { variant: "original", publicExponentLength: 2 }],
  ] as const)("%s brings every choice back", (address, change) => {
    const selection = { ...defaultSelection, ...change };
    expect(writeSelection(selection)).toBe(address);
    expect(readSelection(address)).toEqual({ selection, problems: [] });
  });

  it("names everything that the variant takes, so that it says what it shows", () => {
    expect(writeSelection(defaultSelection)).toBe("variant=rebalanced&n=3072&w=448");
    expect(readSelection("")).toEqual({ selection: defaultSelection, problems: [] });
  });

  it("says what it could not follow, and goes on with the default", () => {
    const { selection, problems } = readSelection("variant=rot13&n=x&w=9999&e-length=1&n=1024&color=red");
    expect(selection).toEqual(defaultSelection);
    expect(problems).toHaveLength(6); // rebalanced, the default, has a w
    expect(problems.join()).toMatch(/rot13.+512 to 8192.+16 to 4096.+default length of e.+color/);
  });

  it("leaves out what the variant has no use for", () => {
    const { selection, problems } = readSelection("variant=crt&n=3072&w=200&b=3");
    expect(selection).toEqual({ ...defaultSelection, variant: "crt" });
    expect(problems).toEqual(["Not used by crt, left out of the address: w, b."]);
  });

  it("leads from the parameters of a key to the same verdict", () => {
    const small = { variant: "crt", modulusLength: 2048, publicExponent: 3n } as const;
    expect(writeParams(small)).toBe("variant=crt&n=2048&e-length=2");
    expect(writeParams({ ...small, publicExponent: 65537n })).toBe("variant=crt&n=2048");
    const { selection } = readSelection(writeParams(small));
    expect(assessed(selection).notes).toEqual(security.assess(small).notes);
  });
});

describe("the parameters", () => {
  it("of every variant can be asked about as they come", () => {
    for (const variant of allVariants) {
      const selection = chooseVariant(defaultSelection, variant);
      expect(assessed(selection).params).toMatchObject(questionOf(selection).params);
    }
  });

  it("move to what a variant can take, and no further", () => {
    const odd = { ...usual, primes: 2, crtExponentLength: 1024, publicExponentLength: 900 };
    expect(chooseVariant(odd, "r-prime")).toMatchObject({ primes: 3, crtExponentLength: 682 });
    expect(chooseVariant(odd, "multi-prime")).toMatchObject({ primes: 2, publicExponentLength: undefined });
    expect(chooseVariant(odd, "scheme-a")).toMatchObject({ crtExponentLength: 1023 });
    const unbalanced = chooseVariant({ ...usual, modulusLength: 1024 }, "unbalanced");
    expect(unbalanced).toMatchObject({ variant: "unbalanced", primeLength: 511 });
    expect(writeSelection(unbalanced)).toBe("variant=unbalanced&n=1024&p=511");
    expect(readSelection("variant=unbalanced&n=1024&p=511").selection).toMatchObject({ primeLength: 511 });
    expect(chooseVariant(usual, "tunable")).toMatchObject({
      crtExponentLength: 736,
      publicExponentLength: 384,
    });
    expect(chooseVariant(odd, "rebalanced")).toMatchObject({ crtExponentLength: 1024 });
  });

  it("that the library refuses are reported in the page's words, at the field to fix", () => {
    const w = refused({ ...usual, crtExponentLength: 1025 });
    expect(w.field).toBe("crtExponentLength");
    expect(w.message).toMatch(/^w is 1025 bits, but must be from 16 to 1024 bits/);
    const e = refused({ ...usual, publicExponentLength: 100 });
    expect(e.field).toBe("publicExponentLength");
    expect(e.message).toMatch(/^\|e\| is 100 bits, but must be from 864 to 2048/);
  });

  it("with an e of a chosen length are those of any e of that length", () => {
    const { params } = questionOf({ ...defaultSelection, variant: "crt", publicExponentLength: 40 });
    expect(params.publicExponent?.toString(2)).toHaveLength(40);
    expect(assessed({ ...usual, publicExponentLength: 1500 }).publicExponentLength).toBe(1500);
  });
});

describe("the presets", () => {
  it("each have an address that leads back to them alone", () => {
    for (const preset of presets) {
      const { selection, problems } = readSelection(writeParams(preset.params));
      expect(problems).toEqual([]);
      expect(matchingPreset(selection)).toEqual(preset);
    }
  });

  it("have the verdicts that are known", () => {
    const found = presets.map(({ id, params }) => {
      const { verdict, strength } = assessed(withParams(defaultSelection, params));
      return [id.slice("variant=".length), verdict, strength];
    });
    expect(found).toEqual([
      ["crt&n=2048", "acceptable", 110],
      ["crt&n=3072", "good", 132],
      ["multi-prime&n=2048&r=3", "acceptable", 110],
      ["multi-prime&n=2048&r=4", "weak", 98],
      ["multi-power&n=2048&r=3", "weak", 88],
      ["rebalanced&n=2048&w=160", "broken", 0],
      ["rebalanced&n=2048&w=320", "acceptable", 110],
      ["rebalanced&n=3072&w=448", "acceptable", 132],
      ["rebalanced&n=1024&w=160", "weak", 80],
      ["r-prime&n=2048&r=3&w=160", "weak", 80],
      ["scheme-a&n=1024&w=160", "broken", 0],
      ["scheme-b&n=1024&w=198", "broken", 0],
    ]);
  });

  it("that are not acceptable have advice that is", () => {
    for (const { params } of presets) {
      const { advised } = assessed(withParams(defaultSelection, params));
      if (advised === undefined) continue;
      const selection = withParams(defaultSelection, advised);
      expect(readSelection(writeSelection(selection))).toEqual({ selection, problems: [] });
      expect(["acceptable", "good"]).toContain(assessed(selection).verdict);
    }
  });
});
