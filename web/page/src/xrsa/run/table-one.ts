import { type Clock, type Repeatable, roundOrder, Sampler, timerStep } from "@rsa-variants/measure";
import { ModularMultiplication, type MultiplicationWay, multiplicationWays, type Xrsa } from "rsa-variants/xrsa";
import type { TableOneOutcome } from "./protocol.ts";

/** One call computes this many multiplications: a call into WebAssembly takes about as long as a short one of them. */
const batch = 64;
/** Rounds go on for this long, milliseconds … */
const patience = 1500;
/** … but there are at least so many, for an interval of the median. */
const leastRounds = 12;

/** Measures the ways of Table I in turns, every sample long enough for the clock. */
export async function measureTableOne(xrsa: Xrsa, length: number, now: Clock): Promise<TableOneOutcome> {
  const multiplication = new ModularMultiplication(xrsa, length);
  try {
    checkChain(multiplication);
    const step = timerStep(now);
    const turns = multiplicationWays.map((way) => ({
      samples: [] as number[],
      way,
      sampler: new Sampler(repeatable(multiplication, way), now, step),
    }));
    for (const { sampler } of turns) await sampler.warmUp();
    const start = now();
    for (let round = 0; round < leastRounds || now() - start < patience; round += 1) {
      for (const turn of roundOrder(turns, round)) {
        const { single } = await turn.sampler.sample();
        turn.samples.push((single / batch) * 1e6);
      }
    }
    const samples: Record<string, number[]> = Object.fromEntries(turns.map((turn) => [turn.way, turn.samples]));
    return { length, samples: samples as Record<MultiplicationWay, number[]>, timerStep: step };
  } finally {
    multiplication.free();
  }
}

/** All ways go the same chain of products: after as many of them, all must have come equally far. */
function checkChain(multiplication: ModularMultiplication): void {
  for (const way of multiplicationWays) multiplication.run(way, batch);
  const [first, ...others] = multiplicationWays;
  for (const way of others) {
    if (multiplication.result(way) !== multiplication.result(first)) {
      throw new Error(`a result is wrong: ${way} and ${first} differ`);
    }
  }
}

function repeatable(multiplication: ModularMultiplication, way: MultiplicationWay): Repeatable {
  return {
    run(repetitions) {
      multiplication.run(way, repetitions * batch);
      return [];
    },
    // The chain was checked before; how far each way goes in a sample differs.
    check() {},
  };
}
