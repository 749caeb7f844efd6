// @module-tag platform

import { schemeA1024 } from "@rsa-variants/measure/tasks/prepared-key";
import { connect, load, type RsaWorkers } from "rsa-variants";
import { afterEach, describe, expect, it } from "vitest";
import {
  build,
  expectRejected,
  madeFrom,
  messagesBelow,
  powerModulo,
  seedOf,
  smallParams,
  toBytes,
  toNumber,
} from "./support.ts";

let open: RsaWorkers[] = [];
async function start(workers: number): Promise<RsaWorkers> {
  const pool = await connect({ build, workers });
  open.push(pool);
  return pool;
}
afterEach(async () => {
  for (const pool of open) await pool.close();
  open = [];
});

/** Key generation that no machine finishes during a test: nine million candidates, of which two workers test some 2,500 a second. */
const endless = { variant: "scheme-a", modulusLength: 8192, crtExponentLength: 160 } as const;

function untilProgress(
  pool: RsaWorkers,
  controller: AbortController,
): { started: Promise<void>; key: Promise<unknown> } {
  let key: Promise<unknown> = Promise.resolve();
  const started = new Promise<void>((resolve) => {
    key = pool.generateKey(endless, { allowBroken: true, signal: controller.signal, onProgress: () => resolve() });
    key.catch(() => {});
  });
  return { started, key };
}

describe("workers", () => {
  it("give the same results as the library, for every variant", async () => {
    const [workers, rsa] = await Promise.all([start(2), load({ build })]);
    expect(workers.engines).toEqual(rsa.engines);
    expect(workers.build).toBe(build);
    expect(workers.size).toBe(2);
    for (const [i, params] of smallParams.entries()) {
      const seed = seedOf(100 + i);
      using local = rsa.generateKey(params, { seed, allowBroken: true });
      using remote = await workers.generateKey(params, { seed, allowBroken: true });
      expect(remote.params).toEqual(local.params);
      expect(await remote.components()).toEqual(local.components());
      expect(remote.publicKeys.map((key) => key.publicExponent)).toEqual(
        local.publicKeys.map((key) => key.publicExponent),
      );
      await remote.check();
      const block = toBytes(2n ** 100n, Math.ceil(params.modulusLength / 8));
      const ciphertext = await remote.publicKey.encryptRaw(block);
      expect(ciphertext).toEqual(local.publicKey.encryptRaw(block));
      for (const engine of workers.engines) expect(await remote.decryptRaw(ciphertext, { engine })).toEqual(block);
    }
  });

  it("run every kind of call", async () => {
    const workers = await start(2);
    expect(await workers.modPow(3n, 1000n, 1009n)).toBe(powerModulo(3n, 1000n, 1009n));
    expect(await workers.checkParams({ variant: "batch", modulusLength: 512 })).toMatchObject({ batchSize: 4 });

    const sample = await workers.keyFromComponents(schemeA1024.params, schemeA1024.components);
    const same = await workers.keyFromComponents(sample.params, await sample.components());
    expect(toNumber(await same.decryptRaw(await sample.publicKey.encryptRaw(new Uint8Array([9]))))).toBe(9n);

    const publicKey = await workers.publicKey(sample.publicKey.modulus, sample.publicKey.publicExponent);
    expect(publicKey.modulusLength).toBe(1024);
    expect(toNumber(await sample.decryptRaw(await publicKey.encryptRaw(new Uint8Array([8]))))).toBe(8n);

    const batch = await workers.generateKey({ variant: "batch", modulusLength: 512, batchSize: 3 }, madeFrom(120));
    const messages = batch.publicKeys.map((_, i) => toBytes(BigInt(i + 5), 64));
    const blocks = await Promise.all(batch.publicKeys.map((key, i) => key.encryptRaw(messages[i] ?? new Uint8Array())));
    expect(await batch.decryptRawBatch(blocks)).toEqual(messages);
  });

  it("read and write keys", async () => {
    const workers = await start(2);
    const key = await workers.generateKey({ variant: "r-prime", modulusLength: 512 }, madeFrom(129));
    for (const format of ["pkcs1-der", "pkcs8-pem", "jwk", "json"] as const) {
      using again = await workers.importPrivateKey(await key.export(format));
      expect(await again.components()).toEqual(await key.components());
      expect(again.params).toEqual(key.params);
    }
    const encrypted = await key.export("pkcs8-pem", { password: new TextEncoder().encode("secret") });
    const opened = await workers.importPrivateKey(encrypted, { password: "secret" });
    expect(await opened.components()).toEqual(await key.components());
    await expectRejected(workers.importPrivateKey(encrypted, { password: "other" }), "wrong-password");
    await expectRejected(workers.importPrivateKey(encrypted), "password-required");
    await expectRejected(workers.importPrivateKey(42 as never), "invalid-params", "number");
    await expectRejected(workers.importPrivateKey({ kty: () => "RSA" } as never), "invalid-params");
    await expectRejected(key.export("jwk", { password: "secret" }), "invalid-params", "jwk");

    const { modulus, publicExponents, privateExponent } = await key.components();
    const exponents = { modulus, publicExponent: publicExponents[0] ?? 0n, privateExponent };
    const recovered = await workers.keyFromExponents(exponents);
    expect(recovered.params.variant).toBe("r-prime");

    for (const format of ["spki-der", "spki-pem", "jwk", "json"] as const) {
      using publicKey = await workers.importPublicKey(await key.publicKey.export(format));
      expect(publicKey.modulus).toBe(modulus);
      expect(toNumber(await key.decryptRaw(await publicKey.encryptRaw(new Uint8Array([5]))))).toBe(5n);
    }
    // An imported key survives an abort, like any other key.
    const signal = AbortSignal.timeout(1);
    await workers.generateKey(endless, { allowBroken: true, signal }).catch(() => {});
    expect(toNumber(await opened.decryptRaw(await key.publicKey.encryptRaw(new Uint8Array([6]))))).toBe(6n);
    key.free();
    await expectRejected(key.export("json"), "use-after-free");
    await expectRejected(key.publicKey.export("jwk"), "use-after-free");
  });

  it("split many blocks and keep their order", async () => {
    const workers = await start(3);
    const key = await workers.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(121));
    const messages = messagesBelow(key.publicKey.modulus, 20).map((message) => toBytes(message, 64));
    const blocks = await Promise.all(messages.map((message) => key.publicKey.encryptRaw(message)));
    expect(await key.decryptRawMany(blocks)).toEqual(messages);
    expect(await key.decryptRawMany(blocks.slice(0, 1))).toEqual(messages.slice(0, 1));
    expect(await key.decryptRawMany([])).toEqual([]);
  });

  it("reject with the codes of the library", async () => {
    const workers = await start(1);
    await expectRejected(workers.generateKey({ variant: "crt", modulusLength: 1 }), "invalid-params", 128, 1);
    await expectRejected(workers.modPow(2n, 3n, 4n), "invalid-modulus");
    await expectRejected(workers.checkParams({ variant: "crt", modulusLength: () => 1 } as never), "invalid-params");
    const key = await workers.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(123));
    await expectRejected(key.decryptRaw(new Uint8Array(65)), "invalid-length", 65, 64);
    await expectRejected(key.decryptRaw("x" as never), "invalid-params", "string");
    await expectRejected(key.decryptRawMany([new Uint8Array(1), new Uint8Array(65)]), "invalid-length", "blocks[1]");
    await expectRejected(key.decryptRaw(toBytes(key.publicKey.modulus, 64)), "message-out-of-range");
    await expectRejected(key.decryptRawBatch([]), "wrong-variant");
    await expectRejected(key.decryptRaw(new Uint8Array(1), { engine: "warp" as never }), "unknown-engine");
    for (const none of [null, 1] as never[]) {
      const { publicKey } = key;
      for (const call of [
        () => workers.generateKey({ variant: "crt", modulusLength: 512 }, none),
        () => workers.importKey("", none),
        () => workers.modPow(2n, 3n, 5n, none),
        () => key.decryptRaw(new Uint8Array(1), none),
        () => key.decryptRawMany([], none),
        () => key.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }, new Uint8Array(1), none),
        () => publicKey.encryptRaw(new Uint8Array(1), none),
        () => publicKey.verify({ name: "RSA-PSS" }, new Uint8Array(64), new Uint8Array(1), none),
        () => publicKey.export("spki-der", none),
        () => key.export("pkcs8-der", none),
      ])
        await expectRejected(
          call() as Promise<unknown>,
          "invalid-params",
          "the options must be an object",
          String(none),
        );
    }
    // The worker survives all of these.
    expect(toNumber(await key.decryptRaw(await key.publicKey.encryptRaw(new Uint8Array([3]))))).toBe(3n);
  });

  it("serve the calls made before a key was freed", async () => {
    const workers = await start(2);
    const key = await workers.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(126));
    const calls = Array.from({ length: 5 }, () => key.decryptRaw(new Uint8Array([1])));
    key.free();
    expect((await Promise.all(calls)).map(toNumber)).toEqual([1n, 1n, 1n, 1n, 1n]);
    key.free();
    await expectRejected(key.components(), "use-after-free", "private key");
  });

  it("serve more calls than there are workers", async () => {
    const workers = await start(2);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => workers.modPow(BigInt(i), 3n, 1009n)));
    expect(answers).toEqual(Array.from({ length: 40 }, (_, i) => BigInt(i) ** 3n % 1009n));
  });
});

describe("aborting", () => {
  it("stops a running key generation, and leaves the only worker usable", async () => {
    const workers = await start(1);
    const before = await workers.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(130));
    const controller = new AbortController();
    const { started, key } = untilProgress(workers, controller);
    await started;
    controller.abort("enough");
    await expect(key).rejects.toBe("enough");
    // There is only one worker: if it responds, the work has really stopped. The key made before the abort was in the terminated
    // worker and is made again.
    expect(toNumber(await before.decryptRaw(await before.publicKey.encryptRaw(new Uint8Array([4]))))).toBe(4n);
  });

  it("takes effect at any time after the call", async () => {
    const workers = await start(1);
    const key = await workers.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(132));
    for (let turns = 0; turns < 8; turns++) {
      const controller = new AbortController();
      const call = key.decryptRaw(new Uint8Array([2]), { signal: controller.signal });
      const other = key.decryptRaw(new Uint8Array([1]));
      for (let turn = 0; turn < turns; turn++) await undefined;
      controller.abort(turns);
      await expect(call).rejects.toBe(turns);
      expect(toNumber(await other)).toBe(1n);
    }
  });

  it("has no effect after the call", async () => {
    const workers = await start(1);
    const controller = new AbortController();
    await workers.modPow(2n, 3n, 5n, { signal: controller.signal });
    const other = workers.generateKey({ variant: "multi-prime", modulusLength: 1024 }, madeFrom(134));
    controller.abort();
    expect((await other).params.primes).toBe(3);
  });

  it("rejects every part of a split call with the signal's reason", async () => {
    const workers = await start(3);
    const key = await workers.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(133));
    const controller = new AbortController();
    const reason = new Error("no longer wanted");
    const call = key.decryptRawMany(
      Array.from({ length: 3000 }, () => new Uint8Array([2])),
      { signal: controller.signal },
    );
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(await key.decryptRawMany([new Uint8Array([1]), new Uint8Array([0])])).toHaveLength(2);
  });

  it("does not affect the calls of other workers", async () => {
    const workers = await start(2);
    const controller = new AbortController();
    const { started, key } = untilProgress(workers, controller);
    await started;
    const other = workers.generateKey({ variant: "multi-prime", modulusLength: 1024 }, madeFrom(131));
    controller.abort();
    await expect(key).rejects.toMatchObject({ name: "AbortError" });
    expect((await other).params.primes).toBe(3);
  });

  it("removes a call from the queue", async () => {
    const workers = await start(1);
    const [first, second] = [new AbortController(), new AbortController()];
    const { started, key } = untilProgress(workers, first);
    await started;
    const queued = workers.modPow(2n, 3n, 5n, { signal: second.signal });
    second.abort("second");
    await expect(queued).rejects.toBe("second");
    first.abort("first");
    await expect(key).rejects.toBe("first");
    expect(await workers.modPow(2n, 3n, 5n)).toBe(3n);
  });

  it("rejects at once if the signal is already aborted", async () => {
    const workers = await start(1);
    const reason = new Error("no longer wanted");
    const signal = AbortSignal.abort(reason);
    await expect(workers.generateKey(endless, { allowBroken: true, signal })).rejects.toBe(reason);
    await expect(workers.modPow(2n, 3n, 5n, { signal })).rejects.toBe(reason);
  });

  it("leaves the worker usable after a progress callback that throws", async () => {
    const workers = await start(1);
    const own = new RangeError("mine");
    const onProgress = () => {
      throw own;
    };
    await expect(workers.generateKey(endless, { allowBroken: true, onProgress })).rejects.toBe(own);
    expect(await workers.modPow(2n, 3n, 5n)).toBe(3n);
  });
});

describe("closing", () => {
  it("rejects running and waiting calls", async () => {
    const workers = await start(1);
    const { started, key } = untilProgress(workers, new AbortController());
    await started;
    const queued = workers.modPow(2n, 3n, 5n);
    await workers.close();
    await expectRejected(key as Promise<never>, "closed");
    await expectRejected(queued, "closed");
    await expectRejected(workers.modPow(2n, 3n, 5n), "closed");
    await workers.close();
  });

  it("rejects a call made just before as closed", async () => {
    const workers = await start(1);
    const call = workers.modPow(2n, 3n, 5n);
    void workers.close();
    await expectRejected(call, "closed");
  });

  it("works with Symbol.asyncDispose if the runtime has it", async () => {
    const workers = await start(1);
    if (typeof Symbol.asyncDispose === "symbol") await workers[Symbol.asyncDispose]();
    else await workers.close();
    await expectRejected(workers.modPow(2n, 3n, 5n), "closed");
  });
});
