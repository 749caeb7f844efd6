/**
 * The generated bindings of the WebAssembly module of `rsa-variants/xrsa` as this package uses them. All integers are
 * big-endian bytes. A test compiles this interface against the generated declarations.
 */
import type { ModuleBindings } from "../instantiate.js";
import type { BindingsComponents } from "../params.js";
import type { BindingsModeArguments, Progress } from "./options.js";
import type { BindingsTracedOperation, Report } from "./report.js";

/** Returns false to cancel. */
export type BindingsDeviceProgress = (progress: Progress) => boolean;

/** The numbers of a private key for the device. */
export interface BindingsDeviceKey {
  decryptRawInSoftware(
    block: Uint8Array,
    onProgress: ((multiplications: number, expected: number) => boolean) | undefined,
  ): BindingsSoftwareDecryption;
  free(): void;
}

export interface BindingsDecryption {
  message: Uint8Array<ArrayBuffer>;
  report: Report;
  trace?: BindingsTracedOperation[];
}

export interface BindingsSoftwareDecryption {
  message: Uint8Array<ArrayBuffer>;
  multiplications: number;
  wordProducts: number;
}

export interface BindingsDevice {
  plan(...shape: [modulusLength: number, primes: number, ...mode: BindingsModeArguments]): Report;
  decryptRaw(
    key: BindingsDeviceKey,
    block: Uint8Array,
    ...options: [
      ...mode: BindingsModeArguments,
      trace: string | undefined,
      onProgress: BindingsDeviceProgress | undefined,
    ]
  ): BindingsDecryption;
  publicModulus(key: BindingsDeviceKey): { modulus: Uint8Array<ArrayBuffer>; report: Report };
  generateKey(
    ...args: [
      modulusLength: number,
      primes: number,
      publicExponent: number,
      ...mode: BindingsModeArguments,
      random: Uint8Array,
      onProgress: BindingsDeviceProgress | undefined,
    ]
  ): { components: BindingsComponents; report: Report };
  free(): void;
}

export interface BindingsModularMultiplication {
  run(way: string, count: number): void;
  result(way: string): Uint8Array;
  free(): void;
}

export interface XrsaBindings extends ModuleBindings {
  Device: new (multiplierLength: number, unitRam: number, controllerRam: number) => BindingsDevice;
  /** The variant and the length of the CRT exponents come from the key's parameters; undefined if only its numbers are known. */
  Key: new (
    components: BindingsComponents,
    variant: string | undefined,
    crtExponentLength: number | undefined,
  ) => BindingsDeviceKey;
  ModularMultiplication: new (length: number) => BindingsModularMultiplication;
}
