// The memory of WebAssembly: it does not grow with elements that nobody frees, and freed secrets do not stay in it.
import { expect, it } from "vitest";
import { memoriesOf } from "../../library/support.ts";

let support: typeof import("../support.ts") | undefined;
// It starts the WebAssembly when it is imported.
const memories = await memoriesOf("build", async () => {
  support = await import("../support.ts");
});
expect(memories).toHaveLength(1);
const memory = memories[0] as WebAssembly.Memory;
const { modPow, powers, toBytes } = support as NonNullable<typeof support>;

const n = 2n ** 2048n - 3n * 2n ** 1000n - 1n;
const collect = globalThis.gc ?? (() => {});

it("a chain of 100,000 elements without free() does not grow memory", () => {
  using group = powers.modulus(n);
  const y = group.element(7n);
  let x = y;
  const step = (count: number) => {
    for (let i = 0; i < count; i++) x = x.multiply(y);
  };
  step(10_000); // every slot is in use
  const before = [memory.buffer.byteLength, arrayBuffers()] as const;
  step(90_000);
  expect(x.toBigInt()).toBe(modPow(7n, 100_001n, n));
  expect(memory.buffer.byteLength).toBe(before[0]);
  // Elements that moved out are garbage.
  expect(arrayBuffers() - before[1]).toBeLessThan(64 << 20);
});

it("100,000 elements that are in use stay right", () => {
  using group = powers.modulus(2n ** 127n - 1n);
  const y = group.element(3n);
  const all = [y];
  for (let i = 1; i < 100_000; i++) all.push((all[i - 1] as typeof y).multiply(y));
  const before = memory.buffer.byteLength;
  for (const i of [0, 1, 2, 500, 4095, 4096, 50_000, 99_999, 3, 99_998]) {
    expect(all[i]?.toBigInt()).toBe(modPow(3n, BigInt(i + 1), group.value));
    expect(all[i]?.multiply(all[99_999 - i] as typeof y).toBigInt()).toBe(modPow(3n, 100_001n, group.value));
  }
  expect(memory.buffer.byteLength).toBe(before);
});

it("moduli, tables and primes that are freed do not grow memory", () => {
  const round = () => {
    using group = powers.modulus(n);
    using table = group.fixedBase(3n, { exponentLength: 64, memory: 1 << 16 });
    table.powMany([5n, 6n]);
    group.powMany([1n, 2n, 3n], [5n, 6n, 7n], { exponentLength: 64 });
    group.productPow([1n, 2n], [5n, 6n]);
    expect(() => group.element(0n).invert()).toThrow();
    powers.isPrime(2n ** 127n - 1n);
    powers.generatePrime({ bits: 64 });
  };
  for (let i = 0; i < 20; i++) round();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 300; i++) round();
  expect(memory.buffer.byteLength).toBe(before);
});

it("no secret exponent, base or element stays in memory after it was used or freed", () => {
  const group = powers.modulus(n);
  const secret = modPow(5n, 12345678901234567890n, n);
  const exponent = modPow(7n, 98765432109876543210n, n) >> 1700n;
  expect(isInMemory(secret)).toBe(false);
  const element = group.element(toBytes(secret, 256));
  const moved = Array.from({ length: 5000 }, () => element.add(0n)); // some are moved out
  const power = group.pow(element, toBytes(exponent, 48), { exponentLength: 384 });
  const table = group.fixedBase(element, { exponentLength: 384, memory: 1 << 16 });
  expect(table.pow(toBytes(exponent, 48)).equals(power)).toBe(true);
  power.toBytes();
  expect(powers.isPrime(secret)).toBe(false);
  const result = power.toBigInt();
  for (const each of moved) each.free();
  element.free();
  power.free();
  table.free();
  group.free();
  for (const number of [secret, exponent, result]) expect(isInMemory(number)).toBe(false);
});

/** Whether 16 bytes of a number are in memory, as bytes in either order. */
function isInMemory(number: bigint): boolean {
  const bytes = Buffer.from(toBytes(number, 256).subarray(-40, -24));
  const all = Buffer.from(memory.buffer);
  return all.includes(bytes) || all.includes(Buffer.from(bytes.toReversed()));
}

function arrayBuffers(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
