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

export interface FormatsGlue extends ModuleGlue {
  /** The numbers that standard formats list, unchecked. */
  decodePrivateKey(data: Uint8Array, password: Uint8Array | undefined): GlueComponents;
  /** Unchecked. */
  decodePublicKey(data: Uint8Array): GluePublicNumbers;
  /** DER as bytes, others as a string. */
  encodePrivateKey(
    format: string,
    components: GlueComponents,
    password: Uint8Array | undefined,
  ): Uint8Array<ArrayBuffer> | string;
  /** DER as bytes, others as a string. */
  encodePublicKey(format: string, modulus: Uint8Array, publicExponent: Uint8Array): Uint8Array<ArrayBuffer> | string;
}
