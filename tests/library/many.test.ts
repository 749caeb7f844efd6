// @module-tag platform
// Calls with many inputs: each has the same result as the call for it only, on this thread and in workers.
import {
  connect,
  type EncryptionAlgorithm,
  type KeyParams,
  load,
  type ManyProgress,
  type PrivateKey,
  RsaError,
  type SettledBytes,
} from "rsa-variants";
import { describe, expect, it } from "vitest";
import { build, closedAtEnd, expectRefused, expectRejected, madeFrom, toBytes } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "multi-prime", modulusLength: 1024, primes: 3 }, madeFrom(940));
const workers = closedAtEnd(await connect({ build, workers: 2 }));
const remote = await workers.keyFromComponents(key.params, key.components());

const oaep = { name: "RSA-OAEP", hash: "SHA-1" } as const;
const pkcs1 = { name: "RSAES-PKCS1-v1_5" } as const;
const pss = { name: "RSA-PSS" } as const;
const rsassa = { name: "RSASSA-PKCS1-v1_5" } as const;

/** What `Promise.allSettled` returns for single calls; of an error, what stays the same in workers. */
function settledOf(inputs: readonly Uint8Array[], call: (input: Uint8Array) => Uint8Array): unknown[] {
  return inputs.map((input) => {
    try {
      return { status: "fulfilled", value: call(input) };
    } catch (error) {
      return { status: "rejected", reason: (error as RsaError).message, code: (error as RsaError).code };
    }
  });
}

/** The same of the results of a call. */
function plain(results: readonly SettledBytes[]): unknown[] {
  return results.map((result) => {
    if (result.status === "fulfilled") return result;
    expect(result.reason).toBeInstanceOf(RsaError);
    return { status: "rejected", reason: result.reason.message, code: result.reason.code };
  });
}

function bytesOf(result: SettledBytes | undefined): Uint8Array {
  if (result?.status !== "fulfilled") return expect.unreachable("it has no value");
  return result.value;
}

/** Ciphertexts of messages of every length from 0, with bad ones between them. */
function mixed(of: PrivateKey, algorithm: EncryptionAlgorithm, count: number): Uint8Array[] {
  const { modulus, modulusLength } = of.publicKey;
  const length = Math.ceil(modulusLength / 8);
  const bad = [
    toBytes(modulus, length), // not below the modulus
    new Uint8Array(length), // zero, which the private operation maps to itself
    new Uint8Array(length - 1).fill(1),
    new Uint8Array(0),
    toBytes(modulus / 3n, length),
  ];
  return Array.from({ length: count }, (_, i) => {
    const each = bad[(i - 1) / 3];
    return each ?? of.publicKey.encrypt(algorithm, new Uint8Array(i % 8).fill(i));
  });
}

describe("decryptMany", () => {
  const params: readonly KeyParams[] = [
    { variant: "multi-prime", modulusLength: 515, primes: 3 },
    { variant: "unbalanced", modulusLength: 1024, primeLength: 450 },
  ];

  it.each(params)("has the results of decrypt for every padding: $variant", async (params) => {
    using own = rsa.generateKey(params, madeFrom(941));
    using inWorkers = await workers.keyFromComponents(own.params, own.components());
    for (const algorithm of [oaep, pkcs1, { ...oaep, label: new Uint8Array([1, 2]), mgfHash: "SHA-256" }] as const) {
      const ciphertexts = mixed(own, algorithm, 19);
      const expected = settledOf(ciphertexts, (each) => own.decrypt(algorithm, each));
      expect(plain(own.decryptMany(algorithm, ciphertexts))).toEqual(expected);
      expect(plain(await inWorkers.decryptMany(algorithm, ciphertexts))).toEqual(expected);
      const statuses = new Set(expected.map((each) => (each as SettledBytes).status));
      expect(statuses).toEqual(new Set(["fulfilled", "rejected"]));
    }
    if (params.variant === "unbalanced") expectRefused(() => own.signMany(rsassa, []), "wrong-variant");
  });

  it("keeps the order of long lists", async () => {
    const ciphertexts = mixed(key, oaep, 30);
    const long = Array.from({ length: 601 }, (_, i) => ciphertexts[(7 * i) % 30] as Uint8Array);
    const all = settledOf(ciphertexts, (each) => key.decrypt(oaep, each));
    const expected = long.map((_, i) => all[(7 * i) % 30]);
    expect(plain(key.decryptMany(oaep, long))).toEqual(expected);
    expect(plain(await remote.decryptMany(oaep, long))).toEqual(expected);
    await using alone = await connect({ build, workers: 1 });
    const same = await alone.keyFromComponents(key.params, key.components());
    expect(plain(await same.decryptMany(oaep, long))).toEqual(expected);
  });

  it("gives each result a buffer of its own", () => {
    const [first, second] = key.decryptMany(oaep, mixed(key, oaep, 3).slice(1));
    expect(first?.status).toBe("rejected");
    const { buffer, length } = bytesOf(second);
    expect(buffer.byteLength).toBe(length);
  });
});

describe("signMany", () => {
  const messages = Array.from({ length: 11 }, (_, i) => new Uint8Array(i * 40).fill(i));

  it.each([
    { ...pss, saltLength: 0 },
    { ...rsassa, hash: "SHA-1" },
  ] as const)("has the results of sign: $name", async (algorithm) => {
    const expected = settledOf(messages, (each) => key.sign(algorithm, each));
    expect(plain(key.signMany(algorithm, messages))).toEqual(expected);
    expect(plain(await remote.signMany(algorithm, messages))).toEqual(expected);
  });

  it("salts every signature, and names of JOSE work", async () => {
    const same = Array.from({ length: 5 }, () => new Uint8Array([1]));
    for (const algorithm of [pss, "PS256", { ...pss, hash: "SHAKE128", saltLength: "max" }, "RS256"] as const) {
      for (const results of [key.signMany(algorithm, same), await remote.signMany(algorithm, same)]) {
        for (const result of results) {
          expect(key.publicKey.verify(algorithm, bytesOf(result), new Uint8Array([1]))).toBe(true);
        }
        expect(new Set(results.map((result) => bytesOf(result).join())).size).toBe(algorithm === "RS256" ? 1 : 5);
      }
    }
  });

  it("signs messages that are longer than a call of WebAssembly accepts at once", async () => {
    const lengths = [5, 2 ** 20, 1, 2 ** 20 + 1, 700_000, 700_000, 0];
    const long = lengths.map((length) => new Uint8Array(length).fill(length % 251));
    const expected = settledOf(long, (each) => key.sign(rsassa, each));
    expect(plain(key.signMany(rsassa, long))).toEqual(expected);
    expect(plain(await remote.signMany(rsassa, long))).toEqual(expected);
  });
});

describe("both calls", () => {
  it("accept an empty list, and check the other arguments then, too", async () => {
    for (const each of [key, remote]) {
      expect(await each.decryptMany(oaep, [])).toEqual([]);
      expect(await each.signMany(pss, [])).toEqual([]);
    }
    const wrong: readonly [words: readonly string[], call: (each: PrivateKey) => unknown][] = [
      [["algorithm", "RSA-OAEP"], (each) => each.decryptMany({ name: "RSA-PSS" } as never, [])],
      [["algorithm"], (each) => each.signMany("none" as never, [])],
      [["blindng is not an option; did you mean blinding?"], (each) => each.signMany(pss, [], { blindng: 1 } as never)],
      [["blinding", "true or false"], (each) => each.decryptMany(oaep, [], { blinding: 0 as never })],
      [["onProgress", "function"], (each) => each.decryptMany(oaep, [], { onProgress: 1 as never })],
      [["signal", "AbortSignal"], (each) => each.signMany(pss, [], { signal: {} as never })],
      [["ciphertexts", "array", "Uint8Array"], (each) => each.decryptMany(oaep, new Uint8Array(128) as never)],
      [["messages", "array", "string"], (each) => each.signMany(pss, "text" as never)],
    ];
    for (const [words, call] of wrong) {
      expectRefused(() => call(key), "invalid-params", ...words);
      await expectRejected(call(remote as never) as Promise<unknown>, "invalid-params", ...words);
    }
    expectRefused(() => key.decryptMany(oaep, [], { engine: "warp" as never }), "unknown-engine");
    await expectRejected(remote.decryptMany(oaep, [], { engine: "warp" as never }), "unknown-engine");
  });

  it("name the index of an item that is not bytes", async () => {
    const list = Array.from({ length: 70 }, () => new Uint8Array(128));
    const holes = list.slice();
    delete holes[69];
    const detached = new Uint8Array(4);
    structuredClone(detached, { transfer: [detached.buffer] });
    for (const [items, words] of [
      [
        [...list, "text"],
        ["[70]", "string"],
      ],
      [holes, ["[69]", "undefined"]],
      [
        [...list.slice(0, 3), detached],
        ["[3]", "transferred"],
      ],
    ] as const) {
      const given = items as never;
      const refused = expectRefused(() => key.decryptMany(oaep, given), "invalid-params", "ciphertexts", ...words);
      expect([refused.parameter, refused.index]).toEqual(["ciphertexts", items.length - 1]);
      expectRefused(() => key.signMany(pss, given), "invalid-params", "messages", ...words);
      await expectRejected(remote.decryptMany(oaep, given), "invalid-params", "ciphertexts", ...words);
      await expectRejected(remote.signMany(pss, given), "invalid-params", "messages", ...words);
    }
  });

  it("refuse a key that is too short or freed", async () => {
    const short = rsa.generateKey({ variant: "crt", modulusLength: 512 }, madeFrom(943));
    const inWorkers = await workers.keyFromComponents(short.params, short.components());
    const list = [new Uint8Array(64)];
    const sha512 = { ...oaep, hash: "SHA-512" } as const;
    expectRefused(() => short.decryptMany(sha512, list), "key-too-short");
    await expectRejected(inWorkers.decryptMany(sha512, list), "key-too-short");
    expectRefused(() => short.signMany({ ...pss, saltLength: 32 }, list), "key-too-short");
    short.free();
    inWorkers.free();
    expectRefused(() => short.decryptMany(oaep, []), "use-after-free");
    expectRefused(() => short.signMany(pss, list), "use-after-free");
    await expectRejected(inWorkers.decryptMany(oaep, []), "use-after-free");
    await expectRejected(inWorkers.signMany(pss, list), "use-after-free");
  });

  it("finish in workers although the key is freed, with the bytes as they were at the call", async () => {
    const own = await workers.keyFromComponents(key.params, key.components());
    const messages = Array.from({ length: 90 }, (_, i) => new Uint8Array([i, i + 1]));
    const signing = own.signMany(rsassa, messages);
    own.free();
    const expected = settledOf(messages, (each) => key.sign(rsassa, each));
    for (const message of messages) message.fill(0);
    expect(plain(await signing)).toEqual(expected);
    await expectRejected(own.signMany(rsassa, messages), "use-after-free");
  });

  it("report progress up to the end", async () => {
    const list = Array.from({ length: 150 }, (_, i) => new Uint8Array([i]));
    for (const each of [key, remote]) {
      const reports: ManyProgress[] = [];
      await each.signMany(pss, list, { onProgress: (progress) => reports.push(progress) });
      const done = reports.map((report) => report.done);
      expect(reports.length).toBeGreaterThan(2);
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(reports.at(-1)).toEqual({ done: 150, total: 150 });
    }
  });

  it("end with what onProgress throws", async () => {
    const list = Array.from({ length: 150 }, (_, i) => new Uint8Array([i]));
    const onProgress = () => {
      throw new RangeError("of the caller");
    };
    expect(() => key.signMany(pss, list, { onProgress })).toThrow(RangeError);
    await expect(remote.signMany(pss, list, { onProgress })).rejects.toThrow(RangeError);
    expect(await remote.signMany(pss, list.slice(0, 3))).toHaveLength(3);
  });

  it("end with the reason of the signal, before and during the work", async () => {
    const list = Array.from({ length: 3000 }, () => new Uint8Array([1]));
    const signal = AbortSignal.abort("enough");
    expect(() => key.signMany(pss, list, { signal })).toThrow("enough");
    await expect(remote.signMany(pss, list, { signal })).rejects.toBe("enough");
    for (const each of [key, remote]) {
      const stop = new AbortController();
      let last = 0;
      const onProgress = ({ done }: ManyProgress) => {
        last = done;
        stop.abort("while it runs");
      };
      const call = async () => each.signMany(pss, list, { signal: stop.signal, onProgress });
      await expect(call()).rejects.toBe("while it runs");
      expect(last).toBeLessThan(list.length / 2);
    }
    const stop = new AbortController();
    const call = remote.signMany(pss, list, { signal: stop.signal });
    stop.abort("at once");
    await expect(call).rejects.toBe("at once");
    expect(await remote.signMany(pss, list.slice(0, 5))).toHaveLength(5); // the workers are usable
  });

  it("let other calls through while a long list is worked on", async () => {
    const list = Array.from({ length: 3000 }, () => new Uint8Array([1]));
    const stop = new AbortController();
    let isOver = false;
    const long = remote.signMany(pss, list, { signal: stop.signal });
    const over = long.catch(() => {}).then(() => (isOver = true));
    await remote.publicKey.encrypt(oaep, new Uint8Array([1]));
    expect(isOver).toBe(false);
    stop.abort();
    await over;
  });
});
