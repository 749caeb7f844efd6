// On a slow machine the sieve of a part takes longer than the whole part should.
import { describe, expect, it } from "vitest";
import type { PowersGlue } from "../../web/powers/src/glue.ts";
import { Served } from "../../web/powers/src/served.ts";

const none = new Uint8Array();
const search = { bits: 1536, safe: true, topTwoBits: false, remainder: none, modulus: none, coprimeTo: none };

/** The search on a machine whose sieve takes 5 ms: it reports after the sieve and after every two candidates, until it is stopped. */
const slow = {
  generatePrime(...args: Parameters<PowersGlue["generatePrime"]>) {
    const report = args.at(-1) as (done: number, expected: number) => boolean;
    const start = performance.now();
    while (performance.now() - start < 5);
    let done = 0;
    while (report(done, 1000)) done += 2;
    return undefined;
  },
} as unknown as PowersGlue;

describe("a part of a search", () => {
  it("tests candidates, however long its sieve took", () => {
    let tested = 0;
    const onProgress = ({ done }: { readonly done: number }) => {
      tested = done;
    };
    expect(new Served(slow).searchPart([], 1, search, { onProgress })).toEqual({ found: false, primes: [] });
    expect(tested).toBeGreaterThan(0);
  });
});
