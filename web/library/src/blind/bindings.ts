/**
 * The generated bindings of the WebAssembly module of `rsa-variants/blind` as this package uses them. All integers are big-endian
 * bytes. Lists are concatenated; `ends` has the end of each item. A test compiles this interface against the generated declarations.
 */
import type { BindingsProgress, BindingsResults } from "../bindings.js";
import type { ModuleBindings } from "../instantiate.js";
import type { BindingsComponents, BindingsParams } from "../params.js";

/** A public key with a suite and, for a partially blind one, with metadata. */
export interface BindingsClient {
  /** For each prepared message, the blinded message and the inverse. */
  blind(joined: Uint8Array, ends: Uint32Array, engine: string | undefined): Uint8Array<ArrayBuffer>[];
  /** Three items for each result: the prepared message, the blind signature and the inverse. */
  finalize(joined: Uint8Array, ends: Uint32Array, engine: string | undefined): BindingsResults;
  /** Two items for each result: the prepared message and the signature. A valid signature gives 1, others 0. */
  verify(joined: Uint8Array, ends: Uint32Array, engine: string | undefined): Uint8Array;
  free(): void;
}

/** The key of an issuer of partially blind signatures. */
export interface BindingsIssuerKey {
  modulus(): Uint8Array;
  publicExponent(): Uint8Array;
  blindSign(
    joined: Uint8Array,
    ends: Uint32Array,
    info: Uint8Array,
    ...options: [engine: string | undefined, blinding: boolean]
  ): BindingsResults;
  free(): void;
}

export interface BlindBindings extends ModuleBindings {
  /** The numbers of a new key; undefined if `onProgress` returned false. */
  generateKey(
    modulusLength: number,
    random: Uint8Array,
    onProgress: BindingsProgress | undefined,
  ): { readonly params: BindingsParams; readonly components: BindingsComponents } | undefined;
  prepare(suite: string, message: Uint8Array): Uint8Array<ArrayBuffer>;
  Client: new (
    modulus: Uint8Array,
    publicExponent: Uint8Array,
    messageLength: number | undefined,
    suite: string,
    info: Uint8Array | undefined,
  ) => BindingsClient;
  IssuerKey: new (params: BindingsParams, components: BindingsComponents) => BindingsIssuerKey;
}
