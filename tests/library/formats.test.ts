import {
  factsOf,
  hasParam,
  type KeyComponents,
  type KeyParams,
  load,
  type PrivateKey,
  type PrivateKeyJson,
  type Rsa,
  type RsaError,
  type Variant,
} from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  answersFor,
  bitLength,
  build,
  expectRefused,
  expectRejected,
  greatestCommonDivisor,
  madeFrom,
  powerModulo,
  smallParams,
  toBytes,
} from "./support.ts";

let rsa: Rsa;
beforeAll(async () => {
  rsa = await load({ build });
});

const formats = ["pkcs1-der", "pkcs1-pem", "pkcs8-der", "pkcs8-pem", "openssh", "jwk", "json"] as const;
const publicFormats = ["pkcs1-der", "pkcs1-pem", "spki-der", "spki-pem", "openssh", "jwk", "json"] as const;

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
  let key: PrivateKey;
  beforeAll(() => {
    key = rsa.generateKey(params, madeFrom(150));
  });
  afterAll(() => key.free());

  it.each(formats)("are written in %s and read again, or have no such format", async (format) => {
    const wanted = format === "json" ? params.variant : readAs(params.variant);
    if (wanted === undefined) {
      await expectRejected(key.export(format), "no-standard-format", params.variant, "PKCS#1");
      return;
    }
    const { length } = key.components().primes;
    if (format === "openssh" && length > 2) {
      await expectRejected(key.export(format), "no-standard-format", "two primes", length, "PKCS#8");
      return;
    }
    const exported = await key.export(format);
    const again = await rsa.importPrivateKey(exported);
    expect(again.params).toMatchObject({ variant: wanted, modulusLength: params.modulusLength });
    expect(again.components().primes).toEqual(key.components().primes);
    expect(again.components().privateExponent).toBe(key.components().privateExponent);
    expect(answersFor(again, key)).toBe(true);
    if (wanted === params.variant) {
      expect(again.params).toEqual(key.params);
      expect(again.components()).toEqual(key.components());
      expect(await again.export(format)).toEqual(exported);
    }
    again.free();
  });

  it.each(publicFormats)("have public keys that are written in %s and read again", async (format) => {
    for (const publicKey of key.publicKeys) {
      if (params.variant === "unbalanced" && format !== "json") {
        await expectRejected(publicKey.export(format), "no-standard-format", "unbalanced", "bound of its messages");
        continue;
      }
      const again = await rsa.importPublicKey(await publicKey.export(format));
      expect(again.modulus).toBe(publicKey.modulus);
      expect(again.publicExponent).toBe(publicKey.publicExponent);
      expect(await again.export(format)).toEqual(await publicKey.export(format));
      again.free();
    }
  });
});

describe("a format", () => {
  let key: PrivateKey;
  beforeAll(() => {
    key = rsa.generateKey({ variant: "multi-prime", modulusLength: 512, primes: 3 }, madeFrom(151));
  });
  afterAll(() => key.free());

  it("is what its name says", async () => {
    expect(await key.export("pkcs1-pem")).toMatch(
      /^-----BEGIN RSA PRIVATE KEY-----\n[\w+/=\n]+-----END RSA PRIVATE KEY-----\n$/,
    );
    expect(await key.export("pkcs8-pem")).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(await key.export("pkcs8-pem", { password: "a" })).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
    expect(await key.publicKey.export("pkcs1-pem")).toMatch(/^-----BEGIN RSA PUBLIC KEY-----\n/);
    expect(await key.publicKey.export("spki-pem")).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect(await key.publicKey.export("openssh")).toMatch(/^ssh-rsa AAAAB3NzaC1yc2E[\w+/]+=*\n$/);
    for (const format of ["pkcs1-der", "pkcs8-der"] as const) {
      const der = await key.export(format);
      expect(der).toBeInstanceOf(Uint8Array);
      expect((await rsa.importPrivateKey(der)).components()).toEqual(key.components());
    }
    expect(await key.export("jwk")).toMatchObject({ kty: "RSA", e: "AQAB", oth: [{}] });
    expect(await key.export("json")).toMatchObject({ format: "rsa-variants private key", version: 1 });
    expect(await key.publicKey.export("json")).toMatchObject({ format: "rsa-variants public key", version: 1 });
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
      const again = await rsa.importPrivateKey(data);
      expect(again.components()).toEqual(key.components());
      again.free();
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
      [new ArrayBuffer(8), "invalid-encoding"],
      ["no key", "invalid-encoding", "this is neither PEM, DER, a key of OpenSSH, nor Base64"],
      [new Uint8Array([0x30, 0x80, 1]), "invalid-encoding"],
      ["{", "invalid-encoding", "JSON"],
      ["{}", "unsupported-format", "neither a JSON Web Key (which has a member kty) nor", "rsa-variants private key"],
      [{ keys: [jwk, jwk] }, "unsupported-format", "a JSON Web Key Set of 2 keys: pass one of them"],
      ['{"keys":[{}]}', "unsupported-format", "neither a JSON Web Key (which has a member kty) nor"],
      [{ kty: "EC" }, "unsupported-format", "EC"],
      [{ kty: "oct", k: "AA" }, "unsupported-format", "oct"],
      [jwk, "wrong-key-type", "this is a public key; a private key is needed"],
      [await key.publicKey.export("openssh"), "wrong-key-type", "this is a public key of OpenSSH; a private key is"],
      [await key.publicKey.export("json"), "wrong-key-type", "public"],
      [await key.publicKey.export("spki-pem"), "wrong-key-type", "public"],
      [(await key.export("pkcs1-pem")).replace("\n", "\n*"), "invalid-encoding", "is not Base64"],
      [
        "-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----\n",
        "unsupported-format",
        "this is an EC key",
      ],
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

  it("cannot be written of a freed key", async () => {
    const freed = rsa.generateKey({ variant: "crt", modulusLength: 256 }, madeFrom(152));
    freed.free();
    for (const format of formats) await expectRejected(freed.export(format), "use-after-free");
  });
});

describe("encrypted PKCS #8", () => {
  let key: PrivateKey;
  beforeAll(() => {
    key = rsa.generateKey({ variant: "r-prime", modulusLength: 512, crtExponentLength: 64 }, madeFrom(153));
  });
  afterAll(() => key.free());

  it("opens with its password, as text or as bytes, and with no other", async () => {
    const password = "pässwörd";
    const pem = await key.export("pkcs8-pem", { password });
    const bytes = new TextEncoder().encode(password);
    for (const good of [password, bytes]) {
      const again = await rsa.importPrivateKey(pem, { password: good });
      expect(again.components()).toEqual(key.components());
      again.free();
    }
    expect([...bytes]).toEqual([...new TextEncoder().encode(password)]);
    await expectRejected(rsa.importPrivateKey(pem, { password: "other" }), "wrong-password");
    await expectRejected(rsa.importPrivateKey(pem), "password-required");
    const der = await key.export("pkcs8-der", { password: bytes });
    expect((await rsa.importPrivateKey(der, { password })).components()).toEqual(key.components());
    expect(await key.export("pkcs8-der", { password: bytes })).not.toEqual(der);
  });

  it("needs a valid password, which other formats refuse", async () => {
    await expectRejected(key.export("pkcs8-pem", { password: "" }), "invalid-params", "password", 0);
    await expectRejected(
      key.export("pkcs8-pem", { password: 7 as never }),
      "invalid-params",
      "password",
      "string",
      "number",
    );
    await expectRejected(key.export("pkcs8-pem", "secret" as never), "invalid-params", "secret");
    const [pem, whole] = [await key.export("pkcs8-pem"), "key 🔑"];
    for (const password of [whole.slice(0, -1), "\udd11", "\udd11\ud83d"]) {
      await expectRejected(key.export("pkcs8-pem", { password }), "invalid-params", "password", "surrogate");
      await expectRejected(key.export("openssh", { password }), "invalid-params", "password", "surrogate");
      for (const call of ["importKey", "importKeys", "importPrivateKey", "importPublicKey"] as const) {
        await expectRejected(rsa[call](pem, { password }), "invalid-params", "password", "surrogate");
      }
    }
    (await rsa.importKey(await key.export("pkcs8-pem", { password: whole }), { password: whole })).free();
    for (const format of ["pkcs1-pem", "pkcs1-der", "jwk", "json"] as const) {
      await expectRejected(
        key.export(format, { password: "a" }),
        "invalid-params",
        format,
        "pkcs8-pem, pkcs8-der, openssh",
      );
    }
    // An unnecessary password is ignored.
    expect((await rsa.importPrivateKey(await key.export("pkcs8-pem"), { password: "a" })).components()).toEqual(
      key.components(),
    );
  });
});

describe("OpenSSH's format", () => {
  it("opens with its password, as text or as bytes, and with no other", async () => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(158));
    const password = "pässwörd";
    const file = await key.export("openssh", { password });
    expect(file).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n[\w+/=\n]+-----END OPENSSH PRIVATE KEY-----\n$/);
    for (const good of [password, new TextEncoder().encode(password)]) {
      const again = await rsa.importPrivateKey(new TextEncoder().encode(file), { password: good });
      expect(again.components()).toEqual(key.components());
      again.free();
    }
    await expectRejected(rsa.importPrivateKey(file, { password: "other" }), "wrong-password");
    await expectRejected(rsa.importPrivateKey(file), "password-required");
    await expectRejected(rsa.importPublicKey(file), "wrong-key-type", "this is a private key");
    await expectRejected(key.export("openssh", { password: "" }), "invalid-params", "password", 0);
    expect(await key.export("openssh", { password })).not.toBe(file);
    key.free();
  });
});

describe("trusted keys", () => {
  const textOf = (value: bigint) => {
    const bytes = toBytes(value, Math.ceil(bitLength(value) / 8));
    return btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  };

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
    const numbers = { modulus: textOf(p * q), primes: [textOf(p), textOf(q)], privateExponent: textOf(d) };
    return { ...json, components: { ...json.components, ...numbers } };
  }

  it("skip the primality tests, but no other check", async () => {
    const key = rsa.generateKey({ variant: "original", modulusLength: 512 }, madeFrom(154));
    const json = await withComposite(key);
    await expectRejected(rsa.importPrivateKey(json), "inconsistent-key", "factor 1 is not prime");
    await expectRejected(rsa.importPrivateKey(json, { trusted: false }), "inconsistent-key", "not prime");
    (await rsa.importPrivateKey(json, { trusted: true })).free();
    const wrong = { ...json, components: { ...json.components, privateExponent: textOf(65539n) } };
    await expectRejected(rsa.importKey(wrong, { trusted: true }), "inconsistent-key", "private exponent");
    // @ts-expect-error It must be a boolean.
    await expectRejected(rsa.importKey(json, { trusted: "yes" }), "invalid-params", "trusted must be true or false");
    for (const format of ["pkcs8-pem", "jwk"] as const) {
      const again = await rsa.importPrivateKey(await key.export(format), { trusted: true });
      expect(answersFor(again, key)).toBe(true);
      again.free();
    }
    key.free();
  });
});

describe("keys from N, e and d only", () => {
  it.each([2, 3, 4, 5])("of %i primes are found", (primes) => {
    const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 640, primes }, madeFrom(156));
    const again = rsa.keyFromExponents(exponentsOf(key.components()));
    expect(again.params.variant).toBe(primes === 2 ? "crt" : "multi-prime");
    expect([...again.components().primes].sort()).toEqual([...key.components().primes].sort());
    expect(answersFor(again, key)).toBe(true);
    key.free();
    again.free();
  });

  it("are refused if they are not a key", () => {
    const params: KeyParams = { variant: "crt", modulusLength: 256 };
    const key = rsa.generateKey(params, madeFrom(157));
    const good = exponentsOf(key.components());
    const { privateExponent } = good;
    expectRefused(() => rsa.keyFromExponents({ ...good, privateExponent: privateExponent + 2n }), "inconsistent-key");
    expectRefused(() => rsa.keyFromExponents({ ...good, privateExponent: -1n }), "invalid-params", "privateExponent");
    expectRefused(() => rsa.keyFromExponents({ ...good, modulus: good.modulus + 1n }), "invalid-modulus");
    expectRefused(() => rsa.keyFromExponents(null as never), "invalid-params", "null");
    const text = { ...good, publicExponent: "AQAB" } as never;
    expectRefused(() => rsa.keyFromExponents(text), "invalid-params", "publicExponent", "string");
    key.free();
  });
});

function exponentsOf({ modulus, publicExponents, privateExponent }: KeyComponents) {
  return { modulus, publicExponent: publicExponents[0] ?? 0n, privateExponent };
}
