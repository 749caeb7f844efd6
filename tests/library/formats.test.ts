import {
  type KeyComponents,
  type KeyParams,
  load,
  type PrivateKey,
  type PrivateKeyJson,
  type Rsa,
  RsaError,
  type RsaPrivateJwk,
} from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
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

/** What a variant comes back as from a format that names none. */
const readAs: Record<string, string> = {
  original: "crt",
  crt: "crt",
  "multi-prime": "multi-prime",
  rebalanced: "rebalanced",
  "r-prime": "r-prime",
  "scheme-b": "crt", // e is no longer than half of so short a modulus
  tunable: "crt",
};

/** Whether a key answers what was encrypted for another. */
function answersFor(key: PrivateKey, other: PrivateKey): boolean {
  const block = toBytes(2n ** 200n + 3n, Math.ceil(other.params.modulusLength / 8));
  return key.decryptRaw(other.publicKey.encryptRaw(block)).join() === block.join();
}

describe.each(smallParams)("keys of $variant", (params) => {
  let key: PrivateKey;
  beforeAll(() => {
    key = rsa.generateKey(params, madeFrom(150));
  });
  afterAll(() => key.free());

  it.each(formats)("are written in %s and read again, or have no such format", async (format) => {
    const wanted = format === "json" ? params.variant : readAs[params.variant];
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

  it("is told by content: text, bytes and objects alike", async () => {
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

  it("is refused where it is another or none", async () => {
    const jwk = await key.publicKey.export("jwk");
    const refused: [data: unknown, code: RsaError["code"], ...fragments: (string | number)[]][] = [
      ["", "invalid-params", 0],
      [" ".repeat(65_537), "invalid-params", 65_537, 65_536, "exhaustion"],
      [new Uint8Array(65_537), "invalid-params", 65_537, 65_536],
      [undefined, "invalid-params", "undefined"],
      [null, "invalid-params", "null"],
      [42, "invalid-params", "number"],
      [[], "invalid-params", "array"],
      [new ArrayBuffer(8), "invalid-encoding"],
      ["no key", "invalid-encoding", "neither PEM, DER nor a public key of OpenSSH"],
      [new Uint8Array([0x30, 0x80, 1]), "invalid-encoding"],
      ["{", "invalid-encoding", "JSON"],
      ["{}", "unsupported-format", "neither a JSON Web Key, which has a member kty, nor", "rsa-variants private key"],
      [{ keys: [jwk, jwk] }, "unsupported-format", "a JSON Web Key Set of 2 keys: pass one of them, such as keys[0]"],
      ['{"keys":[{}]}', "unsupported-format", "a JSON Web Key Set of 1 key:"],
      [{ kty: "EC" }, "unsupported-format", "EC"],
      [{ kty: "oct", k: "AA" }, "unsupported-format", "oct"],
      [jwk, "wrong-key-type", "this is a public key; a private key is needed"],
      [await key.publicKey.export("openssh"), "wrong-key-type", "this is a public key of OpenSSH; a private key is"],
      [await key.publicKey.export("json"), "wrong-key-type", "public"],
      [await key.publicKey.export("spki-pem"), "wrong-key-type", "public"],
      [(await key.export("pkcs1-pem")).replace("RSA", "EC"), "invalid-encoding"],
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

describe("encrypted PKCS#8", () => {
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

  it("has a password that is one, and other formats have none", async () => {
    await expectRejected(key.export("pkcs8-pem", { password: "" }), "invalid-params", "password", 0);
    await expectRejected(
      key.export("pkcs8-pem", { password: 7 as never }),
      "invalid-params",
      "password",
      "string",
      "number",
    );
    await expectRejected(key.export("pkcs8-pem", "secret" as never), "invalid-params", "secret");
    for (const format of ["pkcs1-pem", "pkcs1-der", "jwk", "json"] as const) {
      await expectRejected(
        key.export(format, { password: "a" }),
        "invalid-params",
        format,
        "pkcs8-pem, pkcs8-der, openssh",
      );
    }
    // One that is not needed is passed over.
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

describe("a JSON Web Key", () => {
  let key: PrivateKey;
  let jwk: RsaPrivateJwk;
  beforeAll(async () => {
    key = rsa.generateKey({ variant: "multi-prime", modulusLength: 600, primes: 4 }, madeFrom(154));
    jwk = await key.export("jwk");
  });
  afterAll(() => key.free());

  it("with N, e and d alone has its primes found", async () => {
    const { n, e, d } = jwk;
    const again = await rsa.importPrivateKey({ kty: "RSA", n, e, d });
    expect(again.params).toEqual(key.params);
    expect([...again.components().primes].sort()).toEqual([...key.components().primes].sort());
    expect(answersFor(again, key)).toBe(true);
    again.free();
  });

  it("is read strictly", async () => {
    const { oth = [], ...rest } = jwk;
    const [third = { r: "", d: "", t: "" }, fourth = { r: "", d: "", t: "" }] = oth;
    const without = (name: string) => Object.fromEntries(Object.entries(jwk).filter(([member]) => member !== name));
    const refused: [data: object, code: RsaError["code"], ...fragments: (string | number)[]][] = [
      ...["n", "e", "p", "q", "dp", "dq", "qi"].map(
        (name) => [without(name), "invalid-encoding", `no ${name}`] as [object, RsaError["code"], string],
      ),
      [without("kty"), "unsupported-format", "kty", "format"],
      [{ ...jwk, kty: "rsa" }, "unsupported-format", "rsa"],
      [{ ...jwk, n: `${jwk.n}=` }, "invalid-encoding", "n", "base64url"],
      [{ ...jwk, n: `AA${jwk.n}` }, "invalid-encoding", "n", "shortest"],
      [{ ...jwk, e: "AQAC+" }, "invalid-encoding", "e", "base64url"],
      [{ ...jwk, e: "AQABA" }, "invalid-encoding", "e"],
      [{ ...jwk, e: "AB" }, "invalid-encoding", "e", "shortest"],
      [{ ...jwk, e: 65537 }, "invalid-encoding", "e", "number"],
      [{ ...jwk, d: "" }, "invalid-encoding", "d"],
      [{ ...jwk, q: "A".repeat(2732) }, "invalid-encoding", "q", 2732, 2731],
      [{ ...jwk, oth: {} }, "invalid-encoding", "oth", "array"],
      [{ ...jwk, oth: Array.from({ length: 7 }, () => third) }, "invalid-encoding", "oth", 7, 6],
      [{ ...jwk, oth: [third, null] }, "invalid-encoding", "oth[1]", "null"],
      [{ ...jwk, oth: [third, { r: fourth.r, d: fourth.d }] }, "invalid-encoding", "oth[1]", "no t"],
      [{ ...jwk, oth: [third, { ...fourth, r: "A=" }] }, "invalid-encoding", "oth[1].r"],
      // Numbers that make no key: the order matters, because coefficients belong to it.
      [{ ...jwk, oth: [fourth, third] }, "inconsistent-key", "coefficient"],
      [{ ...jwk, oth: [third] }, "inconsistent-key", "product"],
      [rest, "inconsistent-key", "product"],
      [{ ...jwk, p: jwk.q, q: jwk.p }, "inconsistent-key"],
      [{ ...jwk, q: jwk.p }, "inconsistent-key", "same"],
      [{ ...jwk, dp: jwk.dq }, "inconsistent-key", "CRT exponent"],
      [{ ...jwk, e: "Aw" }, "inconsistent-key"],
      [{ ...jwk, e: "AQ" }, "invalid-params", "publicExponent"],
      [{ kty: "RSA", n: jwk.n, e: jwk.e, d: "Aw" }, "inconsistent-key"],
    ];
    for (const [data, code, ...fragments] of refused) {
      await expectRejected(rsa.importPrivateKey(data), code, ...fragments);
    }
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

  /** An original key's JSON with a composite number for p, which nothing but a test of primality finds. */
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

  it("skip the tests of primality, and no other", async () => {
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

/** MADE FOR TESTS, by a version whose batch keys had two primes always. */
const oldBatchKey: PrivateKeyJson = {
  format: "rsa-variants private key",
  version: 1,
  params: { variant: "batch", modulusLength: 256, batchSize: 4 },
  components: {
    modulus: "oVY-7Xos-gigeyxYf9ZkryDiZkObZTtWZJh9Eokgp90",
    publicExponents: ["Aw", "BQ", "Bw", "Cw"],
    privateExponent: "E1ixjC-Qlh0u8xCCvm3SqqQ_iU4d90ZGtOkBX6SEGUs",
    primes: ["1v_zAYvb8xt6wffBrRErzQ", "wBqIjBpCzEQjqbBjUeT8UQ"],
    crtExponents: ["D3NAc5aSzFEaHB_EjafpNw", "WyUxDJz4560S6lUEyfx96w"],
    crtCoefficients: ["tAFurLx62galcGtykQUL-Q"],
  },
};

describe("this library's JSON", () => {
  let key: PrivateKey;
  let json: PrivateKeyJson;
  beforeAll(async () => {
    key = rsa.generateKey({ variant: "multi-power", modulusLength: 512, primes: 3 }, madeFrom(155));
    json = await key.export("json");
  });
  afterAll(() => key.free());

  it("is as documented", () => {
    const components = key.components();
    const hex = (text = "") => Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), byteToHex).join("");
    const byteToHex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");
    expect(Object.keys(json)).toEqual(["format", "version", "params", "components"]);
    const params = { variant: "multi-power", modulusLength: 512, primes: 3, multiplicity: 1, publicExponent: "AQAB" };
    expect(json.params).toEqual(params);
    expect(BigInt(`0x${hex(json.components.modulus)}`)).toBe(components.modulus);
    expect(json.components.primes.map((prime) => BigInt(`0x${hex(prime)}`))).toEqual(components.primes);
  });

  it("is read without a multiplicity, which keys made before there was one do not have", async () => {
    const { multiplicity: _, ...params } = json.params;
    const read = await rsa.importPrivateKey({ ...json, params }, { allowBroken: true });
    expect(read.params).toEqual(key.params);
    read.free();
  });

  it("names the count of primes of a batch key, which earlier versions did not: their keys have two", async () => {
    const three = rsa.generateKey({ variant: "batch", modulusLength: 384, primes: 3, batchSize: 2 }, madeFrom(156));
    const written = await three.export("json");
    expect(written.params).toEqual({ variant: "batch", modulusLength: 384, primes: 3, batchSize: 2 });
    const again = await rsa.importPrivateKey(written);
    expect(again.components()).toEqual(three.components());
    const old = await rsa.importPrivateKey(oldBatchKey);
    expect(old.params).toEqual({ variant: "batch", modulusLength: 256, primes: 2, batchSize: 4 });
    const messages = old.publicKeys.map((_, i) => new Uint8Array(32).fill(i + 1));
    const blocks = old.publicKeys.map((publicKey, i) => publicKey.encryptRaw(messages[i] ?? new Uint8Array()));
    expect(old.decryptRawBatch(blocks)).toEqual(messages);
    const { primes: _, ...params } = written.params;
    await expectRejected(
      rsa.importPrivateKey({ ...written, params }),
      "inconsistent-key",
      "2 distinct primes",
      "not 3",
    );
    for (const each of [three, again, old]) each.free();
  });

  it("is read strictly", async () => {
    const { params, components } = json;
    const refused: [data: object, code: RsaError["code"], ...fragments: (string | number)[]][] = [
      [{ ...json, version: 2 }, "unsupported-format", "version must be 1, got 2"],
      [{ ...json, version: "1" }, "unsupported-format", "version"],
      [{ ...json, format: "rsa-variants key" }, "unsupported-format", "rsa-variants private key"],
      [{ ...json, format: undefined }, "unsupported-format", "kty", "rsa-variants private key"],
      [{ ...json, extra: 1 }, "invalid-encoding", "extra"],
      [{ format: json.format, version: 1, params }, "invalid-encoding", "no components"],
      [{ ...json, components: [] }, "invalid-encoding", "components", "array"],
      [{ ...json, params: null }, "invalid-encoding", "params", "null"],
      [{ ...json, params: { ...params, variant: "rsa" } }, "invalid-params", "variant"],
      [{ ...json, params: { ...params, variant: "crt" } }, "invalid-params", "primes"],
      [{ ...json, params: { ...params, primes: "3" } }, "invalid-encoding", "params.primes"],
      [{ ...json, params: { ...params, primes: 4 } }, "inconsistent-key"],
      [{ ...json, params: { ...params, modulusLength: 513 } }, "inconsistent-key", 513],
      [{ ...json, params: { ...params, modulusLength: 1e9 } }, "invalid-params", 16384],
      [{ ...json, params: { ...params, extra: 1 } }, "invalid-encoding", "extra"],
      [{ ...json, params: { ...params, publicExponent: 65537 } }, "invalid-encoding", "publicExponent"],
      [{ ...json, components: { ...components, extra: "AA" } }, "invalid-encoding", "extra"],
      [{ ...json, components: { ...components, primes: undefined } }, "invalid-encoding", "no primes"],
      [{ ...json, components: { ...components, primes: "AQAB" } }, "invalid-encoding", "components.primes"],
      [{ ...json, components: { ...components, primes: [7] } }, "invalid-encoding", "components.primes[0]"],
      [{ ...json, components: { ...components, primes: Array(9).fill("AQAB") } }, "invalid-encoding", 9, 8],
      [{ ...json, components: { ...components, primes: [...components.primes].reverse() } }, "inconsistent-key"],
      [{ ...json, components: { ...components, modulus: "AQAB" } }, "inconsistent-key"],
    ];
    for (const [data, code, ...fragments] of refused) {
      await expectRejected(rsa.importPrivateKey(data as never), code, ...fragments);
    }
    const publicJson = await key.publicKey.export("json");
    await expectRejected(rsa.importPublicKey({ ...publicJson, version: 0 } as never), "unsupported-format", "version");
    await expectRejected(rsa.importPublicKey({ ...publicJson, d: "AQAB" } as never), "invalid-encoding", "d");
    await expectRejected(rsa.importPublicKey({ ...publicJson, modulus: "BAAA" }), "invalid-params", 128);
  });

  it("answers damaged text with errors of its own, and never says what stood there", async () => {
    const texts = [JSON.stringify(json), JSON.stringify(await key.publicKey.export("json"))];
    let state = 12345;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    const characters = '{}[]",:0123456789AZaz-_=\\ ';
    for (let i = 0; i < 3000; i++) {
      const text = texts[i % 2] as string;
      const [at, length] = [random(text.length), random(4)];
      const inserted = Array.from({ length: random(3) }, () => characters[random(characters.length)]).join("");
      const damaged = text.slice(0, at) + inserted + text.slice(at + length);
      try {
        (i % 2 === 0 ? await rsa.importPrivateKey(damaged) : await rsa.importPublicKey(damaged)).free();
      } catch (error) {
        expect(error).toBeInstanceOf(RsaError);
        expect((error as RsaError).code).not.toBe("internal");
        for (const prime of json.components.primes)
          expect((error as RsaError).message).not.toContain(prime.slice(4, 20));
      }
    }
  });
});

describe("keys from N, e and d alone", () => {
  it.each([2, 3, 4, 5])("of %i primes are found", (primes) => {
    const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 640, primes }, madeFrom(156));
    const again = rsa.keyFromExponents(exponentsOf(key.components()));
    expect(again.params.variant).toBe(primes === 2 ? "crt" : "multi-prime");
    expect([...again.components().primes].sort()).toEqual([...key.components().primes].sort());
    expect(answersFor(again, key)).toBe(true);
    key.free();
    again.free();
  });

  it("are refused where they make no key", () => {
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
