import { connect } from "modular-powers";
import { afterAll, it } from "vitest";
import { type BytesCase, expectCallersBytes } from "../../callers-bytes.ts";
import { build, powers, toBytes } from "../support.ts";

const workers = await connect({ build, workers: 1 });
afterAll(() => workers.close());

const n = 2n ** 521n - 1n;
const modulus = toBytes(n, 66);
const [base, exponent] = [toBytes(n - 12345n, 66), toBytes(2n ** 200n + 77n, 26)];

/** The value of an element, or a number of a worker. */
const numberOf = (result: { toBigInt(): bigint } | bigint) => (typeof result === "bigint" ? result : result.toBigInt());

// biome-ignore lint/suspicious/noExplicitAny: calls here and in workers differ in their types
const calls: Readonly<Record<string, (own: any) => BytesCase>> = {
  modulus: (own) => [
    [modulus],
    async (given) => {
      const group = own.modulus(given);
      await undefined;
      return numberOf(await group.pow(3n, 77n));
    },
  ],
  pow: (own) => [[base, exponent], async (...given) => numberOf(await own.modulus(n).pow(...given))],
  "pow with a public exponent": (own) => [
    [base, exponent],
    async (...given) => numberOf(await own.modulus(n).pow(...given, { publicExponent: true })),
  ],
  powMany: (own) => [
    [base, exponent],
    async (base, exponent) => (await own.modulus(n).powMany([base, base], [exponent, exponent])).map(numberOf),
  ],
  productPow: (own) => [
    [base, exponent],
    async (base, exponent) => numberOf(await own.modulus(n).productPow([base], [exponent])),
  ],
  squareRepeatedly: (own) => [[base], async (x) => numberOf(await own.modulus(n).squareRepeatedly(x, 100))],
  fixedBase: (own) => [[base], async (base) => numberOf(await (await own.modulus(n).fixedBase(base)).pow(99n))],
  isPrime: (own) => [[modulus], (number) => own.isPrime(number)],
  generatePrime: (own) => [
    [new Uint8Array([3]), new Uint8Array([16])],
    async (remainder, modulus) => (await own.generatePrime({ bits: 64, condition: { remainder, modulus } })) % 16n,
  ],
  crt: (own) => [
    [new Uint8Array([2]), new Uint8Array([101])],
    (remainder, modulus) =>
      own.crt([
        { remainder, modulus },
        { remainder: 3n, modulus: 103n },
      ]),
  ],
};

const group = powers.modulus(n);
const table = group.fixedBase(7n);
const callsHere: Readonly<Record<string, BytesCase>> = {
  element: [[base], (given) => group.element(given)],
  add: [[base], (given) => group.element(5n).add(given)],
  multiply: [[base], (given) => group.element(5n).multiply(given)],
  equals: [[base], (given) => group.element(base).equals(given)],
  isInSubgroup: [[base, exponent], (...given) => group.isInSubgroup(...(given as [Uint8Array, Uint8Array]))],
  jacobi: [[base], (given) => group.jacobi(given)],
  "pow of a table": [[exponent], (given) => table.pow(given)],
  "powMany of a table": [[exponent], (given) => table.powMany([given])],
};

for (const [place, own] of [
  ["on this thread", () => powers],
  ["in workers", () => workers],
] as const) {
  it.each(Object.entries(calls))(`%s, ${place}`, (_, make) => expectCallersBytes(make(own())));
}

it.each(Object.entries(callsHere))("%s", (_, [given, call]) => {
  const value = (result: unknown): unknown => {
    if (Array.isArray(result)) return result.map(value);
    return typeof result === "object" ? (result as { toBigInt(): bigint }).toBigInt() : result;
  };
  return expectCallersBytes([given, async (...own) => value(call(...own))]);
});

it("pow and powMany of a table in workers", async () => {
  const there = await workers.modulus(n).fixedBase(7n);
  await expectCallersBytes([[exponent], (given) => there.pow(given)]);
  await expectCallersBytes([[exponent, exponent], (...given) => there.powMany(given)]);
});
