// @module-tag platform
// Keys of PBKDF2 come from the platform, or from WebAssembly where the platform has none.
import { connect, load } from "rsa-variants";
import { afterEach, describe, expect, it, vi } from "vitest";
import { build, closedAtEnd, expectRejected, madeFrom } from "./support.ts";

const rsa = await load({ build });
const password = "correct horse";
const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(950));
const workers = closedAtEnd(await connect({ build, workers: 1 }));
afterEach(() => vi.unstubAllGlobals());

const inNode = typeof document === "undefined";

/** How often a timer fires during a call. */
async function ticksDuring(call: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  await new Promise((resolve) => setTimeout(resolve, 20));
  ticks = 0;
  try {
    await call();
  } finally {
    clearInterval(timer);
  }
  return ticks;
}

describe("an encrypted key", () => {
  it("is written and read without blocking the thread", async () => {
    let pem = "";
    const writing = await ticksDuring(async () => {
      pem = await key.export("pkcs8-pem", { password });
    });
    expect(writing).toBeGreaterThan(2);
    const reading = await ticksDuring(async () => (await rsa.importPrivateKey(pem, { password })).free());
    expect(reading).toBeGreaterThan(2);
  });

  it("is the same on this thread and in workers, and in both forms", async () => {
    const remote = await workers.keyFromComponents(key.params, key.components());
    for (const format of ["pkcs8-pem", "pkcs8-der"] as const) {
      const [own, other] = [await key.export(format, { password }), await remote.export(format, { password })];
      expect(own).not.toEqual(other); // each has a salt of its own
      using again = await rsa.importPrivateKey(other, { password });
      expect(again.components()).toEqual(key.components());
      expect(await (await workers.importPrivateKey(own, { password })).components()).toEqual(key.components());
    }
  });

  it("is refused above a limit, before anything is derived", async () => {
    const pem = await key.export("pkcs8-pem", { password });
    const limits = { iterations: 599_999 };
    const refused = await ticksDuring(() =>
      expectRejected(rsa.importPrivateKey(pem, { password, limits }), "invalid-params", "600000", "599999"),
    );
    expect(refused).toBeLessThan(20);
  });

  it("is found among several, each with its own salt", async () => {
    const [first, second] = [await key.export("pkcs8-pem", { password }), await key.export("pkcs8-pem", { password })];
    const other = await key.export("pkcs8-pem", { password: "other" });
    const plain = await key.export("pkcs8-pem");
    const { keys, leftOut } = await rsa.importKeys([first, plain, other, second].join("\n"), { password });
    expect(keys.map(({ index }) => index)).toEqual([0, 1, 3]);
    expect(leftOut).toMatchObject([{ index: 2, reason: "wrong-password" }]);
    for (const { key: each } of keys) each.free();
  });

  it.runIf(!inNode)("asks WebCrypto, and is derived in WebAssembly without it", async () => {
    const deriveBits = vi.spyOn(crypto.subtle, "deriveBits");
    const pem = await key.export("pkcs8-pem", { password });
    expect(deriveBits).toHaveBeenCalledTimes(1);
    deriveBits.mockRejectedValue(new DOMException("too many iterations", "NotSupportedError"));
    (await rsa.importPrivateKey(pem, { password })).free();
    expect(deriveBits).toHaveBeenCalledTimes(2);
    deriveBits.mockRestore();
    // As on a page without https.
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const written = await key.export("pkcs8-pem", { password });
    for (const each of [pem, written]) (await rsa.importPrivateKey(each, { password })).free();
    await expectRejected(rsa.importPrivateKey(written, { password: "other" }), "wrong-password");
  });
});
