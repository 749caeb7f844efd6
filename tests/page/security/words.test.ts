import { readdirSync, readFileSync } from "node:fs";
import { findingText, meaningOf, summaryOf } from "@rsa-variants/page/security/keys/words.ts";
import { load } from "rsa-variants/security";
import { describe, expect, it } from "vitest";

const security = await load();
const folder = new URL("../../../crates/cryptanalysis/src/findings/", import.meta.url);

/** Every code that the crate gives a finding. */
const codes = readdirSync(folder)
  .filter((name) => name.endsWith(".rs"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .flatMap((source) => [...source.matchAll(/KeyFinding::(?:defect|note)\(\s*"([a-z-]+)"|code(?:: | = )"([a-z-]+)"/g)])
  .flatMap(([, one, other]) => one ?? other ?? []);

describe("the page's words for a key", () => {
  it("explain every finding", () => {
    expect(new Set(codes).size).toBeGreaterThan(20);
    for (const code of codes) expect(findingText({ code, reason: "" }), code).toMatch(/^[A-Z].{20,}\.$/);
  });

  it("name what decides the verdict, and who can break the key", () => {
    const weak = security.assess({ modulus: 2n ** 511n + 2n ** 300n + 3n, publicExponent: 1n });
    expect(meaningOf(weak)).toBe("The public exponent is 1: encryption changes nothing, and anyone can sign.");
    const { decisive } = security.assess({ variant: "crt", modulusLength: 512 });
    const judged = { decisive, keyFindings: [], modulusLength: 512, summary: "", unseen: "" } as const;
    const broken = { ...judged, verdict: "broken", reach: "practical" } as const;
    expect(meaningOf(broken)).toMatch(/^The key is too short\. .*freely available software does it within days\.$/);
    // The records, 768 and 829 bits, took thousands of core years.
    expect(meaningOf({ ...broken, modulusLength: 768 })).toMatch(/have been factored in practice\.$/);
    expect(meaningOf({ ...judged, verdict: "weak" })).toMatch(/^The key is too short\. Nobody is known/);
  });

  it("say of a key without known defects what was looked for and what nobody can see, and how long its length is fine", () => {
    const { decisive } = security.assess({ variant: "crt", modulusLength: 2048 });
    const words = { summary: "3 known defects looked for, none found", unseen: "Others cannot be seen." };
    const judged = { verdict: "none-found", decisive, keyFindings: [], ...words } as const;
    expect(meaningOf({ ...judged, modulusLength: 2048 })).toMatch(/about 2030; NIST asks for 3072 bits after that\.$/);
    expect(meaningOf({ ...judged, modulusLength: 4096 })).toMatch(
      /until 2035; NIST’s draft IR 8547 disallows all RSA after that\.$/,
    );
  });

  it("count", () => {
    const key = (verdict: string) =>
      ({ assessment: { verdict, summary: `${verdict}!` } }) as Parameters<typeof summaryOf>[0]["keys"][number];
    const one = { name: "a", reason: "b" };
    expect(summaryOf({ keys: [], leftOut: [one] })).toBe("No keys. 1 could not be read.");
    expect(summaryOf({ keys: [key("none-found")], leftOut: [] })).toBe("1 key: none-found!.");
    const keys = ["none-found", "broken", "none-found"].map(key);
    expect(summaryOf({ keys, leftOut: [one] })).toBe(
      "3 keys: 1 broken, 2 without a known defect. 1 could not be read.",
    );
  });
});
