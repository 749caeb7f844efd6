import { type Clock, checkEqual, randomMessages } from "@rsa-variants/measure";
import { bare } from "@rsa-variants/measure/tasks/guards";
import type { PrivateKey, Rsa } from "rsa-variants";
import { Device, decryptRawInSoftware, type Progress, type SoftwareOptions, type Xrsa } from "rsa-variants/xrsa";
import { deviceOptions, modeOptions, type XrsaSelection } from "../selection.ts";
import { longestTraced, type RunEvent, type RunProgress } from "./protocol.ts";

/** Milliseconds: as often as a screen can show progress. */
const reportInterval = 16;

interface RunPlace {
  readonly rsa: Rsa;
  readonly xrsa: Xrsa;
  readonly now: Clock;
  readonly emit: (event: RunEvent) => void;
}

/** One private operation with a fresh key on the device, then by the library and by the naive method to compare. */
export function run(selection: XrsaSelection, { rsa, xrsa, now, emit }: RunPlace): void {
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
function keyParams({ modulusLength, primes }: XrsaSelection) {
  return primes === 2
    ? ({ variant: "crt", modulusLength } as const)
    : ({ variant: "multi-prime", modulusLength, primes } as const);
}

function isEqual(found: Uint8Array, wanted: Uint8Array): boolean {
  return found.length === wanted.length && found.every((byte, index) => byte === wanted[index]);
}
