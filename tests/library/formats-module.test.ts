// @module-tag platform
// The module of PEM and DER: when it is fetched, how it fails, and what stays in its memory. The order matters: a loaded module
// stays loaded, so failures come first.
import { connect, type LoadOptions, load, type RsaWorkers } from "rsa-variants";
import { formatsWasmBytes, load as loadInline, wasmBytes } from "rsa-variants/inline";
import { afterEach, describe, expect, it } from "vitest";
import { build, closedAtEnd, expectRejected, madeFrom, memoriesOf } from "./support.ts";

type FormatsSource = LoadOptions["formatsSource"];

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 512, primes: 3 }, madeFrom(170));
const remotely = closedAtEnd(await connect({ build, workers: 1 }));
/** The public key, written by a worker, so that the module is not loaded here yet. */
const spki = await (await remotely.publicKey(key.publicKey.modulus, key.publicKey.publicExponent)).export("spki-der");

/** A source that counts its calls. */
function counted(source: () => Promise<Uint8Array>): { asked: number; formatsSource: () => Promise<Uint8Array> } {
  const counter = {
    asked: 0,
    formatsSource: () => {
      counter.asked++;
      return source();
    },
  };
  return counter;
}

/** A source that waits for a signal. */
function held(): { source: Promise<Uint8Array>; release(): Promise<void> } {
  let resolve: (bytes: Uint8Array) => void = () => {};
  const source = new Promise<Uint8Array>((give) => {
    resolve = give;
  });
  return { source, release: async () => resolve(await formatsWasmBytes()) };
}

/** The same library with another source of the module, which it has not loaded yet. */
const use = async (formatsSource: FormatsSource) => expect(await load({ build, formatsSource })).toBe(rsa);

// Once loaded, it stays so.
describe("the module of key formats,", { shuffle: false }, () => {
  describe("not loaded yet", () => {
    it("is not fetched for JWK, JSON and errors that do not need it", async () => {
      const counter = counted(() => Promise.reject(new Error("asked")));
      await use(counter.formatsSource);
      for (const format of ["jwk", "json"] as const) {
        (await rsa.importPrivateKey(await key.export(format))).free();
        (await rsa.importPublicKey(JSON.stringify(await key.publicKey.export(format)))).free();
      }
      await expectRejected(rsa.importPrivateKey(new Uint8Array(65_537)), "invalid-params", 65_537);
      await expectRejected(key.export("spki-pem" as never), "invalid-params", "spki-pem");
      const power = rsa.generateKey({ variant: "multi-power", modulusLength: 512 }, madeFrom(171));
      await expectRejected(power.export("pkcs8-pem"), "no-standard-format", "multi-power");
      power.free();
      await expectRejected(power.export("pkcs8-pem"), "use-after-free");
      await expectRejected(power.publicKey.export("spki-pem"), "use-after-free");
      expect(counter.asked).toBe(0);
    });

    it("says why it cannot be loaded, in every call", async () => {
      const broken: [source: FormatsSource, code: "load-failed" | "invalid-params", fragment: string][] = [
        [() => wasmBytes(build), "load-failed", "does not fit"],
        [42 as never, "invalid-params", "formatsSource must be"],
        ["https://", "invalid-params", "formatsSource is not a valid URL"],
      ];
      for (const [source, code, fragment] of broken) {
        await use(source);
        await expectRejected(key.export("pkcs8-der"), code, fragment);
      }
      await use(() => Promise.reject(new Error("gone")));
      await expectRejected(key.publicKey.export("spki-pem"), "load-failed", "gone");
      await expectRejected(rsa.importPrivateKey("-----BEGIN PRIVATE KEY-----"), "load-failed", "gone");
      await expectRejected(rsa.importPublicKey(new Uint8Array([0x30])), "load-failed", "gone");
    });

    it("is fetched again after a failure", async () => {
      const counter = counted(() => Promise.reject(new Error("not yet")));
      await use(counter.formatsSource);
      for (const asked of [1, 2]) {
        await expectRejected(key.export("pkcs1-pem"), "load-failed", "not yet");
        expect(counter.asked).toBe(asked);
      }
    });

    it("notices keys freed while it loads, reads bytes as they were at the call, and loads once", async () => {
      const { source, release } = held();
      await use(source);
      const freed = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(172));
      const exporting = [freed.export("pkcs8-pem"), freed.publicKey.export("spki-pem")];
      freed.free();
      const data = new Uint8Array(spki);
      const importing = rsa.importPublicKey(data);
      data.fill(0);
      await release();
      for (const call of exporting) await expectRejected(call, "use-after-free");
      expect((await importing).modulus).toBe(key.publicKey.modulus);
      await use(() => Promise.reject(new Error("asked again")));
      expect(await key.publicKey.export("spki-der")).toEqual(spki);
    });
  });

  describe("loaded", () => {
    it("leaves no secrets in its memory, neither after success nor after errors", async () => {
      const two = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(173));
      const memories = await memoriesOf("decodePrivateKey", async () => {
        const pem = await key.export("pkcs8-pem");
        (await rsa.importPrivateKey(pem)).free();
        await expectRejected(rsa.importPrivateKey(pem.replace("MII", "MIA")), "invalid-encoding");
        await key.export("pkcs8-der", { password: "secret" });
        const openssh = await two.export("openssh", { password: "secret" });
        (await rsa.importPrivateKey(openssh, { password: "secret" })).free();
        await expectRejected(rsa.importPrivateKey(openssh, { password: "other" }), "wrong-password");
      });
      two.free();
      // Each call has an instance of its own.
      expect(memories).toHaveLength(8); // to encrypt takes two, one on each side of the derivation of the key
      for (const { buffer } of memories) {
        expect(buffer.byteLength).toBeGreaterThan(0);
        expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true);
      }
    });

    it("comes from the inline entry with the library that was started there", async () => {
      const inline = await loadInline({ build });
      using again = await inline.importPrivateKey(await key.export("pkcs1-der"));
      expect(again.components()).toEqual(key.components());
    });
  });

  describe("in workers", () => {
    let workers: RsaWorkers | undefined;
    const connectWith = async (formatsSource: FormatsSource, count: number): Promise<RsaWorkers> => {
      workers = await connect({ build, formatsSource, workers: count });
      return workers;
    };
    afterEach(() => workers?.close());

    it("fetch it once for all of them, again after failures, and not for JWK and JSON", async () => {
      const counter = counted(() => (counter.asked === 1 ? Promise.reject(new Error("not yet")) : formatsWasmBytes()));
      const pool = await connectWith(counter.formatsSource, 2);
      const remote = await pool.importPrivateKey(JSON.stringify(await key.export("json")));
      await pool.importPublicKey(await remote.publicKey.export("jwk"));
      await expectRejected(remote.export("der" as never), "invalid-params", "der");
      expect(counter.asked).toBe(0);
      await expectRejected(remote.export("pkcs8-pem"), "load-failed", "not yet");
      const pems = await Promise.all(Array.from({ length: 6 }, () => remote.export("pkcs8-pem")));
      expect(new Set(pems)).toEqual(new Set([await key.export("pkcs8-pem")]));
      expect(counter.asked).toBe(2);
    });

    it("do other work while it loads in one of them, and serve the calls made before a key was freed", async () => {
      const { source, release } = held();
      const pool = await connectWith(source, 2);
      const remote = await pool.importPrivateKey(await key.export("json"));
      const exporting = remote.export("pkcs8-der");
      expect(await pool.modPow(3n, 5n, 101n)).toBe(41n);
      remote.free();
      await release();
      expect(await exporting).toEqual(await key.export("pkcs8-der"));
      await expectRejected(remote.export("pkcs8-der"), "use-after-free");
    });

    it("give up waiting for it when the call is aborted or they are closed", async () => {
      const pool = await connectWith(held().source, 1);
      const remote = await pool.importPrivateKey(await key.export("json"));
      const controller = new AbortController();
      const aborted = remote.export("pkcs8-der", { signal: controller.signal });
      const closed = pool.importPublicKey(spki);
      controller.abort("enough");
      await expect(aborted).rejects.toBe("enough");
      const closing = pool.close();
      await expectRejected(closed, "closed");
      await closing;
    });
  });
});
