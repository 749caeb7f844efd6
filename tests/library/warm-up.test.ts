// @module-tag platform
import { connect, load } from "rsa-variants";
import { describe, expect, it } from "vitest";
import { build, expectRejected, madeFrom } from "./support.ts";

const rsa = await load({ build });

/** Runs timers until the work has ended, and returns how many ran. */
async function timersDuring(work: Promise<unknown>): Promise<number> {
  let ended = false;
  work.finally(() => {
    ended = true;
  });
  let timers = 0;
  while (!ended) {
    await new Promise((resolve) => setTimeout(resolve));
    timers++;
  }
  return timers;
}

describe("warmUp", () => {
  it("ends, lets other tasks run in between, and leaves keys as they are", async () => {
    using key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(910));
    const data = new Uint8Array([1, 2, 3]);
    const before = key.sign("RS256", data);
    // The work takes many times five milliseconds.
    expect(await timersDuring(rsa.warmUp())).toBeGreaterThan(2);
    expect(key.sign("RS256", data)).toEqual(before);
  });

  it("stops when its signal is aborted", async () => {
    await expect(rsa.warmUp({ signal: AbortSignal.abort("before") })).rejects.toBe("before");
    const stop = new AbortController();
    const warm = rsa.warmUp({ signal: stop.signal });
    setTimeout(() => stop.abort("enough"));
    await expect(warm).rejects.toBe("enough");
  });

  it("refuses other options", async () => {
    await expectRejected(rsa.warmUp({ delay: 5 } as never), "invalid-params", "delay");
    await expectRejected(rsa.warmUp(5 as never), "invalid-params", 5);
  });

  it("runs in workers, and a canceled one leaves them usable", async () => {
    await using workers = await connect({ build, workers: 1 });
    await workers.warmUp();
    const stop = new AbortController();
    const warm = workers.warmUp({ signal: stop.signal });
    stop.abort("enough");
    await expect(warm).rejects.toBe("enough");
    expect(await workers.modPow(3n, 5n, 101n)).toBe(41n);
  });
});
