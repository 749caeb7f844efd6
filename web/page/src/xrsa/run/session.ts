import { type Clock, checkEqual, randomMessages } from "@rsa-variants/measure";
import { bare } from "@rsa-variants/measure/tasks/guards";
import type { PrivateKey, Rsa } from "rsa-variants";
import { Device, decryptRawInSoftware, type Progress, type Xrsa } from "rsa-variants/xrsa";
import { deviceOptions, modeOptions } from "../params/plans.ts";
import type { Selection } from "../params/selection.ts";
import { longestTraced, type RunEvent, type RunProgress } from "./protocol.ts";

/** Milliseconds between reports: as often as a screen can show them. */
const reportInterval = 16;

/** What a run needs of where it runs. */
export interface RunPlace {
  readonly rsa: Rsa;
  readonly xrsa: Xrsa;
  readonly now: Clock;
  readonly emit: (event: RunEvent) => void;
}

/**
 * One private operation with a fresh key on the device, then the same by the ordinary library and by the naive method,
 * each compared with the message that was encrypted.
 */
export function run(selection: Selection, { rsa, xrsa, now, emit }: RunPlace): void {
  const { modulusLength } = selection;
  const device = new Device(xrsa, deviceOptions(selection));
  const timed = <T>(work: () => T): { readonly result: T; readonly milliseconds: number } => {
    const start = now();
    const result = work();
    return { result, milliseconds: now() - start };
  };

  emit({ type: "stage", stage: "key" });
  const key = selection.keySource === "device" ? deviceKey() : ordinaryKey();
  try {
    const [message] = randomMessages(1, modulusLength) as [Uint8Array];
    const ciphertext = key.publicKey.encryptRaw(message);

    emit({ type: "stage", stage: "device" });
    const options = { ...modeOptions(selection), onProgress: deviceReporter("device") };
    const { operandLength } = device.plan({ modulusLength, primes: selection.primes }, modeOptions(selection));
    const computed = timed(() =>
      device.decryptRaw(key, ciphertext, operandLength <= longestTraced ? { ...options, trace: "values" } : options),
    );
    const { report, trace, message: found } = computed.result;
    emit({
      type: "device",
      outcome: { report, milliseconds: computed.milliseconds, ...(trace === undefined ? {} : { trace }) },
    });

    emit({ type: "stage", stage: "ordinary" });
    const ordinary = timed(() => key.decryptRaw(ciphertext, bare));
    // The key is no key, if not even the ordinary decryption returns the message.
    checkEqual(ordinary.result, message);
    emit({
      type: "ordinary",
      outcome: { equal: isEqual(found, ordinary.result), milliseconds: ordinary.milliseconds },
    });

    emit({ type: "stage", stage: "software" });
    const inform = reporter();
    const software = timed(() =>
      decryptRawInSoftware(xrsa, key, ciphertext, {
        onProgress: (progress) => inform({ ...progress, stage: "software" }),
      }),
    );
    const { multiplications, wordProducts } = software.result;
    emit({
      type: "software",
      outcome: {
        equal: isEqual(software.result.message, ordinary.result),
        milliseconds: software.milliseconds,
        multiplications,
        wordProducts,
      },
    });
  } finally {
    key.free();
  }

  function ordinaryKey(): PrivateKey {
    // For its counts only: the lengths of the paper's figures are short.
    return rsa.generateKey(keyParams(selection), { allowBroken: true });
  }

  function deviceKey(): PrivateKey {
    const { primes } = selection;
    const made = timed(() =>
      device.generateKey({ modulusLength, primes }, { ...modeOptions(selection), onProgress: deviceReporter("key") }),
    );
    const { components, report } = made.result;
    emit({ type: "key", outcome: { report, milliseconds: made.milliseconds } });
    return rsa.keyFromComponents(keyParams(selection), components);
  }

  function deviceReporter(stage: "key" | "device"): (progress: Progress) => void {
    const inform = reporter();
    return (progress) => inform({ ...progress, stage }, `${progress.section.step} ${progress.section.prime}`);
  }

  /** Passes progress on, as often as it can be seen, and whenever another section begins. */
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
