import { load, type PrivateKey, type Rsa } from "rsa-variants";
import {
  Device,
  load as loadXrsa,
  modes,
  type Report,
  type TracedNumber,
  type TracedOperation,
  type Xrsa,
} from "rsa-variants/xrsa";
import { beforeAll, describe, expect, it } from "vitest";
import { build, madeFrom, powerModulo, toBytes } from "../support.ts";

let rsa: Rsa;
let xrsa: Xrsa;
beforeAll(async () => {
  rsa = await load({ build });
  xrsa = await loadXrsa();
});

function withKeys(modulusLength: number, primes: number, seeds: readonly number[], use: (key: PrivateKey) => void) {
  for (const seed of seeds) {
    const key = rsa.generateKey({ variant: "multi-prime", modulusLength, primes }, madeFrom(seed));
    use(key);
    key.free();
  }
}

/** Recomputes every operation, and follows the numbers through the unit's RAM. */
function check({ operandLength, sections }: Report, trace: readonly TracedOperation[]): void {
  const r = 1n << BigInt(operandLength);
  const unit = new Map<number, bigint>();
  const read = ({ name, value, slot }: TracedNumber): bigint => {
    if (value === undefined) expect.fail(`${name} has no value`);
    if (slot !== undefined) expect(unit.get(slot), name).toBe(value);
    return value;
  };
  const done = sections.map(() => ({ multiply: 0, add: 0, subtract: 0, load: 0, fetch: 0 }));
  for (const { section, operation, operands, modulus, result } of trace) {
    const values = operands.map(read);
    const [a = 0n, b = 0n] = values;
    const m = modulus === undefined ? r : read(modulus);
    const answer = result.value ?? expect.fail(`${result.name} has no value`);
    expect([a, b, answer].every((value) => value < r) && m <= r).toBe(true);
    const count = done[section] ?? expect.fail(`there is no section ${section}`);
    count[operation]++;
    switch (operation) {
      case "load":
      case "fetch":
        expect(values).toEqual([answer]);
        break;
      case "multiply":
        // a·b·R⁻¹, without an inverse: R is a unit modulo m, which is odd.
        expect(m % 2n).toBe(1n);
        expect((answer * r) % m).toBe((a * b) % m);
        expect(answer).toBeLessThan(m);
        break;
      case "add":
        // One subtraction of m: with a piece of the message, which m may be below, it is not the least remainder.
        expect(answer).toBe(a + b < m ? a + b : a + b - m);
        break;
      case "subtract":
        expect(answer).toBe((((a - b) % m) + m) % m);
        break;
    }
    if (result.slot !== undefined) unit.set(result.slot, answer);
  }
  expect(done).toEqual(
    sections.map(({ multiplications, additions, subtractions, loads, fetches }) => ({
      multiply: multiplications,
      add: additions,
      subtract: subtractions,
      load: loads,
      fetch: fetches,
    })),
  );
}

describe("a trace", () => {
  it.each(modes)("is the same for every key and message of a size, in the mode %s", (mode) => {
    for (const [modulusLength, primes] of [
      [128, 2],
      [330, 3],
    ] as const) {
      const device = new Device(xrsa, { multiplierLength: 128 });
      let first: readonly TracedOperation[] | undefined;
      withKeys(modulusLength, primes, [1, 2, 3], (key) => {
        for (const message of [0n, 1n, key.publicKey.modulus - 1n, 2n ** 99n]) {
          const block = toBytes(message, Math.ceil(modulusLength / 8));
          const { trace } = device.decryptRaw(key, block, { mode, trace: "operations" });
          first ??= trace;
          expect(trace).toEqual(first);
        }
      });
      expect(first?.length).toBeGreaterThan(200);
      const numbers = first?.flatMap(({ operands, result }) => [...operands, result]);
      expect(numbers?.filter((number) => "value" in number)).toEqual([]);
    }
  });

  it.each(modes)("has values that agree with BigInt, in the mode %s", (mode) => {
    for (const [modulusLength, primes, multiplierLength] of [
      [128, 2, 64],
      [131, 2, 96],
      [300, 3, 128],
      [512, 2, 256],
    ] as const) {
      const device = new Device(xrsa, { multiplierLength });
      withKeys(modulusLength, primes, [11, 12], (key) => {
        const message = 3n ** 60n;
        const block = key.publicKey.encryptRaw(toBytes(message, Math.ceil(modulusLength / 8)));
        const { report, trace } = device.decryptRaw(key, block, { mode, trace: "values" });
        check(report, trace ?? expect.fail("no trace"));
        const withoutValues = device.decryptRaw(key, block, { mode, trace: "operations" });
        expect(withoutValues.report).toEqual(report);
        expect(withoutValues.trace).toEqual(trace?.map(leaveOutValues));
      });
    }
  });

  it("shows how numbers cross into the Montgomery domain and back", () => {
    withKeys(128, 2, [21], (key) => {
      const device = new Device(xrsa, { multiplierLength: 64 });
      const { primes, crtExponents } = key.components();
      const c = key.publicKey.modulus / 3n;
      const { report, trace = [] } = device.decryptRaw(key, toBytes(c, 16), { trace: "values" });
      const r = 1n << 64n;
      const multiplications = trace.filter(({ operation }) => operation === "multiply");
      for (const { operands, modulus, result } of multiplications) {
        const power = { integer: 0, montgomery: 1, "r-squared": 2 };
        const [a = 0, b = 0] = operands.map(({ domain }) => power[domain]);
        // Modulo R − 1, R is 1: a plain product.
        expect(power[result.domain], result.name).toBe(modulus?.value === r - 1n ? 0 : a + b - 1);
      }
      // The power of each prime leaves the Montgomery domain at the end of its exponentiation.
      for (const [index, section] of report.sections.entries()) {
        if (section.step !== "exponentiation") continue;
        const [prime = 0n, exponent = 0n] = [primes[section.prime ?? 0], crtExponents[section.prime ?? 0]];
        const last = multiplications.filter((each) => each.section === index).at(-1);
        expect(last?.operands.map(({ domain }) => domain).toSorted()).toEqual(["integer", "montgomery"]);
        expect(last?.result).toMatchObject({ domain: "integer", value: powerModulo(c, exponent, prime) });
      }
      for (const { domain, value, name } of multiplications.flatMap(({ operands }) => operands)) {
        if (domain === "r-squared")
          expect(
            primes.map((prime) => (r * r) % prime),
            name,
          ).toContain(value);
      }
    });
  });
});

function leaveOutValues({ operands, modulus, result, ...rest }: TracedOperation): TracedOperation {
  const without = ({ value: _, ...number }: TracedNumber): TracedNumber => number;
  return {
    ...rest,
    operands: operands.map(without),
    ...(modulus === undefined ? {} : { modulus: without(modulus) }),
    result: without(result),
  };
}
