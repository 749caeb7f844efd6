// Keys are safe unless the caller insists: defaults, refusals, warnings, and misspelled options.
import {
  connect,
  type KeyParams,
  type KeyWarning,
  keyParams,
  load,
  RsaError,
  type Variant,
  variants,
} from "rsa-variants";
import {
  armorStream,
  dearmorStream,
  decryptIncrementalStream,
  decryptStream,
  encryptIncrementalStream,
  encryptStream,
  sign,
} from "rsa-variants/files";
import { attacks, load as loadSecurity } from "rsa-variants/security";
import { nearestParams, paramLimits } from "rsa-variants/theory";
import { Device, decryptRawInSoftware, load as loadXrsa } from "rsa-variants/xrsa";
import { describe, expect, it } from "vitest";
import { build, closedAtEnd, expectRefused, expectRejected, madeFrom, seedOf } from "./support.ts";

const rsa = await load({ build });
const security = await loadSecurity();

const broken: KeyParams = { variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 };
const weak: KeyParams = { variant: "crt", modulusLength: 1024 };

/** The longest moduli of variants with a long public exponent, which is the default of `tunable`. */
const longest: Partial<Record<Variant, number>> = {
  rebalanced: 8192,
  "r-prime": 8192,
  "scheme-a": 10284,
  "scheme-b": 10320,
  tunable: 13173,
};

describe("defaults", () => {
  it("are those of the theory, at every length", () => {
    for (let modulusLength = 192; modulusLength <= 16384; modulusLength += 61) {
      for (const variant of variants) {
        if (modulusLength > (longest[variant] ?? 16384)) continue;
        const { publicExponent, ...params } = rsa.checkParams({ variant, modulusLength });
        const defaults = Object.entries(paramLimits({ variant, modulusLength })).map(([name, limits]) => [
          name,
          limits.default,
        ]);
        const length = publicExponent === undefined ? {} : { publicExponent: publicExponent.toString(2).length };
        expect({ variant, modulusLength, ...Object.fromEntries(defaults) }).toEqual({ ...params, ...length });
      }
    }
  });

  it("of w are those of the theory for every length of a chosen e", () => {
    for (const modulusLength of [1024, 2048, 3071, 4096]) {
      for (let length = 17; length <= modulusLength / 2; length += 13) {
        const params = { variant: "tunable", modulusLength, publicExponent: 2n ** BigInt(length - 1) + 1n } as const;
        const { crtExponentLength } = rsa.checkParams(params);
        expect(paramLimits(params).crtExponentLength?.default, `${modulusLength}, |e| ${length}`).toBe(
          crtExponentLength,
        );
      }
    }
  });

  it("agree on what is not acceptable with the security module", () => {
    const lengths = [512, 1024, 2048, 3072];
    for (const params of lengths.flatMap((modulusLength) => variants.map((variant) => ({ variant, modulusLength })))) {
      const { verdict, strength, advice } = security.assess(params);
      const warning = rsa.warningFor(params);
      if (verdict === "broken" || verdict === "weak") {
        expect(warning).toMatchObject({ verdict, strength });
        expect(warning?.message).toContain(advice);
      } else expect(warning).toBeUndefined();
    }
  });
});

describe("limits", () => {
  const lengths = [128, 129, 192, 321, 449, 451, 511, 512, 513, 517, 1000, 1024, 2047, 2048, 4096, 8191, 9000, 16384];
  const choices = lengths.flatMap((modulusLength) =>
    variants.flatMap((variant): KeyParams[] => {
      if (variant === "tunable") {
        const exponents = [2, 17, modulusLength / 4, modulusLength / 2].map(
          (bits) => 2n ** BigInt(Math.floor(bits - 1)) + 1n,
        );
        return exponents.map((publicExponent) => ({ variant, modulusLength, publicExponent }));
      }
      const counts = "primes" in paramLimits({ variant, modulusLength }) ? [2, 3, 4, 5, 7, 8] : [undefined];
      return counts.map((primes) => keyParams({ variant, modulusLength, primes }));
    }),
  );

  it("are those that the core refuses beyond, for the same reason", () => {
    for (const params of choices) {
      for (const [name, { least, most, whyLeast, whyMost }] of Object.entries(paramLimits(params))) {
        const refusal = (value: number): unknown => {
          const given = name === "publicExponent" ? 2n ** BigInt(value) - 1n : value;
          try {
            rsa.checkParams({ ...params, [name]: given } as KeyParams);
          } catch (error) {
            if (error instanceof RsaError && error.parameter === name) return error.message;
          }
          return undefined;
        };
        const place = `${JSON.stringify(params, (_, value) => (typeof value === "bigint" ? `${value}` : value))} ${name}`;
        // An r that is not possible is refused before the limits of the others matter.
        if (params.primes !== undefined && name !== "primes" && refusedFor(params)?.startsWith("primes")) continue;
        if (name === "publicExponent") {
          expect(refusal(most + 1), place).toContain(`at most ${most} bits`);
          expect(refusal(most), place).toBeUndefined();
          continue;
        }
        const range = least > most ? "no value is possible" : `from ${least} to ${most}`;
        expect(refusal(least - 1), place).toMatch(new RegExp(`${range}.*: ${escaped(whyLeast)}$`));
        expect(refusal(most + 1), place).toMatch(
          new RegExp(`${range}.*: ${escaped(most + 1 < least ? whyLeast : whyMost)}$`),
        );
        if (least > most) continue;
        const hasCommonFactor = name === "multiplicity" && (params.primes ?? 4) % most === 0 && most > 1;
        for (const value of hasCommonFactor ? [least] : [least, most]) expect(refusal(value), place).toBeUndefined();
      }
    }
  });

  it("are where the nearest possible parameters are", () => {
    for (const { publicExponent, ...params } of choices) {
      if (params.variant === "tunable" || params.modulusLength > (longest[params.variant] ?? 16384)) continue;
      for (const value of [1, 3, 4095]) {
        const own = Object.keys(paramLimits(params as KeyParams)).filter((name) => name !== "publicExponent");
        const wanted = keyParams({ ...params, ...Object.fromEntries(own.map((name) => [name, value])) });
        const { params: found, changes } = nearestParams(wanted);
        for (const { name, from, to, reason } of changes) {
          expect([from, found[name]]).toEqual([value, to]);
          expect(reason).not.toBe("");
        }
        const problem = refusedFor(found);
        if (problem !== undefined) expect(problem).toContain("no value is possible");
      }
    }
    expect(nearestParams({ variant: "multi-power", modulusLength: 2048, primes: 6, multiplicity: 2 })).toEqual({
      params: { variant: "multi-power", modulusLength: 2048, primes: 6, multiplicity: 1 },
      changes: [
        { name: "multiplicity", from: 2, to: 1, reason: "it must have no factor in common with the number of primes" },
      ],
    });
  });

  function refusedFor(params: KeyParams): string | undefined {
    try {
      rsa.checkParams(params);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  function escaped(text: string): string {
    return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }
});

describe("broken parameters", () => {
  const fragments = ["crtExponentLength is 160", "0.122·n = 250", "Use w = 320 instead of 160.", "allowBroken: true"];

  it("are refused with the parameter, the reason and the advice", async () => {
    expectRefused(() => rsa.generateKey(broken), "broken-params", ...fragments);
    expectRefused(() => rsa.generateCommonModulusKeys(broken), "broken-params", ...fragments);
    const crt = { variant: "crt", modulusLength: 1024 } as const;
    expectRefused(() => rsa.generateCommonModulusKeys(crt), "wrong-variant", "generateCommonModulusKeys needs");
    expectRefused(() => rsa.generateKey(broken, { allowBroken: false }), "broken-params", ...fragments);
    expectRefused(
      () => rsa.generateKey({ variant: "crt", modulusLength: 512 }),
      "broken-params",
      "modulusLength is 512",
    );
    await using workers = await connect({ build, workers: 1 });
    const calls: Promise<unknown>[] = [workers.generateKey(broken), workers.generateCommonModulusKeys(broken)];
    for (const call of calls) await expectRejected(call, "broken-params", ...fragments);
  });

  it("make a key with allowBroken, after a warning", async () => {
    const short: KeyParams = { variant: "crt", modulusLength: 512 };
    const warnings: KeyWarning[] = [];
    const onWarning = (warning: KeyWarning) => warnings.push(warning);
    rsa.generateKey(short, { ...madeFrom(801), onWarning }).free();
    await using workers = await connect({ build, workers: 1 });
    await workers.generateKey(short, { ...madeFrom(801), onWarning });
    expect(warnings).toEqual([rsa.warningFor(short), rsa.warningFor(short)]);
    expect(warnings[0]).toMatchObject({ verdict: "broken", parameter: "modulusLength" });
  });

  it("can be checked, and keys with them can be imported", async () => {
    using key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(802));
    expect(rsa.checkParams(broken)).toEqual(broken);
    rsa.keyFromComponents(key.params, key.components()).free();
    (await rsa.importPrivateKey(await key.export("pkcs8-der"))).free();
  });
});

describe("weak parameters", () => {
  it("make a key, with one warning before the work", async () => {
    const events: unknown[] = [];
    const options = {
      seed: seedOf(803),
      onWarning: (warning: KeyWarning) => void events.push(warning),
      onProgress: () => void events.push("progress"),
    };
    rsa.generateKey(weak, options).free();
    expect(events[0]).toMatchObject({ verdict: "weak", strength: 80, parameter: "modulusLength" });
    expect(new Set(events.slice(1))).toEqual(new Set(["progress"]));
    await using workers = await connect({ build, workers: 1 });
    const warnings: KeyWarning[] = [];
    await workers.generateKey(weak, { seed: seedOf(803), onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toEqual([events[0]]);
  });

  it("pass on what the callback throws", () => {
    const own = new RangeError("mine");
    const onWarning = () => {
      throw own;
    };
    expect(() => rsa.generateKey(weak, { onWarning })).toThrow(own);
  });

  it("that are invalid are refused alike by every call, with the problem separate from the parameter's name", () => {
    const none = { variant: "rebalanced", modulusLength: 2048, crtExponentLength: 9 } as const;
    for (const call of [() => rsa.checkParams(none), () => rsa.warningFor(none), () => rsa.generateKey(none)]) {
      const { message, parameter, problem } = expectRefused(call, "invalid-params", "9 bits");
      expect({ message, parameter }).toEqual({
        message: `crtExponentLength ${problem}`,
        parameter: "crtExponentLength",
      });
    }
  });

  it("need a callback that is a function, and allowBroken that is true or false", async () => {
    expectRefused(() => rsa.generateKey(weak, { onWarning: "log" as never }), "invalid-params", "onWarning", "string");
    expectRefused(() => rsa.generateKey(broken, { allowBroken: 1 as never }), "invalid-params", "allowBroken", 1);
    await using workers = await connect({ build, workers: 1 });
    await expectRejected(workers.generateKey(broken, { allowBroken: 1 as never }), "invalid-params", "allowBroken");
  });
});

describe("misspelled options", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: what TypeScript would refuse
  type Any = any;

  const batch = rsa.generateKey({ variant: "batch", modulusLength: 640, batchSize: 2 }, madeFrom(804));
  const key = rsa.generateKey(weak, { seed: seedOf(805) });
  const workers = closedAtEnd(await connect({ build, workers: 1 }));
  const remote = await workers.keyFromComponents(batch.params, batch.components());
  const device = new Device(await loadXrsa());
  const [block, digest] = [new Uint8Array(1), new Uint8Array(32)];
  const [oaep, pkcs1] = [{ name: "RSA-OAEP", hash: "SHA-1" }, { name: "RSASSA-PKCS1-v1_5" }] as const;
  const params = { ...broken, crtExponentLenght: 320 } as KeyParams;
  const [bad, engin, signl, onProgres, mod] = [
    { blindng: false },
    { engin: "scalar" },
    { signl: 1 },
    { onProgres: 1 },
    { mod: "paper" },
  ] as Any[];

  const ofPrivateKeys = (each: Any): (() => unknown)[] => [
    () => each.decrypt(oaep, block, bad),
    () => each.sign(pkcs1, block, bad),
    () => each.signDigest(pkcs1, digest, bad),
    () => each.decryptRaw(block, bad),
    () => each.decryptMany(oaep, [], bad),
    () => each.signMany(pkcs1, [], bad),
    () => each.decryptRawMany([], bad),
    () => each.decryptRawBatch([block, block], bad),
  ];
  const ofPublicKeys = ({ publicKey }: Any): (() => unknown)[] => [
    () => publicKey.encrypt(oaep, block, engin),
    () => publicKey.verify(pkcs1, block, block, engin),
    () => publicKey.verifyDigest(pkcs1, block, digest, engin),
    () => publicKey.encryptRaw(block, engin),
  ];

  it.each<[message: string, calls: readonly (() => unknown)[]]>([
    [
      "crtExponentLenght is not an option; did you mean crtExponentLength?",
      [
        () => rsa.generateKey(params),
        () => rsa.checkParams(params),
        () => rsa.warningFor(params),
        () => security.assess(params),
      ],
    ],
    ["expected one of variant, modulusLength, primes", [() => rsa.checkParams({ ...weak, passwort: 1 } as KeyParams)]],
    ["blindng is not an option; expected one of engine, signal", [() => rsa.modPow(2n, 3n, 5n, bad)]],
    ["blindng is not an option; did you mean blinding?", [batch, remote].flatMap(ofPrivateKeys)],
    ["did you mean engine?", [batch, remote].flatMap(ofPublicKeys)],
    [
      "signl is not an option; did you mean signal?",
      [
        () => remote.check(signl),
        () => remote.publicKey.export("jwk", signl),
        () => remote.export("jwk", signl),
        () => workers.checkParams(weak, signl),
        () => workers.warningFor(weak, signl),
        () => workers.generateKey(weak, signl),
        () => workers.generateCommonModulusKeys(broken, 3n, signl),
        () => workers.keyFromComponents(batch.params, batch.components(), signl),
        () => workers.keyFromExponents({ modulus: 15n, publicExponent: 3n, privateExponent: 3n }, signl),
        () => workers.importPrivateKey("", signl),
        () => workers.importPublicKey("", signl),
        () => workers.publicKey(15n, 3n, signl),
        () => workers.modPow(2n, 3n, 5n, signl),
      ],
    ],
    [
      "did you mean password?",
      [
        () => batch.export("pkcs8-pem", { pasword: "x" } as Any),
        () => rsa.importPrivateKey("", { pasword: "x" } as Any),
      ],
    ],
    ["did you mean label?", [() => batch.decrypt({ ...oaep, lable: block } as Any, block)]],
    [
      "sorce is not an option; did you mean source?",
      [load, connect, loadSecurity, loadXrsa].map((start) => () => start({ sorce: "x" } as Any)),
    ],
    ["did you mean workers?", [() => connect({ wrkers: 1 } as Any)]],
    [
      "did you mean seed?",
      [
        () => rsa.generateKey(weak, { sead: seedOf(1) } as Any),
        () => rsa.generateCommonModulusKeys(broken, 3n, { sead: 1 } as Any),
      ],
    ],
    [
      "onProgres is not an option; did you mean onProgress?",
      [
        () => encryptStream(key.publicKey, onProgres),
        () => decryptStream(key, onProgres),
        () => encryptIncrementalStream(key.publicKey, onProgres),
        () => decryptIncrementalStream(key, onProgres),
        () => armorStream(onProgres),
        () => dearmorStream(onProgres),
        ...attacks.flatMap(({ name }) => [
          () => security.demonstration(name, onProgres),
          () => security.runAttack(name, {} as Any, onProgres),
        ]),
      ],
    ],
    [
      "progress is not an option; did you mean onProgress?",
      [async () => decryptRawInSoftware(await loadXrsa(), key, block, { progress: 1 } as Any)],
    ],
    ["did you mean algorithm?", [() => sign(key, block, { algorythm: { name: "RSA-PSS" } } as Any)]],
    ["did you mean unitRam?", [async () => new Device(await loadXrsa(), { unitRAM: 1 } as Any)]],
    [
      "mod is not an option; did you mean mode?",
      [
        () => device.plan({ modulusLength: 1024 }, mod),
        () => device.decryptRaw(key, block, mod),
        () => device.generateKey({ modulusLength: 1024 }, mod),
      ],
    ],
    ["did you mean primes?", [() => device.plan({ modulusLength: 1024, prime: 3 } as Any)]],
    ["publicExponent", [() => security.assess(weak, { publicExponent: 3 } as Any)]],
  ])("are refused by every call: %s", async (message, calls) => {
    for (const call of calls) await expectRejected((async () => call())(), "invalid-params", message);
  });

  it("are not those of the other kind of key: files take a signal with both, so that code for workers serves here", async () => {
    const { signal } = new AbortController();
    expect(await sign(key, new Uint8Array(), { signal })).toHaveLength(128);
  });

  it("accept every option that an attack describes", async () => {
    const onProgress = () => {
      throw new Error("so that nothing is computed");
    };
    for (const { name, demonstrationOptions } of attacks) {
      for (const option of demonstrationOptions) {
        const given = { [option.name]: option.default, onProgress } as Any;
        // An option may need another one, but must be known.
        await expect(security.demonstration(name, given)).rejects.not.toThrow(/is not an option/);
      }
    }
  });
});
