// @module-tag platform
// Searches the whole memory of WebAssembly for the secrets of a freed key, in every form in which the code stores numbers. Not the
// memories for key formats and containers: they are overwritten whole, which formats-module.test.ts and containers.test.ts check.
import { type KeyComponents, load, type PrivateKey, type Rsa } from "rsa-variants";
import { load as loadBlind } from "rsa-variants/blind";
import { wasmBytes } from "rsa-variants/inline";
import { type AttackName, load as loadSecurity } from "rsa-variants/security";
import { Device, decryptRawInSoftware, load as loadXrsa } from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { small } from "./security/small-keys.ts";
import { build, exhaustive, memoriesOf, ofEveryVariant, restore, toBytes } from "./support.ts";

let rsa: Rsa;
let memory: WebAssembly.Memory;
beforeAll(async () => {
  [rsa, memory] = await started(() => load({ build }));
});

/** What a call returns, and the memory of the module that it starts. */
async function started<T>(start: () => Promise<T>): Promise<[T, WebAssembly.Memory]> {
  let result: T | undefined;
  const memories = await memoriesOf("build", async () => {
    result = await start();
  });
  expect(memories).toHaveLength(1);
  return [result as T, memories[0] as WebAssembly.Memory];
}

/** Numbers so long that 16 bytes of any form do not match by chance. */
const keys = ofEveryVariant([
  { variant: "crt", modulusLength: 1024 },
  { variant: "multi-prime", modulusLength: 1031, primes: 3 },
  { variant: "multi-power", modulusLength: 768, primes: 3 },
  { variant: "rebalanced", modulusLength: 1024, crtExponentLength: 320 },
  { variant: "r-prime", modulusLength: 1027, primes: 3, crtExponentLength: 240 },
  { variant: "scheme-b", modulusLength: 768, crtExponentLength: 198 },
  { variant: "tunable", modulusLength: 768, publicExponent: (1n << 191n) + 1n, crtExponentLength: 288 },
  { variant: "batch", modulusLength: 512, batchSize: 4 },
  { variant: "batch", modulusLength: 771, primes: 3, batchSize: 3 },
  { variant: "unbalanced", modulusLength: 1024, primeLength: 400 },
]);

/**
 * What may remain, as `secret: form`. It is empty, because heap and stack of the module are overwritten, as SECURITY.md says. If
 * you add to this list, add it there, too.
 */
const mayRemain: readonly string[] = [];

/** The number of matching bytes that count as a find. */
const WINDOW = 16;

/** Numbers, searched in all forms, and bytes, searched as they are. */
type Secrets = Map<string, bigint | Uint8Array>;

function digits(value: bigint, bits: number): bigint[] {
  const mask = (1n << BigInt(bits)) - 1n;
  const result: bigint[] = [];
  for (let rest = value; rest > 0n; rest >>= BigInt(bits)) result.push(rest & mask);
  return result;
}

/** The forms of a number: as the code stores it, and as divisions of long numbers shift it. */
function* forms(value: bigint | Uint8Array): Generator<[form: string, bytes: Uint8Array]> {
  if (typeof value !== "bigint") return yield ["bytes", value];
  const length = Math.ceil(value.toString(16).length / 2);
  const bigEndian = toBytes(value, length);
  yield ["big-endian", bigEndian];
  yield ["words of 32 and 64 bits", bigEndian.toReversed()];
  yield ["limbs of 29 bits", new Uint8Array(Uint32Array.from(digits(value, 29), Number).buffer)];
  yield ["doubles of 50 bits", new Uint8Array(Float64Array.from(digits(value, 50), Number).buffer)];
  yield ["big-endian words of 32 bits", swapped(bigEndian, 4)];
  yield ["big-endian words of 64 bits", swapped(bigEndian, 8)];
  for (let shift = 1; shift < 32; shift++) {
    if (shift % 8 === 0) continue; // The same bytes.
    const shifted = value << BigInt(shift);
    yield [`shifted by ${shift}`, toBytes(shifted, length + 4).toReversed()];
  }
}

/** Words in big-endian order, each with its bytes in little-endian order. */
function swapped(bigEndian: Uint8Array, word: number): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bigEndian.length / word) * word);
  padded.set(bigEndian, padded.length - bigEndian.length);
  for (let i = 0; i < padded.length; i += word) padded.subarray(i, i + word).reverse();
  return padded;
}

/** Every secret and form of which a memory contains a piece. */
function search(secrets: Secrets, { buffer } = memory): string[] {
  const pieces = new Map<number, { name: string; bytes: Uint8Array }[]>();
  for (const [secret, value] of secrets) {
    for (const [form, bytes] of forms(value)) {
      for (let start = 0; start + WINDOW <= bytes.length; start += WINDOW) {
        const piece = bytes.subarray(start, start + WINDOW);
        if (new Set(piece).size < 6) continue; // Zeros at an end.
        const head = new DataView(piece.buffer, piece.byteOffset).getUint32(0, true);
        pieces.set(head, [...(pieces.get(head) ?? []), { name: `${secret}: ${form}`, bytes: piece }]);
      }
    }
  }
  const found = new Set<string>();
  const all = new Uint8Array(buffer);
  let head = 0;
  for (let place = 0; place < all.length; place++) {
    head = ((head >>> 8) | ((all[place] as number) << 24)) >>> 0;
    const start = place - 3;
    for (const { name, bytes } of pieces.get(head) ?? []) {
      if (bytes.every((byte, index) => all[start + index] === byte)) found.add(name);
    }
  }
  return [...found].sort();
}

/** The seeds that the platform returns during a call. */
async function seedsOf(call: () => unknown): Promise<Uint8Array[]> {
  const seeds: Uint8Array[] = [];
  const original = crypto.getRandomValues;
  crypto.getRandomValues = function <T extends ArrayBufferView | null>(this: Crypto, bytes: T): T {
    const filled = original.call(crypto, bytes as never) as unknown as Uint8Array;
    if (filled.byteLength === 32) seeds.push(filled.slice());
    return bytes;
  } as Crypto["getRandomValues"];
  try {
    await call();
  } finally {
    crypto.getRandomValues = original;
  }
  return seeds;
}

/** The secret numbers of a key, except those with fewer than 16 bytes. */
function secretsOf({ privateExponent, primes, crtExponents, crtCoefficients }: KeyComponents): Secrets {
  const secrets: Secrets = new Map([["d", privateExponent]]);
  const add = (name: string, values: readonly bigint[]): void => {
    for (const [index, value] of values.entries()) secrets.set(`${name} ${index}`, value);
  };
  add("prime", primes);
  add("CRT exponent", crtExponents);
  add("CRT coefficient", crtCoefficients);
  return secrets;
}

/** Calls every operation of a private key. */
async function use(key: PrivateKey): Promise<void> {
  const { publicKey } = key;
  const length = Math.ceil(publicKey.modulusLength / 8);
  const message = toBytes(2n ** 300n + 7n, length);
  // Unbalanced keys decrypt only ciphertexts of short messages, and do not sign.
  const isUnbalanced = key.params.variant === "unbalanced";
  const block = isUnbalanced ? publicKey.encryptRaw(message) : message;
  for (const engine of rsa.engines) {
    for (const guards of [{}, { blinding: false, faultCheck: false }]) {
      for (let i = 0; i < 3; i++) key.decryptRaw(block, { engine, ...guards });
    }
    key.decryptRawMany([block, block], { engine });
    if (key.publicKeys.length > 1)
      key.decryptRawBatch(
        key.publicKeys.map(() => block),
        { engine },
      );
  }
  for (const name of ["RSA-OAEP", "RSAES-PKCS1-v1_5"] as const) {
    const algorithm = name === "RSA-OAEP" ? ({ name, hash: "SHA-1" } as const) : ({ name } as const);
    expect(key.decrypt(algorithm, publicKey.encrypt(algorithm, new Uint8Array([1])))).toEqual(new Uint8Array([1]));
  }
  // Bad padding: the synthetic message is derived from d.
  key.decrypt({ name: "RSAES-PKCS1-v1_5" }, block);
  key.decryptMany({ name: "RSAES-PKCS1-v1_5" }, [block, block]);
  if (isUnbalanced) expect(() => key.decryptRaw(message)).toThrow("cannot be decrypted");
  else {
    key.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, block);
    key.sign({ name: "RSA-PSS", hash: "SHA-1" }, block);
    key.signMany({ name: "RSA-PSS", hash: "SHA-1" }, [block, block]);
  }
  key.check();
  key.components();
  await key.export("json");
}

/** Makes copies of a key, some of which are refused. */
function copies(key: PrivateKey): PrivateKey[] {
  const components = key.components();
  const { privateExponent, primes } = components;
  const wrong = { ...components, privateExponent: privateExponent ^ 2n };
  expect(() => rsa.keyFromComponents(key.params, wrong)).toThrow();
  expect(() => rsa.keyFromComponents(key.params, { ...components, primes: primes.slice(1) })).toThrow();
  const { crtExponents } = components;
  if (crtExponents.length > 0) {
    const changed = { ...components, crtExponents: [(crtExponents[0] as bigint) ^ 2n, ...crtExponents.slice(1)] };
    expect(() => rsa.keyFromComponents(key.params, changed)).toThrow();
  }
  return [rsa.keyFromComponents(key.params, components), restore(rsa, key.params, components)];
}

/** The key stream of ChaCha20 from its first block on: the state of a generator contains some of it. */
function chaCha20(key: Uint8Array, blocks: number): Uint8Array {
  const words = new Uint32Array(16 * blocks);
  const constant = new TextEncoder().encode("expand 32-byte k");
  for (let block = 0; block < blocks; block++) {
    const start = new Uint32Array([
      ...new Uint32Array(constant.buffer),
      ...new Uint32Array(key.slice().buffer),
      block,
      0,
      0,
      0,
    ]);
    const x = start.slice();
    const at = (index: number): number => x[index] as number;
    const mix = (a: number, b: number, c: number, rotation: number): void => {
      x[a] = at(a) + at(b);
      const mixed = at(c) ^ at(a);
      x[c] = (mixed << rotation) | (mixed >>> (32 - rotation));
    };
    for (let round = 0; round < 20; round++) {
      for (let column = 0; column < 4; column++) {
        const [b, c, d] = [1, 2, 3].map((row) => 4 * row + ((column + (round % 2) * row) % 4)) as [
          number,
          number,
          number,
        ];
        mix(column, b, d, 16);
        mix(c, d, b, 12);
        mix(column, b, d, 8);
        mix(c, d, b, 7);
      }
    }
    x.forEach((word, index) => {
      words[16 * block + index] = word + (start[index] as number);
    });
  }
  return new Uint8Array(words.buffer);
}

function addSeeds(secrets: Secrets, seeds: readonly Uint8Array[]): void {
  for (const [index, bytes] of seeds.entries()) {
    secrets.set(`seed ${index}`, bytes);
    secrets.set(`generator ${index}`, chaCha20(bytes, 64));
  }
}

it("ChaCha20 has the key stream of RFC 8439, appendix A.1, test vector 1", () => {
  const hex = [...chaCha20(new Uint8Array(32), 1).subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0"));
  expect(hex.join("")).toBe("76b8e0ada0f13d90405d6ae55386bd28");
});

it("the module has no points at which tests change values", async () => {
  const text = new TextDecoder("latin1").decode((await wasmBytes(build)) as Uint8Array);
  expect(text).toContain("the modulus must be odd");
  expect(text).not.toContain("blinding factors");
  expect(text).not.toContain("power: ");
});

it.each(keys)("WebAssembly memory, searched whole, contains nothing of a freed $variant key", async (params) => {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const secrets: Secrets = new Map();
  const seeds = await seedsOf(async () => {
    const key = rsa.generateKey(params, { seed, allowBroken: true });
    for (const [name, value] of secretsOf(key.components())) secrets.set(name, value);
    // The search finds secrets while they are there.
    const before = search(secrets);
    for (const name of secrets.keys())
      expect(
        before.some((find) => find.startsWith(`${name}: `)),
        name,
      ).toBe(true);
    await use(key);
    const others = copies(key);
    for (const other of others) await use(other);
    for (const each of [key, ...others]) each.free();
  });
  expect(seeds.length).toBeGreaterThan(1);
  addSeeds(secrets, [seed, ...seeds]);
  expect(search(secrets)).toEqual(mayRemain);
});

/** Every number in a value, by its place. */
function numbersIn(value: unknown, name: string, numbers: Secrets = new Map()): Secrets {
  if (typeof value === "bigint") numbers.set(name, value);
  else if (typeof value === "object" && value !== null) {
    for (const [part, inside] of Object.entries(value)) numbersIn(inside, `${name} ${part}`, numbers);
  }
  return numbers;
}

// The first call of a module starts it, and is watched for its memory.
describe("the memory of another module that gets private keys, searched whole,", { shuffle: false }, () => {
  it("contains nothing of assessed keys", async () => {
    const [security, assessing] = await started(loadSecurity);
    // To look for everything that can be wrong takes seconds for some keys.
    for (const params of exhaustive ? keys : keys.filter(({ primes }) => primes === undefined)) {
      const key = rsa.generateKey(params, { allowBroken: true });
      const secrets = secretsOf(key.components());
      security.assess(key);
      key.free();
      expect(search(secrets, assessing), params.variant).toEqual([]);
    }
  });

  it.each(Object.keys(small) as AttackName[])("contains nothing of a key that the attack %s found", async (name) => {
    const security = await loadSecurity();
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const secrets: Secrets = new Map();
    const attack = async () => {
      const { target, secret, options } = await security.demonstration(name, { ...small[name], seed });
      numbersIn(secret, "secret", secrets);
      numbersIn(await security.runAttack(name, target, options), "found", secrets);
    };
    // The first call starts the module.
    attacking ??= (await started(attack))[1];
    const seeds = await seedsOf(attack);
    addSeeds(secrets, [seed, ...seeds]);
    expect(secrets.size).toBeGreaterThan(3);
    expect(search(secrets, attacking)).toEqual([]);
  });
  let attacking: WebAssembly.Memory | undefined;

  it("contains nothing of keys that xRSA's device made and used", async () => {
    const [xrsa, modeling] = await started(loadXrsa);
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const device = new Device(xrsa, { multiplierLength: 256 });
    const { components } = device.generateKey({ modulusLength: 512 }, { seed });
    const block = new Uint8Array([3]);
    for (const mode of ["paper", "squarings", "window"] as const) {
      device.decryptRaw(components, block, { mode });
      device.decryptRaw(components, block, { mode, trace: "values" });
    }
    device.publicModulus(components);
    decryptRawInSoftware(xrsa, components, block);
    const secrets = secretsOf(components);
    addSeeds(secrets, [seed]);
    expect(search(secrets, modeling)).toEqual([]);
  });

  it("contains nothing of an issuer's freed key", async () => {
    const [blind, issuing] = await started(loadBlind);
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const secrets: Secrets = new Map();
    const seeds = await seedsOf(() => {
      const key = blind.generateKey({ modulusLength: 512 }, { seed });
      const issuerKey = blind.issuerKey(key);
      for (const [name, value] of secretsOf(key.components)) secrets.set(name, value);
      expect(search(secrets, issuing)).not.toEqual([]);
      const suite = blind.suite("RSAPBSSA-SHA384-PSSZERO-Deterministic", new Uint8Array([12]));
      for (const blinding of [true, false]) suite.blindSign(issuerKey, new Uint8Array(64).fill(1), { blinding });
      issuerKey.free();
    });
    addSeeds(secrets, [seed, ...seeds]);
    expect(search(secrets, issuing)).toEqual([]);
  });
});
