// @module-tag platform
// Searches the whole memory of WebAssembly for the secrets of a freed key, in every form in which the code stores numbers.
import { load, type PrivateKey, type Rsa } from "rsa-variants";
import { wasmBytes } from "rsa-variants/inline";
import { beforeAll, describe, expect, it } from "vitest";
import { build, memoriesOf, ofEveryVariant, restore, toBytes } from "./support.ts";

let rsa: Rsa;
let memory: WebAssembly.Memory;
beforeAll(async () => {
  const memories = await memoriesOf("build", async () => {
    rsa = await load({ build });
  });
  expect(memories).toHaveLength(1);
  memory = memories[0] as WebAssembly.Memory;
});

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

/** Every secret and form of which the memory contains a piece. */
function search(secrets: Secrets): string[] {
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
  const all = new Uint8Array(memory.buffer);
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
function secretsOf(key: PrivateKey): Secrets {
  const { privateExponent, primes, crtExponents, crtCoefficients } = key.components();
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

describe("WebAssembly memory, searched whole,", () => {
  it.each(keys)("contains nothing of a freed $variant key", async (params) => {
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const secrets: Secrets = new Map();
    const seeds = await seedsOf(async () => {
      const key = rsa.generateKey(params, { seed, allowBroken: true });
      for (const [name, value] of secretsOf(key)) secrets.set(name, value);
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
    [seed, ...seeds].forEach((bytes, index) => {
      secrets.set(`seed ${index}`, bytes);
      secrets.set(`generator ${index}`, chaCha20(bytes, 64));
    });
    expect(search(secrets)).toEqual(mayRemain);
  });
});
