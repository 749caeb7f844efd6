import {
  intervalPlaces,
  repetitionsFor,
  roundOrder,
  sampleTarget,
  timerStep,
  undisturbed,
} from "@rsa-variants/measure";
import { buildRequest } from "@rsa-variants/measure/plan/resolve";
import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { readRunFile, writeRunFile } from "@rsa-variants/measure/run/file";
import { addEvent, emptyRun, findMeasurement, type Run } from "@rsa-variants/measure/run/run";
import { decryptCrt, modPow, modPowBinary } from "@rsa-variants/measure/tasks/bigint";
import { CommonKeys } from "@rsa-variants/measure/tasks/common-keys";
import { blindingPeriod, guardedOperations } from "@rsa-variants/measure/tasks/guards";
import type { MeasuredOperation, MeasureEvent, MeasureRequest } from "@rsa-variants/measure/tasks/protocol";
import { oaepHash } from "@rsa-variants/measure/tasks/reference-tasks";
import { anotherRound, isGuardedRound, leastRounds, nextKey, timeLeft } from "@rsa-variants/measure/tasks/schedule";
import { measure } from "@rsa-variants/measure/tasks/session";
import { messagePool } from "@rsa-variants/measure/tasks/task";
import { type KeyParams, keyParams, load, type Rsa, type Variant } from "rsa-variants";
import { describe, expect, it } from "vitest";

const rsa = await load();

describe("clock", () => {
  it("finds the step of a coarse clock", () => {
    let ticks = 0;
    const coarse = () => {
      ticks += 0.013;
      return Math.floor(ticks / 0.1) * 0.1;
    };
    expect(timerStep(coarse)).toBeCloseTo(0.1, 9);
  });

  it("ends with a clock that is coarser than its patience", () => {
    let ticks = 0;
    const blurred = () => {
      ticks += 1;
      return Math.floor(ticks / 100) * 100;
    };
    expect(timerStep(blurred, 40, 60)).toBe(100);
  });

  it("makes samples a hundred steps long, but neither very short nor very long", () => {
    expect(sampleTarget(0.1)).toBeCloseTo(10);
    expect(sampleTarget(0.000001)).toBe(2);
    expect(sampleTarget(100)).toBe(250);
    expect(repetitionsFor(0.02, 0.1)).toBe(500);
    expect(repetitionsFor(50, 0.1)).toBe(1);
    expect(repetitionsFor(0, 0.1)).toBeGreaterThan(1);
    // Whole periods, where there is one.
    expect(repetitionsFor(0.02, 0.1, 32)).toBe(512);
    expect(repetitionsFor(50, 0.1, 32)).toBe(32);
    expect(repetitionsFor(0, 0.1, 48) % 48).toBe(0);
  });
});

describe("schedule", () => {
  const seconds = { kind: "seconds", seconds: 10 } as const;
  const samples = { kind: "samples", samples: 20 } as const;

  it("lets every task go first in turn", () => {
    expect(roundOrder(["a", "b", "c"], 0)).toEqual(["a", "b", "c"]);
    expect(roundOrder(["a", "b", "c"], 4)).toEqual(["b", "c", "a"]);
  });

  it("completes as many rounds as an interval takes, whatever the time", () => {
    expect(intervalPlaces(leastRounds - 1, undisturbed)).toBeUndefined();
    expect(intervalPlaces(leastRounds, undisturbed)).toBeDefined();
    expect(anotherRound(seconds, leastRounds - 1, 99_000)).toBe(true);
    expect(anotherRound(seconds, leastRounds, 10_000)).toBe(false);
    expect(anotherRound(seconds, leastRounds, 9_000)).toBe(true);
    expect(anotherRound(samples, 0, 99_000)).toBe(true);
    expect(anotherRound(samples, 19, 0)).toBe(true);
    expect(anotherRound(samples, 20, 0)).toBe(false);
  });

  it("has guarded operations in the first round, and then while they took at most half of the others' time", () => {
    expect(isGuardedRound(seconds, 0, { guardedTime: 0, otherTime: 0 })).toBe(true);
    expect(isGuardedRound(seconds, 1, { guardedTime: 51, otherTime: 100 })).toBe(false);
    expect(isGuardedRound(seconds, 2, { guardedTime: 51, otherTime: 102 })).toBe(true);
    expect(isGuardedRound(samples, 7, { guardedTime: 900, otherTime: 1 })).toBe(true);
  });

  it("tells the time left", () => {
    expect(timeLeft(seconds, 3, 4000, 2000)).toBe(6000);
    expect(timeLeft(seconds, 3, 40_000, 2000)).toBe(0);
    expect(timeLeft(samples, 0, 4000, 0)).toBeUndefined();
    expect(timeLeft(samples, 5, 4000, 1000)).toBe(3000);
  });

  it("gives the next key to the variant with the fewest, within a share of the time", () => {
    const histories = [
      { made: 2, mean: 100 },
      { made: 1, mean: 900 },
      { made: 1, mean: 8000 },
    ];
    expect(nextKey(histories, 0, 5000, seconds, 5000)).toBe(1);
    // The dear key waits for its share; the cheap ones must not take it away meanwhile.
    expect(nextKey(histories, 1000, 5000, seconds, 5000)).toBeUndefined();
    // Only two milliseconds are left: no key would be finished.
    expect(nextKey(histories, 0, 5000, seconds, 9998)).toBeUndefined();
    expect(nextKey([{ made: 2, mean: 1 }], 0, 5000, samples, 0)).toBeUndefined();
    expect(nextKey([{ made: 1, mean: 1 }], 0, 5000, samples, 0)).toBe(0);
  });
});

describe("BigInt reference", () => {
  it("agrees with plain repeated multiplication", () => {
    for (const [base, exponent, modulus] of [
      [3n, 0n, 7n],
      [0n, 5n, 11n],
      [12345n, 987654321n, 1000003n],
      [2n, 31n, 33n],
    ] as const) {
      let expected = 1n % modulus;
      for (let i = 0n; i < exponent % (modulus * 40n); i += 1n) expected = (expected * base) % modulus;
      if (exponent < modulus * 40n) expect(modPow(base, exponent, modulus)).toBe(expected);
      expect(modPowBinary(base, exponent, modulus)).toBe(modPow(base, exponent, modulus));
    }
  });

  it("decrypts through the primes, whichever residue is larger", () => {
    const key = { modulus: 3233n, publicExponent: 17n, p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n };
    for (let message = 0n; message < key.modulus; message += 7n) {
      expect(decryptCrt(key, modPow(message, 17n, key.modulus))).toBe(message);
    }
  });

  it("takes an OAEP hash that fits", () => {
    expect(oaepHash(2048)).toBe("SHA-256");
    expect(oaepHash(512)).toBe("SHA-1");
    expect(oaepHash(256)).toBeUndefined();
  });
});

/** A library that makes keys in another way. */
function making(generateKey: Rsa["generateKey"]): Rsa {
  return Object.create(rsa, {
    generateKey: { value: generateKey },
    engines: { get: () => rsa.engines },
    build: { get: () => rsa.build },
  }) as Rsa;
}

/** What a run reports, with a library and a clock of its own if they are given. */
async function run(request: MeasureRequest, library = rsa, now = () => performance.now()): Promise<MeasureEvent[]> {
  const events: MeasureEvent[] = [];
  const emit = (event: MeasureEvent) => void events.push(structuredClone(event));
  await measure(request, { now, load: async () => library, crossOriginIsolated: false, emit });
  return events;
}

/** The run of these events. */
function resultOf(events: readonly MeasureEvent[]): Run {
  const result = emptyRun("");
  for (const event of events) addEvent(result, event, { userAgent: "test", processors: 1 });
  return result;
}

const reportsIn = (events: readonly MeasureEvent[]) =>
  events.flatMap((event) => (event.type === "samples" ? event.reports : []));
const failuresIn = (events: readonly MeasureEvent[]) =>
  events.flatMap((event) => (event.type === "failure" ? [event.report] : []));

const short = { ...defaultSelection, modulusLength: 512, references: [] };
const samplesOf = (samples: number) => ({ kind: "samples", samples }) as const;

describe("a whole run without a page", () => {
  const engine = rsa.engines[0] as Rsa["engines"][number];
  const check = (params: KeyParams) => rsa.checkParams(params);

  it("makes keys before it times any, so that the first variant's is not the slowest", async () => {
    const made: string[] = [];
    const watched = making((params, options) => {
      made.push(`${params.variant} ${params.modulusLength}`);
      return rsa.generateKey(params, options);
    });
    const selection = { ...short, variants: ["multi-prime"] as const, budget: samplesOf(1) };
    const timed = reportsIn(await run(buildRequest(selection, "table"), watched));
    expect(made.slice(0, 3)).toEqual(["crt 1024", "crt 1024", "multi-prime 512"]);
    expect(timed.find(({ operation }) => operation === "keygen")?.samples).toHaveLength(1);
  });

  it("measures all operations of the variants asked for", async () => {
    const variants = ["original", "r-prime", "batch"] as const;
    const selection = { ...defaultSelection, modulusLength: 512, variants, budget: samplesOf(3) };
    const events = await run(buildRequest(selection, "table", check));
    expect(failuresIn(events)).toEqual([]);
    const result = resultOf(events);
    for (const variant of variants) {
      for (const operation of ["encrypt", "decrypt"] as const) {
        const found = findMeasurement(result, { kind: "variant", variant, engine }, 512, operation);
        expect(found?.samples.length, `${variant} ${operation}`).toBe(3);
        expect(found?.samples.every((sample) => sample > 0 && Number(sample.toPrecision(5)) === sample)).toBe(true);
      }
      const keys = findMeasurement(result, { kind: "variant", variant, engine }, 512, "keygen");
      expect(keys?.samples.length, `${variant} keys`).toBeGreaterThan(0);
    }
    const browser = findMeasurement(result, { kind: "reference", reference: "webcrypto" }, 512, "decrypt");
    expect(browser?.samples.length).toBe(3);
  });

  it("measures decryption with both guards by default, but for plain RSA, and less often than the bare one", async () => {
    const variants = ["original", "crt", "batch"] as const;
    const selection = { ...short, variants, budget: { kind: "seconds", seconds: 1 } as const };
    // By this clock, guards take so long that the others never have twice as much time.
    let added = 0;
    const slow = making((...given) => {
      const key = rsa.generateKey(...given);
      for (const name of ["decryptRaw", "decryptRawBatch"] as const) {
        const plain = key[name].bind(key) as (...input: unknown[]) => unknown;
        const wrapped = (input: unknown, options: { readonly blinding?: boolean }) => {
          added += options.blinding === false ? 0 : 100_000;
          return plain(input, options);
        };
        Object.defineProperty(key, name, { value: wrapped });
      }
      return key;
    });
    const result = resultOf(await run(buildRequest(selection, "table"), slow, () => performance.now() + added));
    expect(result.failures).toEqual([]);
    for (const variant of variants) {
      const found = (operation: MeasuredOperation) =>
        findMeasurement(result, { kind: "variant", variant, engine }, 512, operation);
      expect(found("decrypt")?.samples.length, variant).toBeGreaterThanOrEqual(6);
      expect(found("decrypt-blinding"), variant).toBeUndefined();
      const both = found("decrypt-both-guards");
      expect(both?.samples.length, variant).toBe(variant === "original" ? undefined : 1);
      expect((both?.repetitions ?? 0) % blindingPeriod, variant).toBe(0);
    }
  });

  it("measures each guard where it is asked to, each sample through a whole period of blinding", async () => {
    const variants = ["crt", "rebalanced", "batch"] as const;
    const selection = { ...short, variants, budget: samplesOf(2), measureGuards: true };
    const result = resultOf(await run(buildRequest(selection, "table", check)));
    expect(result.failures).toEqual([]);
    for (const variant of variants) {
      const messages = variant === "batch" ? selection.batchSize : 1;
      for (const operation of ["decrypt", ...guardedOperations] as const) {
        const found = findMeasurement(result, { kind: "variant", variant, engine }, 512, operation);
        expect(found?.samples.length, `${variant} ${operation}`).toBe(2);
        expect((found?.repetitions ?? 1) % (blindingPeriod * messages), `${variant} ${operation}`).toBe(0);
      }
    }
    expect(buildRequest(selection, "table").guards).toBe("each");
    expect(buildRequest({ ...selection, measureGuards: false }, "table").guards).toBe("both");
    expect(buildRequest(selection, "sweep").guards).toBe("none");
  });

  it("gives two rows keys on one modulus where that is chosen and both are measured", async () => {
    const selection = { ...short, primes: 3, crtExponentLength: 80, commonModulus: true, budget: samplesOf(11) };
    const request = buildRequest(selection, "table");
    const requests = request.lengths[0]?.keys ?? [];
    const keys = new CommonKeys(await load(), requests);
    const taken = new Map(requests.map((each) => [each.params.variant, keys.take(each, () => {})] as const));
    const modulus = (variant: Variant) => taken.get(variant)?.components().modulus;
    expect([...taken].filter(([, key]) => key !== undefined).map(([variant]) => variant)).toEqual([
      "crt",
      "multi-prime",
      "rebalanced",
      "r-prime",
    ]);
    expect(modulus("crt")).toBe(modulus("rebalanced"));
    expect(modulus("multi-prime")).toBe(modulus("r-prime"));
    expect(modulus("crt")).not.toBe(modulus("r-prime"));
    expect(taken.get("multi-prime")?.publicKey.publicExponent).toBe(65537n);
    for (const key of taken.values()) key?.free();

    const events = await run(request);
    const notes = events.flatMap((event) => (event.type === "subject" && event.report.note ? [event.report] : []));
    expect(notes.map(({ subject, note }) => [(subject as { variant: Variant }).variant, note?.slice(0, 50)])).toEqual([
      ["crt", "Its key has the modulus of the row Rebalanced: one"],
      ["multi-prime", "Its key has the modulus of the row R-Prime: one ow"],
      ["rebalanced", "Its key has the modulus of the row CRT: one owner,"],
      ["r-prime", "Its key has the modulus of the row Multi-prime: on"],
    ]);
    expect(failuresIn(events)).toEqual([]);
    // Making one of two is not timed: no single key is what a pair takes.
    const timed = reportsIn(events).filter(({ operation }) => operation === "keygen");
    const keysOf = new Set(timed.map(({ subject }) => subject));
    for (const { subject } of notes) expect(keysOf).not.toContainEqual(subject);

    // Without its partner, or with as many primes as no partner has, a key is its own.
    const alone = new CommonKeys(
      await load(),
      requests.filter(({ params }) => params.variant !== "crt"),
    );
    const rebalanced = requests.find(({ params }) => params.variant === "rebalanced");
    expect(rebalanced && alone.take(rebalanced, () => {})).toBeUndefined();
  });

  it("goes on with the others when one variant fails", async () => {
    const request = buildRequest({ ...short, budget: samplesOf(1) }, "table");
    const length = request.lengths[0] as MeasureRequest["lengths"][number];
    const keys = length.keys
      .filter(({ params }) => params.variant === "crt" || params.variant === "multi-power")
      .map((key) =>
        key.params.variant === "crt" ? { ...key, params: keyParams({ ...key.params, publicExponent: 4n }) } : key,
      );
    const events = await run({ ...request, lengths: [{ ...length, keys }] });
    const message = expect.stringContaining("4");
    expect(failuresIn(events)).toMatchObject([{ subject: { variant: "crt" }, message }]);
    const measured = reportsIn(events).map(({ subject }) => subject);
    expect(measured).toContainEqual(expect.objectContaining({ variant: "multi-power" }));
  });

  /** Measures Multi-prime and Multi-power with a library that makes the keys as given. */
  function runWith(generateKey: Rsa["generateKey"], samples: number): Promise<MeasureEvent[]> {
    const selection = { ...short, variants: ["multi-prime", "multi-power"] as const, budget: samplesOf(samples) };
    return run(buildRequest(selection, "table"), making(generateKey));
  }

  it("goes on with each further key, frees the one before, and says which samples are of which", async () => {
    let [made, freed] = [0, 0];
    const events = await runWith((...of) => {
      const key = rsa.generateKey(...of);
      made += 1;
      const free = key.free.bind(key);
      const counted = () => {
        freed += 1;
        free();
      };
      Object.defineProperty(key, "free", { value: counted });
      return key;
    }, 40);
    expect(failuresIn(events)).toEqual([]);
    expect(made).toBeGreaterThan(6);
    expect(freed).toBe(made);
    const result = { ...resultOf(events), state: "done" as const };
    const timed = result.measurements.filter(({ operation }) => operation === "encrypt" || operation === "decrypt");
    expect(timed).toHaveLength(4);
    for (const { operation, samples, keys = [] } of timed) {
      expect(keys.length, operation).toBeGreaterThan(1);
      expect(keys.reduce((sum, count) => sum + count, 0)).toBe(samples.length);
    }
    expect(readRunFile(writeRunFile(result))).toEqual(result);
  });

  it("makes no more keys of a variant once one has failed", async () => {
    let made = 0;
    const events = await runWith((params, options) => {
      if (params.variant === "multi-prime") {
        made += 1;
        if (made > 1) throw new Error("no key");
      }
      return rsa.generateKey(params, options);
    }, 100);
    expect(failuresIn(events)).toMatchObject([{ subject: { variant: "multi-prime" }, message: "no key" }]);
    expect(made).toBe(2);
  });

  it("reports a variant that fails once, however many operations it has", async () => {
    const events = await runWith((params, options) => {
      const key = rsa.generateKey(params, options);
      if (params.variant !== "multi-prime") return key;
      const { modulusLength, messageLength } = key.publicKey;
      let prepared = 0;
      const encryptRaw = (...given: Parameters<typeof key.publicKey.encryptRaw>) => {
        prepared += 1;
        if (prepared > messagePool) throw new Error("broken");
        return key.publicKey.encryptRaw(...given);
      };
      const decryptRaw = () => {
        throw new Error("broken");
      };
      const free = () => key.free();
      const publicKey = { modulusLength, messageLength, encryptRaw };
      return { params: key.params, publicKey, decryptRaw, free } as unknown as typeof key;
    }, 1);
    expect(failuresIn(events)).toMatchObject([{ subject: { variant: "multi-prime" }, message: "broken" }]);
  });

  it("refuses engines that do not run here", async () => {
    const request = buildRequest({ ...short, variants: [] }, "table");
    const absent = (["lanes", "scalar", "num-bigint"] as const).filter((engine) => !rsa.engines.includes(engine));
    if (absent.length === 0) return;
    await expect(run({ ...request, engines: absent })).rejects.toThrow(absent[0]);
  });
});
