import { type KeyComponents, load } from "rsa-variants";
import { type KeyAssessment, load as loadSecurity, type PublicKeyNumbers } from "rsa-variants/security";
import { describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, seedOf } from "../support.ts";
import { closePrimesJwk, distances } from "./close-primes.ts";

const rsa = await load({ build });
const security = await loadSecurity();
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { seed: seedOf(1) });

const mersenne = (exponent: bigint) => 2n ** exponent - 1n;
const codes = ({ keyFindings }: KeyAssessment) => keyFindings.map(({ code }) => code);
const ofModulus = (modulus: bigint, publicExponent = 65537n) => security.assess({ modulus, publicExponent });

describe("a public key", () => {
  it.each<[string, bigint, bigint, string]>([
    // Numbers that are no key for other calls, too. The Rust tests have every kind of weak key.
    ["an even modulus", mersenne(521n) * 2n, 65537n, "small-factor"],
    ["a cube", mersenne(521n) ** 3n, 65537n, "perfect-power"],
    ["a prime modulus", mersenne(1279n), 65537n, "prime-modulus"],
    ["e = 1", mersenne(521n) * mersenne(607n), 1n, "exponent-one"],
    ["an even e", mersenne(521n) * mersenne(607n), 4n, "even-exponent"],
  ])("with %s is broken here", (_, modulus, publicExponent, code) => {
    const assessment = ofModulus(modulus, publicExponent);
    expect(assessment).toMatchObject({ verdict: "broken", reach: "here", strength: 0 });
    expect(assessment.params).toBeUndefined();
    const found = assessment.keyFindings.find((finding) => finding.code === code);
    expect(found).toMatchObject({ severity: "broken", reach: "here", remedy: expect.stringMatching(/\.$/) });
    if (found?.factor !== undefined) expect(modulus % found.factor).toBe(0n);
    expect(assessment.advice).toMatch(/new key|^Use n = /);
  });

  it("is never called safe: what was looked for is counted and listed, and what cannot be seen is said", () => {
    using long = rsa.generateKey({ variant: "crt", modulusLength: 2048 }, { seed: seedOf(2) });
    const assessment = security.assess(long.publicKey);
    expect(assessment).toMatchObject({ verdict: "none-found", unseen: expect.stringContaining("cannot see") });
    expect(new Set(assessment.lookedFor).size).toBe(assessment.lookedFor.length);
    expect(assessment.summary).toBe(`${assessment.lookedFor.length} known defects looked for, none found`);
  });

  it("without findings has the best verdict that is possible, and says so", () => {
    const assessment = security.assess(key.publicKey);
    expect(assessment).toMatchObject({ verdict: "weak", strength: 80, keyFindings: [], modulusLength: 1024 });
    expect(assessment.why).toBe(`${assessment.decisive.name}: ${assessment.decisive.reason}`);
    expect(assessment.notes.join(" ")).toContain("may be weaker than it looks");
  });

  it("that shares a prime is found beside the other", () => {
    const [p] = key.components().primes as [bigint];
    const modulus = p * mersenne(521n);
    const others: PublicKeyNumbers[] = [key.publicKey, { modulus: mersenne(607n), publicExponent: 3n }];
    const assessment = security.assess({ modulus, publicExponent: 65537n }, { others });
    expect(assessment.keyFindings.find(({ code }) => code === "shared-prime")?.factor).toBe(p);
    expect(assessment.verdict).toBe("broken");
  });

  it("that has the modulus of another gets a remark, unless it is the same key", () => {
    const { modulus, publicExponent } = key.publicKey;
    expect(codes(security.assess(key.publicKey, { others: [{ modulus, publicExponent }] }))).toEqual([]);
    const assessment = security.assess(key.publicKey, { others: [{ modulus, publicExponent: 3n }] });
    expect(assessment).toMatchObject({ verdict: "weak", keyFindings: [{ code: "common-modulus", severity: "note" }] });
  });
});

describe("a private key", () => {
  it("is judged by its numbers, whether it is a key or its parts", () => {
    const assessment = security.assess(key);
    expect(assessment).toMatchObject({ verdict: "weak", params: key.params, keyFindings: [] });
    expect(security.assess({ params: key.params, components: key.components() })).toEqual(assessment);
    expect(security.assess(key.params)).toMatchObject({ verdict: "weak", strength: assessment.strength });
  });

  it("with a short prime or a short CRT exponent is broken, whatever its parameters say", () => {
    const { params } = key;
    const withPrimes = (primes: bigint[]): KeyComponents => ({
      ...key.components(),
      modulus: primes.reduce((product, prime) => product * prime),
      primes,
    });
    const short = security.assess({ params, components: withPrimes([2n ** 961n + 3n ** 300n, mersenne(61n)]) });
    expect(short).toMatchObject({ verdict: "broken", reach: "here", decisive: { method: "elliptic-curve" } });
    expect(codes(short)).toContain("unequal-primes");
    // d ≡ 1048573 modulo p − 1.
    const components = key.components();
    const [p] = components.primes as [bigint];
    const privateExponent = ((p - 1n) * (components.privateExponent / 4n / (p - 1n)) + 1048573n) % components.modulus;
    const exponent = security.assess({ params, components: { ...components, privateExponent } });
    expect(exponent.findings).toContainEqual(
      expect.objectContaining({ method: "crt-exponent-search", strength: 10, attack: "meet-in-the-middle" }),
    );
    expect(exponent.verdict).toBe("broken");
  });
});

it("broken in theory is told from broken here", () => {
  const rebalanced = security.assess({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 });
  expect(rebalanced).toMatchObject({ verdict: "broken", reach: "theory", decisive: { reach: "theory" } });
  expect(rebalanced.decisive.attack).toBeUndefined();
  const scheme = security.assess({ variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 });
  expect(scheme).toMatchObject({ reach: "here", decisive: { attack: "small-crt-exponents" } });
  expect(security.assess({ variant: "crt", modulusLength: 2048 }).reach).toBeUndefined();
  const three = security.assess({ variant: "multi-prime", modulusLength: 1024, primes: 3 });
  expect(three).toMatchObject({ verdict: "broken", reach: "theory", strength: 76 });
  expect(three.notes.join(" ")).toMatch(/OpenSSL .*Hinek/);
});

it("what is no key is refused", () => {
  const refused = (subject: unknown, ...words: string[]) =>
    expectRefused(() => security.assess(subject as PublicKeyNumbers), "invalid-params", ...words);
  refused({ modulus: 5 }, "modulus", "bigint");
  refused({ modulus: 5n, publicExponent: -1n }, "publicExponent", "-1");
  refused({ components: null, params: key.params }, "components");
  refused({ components: async () => ({}), params: key.params }, "await key.components()");
  const others = [{ modulus: "x" }] as unknown as PublicKeyNumbers[];
  expectRefused(() => security.assess(key.publicKey, { others }), "invalid-params", "others[0].modulus");
  const lacking = [{ modulus: 15n }] as unknown as PublicKeyNumbers[];
  expectRefused(
    () => security.assess(key.publicKey, { others: lacking }),
    "invalid-params",
    "others[0].publicExponent",
  );
  const single = key.publicKey as unknown as PublicKeyNumbers[];
  expectRefused(() => security.assess(key.publicKey, { others: single }), "invalid-params", "others");
});

describe("a private key with close primes", () => {
  it.each(Object.keys(distances) as (keyof typeof distances)[])(
    "is refused for use, and assessed: %s",
    async (name) => {
      const jwk = closePrimesJwk(distances[name]);
      const { kty, n, e, d } = jwk;
      for (const data of [jwk, JSON.stringify(jwk), { kty, n, e, d }]) {
        await expectRejected(rsa.importPrivateKey(data), "broken-key", "prime 2 is too close to another");
        await expectRejected(rsa.importKey(data, { allowBroken: false }), "broken-key");
        using allowed = await rsa.importPrivateKey(data, { allowBroken: true });
        const { keyFindings, verdict, reach } = security.assess(allowed);
        expect([verdict, reach]).toEqual(["broken", name === "touching" ? "here" : "practical"]);
        expect(keyFindings).toContainEqual(expect.objectContaining({ code: "close-primes", severity: "broken" }));
        expectRefused(() => allowed.check(), "broken-key");
        // Its public half does not show what takes 2^29 steps.
        const half = security.assess(allowed.publicKey);
        expect(half.verdict).toBe(name === "touching" ? "broken" : "weak");
      }
    },
  );

  it("is refused all the same where the numbers contradict each other", async () => {
    const jwk = { ...closePrimesJwk(distances.near), qi: "Aw" };
    await expectRejected(rsa.importKey(jwk, { allowBroken: true }), "inconsistent-key", "CRT coefficient");
    await expectRejected(rsa.importKey(jwk, { allowBroken: 1 } as object), "invalid-params", "allowBroken");
  });
});
