import { schemeA1024 } from "@rsa-variants/measure/tasks/prepared-key";
import { load, type Rsa } from "rsa-variants";
import { type AttackName, type DemonstrationOptions, load as loadSecurity, type Security } from "rsa-variants/security";
import { beforeAll, describe, expect, it } from "vitest";
import { bitLength, build, expectRejected, madeFrom, powerModulo, seedOf } from "../support.ts";
import { small, smallDemonstration, sound } from "./small-keys.ts";

let rsa: Rsa;
let security: Security;
beforeAll(async () => {
  rsa = await load({ build });
  security = await loadSecurity();
});

const make = <Name extends AttackName>(name: Name, seed: number) => smallDemonstration(security, name, seed);

const sorted = (primes: readonly bigint[]) => [...primes].sort((a, b) => (a < b ? -1 : 1));

describe("short CRT exponents", () => {
  it("give away keys of Scheme B as published", async () => {
    const { target, params, secret } = await security.demonstration("small-crt-exponents", { seed: seedOf(10) });
    expect(params).toMatchObject({ variant: "scheme-b", modulusLength: 1024, crtExponentLength: 198 });
    const outcome = await security.runAttack("small-crt-exponents", target);
    expect(outcome).toMatchObject({ found: true, crtExponentLength: 204, longestCrtExponent: 204 });
    if (!outcome.found) return;
    expect(sorted(outcome.primes)).toEqual(sorted(secret.primes));
    expect(sorted(outcome.crtExponents)).toEqual(sorted(secret.crtExponents));
    expect(
      outcome.primes.map((prime, i) => (target.publicExponent * (outcome.crtExponents[i] ?? 0n)) % (prime - 1n)),
    ).toEqual([1n, 1n]);
  });

  it("give away a key of Scheme A", async () => {
    using key = rsa.keyFromComponents(schemeA1024.params, schemeA1024.components);
    const outcome = await security.runAttack("small-crt-exponents", key.publicKey);
    expect(outcome.found && sorted(outcome.primes)).toEqual(sorted(key.components().primes));
  });

  it("withstand it beyond the line", async () => {
    const { target } = await security.demonstration("small-crt-exponents", {
      ...small["small-crt-exponents"],
      crtExponentLength: 120,
      seed: seedOf(11),
    });
    const outcome = await security.runAttack("small-crt-exponents", target);
    expect(outcome).toMatchObject({ found: false, reason: expect.stringContaining("102 bits") });
  });

  it("are not there with a short e, nor reached with an e as long as N", async () => {
    const { target } = await make("meet-in-the-middle", 12);
    for (const key of [sound, target]) {
      await expectRejected(security.runAttack("small-crt-exponents", key), "attack-not-applicable", "public exponent");
    }
    const other = { variant: "crt" } as unknown as DemonstrationOptions<"small-crt-exponents">;
    await expectRejected(security.demonstration("small-crt-exponents", other), "invalid-params", "crt", "scheme-b");
  });
});

describe("part of the bits of both CRT exponents", () => {
  it.each(["low", "high"] as const)("gives the key away: the %s bits", async (end) => {
    const made = await security.demonstration("partial-exposure", { end, seed: seedOf(60) });
    const { knownBits, crtExponentLength, crtExponentParts } = made.target;
    expect([knownBits, crtExponentLength]).toEqual([end === "low" ? 132 : 84, 280]);
    const part = (d: bigint) => (end === "low" ? d % 2n ** BigInt(knownBits) : d >> BigInt(280 - knownBits));
    expect(crtExponentParts).toEqual(made.secret.crtExponents.map(part));
    const outcome = await security.runAttack("partial-exposure", made.target);
    expect(outcome).toMatchObject({ found: true, knownBits, knownBitsNeeded: knownBits });
    expect(outcome.found && sorted(outcome.primes)).toEqual(sorted(made.secret.primes));
    expect(outcome.found && sorted(outcome.crtExponents)).toEqual(sorted(made.secret.crtExponents));
    // The parts in the other order are as good.
    const [first, second] = crtExponentParts;
    const swapped = { ...made.target, crtExponentParts: [second, first] } as const;
    expect((await security.runAttack("partial-exposure", swapped)).found).toBe(true);
  });

  it("is not enough if they are few, and is refused where it cannot be", async () => {
    const { target } = await security.demonstration("partial-exposure", {
      ...small["partial-exposure"],
      knownBits: 30,
      seed: seedOf(61),
    });
    const outcome = await security.runAttack("partial-exposure", target);
    expect(outcome).toMatchObject({ found: false, knownBits: 30, reason: expect.stringContaining("30 bits of each") });
    const refuse = (change: object, ...fragments: (string | number)[]) =>
      expectRejected(security.runAttack("partial-exposure", { ...target, ...change }), "invalid-params", ...fragments);
    await refuse({ end: "middle" }, "end", "low, high", "middle");
    await refuse({ knownBits: 1000 }, "knownBits", 1000);
    await refuse({ knownBits: 1.5 }, "knownBits", 1.5);
    await refuse({ crtExponentLength: 15 }, "crtExponentLength", 15);
    await refuse({ crtExponentParts: [1n] }, "crtExponentParts must have 2 items, got 1");
    await refuse({ crtExponentParts: [1n, 1n << 30n] }, "31 bits");
    using key = rsa.generateKey({ variant: "rebalanced", modulusLength: 512 }, { ...madeFrom(62) });
    await expectRejected(
      security.runAttack("partial-exposure", {
        ...target,
        modulus: key.publicKey.modulus,
        publicExponent: key.publicKey.publicExponent,
      }),
      "attack-not-applicable",
      "does not reach",
    );
  });
});

describe("a short private exponent", () => {
  it.each(["private-exponent", "equal-crt-exponents"] as const)("gives away the key: %s", async (short) => {
    const { target, secret } = await security.demonstration("small-private-exponent", { short, seed: seedOf(20) });
    expect(bitLength(secret.privateExponent)).toBe(254);
    const outcome = await security.runAttack("small-private-exponent", target);
    expect(outcome).toMatchObject({ found: true, privateExponent: secret.privateExponent });
    expect(outcome.found && sorted(outcome.primes)).toEqual(sorted(secret.primes));
  });

  it("of half the modulus's length is not found", async () => {
    const long = { modulusLength: 256, exponentLength: 128, seed: seedOf(21) };
    const { target } = await security.demonstration("small-private-exponent", long);
    const outcome = await security.runAttack("small-private-exponent", target);
    expect(outcome).toMatchObject({ found: false, reason: expect.stringContaining(String(outcome.convergents)) });
    await expectRejected(security.runAttack("small-private-exponent", sound), "attack-not-applicable", "17 bits");
  });
});

describe("meeting in the middle", () => {
  it.each([
    { variant: "rebalanced", modulusLength: 256, crtExponentLength: 20 },
    { variant: "r-prime", modulusLength: 258, primes: 3, crtExponentLength: 17 },
  ] as const)("finds the CRT exponents of $variant", async (params) => {
    const made = await security.demonstration("meet-in-the-middle", { ...params, seed: seedOf(30) });
    expect(made).toMatchObject({ params, options: { crtExponentLength: params.crtExponentLength } });
    const outcome = await security.runAttack("meet-in-the-middle", made.target, made.options);
    expect(outcome).toMatchObject({ found: true, complete: true });
    if (!outcome.found) return;
    expect(outcome.primes).toEqual(sorted(made.secret.primes));
    outcome.primesWithCrtExponent.forEach((prime, i) => {
      const exponent = outcome.crtExponents[i] ?? 0n;
      expect(bitLength(exponent)).toBe(params.crtExponentLength);
      expect((made.target.publicExponent * exponent) % (prime - 1n)).toBe(1n);
    });
  });

  it("finds an exponent that both primes share", async () => {
    const options = { modulusLength: 256, short: "equal-crt-exponents", exponentLength: 20 } as const;
    const { target, secret } = await security.demonstration("small-private-exponent", { ...options, seed: seedOf(32) });
    const outcome = await security.runAttack("meet-in-the-middle", target, { crtExponentLength: 20 });
    const exponents = sorted(secret.primes).map((prime) => secret.privateExponent % (prime - 1n));
    expect(outcome).toMatchObject({ found: true, primes: sorted(secret.primes), crtExponents: exponents });
  });

  it("tells a modulus that no base serves for from one that was searched through", async () => {
    // Modulo each prime below 128 the powers repeat within the 128 steps.
    const odd = Array.from({ length: 63 }, (_, i) => 2 * i + 3);
    const primes = odd.filter((p) => odd.every((q) => q >= p || p % q !== 0));
    const target = { modulus: primes.reduce((product, p) => product * BigInt(p), 1n), publicExponent: 65537n };
    const outcome = await security.runAttack("meet-in-the-middle", target, { crtExponentLength: 16 });
    expect(!outcome.found && outcome.reason).toContain("not tried");
  });

  it("says what longer ones would take, and finds none of another length", async () => {
    const { target } = await make("meet-in-the-middle", 31);
    const outcome = await security.runAttack("meet-in-the-middle", target, { crtExponentLength: 16 });
    expect(outcome).toMatchObject({ found: false, babySteps: 128, giantSteps: 128 });
    expect(!outcome.found && outcome.reason).toContain("16 bits");
    const lengths = outcome.estimates.map(({ crtExponentLength }) => crtExponentLength);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(lengths.at(-1)).toBe(256);
    for (const { crtExponentLength, seconds, memory } of outcome.estimates) {
      const steps = 2 ** ((crtExponentLength - 16) / 2);
      expect(memory / (outcome.memory * steps)).toBeCloseTo(1, 9);
      expect(seconds / ((outcome.seconds * steps * crtExponentLength) / 16)).toBeCloseTo(1, 9);
    }
    await expectRejected(security.runAttack("meet-in-the-middle", sound), "attack-not-applicable", "17 bits");
  });
});

describe("a common modulus", () => {
  it("gives one message under two exponents to anybody", async () => {
    const { target, secret, params } = await make("common-modulus", 40);
    expect(params).toMatchObject({ variant: "batch", batchSize: 4 });
    const outcome = await security.runAttack("common-modulus", target);
    expect(outcome).toMatchObject({ found: true, message: secret.message });
    if (!("ciphertexts" in target)) throw new Error("a target for an outsider");
    const [first, second] = target.ciphertexts;
    const different = await security.runAttack("common-modulus", { ...target, ciphertexts: [first, second - 1n] });
    expect(different).toMatchObject({ found: false, reason: expect.stringContaining("different messages") });
    const refuse = (
      change: object,
      code: "invalid-params" | "attack-not-applicable" | "message-out-of-range",
      about: string,
    ) => expectRejected(security.runAttack("common-modulus", { ...target, ...change }), code, about);
    await refuse(
      { secondPublicExponent: 3n * target.publicExponent },
      "attack-not-applicable",
      `${target.publicExponent}`,
    );
    await refuse({ ciphertexts: [first, target.modulus] }, "message-out-of-range", "");
    await refuse({ ciphertexts: [first, second, first] }, "invalid-params", "3");
    await refuse({ ciphertexts: first }, "invalid-params", "ciphertexts");
  });

  it("gives every private exponent to the owner of one", async () => {
    const { target, secret } = await security.demonstration("common-modulus", {
      ...small["common-modulus"],
      attacker: "owner",
      seed: seedOf(41),
    });
    if (!("privateExponent" in target)) throw new Error("a target for an owner");
    const outcome = await security.runAttack("common-modulus", target);
    if (!outcome.found) throw new Error(outcome.reason);
    expect(sorted(outcome.primes ?? [])).toEqual(sorted(secret.primes));
    expect(outcome.privateExponents?.[0]).toBe(target.privateExponent);
    target.publicExponents.forEach((e, i) => {
      const d = outcome.privateExponents?.[i] ?? 0n;
      expect(powerModulo(powerModulo(secret.message, e, target.modulus), d, target.modulus)).toBe(secret.message);
    });
    const wrong = { ...target, privateExponent: target.privateExponent + 2n };
    await expectRejected(security.runAttack("common-modulus", wrong), "inconsistent-key");
  });
});

describe("a fault", () => {
  it.each([
    { variant: "crt", place: "crt-exponent" },
    { variant: "crt", place: "crt-coefficient" },
    { variant: "multi-prime", place: "crt-exponent" },
    { variant: "multi-power", place: "crt-coefficient" },
    { variant: "batch", place: "crt-coefficient" },
    { variant: "batch", primes: 3, place: "crt-coefficient" },
  ] as const)("gives a key of $variant away, unless the library checks: $place", async (options) => {
    const made = await security.demonstration("fault", { ...options, modulusLength: 384, seed: seedOf(50) });
    expect(made.withCheck).toMatchObject({ released: false, code: "fault-detected" });
    const { target } = made;
    const outcome = await security.runAttack("fault", target);
    expect(outcome).toMatchObject({ found: true, signatureIsRight: false });
    if (!outcome.found) return;
    const [greater, smaller] = outcome.factors;
    expect(greater * smaller).toBe(target.modulus);
    expect(smaller).toBeGreaterThan(1n);
  });

  it.each(["rebalanced", "r-prime", "scheme-b"] as const)(
    "in d_p passes the check of the long e of %s",
    async (variant) => {
      const made = await security.demonstration("fault", { variant, modulusLength: 512, seed: seedOf(52) });
      const signature = made.withCheck.released ? made.withCheck.signature : expect.fail("the check stopped it");
      expect(await security.runAttack("fault", { ...made.target, signature })).toMatchObject({
        found: true,
        signatureIsRight: false,
      });
    },
  );

  it("that did not happen gives nothing, and unusable input is refused", async () => {
    const { target } = await make("fault", 51);
    const message = powerModulo(target.signature, target.publicExponent, target.modulus);
    const right = await security.runAttack("fault", { ...target, message });
    expect(right).toMatchObject({ found: false, signatureIsRight: true, reason: expect.stringContaining("no fault") });
    const wrong = await security.runAttack("fault", { ...target, message: message + 1n });
    expect(wrong).toMatchObject({ found: false, signatureIsRight: false });
    const long = { ...target, message: target.modulus };
    await expectRejected(security.runAttack("fault", long), "message-out-of-range");
    await expectRejected(security.demonstration("fault", { variant: "original" }), "invalid-params", "original");
    await expectRejected(security.demonstration("fault", { variant: "batch" }), "invalid-params", "batch");
  });
});

describe("questions to an unbalanced key", () => {
  const name = "unbalanced-chosen-ciphertext";
  const ask = (device: "unchecked" | "encrypts-again" | "library", number: number) =>
    security.demonstration(name, { modulusLength: 512, primeLength: 100, device, seed: seedOf(number) });

  it("give its short prime away: one where nothing is checked, one for each bit where answers are encrypted again", async () => {
    for (const [device, questions] of [
      ["unchecked", 1],
      ["encrypts-again", 101],
    ] as const) {
      const { target, secret, params } = await ask(device, 55);
      expect(params).toMatchObject({ variant: "unbalanced", primeLength: 100 });
      expect(await security.runAttack(name, target)).toMatchObject({ found: true, primes: secret.primes, questions });
    }
  });

  it("find nothing where this library answers, not even another answer for another key", async () => {
    const [one, other] = [(await ask("library", 56)).target, (await ask("library", 57)).target];
    expect(await security.runAttack(name, one)).toMatchObject({
      found: false,
      questions: 101,
      reason: expect.stringContaining("answers end at a number of 100 bits that is not a factor of N"),
    });
    expect(one.modulus).not.toBe(other.modulus);
    expect(one.messages).toEqual(other.messages);
    expect(one.refused.slice(1)).toEqual(other.refused.slice(1));
  });

  it("have as many answers as messages, below the modulus", async () => {
    const { target } = await ask("unchecked", 58);
    await expectRejected(security.runAttack(name, { ...target, answers: [] }), "invalid-params", "answers has 0", 1);
    const long = { ...target, refused: [target.modulus] };
    await expectRejected(security.runAttack(name, long), "message-out-of-range");
    await expectRejected(security.demonstration("fault", { variant: "unbalanced" }), "invalid-params", "unbalanced");
  });
});

describe("Debian's OpenSSL", () => {
  const makers = [
    { architecture: "little-endian-64", program: "openssl-no-seed-file" },
    { architecture: "big-endian-32", program: "ssh-keygen" },
  ] as const;
  const name = "debian-seed";

  it.each(makers)("is found by its process: $architecture, $program", async (maker) => {
    const made = await security.demonstration(name, { modulusLength: 512, ...maker, seed: seedOf(62) });
    const { target, options, secret } = made;
    expect(options).toEqual(maker);
    expect(target.publicExponent).toBe(maker.program === "ssh-keygen" ? 35n : 65537n);
    const firstProcess = secret.process - 5;
    const outcome = await security.runAttack(name, target, { firstProcess, processes: 10 });
    expect(outcome).toMatchObject({ found: true, ...secret });
    const after = await security.runAttack(name, target, {
      ...options,
      firstProcess: secret.process + 1,
      processes: 2,
    });
    expect(after).toMatchObject({ found: false, reason: expect.stringContaining(`from ${secret.process + 1} to`) });
  });

  it("made badkeys' published test key in process 7624, on i386", async () => {
    // The modulus of tests/data/rsa-debianweak.key in https://github.com/badkeys/badkeys.
    const modulus = BigInt(
      "0xc096530c4c4a343fc388ff8b6e14c88b617485966dd0f757f3decb2f03dfdfe6f518e0948f5387059bd5aa124f26d38f139dd6ebc234360561689758e9b14e03f714508167374cbf64e24e26c3cd95ed5a5d04e3c404be157bb8090e9ada9cdc53ef7e806c1e77b5f10242150a24e9adf991088daf20a75beb54bc91fe43dd8755447fd3abdefb9f1c987a8b0419824504e213f8dd26a9c6b7ed2f2103d8422720f7a7400ce34743e4ce40440c69013efea2a39790fcdfccbb424da1d824adfe58071ed76d41af836e4093ea60f5719e250fa214f8631153a81eefc17d82e3f819da57691ed9602550074fdea73ac9e5cfe10f6b91adc31b402c3e370b03a559",
    );
    const range = { firstProcess: 7620, processes: 8, architecture: "little-endian-32" } as const;
    const outcome = await security.runAttack(name, { modulus, publicExponent: 65537n }, range);
    expect(outcome).toMatchObject({ found: true, process: 7624, program: "openssl-no-seed-file" });
    expect("primes" in outcome && outcome.primes.reduce((product, prime) => product * prime, 1n)).toBe(modulus);
  });

  it("has process ids up to 32,767, and candidates for primes of 256 bits", async () => {
    const { target } = await make(name, 63);
    const beyond = security.runAttack(name, target, { firstProcess: 32_000, processes: 769 });
    await expectRejected(beyond, "invalid-params", "processes", 769, "1 to 768");
    await expectRejected(security.runAttack(name, target, { firstProcess: 32_768 }), "invalid-params", "firstProcess");
    const short = { modulus: (2n ** 127n - 1n) * (2n ** 107n - 1n), publicExponent: 65537n };
    await expectRejected(security.runAttack(name, short), "invalid-params", "modulusLength is 234 bits", 512);
  });
});

describe("class groups", () => {
  it("factor p^2·q", async () => {
    const { target, options, secret, params } = await make("class-group", 80);
    expect(options).toEqual({ primes: 3 });
    expect(params).toMatchObject({ variant: "multi-power", primes: 3, modulusLength: 192 });
    const [p = 0n, q = 0n] = secret.primes;
    const outcome = await security.runAttack("class-group", target, options);
    expect(outcome).toMatchObject({ found: true, primes: sorted([p, p, q]), unfactored: [] });
    expect(outcome).toHaveProperty("multiplier", expect.any(Number));
    expect(outcome.products).toBeGreaterThan(outcome.multipliers * outcome.bounds.first);
    expect(outcome.estimates.length).toBeGreaterThan(3);
    for (const { modulusLength, primes, squareFreeLength, seconds } of outcome.estimates) {
      expect(squareFreeLength).toBe(Math.floor(((primes % 2 === 0 ? 2 : 1) * modulusLength) / primes));
      expect(seconds).toBeGreaterThan(1e6 * outcome.seconds);
    }
  });

  it("factor p^(r−s)·q^s with s above 1", async () => {
    const params = { variant: "multi-power", modulusLength: 325, primes: 5, multiplicity: 2 } as const;
    const key = rsa.generateKey(params, madeFrom(81));
    const [p = 0n, q = 0n] = key.components().primes;
    const outcome = await security.runAttack("class-group", key.publicKey, { primes: 5, seed: seedOf(81) });
    expect(outcome).toMatchObject({ found: true, primes: sorted([p, p, p, q, q]), unfactored: [] });
    key.free();
  });

  it("find nothing in a modulus without a square, and refuse one that is too long", async () => {
    const primes = [2n ** 107n - 1n, 2n ** 89n - 1n] as const;
    const target = { modulus: primes[0] * primes[1], publicExponent: 65537n };
    const outcome = await security.runAttack("class-group", target, { mostMultipliers: 2 });
    expect(outcome).toMatchObject({ found: false, multipliers: 2, reason: expect.stringContaining("no square in N") });
    await expectRejected(security.runAttack("class-group", sound), "attack-not-applicable", "192 bits");
    const long = { modulusLength: 640 };
    await expectRejected(security.demonstration("class-group", long), "attack-not-applicable", "213 bits");
  });

  it("are named where they decide about parameters", async () => {
    const { findings } = security.assess({ variant: "multi-power", modulusLength: 256, primes: 3 });
    const finding = findings.find(({ method }) => method === "class-group");
    expect(finding).toMatchObject({ reach: "here", attack: "class-group" });
  });
});

describe("elliptic curves", () => {
  it("find a short prime", async () => {
    const { target, options, secret, params } = await make("elliptic-curve", 70);
    expect(options).toEqual({ primeLength: 36, primes: 1, allPrimes: false });
    expect(params).toBeUndefined();
    const outcome = await security.runAttack("elliptic-curve", target, { ...options, seed: seedOf(71) });
    expect(outcome).toMatchObject({
      found: true,
      primes: secret.primes.slice(0, 1),
      unfactored: [(secret.primes[1] ?? 0n) * (secret.primes[2] ?? 0n)],
    });
    expect(outcome.multiplications).toBeGreaterThan(outcome.curves * outcome.bounds.first);
    expect(outcome.estimates.length).toBeGreaterThan(3);
    for (const { modulusLength, primes, primeLength, seconds } of outcome.estimates) {
      expect(primeLength).toBe(Math.floor(modulusLength / primes));
      expect(seconds).toBeGreaterThan(1e6 * outcome.seconds);
    }
    const again = await security.runAttack("elliptic-curve", target, { ...options, seed: seedOf(71) });
    expect(again.curves).toBe(outcome.curves);
  });

  it("find all primes", async () => {
    const made = await security.demonstration("elliptic-curve", { modulusLength: 128, primes: 2, seed: seedOf(72) });
    expect(made.params).toMatchObject({ variant: "multi-prime", primes: 2, modulusLength: 128 });
    const outcome = await security.runAttack("elliptic-curve", made.target, made.options);
    expect(outcome).toMatchObject({ found: true, primes: sorted(made.secret.primes), unfactored: [] });
  });

  it("do not find long primes", async () => {
    const outcome = await security.runAttack("elliptic-curve", sound, { primeLength: 32, mostCurves: 2 });
    expect(outcome).toMatchObject({ found: false, curves: 2, reason: expect.stringContaining("2 curves") });
    const prime = { modulus: 2n ** 521n - 1n, publicExponent: 65537n };
    await expectRejected(security.runAttack("elliptic-curve", prime), "attack-not-applicable", "prime");
    const mixed = { primeLength: 48, primes: 2 };
    await expectRejected(security.demonstration("elliptic-curve", mixed), "invalid-params", "primeLength", 48);
  });
});
