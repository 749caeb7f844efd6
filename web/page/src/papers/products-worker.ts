import { type Clock, type Repeatable, roundOrder, Sampler, timerStep } from "@rsa-variants/measure";
import { answerRequests } from "@rsa-variants/measure/worker-client";
import { load, ModularMultiplication, type MultiplicationWay, multiplicationWays, type Xrsa } from "rsa-variants/xrsa";

/** Table I of Dang, Li and Chen: samples of nanoseconds for one modular multiplication. */
export type Products = Readonly<Record<MultiplicationWay, readonly number[]>>;

export type ProductsEvent = { readonly type: "samples"; readonly products: Products } | { readonly type: "done" };

answerRequests<number, ProductsEvent>(async (length, emit) => {
  emit({ type: "samples", products: await measureProducts(await load(), length, () => performance.now()) });
});

/** Multiplications per call: a call into WebAssembly takes about as long as a short one of them. */
const batch = 64;
/** Milliseconds of measuring … */
const patience = 1500;
/** … with at least this many rounds, so that the median is steady. */
const leastRounds = 12;

/** Measures the ways of Table I in turns, with samples that are long enough for the clock. */
async function measureProducts(xrsa: Xrsa, length: number, now: Clock): Promise<Products> {
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
    return samples as Record<MultiplicationWay, number[]>;
  } finally {
    multiplication.free();
  }
}

/** All ways compute the same chain of products, so their results must agree. */
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
    // Checked before; in a sample each way gets further or less far.
    check() {},
  };
}
