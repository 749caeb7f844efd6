// Every refusal: the code, the parameter, and a message with the limit and the value.
import { connect, load, type Natural } from "modular-powers";
import { afterAll, expect, it } from "vitest";
import { build, expectRefused, expectRejected, powers } from "./support.ts";

const n = 2n ** 521n - 1n;
const group = powers.modulus(n);
const anything = (value: unknown) => value as never;
const workers = await connect({ build, workers: 1 });
afterAll(() => workers.close());

/** Expects the same error of both classes. `call` gets the library and a modulus, on this thread and in workers. */
async function bothRefuse(
  // biome-ignore lint/suspicious/noExplicitAny: results here and in workers differ in their types
  call: (group: any, own: any) => unknown,
  parameter: string,
  ...fragments: (string | number)[]
): Promise<void> {
  for (const own of [powers, workers]) {
    await expectRejected((async () => call(own.modulus(n), own))(), "invalid-params", parameter, ...fragments);
  }
}

it("moduli are odd, at least 3, and have at most 16384 bits", async () => {
  const refused = (modulus: Natural, ...fragments: (string | number)[]) =>
    bothRefuse((_, own) => own.modulus(modulus), "modulus", ...fragments);
  await refused(1n, 2, 16384, "got 1");
  await refused(2n ** 16384n + 1n, 2, 16384, "got 16385");
  await refused(new Uint8Array(), "got 0");
  await refused(new Uint8Array(9000).fill(255), 65536, 72000);
  await refused(-1n, "negative", -1);
  await refused(anything(5), "bigint", "number");
  await refused(anything(null), "null");
  for (const own of [powers, workers]) {
    expectRefused(() => own.modulus(2n ** 64n), "invalid-modulus", "modulus", "odd");
  }
  expect(powers.modulus(new Uint8Array([0, 0, 255, 1, 1, 1, 1, 1, 1, 1])).bitLength).toBe(64);
  expect(powers.modulus(2n ** 16384n - 1n).bitLength).toBe(16384);
});

it("numbers are bigints or bytes of at most 65536 bits", () => {
  expectRefused(() => group.element(anything("5")), "invalid-params", "value", "bigint", "string");
  expectRefused(() => group.element(-5n), "invalid-params", "value", "-5");
  expectRefused(() => group.element(2n ** 65536n), "invalid-params", "value", 65536, "got 65537");
  expectRefused(() => group.element(new Uint8Array(8193)), "invalid-params", "value", 65536, "got 65544");
  expectRefused(() => group.pow(anything({}), 5n), "invalid-params", "base", "Object");
  expectRefused(() => group.pow(5n, anything(5)), "invalid-params", "exponent", "number");
  expectRefused(() => group.element(5n).add(anything(5)), "invalid-params", "y", "number");
  const transferred = new Uint8Array(8);
  structuredClone(transferred, { transfer: [transferred.buffer] });
  expectRefused(() => group.element(transferred), "invalid-params", "value", "transferred");
});

it("secret exponents are not longer than declared", async () => {
  const options = { exponentLength: 13 };
  expect(group.pow(2n, 2n ** 13n - 1n, options).toBigInt()).toBe(2n ** ((2n ** 13n - 1n) % 521n));
  expect(group.pow(2n, new Uint8Array([0, 0, 0x1f, 255]), options).toBigInt()).toBe(2n ** ((2n ** 13n - 1n) % 521n));
  await bothRefuse((group) => group.pow(2n, 2n ** 13n, options), "exponent", 13, "got 14");
  await bothRefuse((group) => group.pow(2n, new Uint8Array([1, 0, 0]), options), "exponent", 13, "got 17");
  await bothRefuse((group) => group.pow(2n, 2n ** 521n), "exponent", 521, "got 522");
  await bothRefuse((group) => group.powMany([1n, 2n], [5n, 2n ** 13n], options), "exponents", "exponents[1]");
  await bothRefuse(async (group) => (await group.fixedBase(2n, options)).pow(2n ** 13n), "exponent", 13, "got 14");
  await bothRefuse(
    async (group) => (await group.fixedBase(2n, options)).powMany([1n, 2n, 2n ** 20n]),
    "exponents",
    "exponents[2]",
    13,
    "got 21",
  );
});

it("options are known and valid", async () => {
  const refused = (options: unknown, parameter: string, ...fragments: (string | number)[]) =>
    bothRefuse((group) => group.pow(2n, 5n, anything(options)), parameter, ...fragments);
  await refused({ exponentLengt: 5 }, "exponentLengt", "did you mean exponentLength?");
  await refused({ exponentLength: 0 }, "exponentLength", 1, 65536, "got 0");
  await refused({ exponentLength: 65537 }, "exponentLength", 65536, "got 65537");
  await refused({ exponentLength: 1.5 }, "exponentLength", "whole", 1.5);
  await refused({ publicExponent: 1 }, "publicExponent", "true or false", 1);
  await refused({ publicExponent: true, exponentLength: 5 }, "exponentLength", "secret");
  await refused({ onProgress: () => {} }, "onProgress", "not an option");
  await refused({ signal: 5 }, "signal", "AbortSignal");
  await refused(5, "options", 5);
  await bothRefuse((group) => group.fixedBase(2n, { memory: 10 }), "memory", "at least", "got 10");
  await bothRefuse((group) => group.fixedBase(2n, { memory: 2 ** 31 }), "memory", 2 ** 30, 2 ** 31);
  for (const count of [-1, 1.5, 2 ** 53, 5n])
    await bothRefuse((group) => group.squareRepeatedly(2n, count), "count", "whole", String(count));
});

it("lists have one exponent for each base", async () => {
  await bothRefuse((group) => group.powMany([1n], []), "exponents", "(1)", "got 0");
  await bothRefuse((group) => group.productPow([1n], [1n, 2n]), "exponents", "(1)", "got 2");
  await bothRefuse((group) => group.powMany(anything(5n), []), "bases", "array");
  await bothRefuse((group) => group.productPow([1n, anything("x")], [1n, 2n]), "bases", "bases[1]");
  await bothRefuse((group) => group.productPow([1n, 2n], [1n, anything("x")]), "exponents", "exponents[1]");
});

it("elements belong to their modulus", () => {
  using other = powers.modulus(n);
  const x = other.element(5n);
  expectRefused(() => group.element(5n).multiply(x), "invalid-params", "y", "another Modulus", "toBytes()");
  expectRefused(() => group.pow(x, 5n), "invalid-params", "base", "another Modulus");
  expectRefused(() => group.powMany([1n, x], [5n, 5n]), "invalid-params", "bases", "bases[1]");
  expectRefused(() => group.jacobi(x), "invalid-params", "x", "another Modulus");
});

it("elements that share a factor with the modulus have no inverse", () => {
  using composite = powers.modulus(3n * (2n ** 127n - 1n));
  for (const x of [0n, 3n, 6n, 2n ** 127n - 1n]) {
    expectRefused(() => composite.element(x).invert(), "not-invertible", undefined, "factor");
  }
  // And the slots still work.
  expect(composite.element(7n).add(1n).toBigInt()).toBe(8n);
});

it("freed objects are not used", () => {
  const modulus = powers.modulus(n);
  const [x, y] = [modulus.element(5n), modulus.element(6n)];
  const table = modulus.fixedBase(3n, { exponentLength: 16 });
  x.free();
  x.free();
  for (const call of [
    () => x.square(),
    () => y.add(x),
    () => x.toBytes(),
    () => x.equals(y),
    () => modulus.pow(x, 5n),
  ]) {
    expectRefused(call, "use-after-free", undefined, "element was freed");
  }
  expect(y.square().toBigInt()).toBe(36n);
  table.free();
  expectRefused(() => table.pow(5n), "use-after-free", undefined, "table was freed");
  using last = modulus.fixedBase(3n, { exponentLength: 16 });
  modulus.free();
  modulus.free();
  for (const call of [
    () => y.square(),
    () => y.toBytes(),
    () => modulus.pow(2n, 5n),
    () => modulus.element(1n),
    () => last.pow(1n),
  ]) {
    expectRefused(call, "use-after-free", undefined, "modulus was freed");
  }
  y.free();
});

it("primes have conditions that some prime satisfies", async () => {
  const refused = (options: unknown, parameter: string, ...fragments: (string | number)[]) =>
    bothRefuse((_, own) => own.generatePrime(anything(options)), parameter, ...fragments);
  await refused({ bits: 31 }, "bits", 32, 16384, "got 31");
  await refused({ bits: 16385 }, "bits", 16384, "got 16385");
  await refused({ bits: 64n }, "bits", "whole");
  await refused({}, "bits", "undefined");
  await refused({ bits: 64, safe: 1 }, "safe", 1);
  await refused({ bits: 64, topTwoBits: "yes" }, "topTwoBits", "yes");
  await refused({ bits: 64, save: true }, "save", "did you mean safe?");
  await refused({ bits: 64, condition: 5 }, "condition", "remainder");
  await refused({ bits: 64, condition: { coprimeTo: 6n } }, "coprimeTo", "odd", 6);
  await refused({ bits: 64, condition: { coprimeTo: 3n, modulus: 4n } }, "modulus", "not an option");
  await refused({ bits: 64, condition: { remainder: 1n } }, "modulus", "bigint", "undefined");
  await refused({ bits: 64, condition: { remainder: 1n, modulus: 0n } }, "modulus", "0");
  await refused({ bits: 64, condition: { remainder: 5n, modulus: 5n } }, "remainder", "below", 5);
  await refused({ bits: 64, condition: { remainder: 1n, modulus: 2n ** 40n } }, "modulus", 40, "got 41");
  await refused({ bits: 64, condition: { remainder: 2n, modulus: 4n } }, "condition", "coprime");
  await refused({ bits: 64, safe: true, condition: { remainder: 1n, modulus: 4n } }, "condition", "11 modulo 12");
  for (const modulus of [5n, 7n, 2n ** 31n - 1n]) {
    await refused(
      { bits: 64, safe: true, condition: { remainder: 1n, modulus } },
      "condition",
      "coprime to the modulus",
    );
  }
  await refused({ bits: 64, onProgress: 5 }, "onProgress", "function");
  await bothRefuse((_, own) => own.isPrime(5n, { rounds: 65 }), "rounds", 64, "got 65");
  await bothRefuse((_, own) => own.isPrime(anything(5)), "number", "bigint");
});

it("remainders do not contradict each other", async () => {
  const refused = (residues: unknown, ...fragments: string[]) =>
    bothRefuse((_, own) => own.crt(anything(residues)), "residues", ...fragments);
  await refused(
    [
      { remainder: 1n, modulus: 6n },
      { remainder: 2n, modulus: 9n },
    ],
    "residues[1] contradicts",
    "factor",
  );
  await refused([{ remainder: 1n, modulus: 0n }], "residues[0]", "modulus 0");
  await refused([5n], "residues[0]", "{ remainder, modulus }");
  await refused([{ remainder: 1n, modulus: 5 }], "residues[0]", "number");
  await refused(5, "array");
});

it("builds and sources are valid", async () => {
  await expectRejected(load({ build: anything("fast") }), "invalid-params", "build", "fast", "baseline");
  await expectRejected(load(anything({ builds: "auto" })), "invalid-params", "builds", "did you mean build?");
  await expectRejected(load({ source: new Uint8Array(8) }), "invalid-params", undefined, "name it with build");
});
