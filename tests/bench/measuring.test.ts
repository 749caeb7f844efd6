import { bigIntToBytes } from "@rsa-variants/bench/numbers";
import { preparations } from "@rsa-variants/bench/parts";
import { cratePowers, type PeerCrates } from "@rsa-variants/bench/peers/crates";
import { Pairs, powerOf } from "@rsa-variants/bench/powers";
import { Rounds } from "@rsa-variants/bench/rounds";
import { type Work, Workshop } from "@rsa-variants/bench/workshop";
import { load } from "rsa-variants";
import { describe, expect, it } from "vitest";
import { benchParts as parts } from "../../lab/bench/parts.mjs";

describe("pairs of exponentiations", () => {
  const pairs = new Pairs(3, 128);

  it("are random, odd and of their length", () => {
    const moduli = pairs.pairs.flat().map(({ modulus }) => modulus);
    expect(new Set(moduli).size).toBe(6);
    for (const modulus of moduli) {
      expect(modulus & 1n).toBe(1n);
      expect(modulus.toString(2)).toHaveLength(128);
    }
  });

  it("find every wrong power, wherever it is", () => {
    const contestant = (wrongPlace: number, wrongPower: number) =>
      pairs.repeat(
        (pair) => pair,
        (pair, place) =>
          pair.map((each, power) => powerOf(each) + (place === wrongPlace && power === wrongPower ? 1n : 0n)),
        ([first, second]) => [first as bigint, second as bigint],
      );
    const right = contestant(-1, 0);
    expect(() => right.check(right.run(7) as readonly unknown[])).not.toThrow();
    for (const place of [0, 2]) {
      for (const power of [0, 1]) {
        const wrong = contestant(place, power);
        expect(() => wrong.check(wrong.run(7) as readonly unknown[])).toThrow("a result is wrong");
      }
    }
  });
});

describe("the powers of a crate", () => {
  /** The interface of lab/crates/peers with BigInt's arithmetic, which forgets the last powers. */
  function makeCrates(pairs: Pairs, forgotten: number): PeerCrates {
    class Powers {
      readonly #powers: Uint8Array[] = [];
      compute(pair: number) {
        for (const each of pairs.pairs[pair] ?? []) this.#powers.push(bigIntToBytes(powerOf(each), 16));
      }
      take() {
        return Uint8Array.from(
          this.#powers
            .splice(0)
            .flatMap((power) => [...power])
            .slice(0, -16 * forgotten || undefined),
        );
      }
    }
    return { Powers } as unknown as PeerCrates;
  }

  it.each([1, 2, 14])("are missed when %i of fourteen are not there", (forgotten) => {
    const pairs = new Pairs(3, 128);
    const complete = cratePowers(makeCrates(pairs, 0), "any", pairs);
    expect(() => complete.check(complete.run(7) as readonly unknown[])).not.toThrow();
    const lacking = cratePowers(makeCrates(pairs, forgotten), "any", pairs);
    expect(() => lacking.check(lacking.run(7) as readonly unknown[])).toThrow("instead of 224");
  });
});

it("writes numbers with leading zeros, and refuses those that do not fit", () => {
  expect([...bigIntToBytes(0x1_02n, 4)]).toEqual([0, 0, 1, 2]);
  expect(() => bigIntToBytes(256n, 1)).toThrow("2 bytes do not fit into 1");
});

describe("rounds", () => {
  /** A clock that the work advances by its duration. */
  function makeClock() {
    let time = 0;
    const turns: string[] = [];
    const work = (
      contestant: string,
      milliseconds: number,
      options: Partial<Work> & { failsAt?: number } = {},
    ): Work => {
      const { failsAt = Number.POSITIVE_INFINITY, ...others } = options;
      let calls = 0;
      return {
        subject: { part: "bulk", contestant, length: 8 },
        operations: 1,
        everyRounds: 1,
        ...others,
        task: {
          run(repetitions) {
            turns.push(contestant);
            time += repetitions * milliseconds;
            calls += 1;
            return [];
          },
          check() {
            if (calls >= failsAt) throw new Error("a result is wrong");
          },
        },
      };
    };
    return { now: () => time, turns, work };
  }

  async function run(clock: ReturnType<typeof makeClock>, works: readonly Work[], seconds: number, rounds: number) {
    const measured = new Rounds(works, clock.now, 0.001, () => {});
    await measured.warmUp();
    clock.turns.length = 0;
    await measured.sample({ seconds, rounds });
    return measured;
  }

  it("interleave the contestants, and let each go first in turn", async () => {
    const clock = makeClock();
    await run(clock, [clock.work("a", 5), clock.work("b", 5), clock.work("c", 5)], 0, 3);
    expect(clock.turns.join("")).toBe("abcbcacab");
  });

  it("last for the given time, or for the required number", async () => {
    const clock = makeClock();
    const long = await run(clock, [clock.work("a", 100)], 1, 2);
    expect(long.measurements[0]?.samples).toHaveLength(10);
    const many = await run(clock, [clock.work("a", 1000)], 1, 4);
    expect(many.measurements[0]?.samples).toHaveLength(4);
  });

  it("give slow contestants fewer turns, and divide times by operations", async () => {
    const clock = makeClock();
    const { measurements } = await run(
      clock,
      [clock.work("a", 8, { operations: 4 }), clock.work("b", 50, { everyRounds: 3 })],
      0,
      6,
    );
    expect(measurements.map(({ samples }) => samples)).toEqual([
      [2, 2, 2, 2, 2, 2],
      [50, 50],
    ]);
    expect(measurements[0]?.repetitions).toBe(4);
  });

  it("repeat fast work until a sample is long enough for the clock", async () => {
    const clock = makeClock();
    const { measurements } = await run(clock, [clock.work("a", 1 / 128)], 0, 1);
    expect(measurements[0]?.samples).toEqual([1 / 128]);
    expect(measurements[0]?.repetitions).toBe(256);
  });

  it("take one time after another from work that times itself", async () => {
    const clock = makeClock();
    const times = [1, 2, 3, 4];
    const { subject, operations, everyRounds } = clock.work("a", 1);
    const task = { time: () => Promise.resolve(times.shift() as number) };
    const { measurements } = await run(clock, [{ subject, operations, everyRounds, task }], 0, 3);
    expect(measurements[0]).toMatchObject({ samples: [2, 3, 4], repetitions: 1 });
  });

  it("drop a contestant with a wrong result and all its samples, and continue", async () => {
    const clock = makeClock();
    const { measurements, failures } = await run(clock, [clock.work("a", 5, { failsAt: 4 }), clock.work("b", 5)], 0, 6);
    expect(failures).toEqual([{ part: "bulk", contestant: "a", length: 8, message: "a result is wrong" }]);
    expect(measurements.map(({ contestant, samples }) => [contestant, samples.length])).toEqual([["b", 6]]);
  });
});

describe("a workshop", () => {
  it("has work for every part", () => {
    expect(Object.keys(preparations)).toEqual(Object.keys(parts));
  });

  it("leaves out contestants that cannot be prepared, and frees the resources of the others at the end", async () => {
    const workshop = new Workshop("modexp", await load(), () => {});
    const freed: string[] = [];
    workshop.atEnd(() => void freed.push("first"));
    await workshop.add("absent", 512, () => Promise.reject(new Error("there is no such file")));
    await workshop.add("present", 512, () => ({ run: () => [], check() {} }));
    workshop.atEnd(() => void freed.push("second"));
    await workshop.end();
    expect(workshop.works.map(({ subject }) => subject.contestant)).toEqual(["present"]);
    expect(workshop.failures).toEqual([
      { part: "modexp", contestant: "absent", length: 512, message: "there is no such file" },
    ]);
    expect(freed).toEqual(["second", "first"]);
  });
});
