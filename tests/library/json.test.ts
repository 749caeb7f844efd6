import { load, type PrivateKeyJson, RsaError, type RsaPrivateJwk } from "rsa-variants";
import { beforeAll, describe, expect, it } from "vitest";
import { build, expectRejected, madeFrom, randomFrom } from "./support.ts";

const rsa = await load({ build });

describe("a JSON Web Key", () => {
  const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 600, primes: 4 }, madeFrom(154));
  let jwk: RsaPrivateJwk;
  beforeAll(async () => {
    jwk = await key.export("jwk");
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
      [{ ...jwk, n: `AA${jwk.n}` }, "invalid-encoding", "n"],
      [{ ...jwk, e: "AQAC+" }, "invalid-encoding", "e", "base64url"],
      [{ ...jwk, e: "AQABA" }, "invalid-encoding", "e"],
      [{ ...jwk, e: "AB" }, "invalid-encoding", "e"],
      [{ ...jwk, e: 65537 }, "invalid-encoding", "e", "number"],
      [{ ...jwk, d: "" }, "invalid-encoding", "d"],
      [{ ...jwk, q: "A".repeat(2732) }, "invalid-encoding", "q", 2732, 2731],
      [{ ...jwk, oth: {} }, "invalid-encoding", "oth", "array"],
      [{ ...jwk, oth: Array.from({ length: 7 }, () => third) }, "invalid-encoding", "oth", 7, 6],
      [{ ...jwk, oth: [third, null] }, "invalid-encoding", "oth[1]", "null"],
      [{ ...jwk, oth: [third, { r: fourth.r, d: fourth.d }] }, "invalid-encoding", "oth[1]", "no t"],
      [{ ...jwk, oth: [third, { ...fourth, r: "A=" }] }, "invalid-encoding", "oth[1].r"],
      // Numbers that do not belong together: the order matters, because coefficients depend on it.
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
      await expectRejected(rsa.importPrivateKey(data, { strict: true }), code, ...fragments);
    }
  });
});

/** MADE FOR TESTS, by a version whose batch keys always had two primes. */
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
  const key = rsa.generateKey({ variant: "multi-power", modulusLength: 512, primes: 3 }, madeFrom(155));
  let json: PrivateKeyJson;
  beforeAll(async () => {
    json = await key.export("json");
  });

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

  it("is read without a multiplicity, which older keys do not have", async () => {
    const { multiplicity: _, ...params } = json.params;
    using read = await rsa.importPrivateKey({ ...json, params }, { allowBroken: true });
    expect(read.params).toEqual(key.params);
  });

  it("contains the number of primes of a batch key; without it, as in earlier versions, there are two", async () => {
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

  it("reports damaged text with RsaErrors that never quote the text", async () => {
    const texts = [JSON.stringify(json), JSON.stringify(await key.publicKey.export("json"))];
    const random = randomFrom(12345);
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
