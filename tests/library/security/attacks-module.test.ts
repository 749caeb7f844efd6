// The module of the attacks, which only the first attack or demonstration loads.
import { readFile } from "node:fs/promises";
import { attacks, connect, type LoadOptions, load } from "rsa-variants/security";
import { describe, expect, it, vi } from "vitest";
import { expectRejected, seedOf } from "../support.ts";

type AttacksSource = NonNullable<LoadOptions["attacksSource"]>;

const security = await load();

/** The same library with another source of the module. */
const use = async (attacksSource: AttacksSource) => expect(await load({ attacksSource })).toBe(security);

const file = () => readFile(new URL("../../../web/library/dist/wasm/rsa-variants-attacks.wasm", import.meta.url));
const demonstrate = () => security.demonstration("fault", { modulusLength: 256, seed: seedOf(970) });

// Once loaded, it stays so.
describe("the module of the attacks,", { shuffle: false }, () => {
  describe("not loaded yet", () => {
    it("is not fetched for verdicts and what is refused without it", async () => {
      let asked = 0;
      await use(() => {
        asked++;
        return Promise.reject(new Error("asked"));
      });
      expect(security.assess({ variant: "crt", modulusLength: 2048 }).verdict).toBe("acceptable");
      expect(security.assess({ modulus: 35n ** 100n, publicExponent: 3n }).verdict).toBe("broken");
      expect(security.attacks).toBe(attacks);
      await expectRejected(security.demonstration("sieve" as never), "invalid-params", "sieve");
      await expectRejected(security.demonstration("fault", { primess: 3 } as never), "invalid-params", "primess");
      const signal = AbortSignal.abort("before");
      await expect(security.demonstration("fault", { signal })).rejects.toBe("before");
      await expect(security.runAttack("fault", {} as never, { signal })).rejects.toBe("before");
      expect(asked).toBe(0);
    });

    it("says why it cannot be loaded, and is asked for again", async () => {
      await use(new Response(null, { status: 404 }));
      await expectRejected(demonstrate(), "load-failed", "attacks", "404");
      await use(42 as never);
      await expectRejected(demonstrate(), "invalid-params", "attacksSource must be");
    });

    it("takes the numbers as they were at the call, and loads once", async () => {
      await use(file);
      const instantiate = vi.spyOn(WebAssembly, "instantiate");
      const seed = seedOf(970);
      const first = security.demonstration("fault", { modulusLength: 256, seed });
      seed.fill(0);
      const { target } = await first;
      expect(instantiate).toHaveBeenCalledTimes(1);
      instantiate.mockRestore();
      await use(() => Promise.reject(new Error("asked again")));
      expect((await demonstrate()).target).toEqual(target);
      const changing = { ...target };
      const attacking = security.runAttack("fault", changing);
      changing.modulus = 0n;
      expect((await attacking).found).toBe(true);
    });
  });

  it("workers fetch it once for all of them, after failures again, and not for verdicts", async () => {
    let asked = 0;
    const attacksSource = () => {
      asked++;
      return asked === 1 ? Promise.reject(new Error("not yet")) : file();
    };
    await using workers = await connect({ workers: 2, attacksSource });
    expect((await workers.assess({ variant: "crt", modulusLength: 3072 })).verdict).toBe("good");
    expect(asked).toBe(0);
    await expectRejected(workers.demonstration("fault"), "load-failed", "not yet");
    const options = { modulusLength: 256, seed: seedOf(970) } as const;
    const made = await Promise.all(Array.from({ length: 4 }, () => workers.demonstration("fault", options)));
    for (const each of made) expect(each).toEqual(await demonstrate());
    expect(asked).toBe(2);
  });
});
