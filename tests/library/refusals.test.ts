import { connect, type KeyComponents, type KeyParams, load } from "rsa-variants";
import { encryptBytes, sign } from "rsa-variants/files";
import { describe, expect, it } from "vitest";
import { build, expectRefused, expectRejected, madeFrom, toBytes } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(10));

describe("key parameters", () => {
  // Invalid parameters, and what the message must contain: the limit and the value. safety.test.ts has all limits.
  const refused: [params: Record<string, unknown>, ...fragments: (string | number)[]][] = [
    [{ variant: "rsa", modulusLength: 1024 }, "rsa", "multi-prime"],
    [{ variant: "crt" }, "modulusLength", "undefined"],
    [{ variant: "crt", modulusLength: 1024.5 }, "modulusLength", 1024.5],
    [{ variant: "crt", modulusLength: "1024" }, "modulusLength", 1024],
    [{ variant: "crt", modulusLength: Number.NaN }, "modulusLength", "NaN"],
    [{ variant: "crt", modulusLength: -512 }, "from 0 to", -512],
    [{ variant: "crt", modulusLength: 2 ** 32 + 512 }, "modulusLength", "from 0 to 4294967295", 2 ** 32 + 512],
    [{ variant: "multi-prime", modulusLength: 1024, primes: 2.5 }, "primes", 2.5],
    [{ variant: "multi-power", modulusLength: 1024, multiplicity: 0.5 }, "multiplicity", 0.5],
    [{ variant: "r-prime", modulusLength: 1024, multiplicity: 1 }, "multiplicity", "r-prime"],
    [{ variant: "rebalanced", modulusLength: 8193 }, "modulusLength", 8193, 8192],
    [{ variant: "scheme-b", modulusLength: 10321 }, "modulusLength", 10321, 10320],
    [{ variant: "crt", modulusLength: 1024, publicExponent: 4n }, 4],
    [{ variant: "crt", modulusLength: 1024, publicExponent: -3n }, "publicExponent", -3],
    [{ variant: "crt", modulusLength: 1024, publicExponent: 65537 }, "publicExponent", "bigint"],
  ];

  it.each(refused)("%o are refused", (params, ...fragments) => {
    const given = params as unknown as KeyParams;
    expectRefused(() => rsa.checkParams(given), "invalid-params", ...fragments);
    expectRefused(() => rsa.generateKey(given), "invalid-params", ...fragments);
  });

  it("refuses values that are not objects", () => {
    expectRefused(() => rsa.checkParams(null as unknown as KeyParams), "invalid-params", "null");
  });

  it("refuses a seed of no or too many bytes", () => {
    const made = (seed: unknown) => () =>
      rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true, seed: seed as Uint8Array });
    for (const length of [0, 33]) expectRefused(made(new Uint8Array(length)), "invalid-params", 32, length);
    expectRefused(made("seed"), "invalid-params", "string");
    made(new Uint8Array(32))().free();
  });
});

describe("inherited options", () => {
  /** Makes a call while every object inherits a property. */
  function inheriting<R>(name: string, value: unknown, call: () => R): R {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      return call();
    } finally {
      delete (Object.prototype as Record<string, unknown>)[name];
    }
  }

  const weak: KeyParams = { variant: "crt", modulusLength: 512 };
  const block = new Uint8Array(1);
  it.each<[name: string, value: unknown, call: () => unknown]>([
    ["allowBroken", true, () => rsa.generateKey(weak)],
    ["seed", new Uint8Array([1]), () => rsa.generateKey(weak, { allowBroken: true })],
    ["primes", 3, () => rsa.checkParams({ variant: "multi-prime", modulusLength: 1024 })],
    ["blinding", false, () => key.decryptRaw(block)],
    ["faultCheck", false, () => key.decryptRawMany([block])],
    ["faultCheck", false, () => key.signMany({ name: "RSA-PSS" }, [block])],
    ["hash", "SHA-1", () => key.sign({ name: "RSASSA-PKCS1-v1_5" }, block)],
    ["saltLength", 0, () => key.sign({ name: "RSA-PSS" }, block)],
    ["label", block, () => key.publicKey.encrypt({ name: "RSA-OAEP" }, block)],
  ])("are refused on this thread: %s", (name, value, call) => {
    expectRefused(() => inheriting(name, value, call), "invalid-params", name, "inherited");
  });

  it.each<[name: string, value: unknown, call: () => Promise<unknown>]>([
    ["trusted", true, () => rsa.importPrivateKey("no key")],
    ["strict", true, () => rsa.importPublicKey("no key")],
    ["password", "secret", () => key.export("pkcs8-pem")],
    ["extractable", true, () => key.toCryptoKey({ name: "RSA-PSS" })],
    ["segmentLength", 64, () => encryptBytes(key.publicKey, block)],
    ["algorithm", "PS384", () => sign(key, block)],
    ["build", "baseline", () => load()],
    ["worker", () => {}, () => connect()],
  ])("are refused by promises: %s", async (name, value, call) => {
    await expectRejected(inheriting(name, value, call), "invalid-params", name, "inherited");
  });

  it("do not reach workers", async () => {
    await using workers = await connect({ build, workers: 1 });
    await expectRejected(
      inheriting("allowBroken", true, () => workers.generateKey(weak)),
      "broken-params",
    );
    const remote = await workers.generateKey(weak, { allowBroken: true });
    const reason = new Error("aborted");
    const sign = () => remote.sign({ name: "RSASSA-PKCS1-v1_5" }, block);
    expect(await inheriting("signal", AbortSignal.abort(reason), sign)).toHaveLength(64);
  });
});

describe("blocks", () => {
  it("refuses values that are not blocks", () => {
    const text = "01" as unknown as Uint8Array;
    expectRefused(() => key.publicKey.encryptRaw(text), "invalid-params", "string");
    expectRefused(() => key.decryptRaw(text), "invalid-params", "string");
    expectRefused(() => key.decryptRawMany([text]), "invalid-params", "blocks[0]", "string");
    expectRefused(() => key.decryptRawMany(text as unknown as Uint8Array[]), "invalid-params", "string");
  });

  it("refuses an unknown engine", () => {
    const engine = "warp" as "scalar";
    expectRefused(() => key.decryptRaw(toBytes(1n, 64), { engine }), "unknown-engine", "warp");
    expectRefused(() => key.publicKey.encryptRaw(toBytes(1n, 64), { engine }), "unknown-engine", "warp");
    expectRefused(() => rsa.modPow(2n, 3n, 5n, { engine }), "unknown-engine", "warp");
    for (const other of [42, null, {}]) {
      expectRefused(() => rsa.modPow(2n, 3n, 5n, { engine: other as never }), "unknown-engine", "string");
    }
  });
});

describe("numbers", () => {
  it("refuses a modulus that is even or tiny", () => {
    for (const modulus of [0n, 1n, 2n, 4n, 1n << 512n]) {
      expectRefused(() => rsa.modPow(2n, 3n, modulus), "invalid-modulus");
    }
    expectRefused(() => rsa.publicKey(1n << 512n, 65537n), "invalid-modulus");
  });

  it("refuses values that are not natural numbers", () => {
    expectRefused(() => rsa.modPow(-2n, 3n, 5n), "invalid-params", "base", -2);
    expectRefused(() => rsa.modPow(2n, 3n, 2n ** 16384n + 1n), "invalid-params", "modulus", 16385, 16384);
    expectRefused(() => rsa.modPow(2n ** 32768n, 3n, 5n), "invalid-params", "base", 32769, 32768);
    expectRefused(() => rsa.modPow(2n, 2n ** 32768n, 5n), "invalid-params", "exponent", 32769, 32768);
    expectRefused(() => rsa.modPow(2n, -3n, 5n), "invalid-params", "exponent", -3);
    expectRefused(() => rsa.modPow(2n, 3n, 5 as unknown as bigint), "invalid-params", "modulus", "number");
  });

  it("refuses invalid components", () => {
    const none = null as unknown as KeyComponents;
    expectRefused(() => rsa.keyFromComponents(key.params, none), "invalid-params", "null");
    const text = { ...key.components(), primes: "11" } as unknown as KeyComponents;
    expectRefused(() => rsa.keyFromComponents(key.params, text), "invalid-params", "primes");
    const changed = { ...key.components(), modulus: key.publicKey.modulus + 2n };
    expectRefused(() => rsa.keyFromComponents(key.params, changed), "inconsistent-key", "product");
  });
});

const params: KeyParams = { variant: "batch", modulusLength: 512, batchSize: 2 };

describe("a freed key", () => {
  it("refuses every use with a clear error", () => {
    const key = rsa.generateKey(params, madeFrom(70));
    const { publicKey } = key;
    key.free();
    const block = toBytes(1n, 64);
    expectRefused(() => key.decryptRaw(block), "use-after-free", "private key");
    expectRefused(() => key.decryptRawMany([block]), "use-after-free");
    expectRefused(() => key.decryptRawBatch([block, block]), "use-after-free");
    expectRefused(() => key.components(), "use-after-free");
    expectRefused(() => key.check(), "use-after-free", "this private key was freed");
    // Not "public key", because files are signed through it, too.
    expectRefused(() => publicKey.encryptRaw(block), "use-after-free", "this key was freed");
    for (const hash of ["SHA-256", "SHAKE128"] as const) expectRefused(() => key.hasher(hash), "use-after-free");
    expectRefused(() => key.sign({ name: "RSASSA-PKCS1-v1_5" }, new Uint8Array(2 ** 21)), "use-after-free");
  });

  it("can be freed again, and keeps its public properties", () => {
    const key = rsa.generateKey(params, madeFrom(71));
    key.free();
    key.free();
    expect(key.params.batchSize).toBe(2);
    expect(key.publicKeys).toHaveLength(2);
  });

  it("is freed by Symbol.dispose where the runtime has it", () => {
    const key = rsa.generateKey(params, madeFrom(73));
    if (typeof Symbol.dispose === "symbol") key[Symbol.dispose]();
    else key.free();
    expectRefused(() => key.components(), "use-after-free");
  });
});

it("the properties of a key cannot be changed by the caller", () => {
  using key = rsa.generateKey(params, madeFrom(74));
  expect(Object.isFrozen(key.params)).toBe(true);
  expect(Object.isFrozen(key.publicKeys)).toBe(true);
  expect(key.components()).not.toBe(key.components());
});
