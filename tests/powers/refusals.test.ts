// Every refusal: the code, the parameter, and a message with the limit and the value.
import { load, type Natural } from "modular-powers";
import { expect, it } from "vitest";
import { expectRefused, expectRejected, powers } from "./support.ts";

const n = 2n ** 521n - 1n;
const group = powers.modulus(n);
const anything = (value: unknown) => value as never;

it("moduli are odd and have 64 to 16384 bits", () => {
  const refused = (modulus: Natural, ...fragments: (string | number)[]) =>
    expectRefused(() => powers.modulus(modulus), "invalid-params", "modulus", ...fragments);
  refused(2n ** 63n - 1n, 64, 16384, "got 63");
  refused(2n ** 16384n + 1n, 64, 16384, "got 16385");
  refused(new Uint8Array(), "got 0");
  refused(new Uint8Array(9000).fill(255), 65536, 72000);
  refused(-1n, "negative", -1);
  refused(anything(5), "bigint", "number");
  refused(anything(null), "null");
  expectRefused(() => powers.modulus(2n ** 64n), "invalid-modulus", "modulus", "odd");
  expect(powers.modulus(new Uint8Array([0, 0, 255, 1, 1, 1, 1, 1, 1, 1])).bitLength).toBe(64);
  expect(powers.modulus(2n ** 16384n - 1n).bitLength).toBe(16384);
});

it("numbers are bigints or bytes of at most 65536 bits", () => {
  expectRefused(() => group.element(anything("5")), "invalid-params", "value", "bigint", "string");
  expectRefused(() => group.element(-5n), "invalid-params", "value", "-5");
  expectRefused(() => group.element(2n ** 65543n), "invalid-params", "value", 65536, 65544);
  expectRefused(() => group.pow(anything({}), 5n), "invalid-params", "base", "Object");
  expectRefused(() => group.pow(5n, anything(5)), "invalid-params", "exponent", "number");
  expectRefused(() => group.element(5n).add(anything(5)), "invalid-params", "y", "number");
  const transferred = new Uint8Array(8);
  structuredClone(transferred, { transfer: [transferred.buffer] });
  expectRefused(() => group.element(transferred), "invalid-params", "value", "transferred");
});

it("secret exponents are not longer than declared", () => {
  const options = { exponentLength: 13 };
  expect(group.pow(2n, 2n ** 13n - 1n, options).toBigInt()).toBe(2n ** ((2n ** 13n - 1n) % 521n));
  expect(group.pow(2n, new Uint8Array([0, 0, 0x1f, 255]), options).toBigInt()).toBe(2n ** ((2n ** 13n - 1n) % 521n));
  expectRefused(() => group.pow(2n, 2n ** 13n, options), "invalid-params", "exponent", 13, "got 14");
  expectRefused(() => group.pow(2n, new Uint8Array([1, 0, 0]), options), "invalid-params", "exponent", 13, "got 17");
  expectRefused(() => group.pow(2n, 2n ** 521n), "invalid-params", "exponent", 521, "got 522");
  expectRefused(() => group.powMany([1n, 2n], [5n, 2n ** 13n], options), "invalid-params", "exponents", "exponents[1]");
  using table = group.fixedBase(2n, options);
  expectRefused(() => table.pow(2n ** 13n), "invalid-params", "exponent", 13, "got 14");
  expectRefused(() => table.powMany([1n, 2n, 2n ** 20n]), "invalid-params", "exponents", "exponents[2]", 13, "got 21");
});

it("options are known and valid", () => {
  const refused = (options: unknown, parameter: string, ...fragments: (string | number)[]) =>
    expectRefused(() => group.pow(2n, 5n, anything(options)), "invalid-params", parameter, ...fragments);
  refused({ exponentLengt: 5 }, "exponentLengt", "did you mean exponentLength?");
  refused({ exponentLength: 0 }, "exponentLength", 1, 65536, "got 0");
  refused({ exponentLength: 65537 }, "exponentLength", 65536, "got 65537");
  refused({ exponentLength: 1.5 }, "exponentLength", "whole", 1.5);
  refused({ publicExponent: 1 }, "publicExponent", "true or false", 1);
  refused({ publicExponent: true, exponentLength: 5 }, "exponentLength", "secret");
  refused({ onProgress: () => {} }, "onProgress", "not an option");
  refused({ signal: 5 }, "signal", "AbortSignal");
  refused(5, "options", 5);
  expectRefused(() => group.fixedBase(2n, { memory: 10 }), "invalid-params", "memory", "at least", "got 10");
  expectRefused(() => group.fixedBase(2n, { memory: 2 ** 31 }), "invalid-params", "memory", 2 ** 30, 2 ** 31);
  const squares = (count: unknown) => () => group.squareRepeatedly(2n, anything(count));
  for (const count of [-1, 1.5, 2 ** 53, 5n])
    expectRefused(squares(count), "invalid-params", "count", "whole", String(count));
});

it("lists have one exponent for each base", () => {
  expectRefused(() => group.powMany([1n], []), "invalid-params", "exponents", "(1)", "got 0");
  expectRefused(() => group.productPow([1n], [1n, 2n]), "invalid-params", "exponents", "(1)", "got 2");
  expectRefused(() => group.powMany(anything(5n), []), "invalid-params", "bases", "array");
  expectRefused(() => group.productPow([1n, anything("x")], [1n, 2n]), "invalid-params", "bases", "bases[1]");
  expectRefused(() => group.productPow([1n, 2n], [1n, anything("x")]), "invalid-params", "exponents", "exponents[1]");
});

it("elements belong to their modulus", () => {
  using other = powers.modulus(n);
  const x = other.element(5n);
  expectRefused(() => group.element(5n).multiply(x), "invalid-params", "y", "another modulus");
  expectRefused(() => group.pow(x, 5n), "invalid-params", "base", "another modulus");
  expectRefused(() => group.powMany([1n, x], [5n, 5n]), "invalid-params", "bases", "bases[1]");
  expectRefused(() => group.jacobi(x), "invalid-params", "x", "another modulus");
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
  const last = modulus.fixedBase(3n, { exponentLength: 16 });
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
  last.free();
});

it("primes have conditions that some prime satisfies", () => {
  const refused = (options: unknown, parameter: string, ...fragments: (string | number)[]) =>
    expectRefused(() => powers.generatePrime(anything(options)), "invalid-params", parameter, ...fragments);
  refused({ bits: 31 }, "bits", 32, 16384, "got 31");
  refused({ bits: 16385 }, "bits", 16384, "got 16385");
  refused({ bits: 64n }, "bits", "whole");
  refused({}, "bits", "undefined");
  refused({ bits: 64, safe: 1 }, "safe", 1);
  refused({ bits: 64, topTwoBits: "yes" }, "topTwoBits", "yes");
  refused({ bits: 64, save: true }, "save", "did you mean safe?");
  refused({ bits: 64, condition: 5 }, "condition", "remainder");
  refused({ bits: 64, condition: { coprimeTo: 6n } }, "coprimeTo", "odd", 6);
  refused({ bits: 64, condition: { coprimeTo: 3n, modulus: 4n } }, "modulus", "not an option");
  refused({ bits: 64, condition: { remainder: 1n } }, "modulus", "bigint", "undefined");
  refused({ bits: 64, condition: { remainder: 1n, modulus: 0n } }, "modulus", "0");
  refused({ bits: 64, condition: { remainder: 5n, modulus: 5n } }, "remainder", "below", 5);
  refused({ bits: 64, condition: { remainder: 1n, modulus: 2n ** 40n } }, "modulus", 40, "got 41");
  refused({ bits: 64, condition: { remainder: 2n, modulus: 4n } }, "condition", "coprime");
  refused({ bits: 64, safe: true, condition: { remainder: 1n, modulus: 4n } }, "condition", "11 modulo 12");
  for (const modulus of [5n, 7n, 2n ** 31n - 1n]) {
    refused({ bits: 64, safe: true, condition: { remainder: 1n, modulus } }, "condition", "coprime to the modulus");
  }
  refused({ bits: 64, onProgress: 5 }, "onProgress", "function");
  expectRefused(() => powers.isPrime(5n, { rounds: 65 }), "invalid-params", "rounds", 64, "got 65");
  expectRefused(() => powers.isPrime(anything(5)), "invalid-params", "number", "bigint");
});

it("remainders have coprime moduli", () => {
  const refused = (residues: unknown, ...fragments: string[]) =>
    expectRefused(() => powers.crt(anything(residues)), "invalid-params", "residues", ...fragments);
  refused(
    [
      { remainder: 1n, modulus: 6n },
      { remainder: 1n, modulus: 9n },
    ],
    "residues[1]",
    "factor",
  );
  refused([{ remainder: 1n, modulus: 0n }], "residues[0]", "modulus 0");
  refused([5n], "residues[0]", "{ remainder, modulus }");
  refused([{ remainder: 1n, modulus: 5 }], "residues[0]", "number");
  refused(5, "array");
});

it("builds and sources are valid", async () => {
  await expectRejected(load({ build: anything("fast") }), "invalid-params", "build", "fast", "baseline");
  await expectRejected(load(anything({ builds: "auto" })), "invalid-params", "builds", "did you mean build?");
  await expectRejected(load({ source: new Uint8Array(8) }), "invalid-params", undefined, "name it with build");
});
