// @module-tag platform
import { connect, load, type SignatureAlgorithm } from "rsa-variants";
import { sign, verify } from "rsa-variants/files";
import { describe, expect, it, onTestFinished } from "vitest";
import { build, expectRefused, expectRejected, madeFrom } from "../support.ts";
import { bytesOf, stalling, streamOf } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 1100 }, madeFrom(740));

const inBrowser = typeof document !== "undefined";

const algorithms: readonly SignatureAlgorithm[] = [
  { name: "RSA-PSS" },
  { name: "RSA-PSS", hash: "SHA-512", saltLength: 7 },
  { name: "RSA-PSS", hash: "SHA-1", mgfHash: "SHA-256" },
  { name: "RSA-PSS", hash: "SHAKE256", saltLength: "max" },
  { name: "RSASSA-PKCS1-v1_5", hash: "SHA3-384" },
];

describe("a signature over a stream", () => {
  it("reads the stream of a file into one buffer, however long it is", async () => {
    const data = bytesOf(5_000_000);
    const lengths: (number | undefined)[] = [];
    let at = 0;
    const stream = new ReadableStream({
      type: "bytes",
      pull(controller) {
        const view = controller.byobRequest?.view;
        lengths.push(view?.byteLength);
        if (!view) throw new Error("no buffer to read into");
        const bytes = data.subarray(at, at + view.byteLength);
        at += bytes.length;
        if (bytes.length === 0) controller.close();
        else new Uint8Array(view.buffer, view.byteOffset).set(bytes);
        controller.byobRequest?.respond(bytes.length);
      },
    });
    const signature = await sign(key, { size: data.length, stream: () => stream });
    expect(lengths).toEqual(Array(6).fill(1 << 20));
    expect(await verify(key.publicKey, signature, data)).toBe(true);
    expect(await verify(key.publicKey, signature, new Blob([data]))).toBe(true);
  });

  it("reads a byte stream whose source closes without responding to a BYOB request", async () => {
    const pieces = [bytesOf(10), bytesOf(20)].values();
    const stream = new ReadableStream({
      type: "bytes",
      pull(controller) {
        const { value, done } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    const signature = await sign(key, stream);
    const whole = new Uint8Array([...bytesOf(10), ...bytesOf(20)]);
    expect(await verify(key.publicKey, signature, whole)).toBe(true);
  });

  // Chromium frees a reader that nothing but its own pending read holds, and then the read never ends.
  it.runIf(inBrowser)("of a Blob is made while garbage is collected", async () => {
    const { gc } = globalThis as unknown as { gc(): void };
    const timer = setInterval(gc, 5);
    onTestFinished(() => clearInterval(timer));
    const data = bytesOf(1_500_000);
    for (let i = 0; i < 20; i += 1) {
      const signature = await sign(key, new Blob([data]));
      expect(await verify(key.publicKey, signature, data)).toBe(true);
    }
  });

  it.each(algorithms)("is that of the whole: %o", async (algorithm) => {
    for (const length of [0, 1, 64, 100_000]) {
      const data = bytesOf(length);
      const signature = await sign(key, streamOf(data), { algorithm });
      expect(key.publicKey.verify(algorithm, signature, data)).toBe(true);
      const whole = key.sign(algorithm, data);
      for (const signed of [data, streamOf(data, 333)]) {
        expect(await verify(key.publicKey, whole, signed, { algorithm })).toBe(true);
      }
      expect(await verify(key.publicKey, whole, streamOf(bytesOf(length + 1)), { algorithm })).toBe(false);
      expect(await verify(key.publicKey, whole.subarray(1), data, { algorithm })).toBe(false);
    }
  });

  it("is made and verified by keys in workers", async () => {
    const workers = await connect({ build, workers: 1 });
    const there = await workers.keyFromComponents(key.params, key.components());
    const data = bytesOf(5000);
    const signature = await sign(there, streamOf(data));
    expect(key.publicKey.verify({ name: "RSA-PSS" }, signature, data)).toBe(true);
    expect(await verify(there.publicKey, signature, streamOf(data))).toBe(true);
    expect(await verify(there.publicKey, signature, streamOf(data.slice(1)))).toBe(false);
    await workers.close();
    await expectRejected(sign(there, data), "closed");
  });

  it("reports progress, and ends if the callback throws or the signal is aborted, also while it waits", async () => {
    const seen: number[] = [];
    await sign(key, streamOf(bytesOf(2500)), { onProgress: ({ done }) => void seen.push(done) });
    expect(seen).toEqual([1000, 2000, 2500]);
    for (const data of [bytesOf(2500), new Blob([bytesOf(2500)])]) {
      await sign(key, data, { onProgress: ({ total }) => void seen.push(total ?? 0) });
      expect(seen.at(-1)).toBe(2500);
    }
    const failure = new Error("of the caller");
    const onProgress = () => {
      throw failure;
    };
    await expect(sign(key, bytesOf(5), { onProgress })).rejects.toBe(failure);
    const stop = new AbortController();
    const stalled = stalling(bytesOf(10), () => stop.abort("enough"));
    await expect(sign(key, stalled, { signal: stop.signal })).rejects.toBe("enough");
  });

  it("refuses impossible algorithms before it reads the file", async () => {
    const untouched = new ReadableStream<Uint8Array>({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    const algorithm: SignatureAlgorithm = { name: "RSA-PSS", hash: "SHA-512", saltLength: 200 };
    await expectRejected(sign(key, untouched, { algorithm }), "key-too-short", 200, 1100);
    // Verification accepts any salt, including those that fit a key of 1024 bits.
    using short = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(741));
    const sha512: SignatureAlgorithm = { name: "RSA-PSS", hash: "SHA-512" };
    await expectRejected(sign(short, untouched, { algorithm: sha512 }), "key-too-short", "a salt of 64 bytes", 1024);
    const longest = await sign(short, bytesOf(10), { algorithm: { ...sha512, saltLength: "max" } });
    expect(await verify(short.publicKey, longest, bytesOf(10), { algorithm: sha512 })).toBe(true);
    await expectRejected(
      sign(key, untouched, { algorithm: { name: "RSA-PSS", hash: "MD5" as never } }),
      "invalid-params",
    );
    await expectRejected(sign(key.publicKey as never, untouched), "invalid-params", "private key");
    await expectRejected(verify(key as never, new Uint8Array(), untouched), "invalid-params", "public key");
    await expectRejected(sign(key, "text" as never), "invalid-params", "ReadableStream");
    const locked = new Blob(["1"]).stream();
    locked.getReader();
    await expectRejected(sign(key, locked), "invalid-params", "is locked");
    const failure = new Error("of the disk");
    const source = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(failure) });
    await expect(sign(key, source)).rejects.toBe(failure);
  });
});

it("a hasher is the platform's hash function, in pieces", async () => {
  for (const hash of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"] as const) {
    using hasher = key.hasher(hash);
    for (let at = 0; at < 1000; at += 77) hasher.update(bytesOf(1000).subarray(at, at + 77));
    const digest = hasher.digest();
    expect(digest).toEqual(new Uint8Array(await crypto.subtle.digest(hash, bytesOf(1000))));
    const signature = key.signDigest({ name: "RSASSA-PKCS1-v1_5", hash }, digest);
    expect(signature).toEqual(key.sign({ name: "RSASSA-PKCS1-v1_5", hash }, bytesOf(1000)));
    expect(key.publicKey.verifyDigest({ name: "RSASSA-PKCS1-v1_5", hash }, signature, digest)).toBe(true);
    expectRefused(() => hasher.update(digest), "use-after-free", "hasher");
    expectRefused(() => hasher.digest(), "use-after-free");
  }
});
