import type { PrivateKey, Rsa } from "rsa-variants";
import { decryptIncremental, encryptIncremental } from "rsa-variants/files";
import { type Clock, median } from "../index.ts";
import { bare } from "../tasks/guards.ts";
import { keysPerLength, type Step } from "./plan.ts";
import type { ExperimentEvent, ExperimentProgress, ExperimentRequest, Point } from "./protocol.ts";

/** If the first run takes longer than this (milliseconds), it is the only one. */
const longRun = 1000;
/** The number of runs otherwise. */
const shortRuns = 3;
/** The time between reports, in milliseconds. */
const reportInterval = 50;

/** What the experiment needs from its surroundings. */
interface ExperimentPlace {
  readonly rsa: Rsa;
  readonly now: Clock;
  readonly emit: (event: ExperimentEvent) => void;
}

type Inform = (phase: ExperimentProgress["phase"], share: number) => void;

/**
 * Encrypts and decrypts the text for each step, with the paper's RSA (two primes, C^d mod N in one exponentiation, without
 * guards), and checks the decrypted text.
 */
export async function runExperiment({ plan, text }: ExperimentRequest, place: ExperimentPlace): Promise<void> {
  const { rsa, now, emit } = place;
  let key: PrivateKey | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const measure = async (step: Step, inform: Inform): Promise<Point> => {
    // The paper timed keys where it varied their length; where it varied c, one key serves for all texts.
    const timesKeys = step.table === "lengths";
    const keyTimes: number[] = [];
    while (key?.params.modulusLength !== step.modulusLength || (timesKeys && keyTimes.length < keysPerLength)) {
      key?.free();
      inform("key", keyTimes.length / keysPerLength);
      const start = now();
      // Most of the paper's lengths are broken today.
      key = rsa.generateKey({ variant: "original", modulusLength: step.modulusLength }, { allowBroken: true });
      keyTimes.push(now() - start);
    }
    const keyFigures = timesKeys ? { keyGeneration: median(keyTimes), keys: keyTimes.length } : {};
    return { ...step, ...keyFigures, ...(await timeText(key, text, step.charactersAtOnce, now, inform)) };
  };
  try {
    for (const [done, step] of plan.entries()) {
      const inform: Inform = (phase, share) => {
        if (share > 0 && now() - last < reportInterval) return;
        last = now();
        emit({ type: "progress", progress: { done, steps: plan.length, step, phase, share } });
      };
      // The first step runs twice, because at first the code is not optimized.
      if (done === 0) await measure(step, inform);
      emit({ type: "point", point: await measure(step, inform) });
    }
  } finally {
    key?.free();
  }
}

async function timeText(
  key: PrivateKey,
  text: string,
  charactersAtOnce: number,
  now: Clock,
  inform: Inform,
): Promise<Pick<Point, "encrypt" | "decrypt" | "runs">> {
  const encryptTimes: number[] = [];
  const decryptTimes: number[] = [];
  let runs = 1;
  for (let run = 0; run < runs; run += 1) {
    inform("encrypt", 0);
    const started = now();
    const lines = await encryptIncremental(key.publicKey, text, { charactersAtOnce });
    const between = now();
    inform("decrypt", 0);
    const onProgress = ({ done }: { done: number }) => inform("decrypt", done / lines.length);
    const begun = now();
    const found = await decryptIncremental(key, lines, { ...bare, onProgress });
    const ended = now();
    if (found !== text) throw new Error("the decrypted text differs from the original");
    encryptTimes.push(between - started);
    decryptTimes.push(ended - begun);
    if (run === 0 && ended - started < longRun) runs = shortRuns;
  }
  return { encrypt: median(encryptTimes), decrypt: median(decryptTimes), runs };
}
