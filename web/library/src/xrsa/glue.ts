/**
 * The generated bindings of the WebAssembly module of `rsa-variants/xrsa` as this package uses them. All integers are
 * big-endian bytes. A test compiles this interface against the generated declarations.
 */
import type { ModuleGlue } from "../instantiate.js";
import type { GlueComponents } from "../params.js";
import type { GlueModeArguments, Progress } from "./options.js";
import type { GlueTracedOperation, Report } from "./report.js";

/** Returns false to cancel. */
export type GlueDeviceProgress = (progress: Progress) => boolean;

/** The numbers of a private key for the device. */
export interface GlueDeviceKey {
  decryptRawInSoftware(
    block: Uint8Array,
    onProgress: ((multiplications: number, expected: number) => boolean) | undefined,
  ): GlueSoftwareDecryption;
  free(): void;
}

export interface GlueDecryption {
  message: Uint8Array<ArrayBuffer>;
  report: Report;
  trace?: GlueTracedOperation[];
}

export interface GlueSoftwareDecryption {
  message: Uint8Array<ArrayBuffer>;
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
  publicModulus(key: GlueDeviceKey): { modulus: Uint8Array<ArrayBuffer>; report: Report };
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

export interface XrsaGlue extends ModuleGlue {
  Device: new (multiplierLength: number, unitRam: number, controllerRam: number) => GlueDevice;
  /** The variant and the length of the CRT exponents come from the key's parameters; undefined if only its numbers are known. */
  Key: new (
    components: GlueComponents,
    variant: string | undefined,
    crtExponentLength: number | undefined,
  ) => GlueDeviceKey;
  ModularMultiplication: new (length: number) => GlueModularMultiplication;
}
