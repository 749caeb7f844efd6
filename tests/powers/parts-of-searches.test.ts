// How long a worker searches until it reports what it has, in both packages. Each part sieves again.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bindings } from "../../web/library/src/bindings.ts";
import { Rsa } from "../../web/library/src/rsa.ts";
import { timedPart } from "../../web/library/src/workers/timed-part.ts";
import type { PowersBindings } from "../../web/powers/src/bindings.ts";
import { Powers } from "../../web/powers/src/powers.ts";

let time = 0;
afterEach(() => vi.restoreAllMocks());

/** Searches with a clock that only the sieve and the candidates move. Returns how long the candidates took, all in milliseconds. */
type Part = (sieve: number, candidate: number, milliseconds: number) => number;

/** The search of WebAssembly: it reports after the sieve, and after each candidate until it is stopped. */
function searching(
  sieve: number,
  candidate: number,
): { search(report: (done: number) => boolean): void; taken(): number } {
  vi.spyOn(performance, "now").mockImplementation(() => time);
  let tested = 0;
  return {
    search(report) {
      time += sieve;
      for (; report(tested); tested++) time += candidate;
    },
    taken: () => tested * candidate,
  };
}

const none = new Uint8Array();

const powers: Part = (sieve, candidate, milliseconds) => {
  const { search, taken } = searching(sieve, candidate);
  const generatePrime = (...args: Parameters<PowersBindings["generatePrime"]>) => {
    const report = args.at(-1) as (done: number, expected: number) => boolean;
    search((done) => report(done, 1000));
  };
  const request = { bits: 1536, safe: true, topTwoBits: false, remainder: none, modulus: none, coprimeTo: none };
  const powers = new Powers("baseline", { generatePrime } as unknown as PowersBindings);
  let reported = 0;
  const onProgress = ({ done }: { readonly done: number }) => {
    reported = done;
  };
  expect(powers.searchPart([], milliseconds, request, { onProgress })).toEqual({ found: false, primes: [] });
  expect(reported * candidate).toBe(taken());
  return taken();
};

const library: Part = (sieve, candidate, milliseconds) => {
  const { search, taken } = searching(sieve, candidate);
  const generateFrom = (...args: Parameters<Bindings["PrivateKey"]["generateFrom"]>) => {
    const report = args.at(-1) as (phase: string, done: number, expected: number) => boolean;
    report("primes", 0, 2);
    search((done) => report("candidates", done, 1000));
  };
  const bindings = { PrivateKey: { generateFrom }, engines: () => ["scalar"], caution: () => undefined };
  const rsa = new Rsa("baseline", bindings as unknown as Bindings, undefined as never);
  const part = rsa.generateKeyFrom([], milliseconds, { variant: "crt", modulusLength: 2048 });
  expect(part).toEqual({ primes: [], found: false });
  return taken();
};

describe.each<[string, Part]>([
  ["rsa-variants", library],
  ["modular-powers", powers],
])("a part of a search of %s", (_name, part) => {
  it("takes the time it is given", () => {
    expect(part(2, 1, 50)).toBe(50);
  });

  it("is not shorter than ten sieves", () => {
    expect(part(8, 1, 50)).toBe(80);
  });

  it("tests a candidate, however long its sieve and the candidate take", () => {
    expect(part(5, 700, 1)).toBe(700);
  });

  it("does not take ten times as long as the worker was suspended", () => {
    expect(part(3_600_000, 5, 50)).toBe(5000);
  });
});

it("a part goes on after windows without a candidate, however long they took", () => {
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const goesOn = timedPart(50);
  const answers = [0, 0, 2].map((done) => {
    time += 100;
    return goesOn(done);
  });
  time += 1000;
  expect([...answers, goesOn(0), goesOn(4)]).toEqual([true, true, true, true, false]);
});
