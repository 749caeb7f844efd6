/** The part of the generated WebAssembly bindings that computes on the device. All integers are big-endian bytes. */
import type { GlueComponents, GluePrivateKey } from "../glue.js";
import type { Progress } from "./options.js";
import type { Report } from "./report.js";
import type { TracedNumber, TracedOperation } from "./trace.js";

export type GlueTracedNumber = Omit<TracedNumber, "value"> & { value?: Uint8Array };

export interface GlueTracedOperation extends Pick<TracedOperation, "section" | "operation"> {
  operands: GlueTracedNumber[];
  modulus?: GlueTracedNumber;
  result: GlueTracedNumber;
}

/** Returns false to cancel. */
export type GlueDeviceProgress = (progress: Progress) => boolean;

/** A mode as the glue takes it; the width is read in the mode `window` alone. */
export type GlueModeArguments = [mode: string, windowWidth: number];

/** The numbers of a private key that the device computes with. */
export interface GlueDeviceKey {
  decryptRawInSoftware(
    block: Uint8Array,
    onProgress: ((multiplications: number, expected: number) => boolean) | undefined,
  ): GlueSoftwareDecryption;
  free(): void;
}

export interface GlueDecryption {
  message: Uint8Array;
  report: Report;
  trace?: GlueTracedOperation[];
}

export interface GlueSoftwareDecryption {
  message: Uint8Array;
  multiplications: number;
  wordProducts: number;
}

export interface GlueDevice {
  plan(...shape: [modulusLength: number, primes: number, ...mode: GlueModeArguments]): Report;
  decryptRaw(
    key: GlueDeviceKey,
    block: Uint8Array,
    ...options: [...mode: GlueModeArguments, trace: string | undefined, onProgress: GlueDeviceProgress | undefined]
  ): GlueDecryption;
  publicModulus(key: GlueDeviceKey): { modulus: Uint8Array; report: Report };
  generateKey(
    ...args: [
      modulusLength: number,
      primes: number,
      publicExponent: number,
      ...mode: GlueModeArguments,
      random: Uint8Array,
      onProgress: GlueDeviceProgress | undefined,
    ]
  ): { components: GlueComponents; report: Report };
  free(): void;
}

export interface GlueModularMultiplication {
  run(way: string, count: number): void;
  result(way: string): Uint8Array;
  free(): void;
}

export interface DeviceGlue {
  XrsaDevice: new (multiplierLength: number, unitRam: number, controllerRam: number) => GlueDevice;
  XrsaKey: {
    of(key: GluePrivateKey): GlueDeviceKey;
    fromComponents(components: GlueComponents): GlueDeviceKey;
  };
  XrsaModularMultiplication: new (length: number) => GlueModularMultiplication;
}
