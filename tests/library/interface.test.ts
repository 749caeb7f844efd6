// @module-tag platform
// What callers pass and get: bytes of any kind, errors with their place, keys of either kind and of the platform.
import { connect, hasParam, isJwsAlgorithm, keyParams, load, type RsaError, variants } from "rsa-variants";
import { sign, verify } from "rsa-variants/files";
import { load as loadPublic } from "rsa-variants/public";
import { describe, expect, it } from "vitest";
import { build, closedAtEnd, expectRefused, expectRejected, madeFrom } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(900));
const workers = closedAtEnd(await connect({ build, workers: 2 }));

const inNode = typeof document === "undefined";
const data = new Uint8Array([1, 2, 3, 4]);
const pss = { name: "RSA-PSS" } as const;

/** The error that a call throws or rejects with. */
const errorOf = (call: () => unknown): Promise<RsaError> =>
  (async () => call())().then(
    () => expect.unreachable("it was not refused"),
    (error: RsaError) => error,
  );

it("keys show in JSON what they are, and no long number", async () => {
  using batch = rsa.generateKey({ variant: "batch", modulusLength: 512, batchSize: 2 }, madeFrom(901));
  const remote = await workers.keyFromComponents(key.params, key.components());
  const params = { variant: "crt", modulusLength: 1024, publicExponent: "65537" };
  for (const each of [key, remote]) {
    expect(JSON.parse(JSON.stringify(each))).toEqual({ type: "private", ...params });
    expect(JSON.parse(JSON.stringify(each.publicKey))).toEqual({
      type: "public",
      modulusLength: 1024,
      publicExponent: "65537",
    });
  }
  expect(JSON.stringify({ batch })).toContain('"variant":"batch"');
  if (!inNode) return;
  const { inspect } = await import("node:util");
  expect(inspect(key)).toMatch(/^PrivateKey \{\s+type: 'private',\s+variant: 'crt',\s+modulusLength: 1024/);
  expect(inspect(key).length).toBeLessThan(120);
});

describe("from the types alone,", () => {
  it("keys say their variant and length, here and in workers", async () => {
    using remote = await workers.keyFromComponents(key.params, key.components());
    for (const each of [key, remote]) expect([each.variant, each.modulusLength]).toEqual(["crt", 1024]);
  });

  it("a text in place of bytes is refused with the call that encodes it", () => {
    const help = "new TextEncoder().encode(";
    expectRefused(() => key.sign(pss, "text" as never), "invalid-params", "data", help);
    expectRefused(() => key.publicKey.encrypt({ name: "RSA-OAEP" }, "text" as never), "invalid-params", "data", help);
  });

  it("the algorithm of a token is one of RSA or not", () => {
    const names: unknown[] = ["RS256", "PS512", "ES256", "none", "toString", undefined, 7];
    expect(names.filter(isJwsAlgorithm)).toEqual(["RS256", "PS512"]);
    const alg: string = "PS256";
    const signature = isJwsAlgorithm(alg) ? key.sign(alg, data) : undefined;
    expect(signature).toHaveLength(128);
  });
});

describe("bytes", () => {
  /** The same four bytes in every type that Web APIs accept for bytes. */
  const kinds: Readonly<Record<string, ArrayBuffer | ArrayBufferView>> = {
    "an ArrayBuffer": data.buffer.slice(0),
    "a DataView": new DataView(new Uint8Array([0, ...data, 0]).buffer, 1, 4),
    "a part of a buffer": new Uint8Array([9, ...data, 9]).subarray(1, 5),
    "a Uint16Array": new Uint16Array(data.buffer.slice(0)),
  };

  it.each(Object.entries(kinds))("are read from %s", async (_kind, bytes) => {
    const signature = key.sign(pss, bytes);
    expect(key.publicKey.verify(pss, signature.buffer, data)).toBe(true);
    const oaep = { name: "RSA-OAEP", label: bytes } as const;
    expect(key.decrypt({ ...oaep, label: data }, key.publicKey.encrypt(oaep, bytes).buffer)).toEqual(data);
    const remote = await workers.keyFromComponents(key.params, key.components());
    expect(await remote.publicKey.verify(pss, await remote.sign(pss, bytes), data)).toBe(true);
    expect(key.publicKey.verify(pss, await sign(key, bytes), data)).toBe(true);
    expect(new Uint8Array(bytes instanceof ArrayBuffer ? bytes : bytes.buffer).length).toBeGreaterThan(3); // not taken away
    remote.free();
  });

  it("are returned in a separate buffer", () => {
    const signature: Uint8Array<ArrayBuffer> = key.sign(pss, data);
    expect(signature.buffer.byteLength).toBe(signature.length);
    expect(new Blob([signature]).size).toBe(128);
  });

  it("are signed and verified from every kind of stream", async () => {
    async function* pieces() {
      yield data.subarray(0, 1);
      yield data.buffer.slice(1);
    }
    const file = new Blob([data]);
    const signature = await sign(key, file);
    for (const source of [data, file, file.stream(), pieces()]) {
      expect(await verify(key.publicKey, signature, source)).toBe(true);
    }
    await expectRejected(
      sign(key, "text" as never),
      "invalid-params",
      "data",
      "got string; for a text, pass new TextEncoder()",
    );
    const failing = (async function* () {
      yield data;
      throw new RangeError("of the source");
    })();
    await expect(sign(key, failing)).rejects.toThrow("of the source");
    const gap = new ReadableStream({
      start: (controller) => {
        for (const chunk of [data, undefined, data]) controller.enqueue(chunk);
        controller.close();
      },
    });
    await expectRejected(sign(key, gap), "invalid-params", "chunk", "undefined");
  });

  it.runIf(inNode)("are read from Node's Readable, and from another realm", async () => {
    const [{ Readable }, { runInNewContext }] = await Promise.all([import("node:stream"), import("node:vm")]);
    const signature = await sign(key, Readable.from([Buffer.from(data.subarray(0, 2)), Buffer.from(data.subarray(2))]));
    for (const code of ["new Uint8Array([1, 2, 3, 4])", "new Uint8Array([1, 2, 3, 4]).buffer"]) {
      const foreign = runInNewContext(code);
      expect(foreign instanceof Uint8Array || foreign instanceof ArrayBuffer).toBe(false);
      expect(key.publicKey.verify(pss, signature, foreign)).toBe(true);
    }
  });
});

describe("an error", () => {
  it("names the parameter", async () => {
    const cases: readonly [parameter: string, call: () => unknown][] = [
      ["modulusLength", () => rsa.checkParams({ variant: "crt", modulusLength: 64 })],
      ["primes", () => rsa.checkParams({ variant: "crt", modulusLength: 2048, primes: 3 })],
      [
        "crtExponentLength",
        () => rsa.generateKey({ variant: "rebalanced", modulusLength: 2048, crtExponentLength: 160 }),
      ],
      ["publicExponent", () => rsa.publicKey(2n ** 521n - 1n, 4n)],
      ["variant", () => rsa.checkParams({ variant: "rsa" as never, modulusLength: 512 })],
      ["sead", () => rsa.generateKey({ variant: "crt", modulusLength: 2048 }, { sead: data } as never)],
      ["seed", () => rsa.generateKey({ variant: "crt", modulusLength: 2048 }, { seed: new Uint8Array(33) })],
      ["engine", () => key.decryptRaw(data, { engine: "warp" as never })],
      ["hash", () => key.sign({ ...pss, hash: "MD5" as never }, data)],
      ["data", () => key.publicKey.encrypt({ name: "RSA-OAEP" }, new Uint8Array(200))],
      ["block", () => key.decryptRaw(new Uint8Array(129))],
      ["signature", () => key.publicKey.verify(pss, "x" as never, data)],
      ["password", () => key.export("jwk", { password: "x" })],
      ["workers", () => connect({ workers: 0 })],
      ["worker", () => connect({ worker: 1 as never })],
    ];
    for (const [parameter, call] of cases) expect((await errorOf(call)).parameter, parameter).toBe(parameter);
  });

  it("gives the index of an item in a list, also if the list is split over workers", async () => {
    using remote = await workers.keyFromComponents(key.params, key.components());
    const long = new Uint8Array(128).fill(255);
    for (const each of [key, remote]) {
      const error = await errorOf(() => each.decryptRawMany([data, data, data, long]));
      expect([error.code, error.parameter, error.index]).toEqual(["message-out-of-range", "blocks", 3]);
      expect(error.message).toMatch(/^blocks\[3\] cannot be decrypted: /);
      expect(`blocks[3] ${error.problem}`).toBe(error.message);
      const wrong = await errorOf(() => each.decryptMany({ name: "RSA-OAEP" }, [data, data, "x" as never]));
      expect([wrong.code, wrong.parameter, wrong.index]).toEqual(["invalid-params", "ciphertexts", 2]);
    }
  });
});

it("parameters of a variant known at run time are made from values, and others are refused", () => {
  const all = { primes: 3, crtExponentLength: 224, publicExponent: 3n, batchSize: 2 } as const;
  for (const variant of variants) {
    for (const name of Object.keys(all) as (keyof typeof all)[]) {
      const values = { variant, modulusLength: 2048, [name]: all[name] };
      const isOwn = hasParam(variant, name);
      if (isOwn) expect(keyParams(values)).toEqual(values);
      else expectRefused(() => keyParams(values), "invalid-params", name, variant);
      if (!isOwn) expectRefused(() => rsa.checkParams(values), "invalid-params", name, variant);
    }
  }
  expect(keyParams({ variant: "crt", modulusLength: 512, primes: undefined })).toEqual({
    variant: "crt",
    modulusLength: 512,
  });
});

describe("a key", () => {
  it("has a type, and can be imported without knowing it", async () => {
    for (const [library, format] of [rsa, workers].flatMap((each) =>
      (["pkcs1-der", "jwk", "json"] as const).map((format) => [each, format] as const),
    )) {
      const read = [
        await library.importKey(await key.export(format)),
        await library.importKey(await key.publicKey.export(format)),
      ];
      expect(
        read.map(({ type }) => type),
        format,
      ).toEqual(["private", "public"]);
      for (const each of read) each.free();
    }
    await expectRejected(rsa.importKey("no key"), "invalid-encoding");
  });

  it("has one public exponent among its components, except for a batch", () => {
    expect(key.components().publicExponent).toBe(65537n);
    using batch = rsa.generateKey({ variant: "batch", modulusLength: 512 }, madeFrom(901));
    expect(batch.components().publicExponent).toBeUndefined();
  });

  it("has fingerprints", async () => {
    const spki = new Uint8Array(await crypto.subtle.digest("SHA-256", await key.publicKey.export("spki-der")));
    const hex = Array.from(spki, (byte) => byte.toString(16).padStart(2, "0")).join("");
    using remote = await workers.importPublicKey(await key.publicKey.export("jwk"));
    expect(await key.fingerprint()).toBe(hex);
    expect(await remote.fingerprint()).toBe(hex);
    // RFC 7638, section 3.1.
    using example = await rsa.importPublicKey({
      kty: "RSA",
      n: "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
      e: "AQAB",
    });
    expect(await example.fingerprint("jwk")).toBe("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
    await expectRejected(key.fingerprint("md5" as never), "invalid-params", "md5");
  });
});

describe("keys of WebCrypto", () => {
  it("come from ours, on this thread and from workers", async () => {
    using remote = await workers.keyFromComponents(key.params, key.components());
    for (const each of [key, remote]) {
      const [secret, open] = [await each.toCryptoKey(pss), await each.publicKey.toCryptoKey(pss)];
      expect([secret.type, secret.extractable, secret.usages, open.extractable]).toEqual([
        "private",
        false,
        ["sign"],
        true,
      ]);
      const signature = await crypto.subtle.sign({ ...pss, saltLength: 32 }, secret, data);
      expect(key.publicKey.verify(pss, signature, data)).toBe(true);
      expect(await crypto.subtle.verify({ ...pss, saltLength: 32 }, open, key.sign(pss, data), data)).toBe(true);
    }
    const oaep = { name: "RSA-OAEP", hash: "SHA-512" } as const;
    using wide = rsa.generateKey({ variant: "crt", modulusLength: 2048 }, madeFrom(902));
    const ciphertext = await crypto.subtle.encrypt({ name: oaep.name }, await wide.publicKey.toCryptoKey(oaep), data);
    expect(wide.decrypt(oaep, ciphertext)).toEqual(data);
    await expectRejected(key.toCryptoKey({ name: "RSA" as never }), "invalid-params", "RSA-OAEP", "RSA");
  });

  it.runIf(typeof document !== "undefined")("are refused where WebCrypto takes none such", async () => {
    using three = rsa.generateKey({ variant: "multi-prime", modulusLength: 1024, primes: 3 }, madeFrom(903));
    await expectRejected(three.toCryptoKey(pss), "unsupported-format", "two primes");
  });
});

describe("a worker that the caller starts", () => {
  type Sent = { readonly target?: { readonly record?: unknown } };
  /** Starts workers, and keeps what is sent to them. */
  async function watched() {
    const sent: Sent[] = [];
    const worker = await startOwn();
    const start = () => {
      const started = worker();
      const post = started.postMessage.bind(started) as (message: Sent, transfer: unknown) => void;
      started.postMessage = (message: Sent, transfer: unknown) => {
        sent.push(message);
        post(message, transfer);
      };
      return started;
    };
    return { sent, own: await connect({ build, workers: 1, worker: start }) };
  }

  async function startOwn() {
    const script = new URL("../../web/library/dist/workers/rsa-variants-worker.js", import.meta.url);
    if (!inNode) return () => new Worker(script, { type: "module" });
    const { Worker: Thread } = await import("node:worker_threads");
    return () => new Thread(script);
  }

  it("works, and receives the numbers of a key once", async () => {
    const { sent, own } = await watched();
    expect(await own.modPow(3n, 5n, 101n)).toBe(41n);
    const remote = await own.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(905));
    const records = () => sent.filter(({ target }) => target?.record !== undefined).length;
    for (let i = 0; i < 3; i++) await remote.decryptRaw(data);
    expect(records()).toBe(0); // it made the key
    for (let i = 0; i < 3; i++) await remote.publicKey.encryptRaw(data);
    expect(records()).toBe(1);
    await expect(remote.decryptRaw(data, { signal: AbortSignal.abort("before") })).rejects.toBe("before");
    const stop = new AbortController();
    const stopped = remote.decryptRaw(data, { signal: stop.signal });
    stop.abort("enough"); // ends the worker; the next gets the key again
    await expect(stopped).rejects.toBe("enough");
    for (let i = 0; i < 3; i++) await remote.decryptRaw(data);
    expect(records()).toBe(2);
    await own.close();
  });
});

it("calls that are aborted before they start throw the reason of the signal", async () => {
  const options = { signal: AbortSignal.abort("enough") };
  const small = await loadPublic();
  const { modulus, publicExponent } = key.publicKey;
  const pem = await key.publicKey.export("spki-pem");
  for (const call of [
    () => rsa.importPrivateKey(pem, options),
    () => rsa.importPublicKey(pem, options),
    () => rsa.importKey(pem, options),
    () => rsa.importKeys(pem, options),
    () => rsa.publicKey(modulus, publicExponent, options),
    () => rsa.modPow(2n, 3n, 5n, options),
    () => key.toCryptoKey("PS256", options),
    () => key.publicKey.toCryptoKey("PS256", options),
    () => small.importPublicKey(pem, options),
    () => small.publicKey(modulus, publicExponent, options),
  ]) {
    await expect((async () => call())(), String(call)).rejects.toBe("enough");
  }
});
