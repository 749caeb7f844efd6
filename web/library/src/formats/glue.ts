/**
 * The generated bindings of the WebAssembly module of key formats as this package uses them. All integers are big-endian
 * bytes. A test compiles this interface against the generated declarations.
 */
import type { ModuleGlue } from "../instantiate.js";
import type { GlueComponents } from "../params.js";

export interface GluePublicNumbers {
  modulus: Uint8Array;
  publicExponent: Uint8Array;
}

/** What reading repaired. */
export interface GlueRepair {
  code: string;
  message: string;
}

/** A key whose numbers are unchecked. Lists of primes or CRT numbers that are missing are empty. */
export interface GlueDecoded {
  private?: GlueComponents;
  public?: GluePublicNumbers;
  repairs: GlueRepair[];
}

/** A key of several, or the error of one that is left out. */
export interface GlueFound extends Partial<GlueDecoded> {
  name?: string;
  error?: unknown;
}

/** Options of reading, and the limits that are set. */
export interface GlueReadOptions {
  strict: boolean;
  iterations?: number | undefined;
  scryptMebibytes?: number | undefined;
  bcryptRounds?: number | undefined;
}

export interface FormatsGlue extends ModuleGlue {
  decodePrivateKey(data: Uint8Array, password: Uint8Array | undefined, options: GlueReadOptions): GlueDecoded;
  decodePublicKey(data: Uint8Array, options: GlueReadOptions): GlueDecoded;
  decodeKeys(data: Uint8Array, password: Uint8Array | undefined, options: GlueReadOptions): GlueFound[];
  /** DER as bytes, others as a string. */
  encodePrivateKey(
    format: string,
    components: GlueComponents,
    password: Uint8Array | undefined,
  ): Uint8Array<ArrayBuffer> | string;
  /** DER as bytes, others as a string. */
  encodePublicKey(format: string, modulus: Uint8Array, publicExponent: Uint8Array): Uint8Array<ArrayBuffer> | string;
}
