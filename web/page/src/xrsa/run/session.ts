import {
  type Clock,
  checkEqual,
  type Repeatable,
  randomMessages,
  roundOrder,
  Sampler,
  timerStep,
} from "@rsa-variants/measure";
import { bare } from "@rsa-variants/measure/tasks/guards";
import type { PrivateKey, Rsa } from "rsa-variants";
import {
  Device,
  decryptRawInSoftware,
  ModularMultiplication,
  type MultiplicationWay,
  multiplicationWays,
  type Progress,
  type SoftwareOptions,
  type Xrsa,
} from "rsa-variants/xrsa";
import { deviceOptions, modeOptions, type Selection } from "../selection.ts";
import { longestTraced, type RunEvent, type RunProgress, type TableOneOutcome } from "./protocol.ts";

/** Milliseconds: as often as a screen can show progress. */
const reportInterval = 16;

interface RunPlace {
  readonly rsa: Rsa;
  readonly xrsa: Xrsa;
  readonly now: Clock;
  readonly emit: (event: RunEvent) => void;
}

/** One private operation with a fresh key on the device, then by the library and by the naive method to compare. */
export function run(selection: Selection, { rsa, xrsa, now, emit }: RunPlace): void {
  const { modulusLength, primes } = selection;
  const mode = modeOptions(selection);
  const device = new Device(xrsa, deviceOptions(selection));

  emit({ type: "stage", stage: "key" });
  // Weak keys are fine: only the counts matter.
  const key =
    selection.keySource === "device" ? deviceKey() : rsa.generateKey(keyParams(selection), { allowBroken: true });
  try {
    const [message] = randomMessages(1, modulusLength) as [Uint8Array];
    const ciphertext = key.publicKey.encryptRaw(message);

    emit({ type: "stage", stage: "device" });
    const { operandLength } = device.plan({ modulusLength, primes }, mode);
    const options = {
      ...mode,
      onProgress: deviceReporter("device"),
      ...(operandLength <= longestTraced && { trace: "values" as const }),
    };
    const [{ report, trace, message: found }, milliseconds] = timed(() => device.decryptRaw(key, ciphertext, options));
    emit({ type: "device", outcome: { report, milliseconds, ...(trace && { trace }) } });

    emit({ type: "stage", stage: "ordinary" });
    const [ordinary, ordinaryTime] = timed(() => key.decryptRaw(ciphertext, bare));
    // If even the library does not return the message, the key is not a key.
    checkEqual(ordinary, message);
    emit({ type: "ordinary", outcome: { equal: isEqual(found, ordinary), milliseconds: ordinaryTime } });

    emit({ type: "stage", stage: "software" });
    const inform = reporter();
    const onProgress: SoftwareOptions["onProgress"] = (progress) => inform({ ...progress, stage: "software" });
    const [software, softwareTime] = timed(() => decryptRawInSoftware(xrsa, key, ciphertext, { onProgress }));
    const { message: same, multiplications, wordProducts } = software;
    const equal = isEqual(same, ordinary);
    emit({ type: "software", outcome: { equal, milliseconds: softwareTime, multiplications, wordProducts } });
  } finally {
    key.free();
  }

  function timed<Result>(work: () => Result): readonly [result: Result, milliseconds: number] {
    const start = now();
    const result = work();
    return [result, now() - start];
  }

  function deviceKey(): PrivateKey {
    const options = { ...mode, onProgress: deviceReporter("key") };
    const [{ components, report }, milliseconds] = timed(() => device.generateKey({ modulusLength, primes }, options));
    emit({ type: "key", outcome: { report, milliseconds } });
    return rsa.keyFromComponents(keyParams(selection), components);
  }

  function deviceReporter(stage: "key" | "device"): (progress: Progress) => void {
    const inform = reporter();
    return (progress) => inform({ ...progress, stage }, `${progress.section.step} ${progress.section.prime}`);
  }

  /** Passes progress on as often as it can be seen, and whenever another section begins. */
  function reporter(): (progress: RunProgress, section?: string) => void {
    let last = Number.NEGATIVE_INFINITY;
    let present: string | undefined;
    return (progress, section) => {
      const time = now();
      if (time - last < reportInterval && section === present) return;
      last = time;
      present = section;
      emit({ type: "progress", progress });
    };
  }
}

/** The ordinary key of a selection: CRT with two primes, else multi-prime. */
function keyParams({ modulusLength, primes }: Selection) {
  return primes === 2
    ? ({ variant: "crt", modulusLength } as const)
    : ({ variant: "multi-prime", modulusLength, primes } as const);
}

function isEqual(found: Uint8Array, wanted: Uint8Array): boolean {
  return found.length === wanted.length && found.every((byte, index) => byte === wanted[index]);
}

/** Multiplications per call: a call into WebAssembly takes about as long as a short one of them. */
const batch = 64;
/** Milliseconds of measuring … */
const patience = 1500;
/** … with at least this many rounds, for an interval of the median. */
const leastRounds = 12;

/** Measures the ways of Table I in turns, with samples that are long enough for the clock. */
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
