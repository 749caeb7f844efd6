import {
  factsOf,
  hasParam,
  load,
  type PrivateKey,
  type PrivateKeyJson,
  type RsaError,
  type Variant,
} from "rsa-variants";
import { describe, expect, it } from "vitest";
import {
  answersFor,
  build,
  expectRefused,
  expectRejected,
  greatestCommonDivisor,
  madeFrom,
  powerModulo,
  smallParams,
  toBase64url,
} from "./support.ts";

const rsa = await load({ build });

/** The variant that a key gets when it is read from a format that does not name the variant. */
function readAs(variant: Variant): Variant | undefined {
  const { hasStandardFormat, publicExponent } = factsOf(variant);
  if (hasStandardFormat !== true) return undefined;
  const hasSeveralPrimes = hasParam(variant, "primes");
  // Every other e is no longer than half of so short a modulus.
  if (publicExponent === "computed") return hasSeveralPrimes ? "r-prime" : "rebalanced";
  return hasSeveralPrimes ? "multi-prime" : "crt";
}

describe.each(smallParams)("keys of $variant", (params) => {
  it("are written as JSON and as JWK and read again, if they have these formats", async () => {
    using key = rsa.generateKey(params, madeFrom(150));
    for (const format of ["json", "jwk"] as const) {
      const wanted = format === "json" ? params.variant : readAs(params.variant);
      if (wanted === undefined) {
        await expectRejected(key.export(format), "no-standard-format", params.variant, "PKCS#1");
      } else {
        const exported = await key.export(format);
        using again = await rsa.importPrivateKey(exported);
        expect(again.params).toMatchObject({ variant: wanted, modulusLength: params.modulusLength });
        expect(again.components()).toMatchObject({
          primes: key.components().primes,
          privateExponent: key.components().privateExponent,
        });
        expect(answersFor(again, key)).toBe(true);
        if (wanted === params.variant) {
          expect([again.params, again.components()]).toEqual([key.params, key.components()]);
          expect(await again.export(format)).toEqual(exported);
        }
      }
      for (const publicKey of key.publicKeys) {
        if (params.variant === "unbalanced" && format !== "json") {
          await expectRejected(publicKey.export(format), "no-standard-format", "unbalanced", "bound of its messages");
          continue;
        }
        using again = await rsa.importPublicKey(await publicKey.export(format));
        expect([again.modulus, again.publicExponent]).toEqual([publicKey.modulus, publicKey.publicExponent]);
        expect(await again.export(format)).toEqual(await publicKey.export(format));
      }
    }
  });
});

describe("a format", () => {
  const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 512, primes: 3 }, madeFrom(151));

  it("is what its name says, and is read again", async () => {
    using two = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(152));
    const pem = (label: string) =>
      expect.stringMatching(`^-----BEGIN ${label}-----\n[\\w+/=\n]+-----END ${label}-----\n$`);
    for (const [format, written] of [
      ["pkcs1-pem", pem("RSA PRIVATE KEY")],
      ["pkcs8-pem", pem("PRIVATE KEY")],
      ["pkcs1-der", expect.any(Uint8Array)],
      ["pkcs8-der", expect.any(Uint8Array)],
      ["openssh", pem("OPENSSH PRIVATE KEY")],
      ["json", expect.objectContaining({ format: "rsa-variants private key", version: 1 })],
      ["jwk", expect.objectContaining({ kty: "RSA", e: "AQAB" })],
    ] as const) {
      for (const each of [two, key]) {
        if (format === "openssh" && each === key) {
          await expectRejected(each.export(format), "no-standard-format", "two primes", 3, "PKCS#8");
          continue;
        }
        const exported = await each.export(format);
        expect(exported).toEqual(written);
        using again = await rsa.importPrivateKey(exported);
        expect(again.components()).toEqual(each.components());
      }
    }
    for (const [format, written] of [
      ["pkcs1-pem", pem("RSA PUBLIC KEY")],
      ["spki-pem", pem("PUBLIC KEY")],
      ["pkcs1-der", expect.any(Uint8Array)],
      ["spki-der", expect.any(Uint8Array)],
      ["openssh", expect.stringMatching(/^ssh-rsa AAAAB3NzaC1yc2E[\w+/]+=*\n$/)],
      ["json", expect.objectContaining({ format: "rsa-variants public key", version: 1 })],
    ] as const) {
      const exported = await key.publicKey.export(format);
      expect(exported).toEqual(written);
      using again = await rsa.importPublicKey(exported);
      expect([again.modulus, again.publicExponent]).toEqual([key.publicKey.modulus, 65537n]);
    }
  });

  it("is detected by content, in text, bytes and objects", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const json = JSON.stringify(await key.export("json"), undefined, 2);
    const jwk = JSON.stringify({ kid: "1", use: "sig", key_ops: ["sign"], ...(await key.export("jwk")) });
    const pem = `Bag Attributes\n    localKeyID: 01\n${(await key.export("pkcs8-pem")).replaceAll("\n", "\r\n")}more text`;
    for (const data of [
      json,
      jwk,
      pem,
      bytes(json),
      bytes(jwk),
      bytes(pem),
      `\uFEFF\n ${json}`,
      bytes(`\uFEFF${jwk}`),
    ]) {
      using again = await rsa.importPrivateKey(data);
      expect(again.components()).toEqual(key.components());
    }
  });

  it("is refused if it is unknown or damaged", async () => {
    const jwk = await key.publicKey.export("jwk");
    const refused: [data: unknown, code: RsaError["code"], ...fragments: (string | number)[]][] = [
      ["", "invalid-encoding", "the data are empty"],
      [" ".repeat(65_537), "invalid-params", 65_537, 65_536, "no key is that long"],
      [new Uint8Array(65_537), "invalid-params", 65_537, 65_536],
      [undefined, "invalid-params", "undefined"],
      [null, "invalid-params", "null"],
      [42, "invalid-params", "number"],
      [[], "invalid-encoding", "this is an array without keys"],
      [[jwk, jwk], "unsupported-format", "this is an array of 2 keys: pass one of them"],
      ["{", "invalid-encoding", "JSON"],
      ["{}", "unsupported-format", "neither a JSON Web Key (which has a member kty) nor", "rsa-variants private key"],
      [{ keys: [jwk, jwk] }, "unsupported-format", "a JSON Web Key Set of 2 keys: pass one of them"],
      ['{"keys":[{}]}', "unsupported-format", "neither a JSON Web Key (which has a member kty) nor"],
      [{ kty: "EC" }, "unsupported-format", "EC"],
      [{ kty: "oct", k: "AA" }, "unsupported-format", "oct"],
      [jwk, "wrong-key-type", "this is a public key; a private key is needed"],
      [await key.publicKey.export("json"), "wrong-key-type", "public"],
      [await key.publicKey.export("spki-pem"), "wrong-key-type", "public"],
    ];
    for (const [data, code, ...fragments] of refused) {
      await expectRejected(rsa.importPrivateKey(data as never), code, ...fragments);
    }
    for (const format of ["pkcs1-pem", "pkcs8-der", "jwk", "json"] as const) {
      const data = await key.export(format);
      await expectRejected(rsa.importPublicKey(data as never), "wrong-key-type", "private key");
    }
    await expectRejected(rsa.importPublicKey({ keys: [] } as never), "unsupported-format", "Set of 0 keys");
    await expectRejected(key.export("spki-pem" as never), "invalid-params", "spki-pem", "pkcs8-pem");
    await expectRejected(key.publicKey.export("pkcs8-pem" as never), "invalid-params", "pkcs8-pem", "spki-pem");
  });
});

describe("a password", () => {
  const text = "pässwörd 🔑";
  const bytes = new TextEncoder().encode(text);
  const key = rsa.generateKey({ variant: "rebalanced", modulusLength: 512, crtExponentLength: 64 }, madeFrom(153));

  it.each(["pkcs8-pem", "pkcs8-der", "openssh"] as const)("opens %s, as text or as bytes", async (format) => {
    const file = await key.export(format, { password: text });
    expect(await key.export(format, { password: bytes })).not.toEqual(file);
    for (const password of [text, bytes]) {
      using again = await rsa.importPrivateKey(file, { password });
      expect(again.components()).toEqual(key.components());
    }
    await expectRejected(rsa.importPrivateKey(file, { password: "other" }), "wrong-password");
    await expectRejected(rsa.importPrivateKey(file), "password-required");
    await expectRejected(rsa.importPublicKey(file), "wrong-key-type", "this is a private key");
    await expectRejected(key.export(format, { password: "" }), "invalid-params", "password", 0);
  });

  it("must be whole, and only formats that are encrypted take one", async () => {
    const pem = await key.export("pkcs8-pem");
    expect(await key.export("pkcs8-pem", { password: "a" })).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
    await expectRejected(key.export("pkcs8-pem", { password: 7 as never }), "invalid-params", "string", "number");
    await expectRejected(key.export("pkcs8-pem", "secret" as never), "invalid-params", "secret");
    for (const password of [text.slice(0, -1), "\udd11", "\udd11\ud83d"]) {
      await expectRejected(key.export("openssh", { password }), "invalid-params", "password", "surrogate");
      for (const call of ["importKey", "importKeys", "importPrivateKey", "importPublicKey"] as const) {
        await expectRejected(rsa[call](pem, { password }), "invalid-params", "password", "surrogate");
      }
    }
    for (const format of ["pkcs1-pem", "pkcs1-der", "jwk", "json"] as const) {
      const refused = key.export(format, { password: "a" });
      await expectRejected(refused, "invalid-params", format, "pkcs8-pem, pkcs8-der, openssh");
    }
    (await rsa.importPrivateKey(pem, { password: "unnecessary" })).free();
  });
});

describe("trusted keys", () => {
  /** An original key's JSON with a composite number for p, which only a primality test finds. */
  async function withComposite(key: PrivateKey): Promise<PrivateKeyJson> {
    const [q, e] = [key.components().primes[1] ?? 0n, 65537n];
    let [p, d] = [key.components().primes[0] ?? 0n, undefined as bigint | undefined];
    while (d === undefined) {
      p += 2n;
      const lambda = ((p - 1n) * (q - 1n)) / greatestCommonDivisor(p - 1n, q - 1n);
      const inverse = powerModulo(lambda % e, e - 2n, e); // e is prime
      if (powerModulo(2n, p - 1n, p) !== 1n && inverse !== 0n) d = (1n + lambda * (e - inverse)) / e;
    }
    const json = await key.export("json");
    const numbers = {
      modulus: toBase64url(p * q),
      primes: [toBase64url(p), toBase64url(q)],
      privateExponent: toBase64url(d),
    };
    return { ...json, components: { ...json.components, ...numbers } };
  }

  it("skip the primality tests, but no other check", async () => {
    using key = rsa.generateKey({ variant: "original", modulusLength: 512 }, madeFrom(154));
    const json = await withComposite(key);
    await expectRejected(rsa.importPrivateKey(json), "inconsistent-key", "factor 1 is not prime");
    await expectRejected(rsa.importPrivateKey(json, { trusted: false }), "inconsistent-key", "not prime");
    (await rsa.importPrivateKey(json, { trusted: true })).free();
    const wrong = { ...json, components: { ...json.components, privateExponent: toBase64url(65539n) } };
    await expectRejected(rsa.importKey(wrong, { trusted: true }), "inconsistent-key", "private exponent");
    // @ts-expect-error It must be a boolean.
    await expectRejected(rsa.importKey(json, { trusted: "yes" }), "invalid-params", "trusted must be true or false");
    for (const format of ["pkcs8-pem", "jwk"] as const) {
      using again = await rsa.importPrivateKey(await key.export(format), { trusted: true });
      expect(answersFor(again, key)).toBe(true);
    }
  });
});

it("keys from N, e and d are found, or refused with the name of the number", () => {
  const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 640, primes: 3 }, madeFrom(156));
  const { modulus, publicExponents, privateExponent, primes } = key.components();
  const good = { modulus, publicExponent: publicExponents[0] ?? 0n, privateExponent };
  const again = rsa.keyFromExponents(good);
  expect(again.params.variant).toBe("multi-prime");
  expect([...again.components().primes].sort()).toEqual([...primes].sort());
  const refused = [
    [{ ...good, privateExponent: privateExponent + 2n }, "inconsistent-key", "exponents"],
    [{ ...good, privateExponent: -1n }, "invalid-params", "privateExponent"],
    [{ ...good, modulus: modulus + 1n }, "invalid-modulus", "odd"],
    [{ ...good, publicExponent: "AQAB" as never }, "invalid-params", "publicExponent", "string"],
    [null as never, "invalid-params", "null"],
  ] as const;
  for (const [given, code, ...fragments] of refused)
    expectRefused(() => rsa.keyFromExponents(given), code, ...fragments);
  for (const each of [key, again]) each.free();
});
