// These types are written by hand. About half of the functions return plain objects or arrays, and nearly as many
// accept objects, arrays or callbacks: to generate their types, each would need an attribute that names a type written
// by hand all the same.

/**
 * The generated bindings of the main WebAssembly module as this package uses them. All integers are big-endian bytes.
 * A test compiles this interface against the generated declarations.
 */
import type { ModuleGlue } from "./instantiate.js";
import type { PrivateOperationArguments } from "./options.js";
import type { GlueComponents, GlueParams } from "./params.js";
import type { KeyWarning } from "./warning.js";

/** The parameters of OAEP; undefined ones get their defaults. */
export type GlueOaep = [hash: string | undefined, mgfHash: string | undefined, label: Uint8Array | undefined];

/** The parameters of PSS; undefined ones get their defaults. An infinite salt length stands for the longest possible salt. */
export type GluePss = [hash: string | undefined, mgfHash: string | undefined, saltLength: number | undefined];

/** What is signed: a message, or its digest. */
export type GlueSigned = [data: Uint8Array, isDigest: boolean];

export interface GlueHasher {
  update(data: Uint8Array): void;
  /** Frees the hasher. */
  digest(): Uint8Array<ArrayBuffer>;
  free(): void;
}

export interface GluePublicKey {
  readonly modulusLength: number;
  readonly messageLength: number | undefined;
  /** Throws if no standard format can hold the key. */
  checkStandardFormat(): void;
  modulus(): Uint8Array<ArrayBuffer>;
  publicExponent(): Uint8Array<ArrayBuffer>;
  encryptRaw(block: Uint8Array, engine?: string): Uint8Array<ArrayBuffer>;
  encryptOaep(message: Uint8Array, ...rest: [...GlueOaep, engine?: string]): Uint8Array<ArrayBuffer>;
  encryptPkcs1v15(message: Uint8Array, engine?: string): Uint8Array<ArrayBuffer>;
  verifyPss(
    ...args: [...data: GlueSigned, signature: Uint8Array, ...parameters: GluePss, engine: string | undefined]
  ): boolean;
  verifyPkcs1v15(
    ...args: [...data: GlueSigned, signature: Uint8Array, hash: string | undefined, engine: string | undefined]
  ): boolean;
  /** A hasher in the same memory as this key. */
  hasher(name: string): GlueHasher;
  free(): void;
}

export interface GluePrivateKey {
  check(): void;
  params(): GlueParams;
  components(): GlueComponents;
  /** The numbers that standard formats list. */
  standardComponents(): GlueComponents;
  publicKeys(): GluePublicKey[];
  decryptRaw(block: Uint8Array, ...options: PrivateOperationArguments): Uint8Array<ArrayBuffer>;
  decryptRawMany(blocks: Uint8Array, ...options: PrivateOperationArguments): Uint8Array<ArrayBuffer>;
  decryptRawBatch(blocks: Uint8Array, ...options: PrivateOperationArguments): Uint8Array<ArrayBuffer>;
  decryptOaep(ciphertext: Uint8Array, ...rest: [...GlueOaep, ...PrivateOperationArguments]): Uint8Array<ArrayBuffer>;
  decryptPkcs1v15(ciphertext: Uint8Array, ...options: PrivateOperationArguments): Uint8Array<ArrayBuffer>;
  signPss(
    ...args: [...data: GlueSigned, ...parameters: GluePss, ...options: PrivateOperationArguments]
  ): Uint8Array<ArrayBuffer>;
  signPkcs1v15(
    ...args: [...data: GlueSigned, hash: string | undefined, ...options: PrivateOperationArguments]
  ): Uint8Array<ArrayBuffer>;
  free(): void;
}

/** Returns false to cancel. */
export type GlueProgress = (phase: string, done: number, expected: number) => boolean | undefined;

export interface Glue extends ModuleGlue {
  engines(): string[];
  modPow(base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array, engine?: string): Uint8Array<ArrayBuffer>;
  checkParams(params: GlueParams): GlueParams;
  /** The warning to give before a key with these parameters is made. */
  caution(params: GlueParams): KeyWarning | undefined;
  Hasher: {
    new (name: string): GlueHasher;
  };
  PublicKey: {
    new (modulus: Uint8Array, publicExponent: Uint8Array, messageLength?: number): GluePublicKey;
  };
  PrivateKey: {
    generate(params: GlueParams, random: Uint8Array, onProgress: GlueProgress | undefined): GluePrivateKey;
    generateCommonModulus(
      params: GlueParams,
      shortExponent: Uint8Array,
      random: Uint8Array,
      onProgress: GlueProgress | undefined,
    ): GluePrivateKey[];
    /** Continues with primes from other searches. If `onProgress` cancels, `primes` has the primes to continue with. */
    generateFrom(
      params: GlueParams,
      primes: Uint8Array[],
      random: Uint8Array,
      onProgress: GlueProgress | undefined,
    ): GluePrivateKey | undefined;
    generateCommonModulusFrom(
      params: GlueParams,
      shortExponent: Uint8Array,
      primes: Uint8Array[],
      random: Uint8Array,
      onProgress: GlueProgress | undefined,
    ): GluePrivateKey[] | undefined;
    fromComponents(
      params: GlueParams,
      components: GlueComponents,
      trusted: boolean,
      allowBroken: boolean,
    ): GluePrivateKey;
    fromStandardComponents(components: GlueComponents, trusted: boolean, allowBroken: boolean): GluePrivateKey;
    fromExponents(
      modulus: Uint8Array,
      publicExponent: Uint8Array,
      privateExponent: Uint8Array,
      allowBroken: boolean,
    ): GluePrivateKey;
    /** Unchecked: for the numbers of a key that was made or checked here. */
    restore(params: GlueParams, components: GlueComponents): GluePrivateKey;
  };
}
