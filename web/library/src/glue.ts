// These types are written by hand. About half of the functions return plain objects or arrays, and nearly as many
// accept objects, arrays or callbacks: to generate their types, each would need an attribute that names a type written
// by hand all the same.

/**
 * The generated bindings of the main WebAssembly module as this package uses them. All integers are big-endian bytes.
 * A test compiles this interface against the generated declarations.
 */
import type { OaepAlgorithm, PssAlgorithm } from "./algorithms.js";
import type { ModuleGlue } from "./instantiate.js";
import type { GluePrivateOptions } from "./options.js";
import type { GlueComponents, GlueParams } from "./params.js";
import type { Engine } from "./variants.js";
import type { KeyWarning } from "./warning.js";

/** The parameters of OAEP; undefined ones get their defaults. */
type GlueOaep = Pick<OaepAlgorithm, "hash" | "mgfHash"> & { readonly label?: Uint8Array | undefined };

/** The parameters of PSS; undefined ones get their defaults. */
type GluePss = Pick<PssAlgorithm, "hash" | "mgfHash" | "saltLength"> & GlueSigned;

/** The parameters of PKCS #1 v1.5 signatures. */
type GluePkcs1 = Pick<PssAlgorithm, "hash"> & GlueSigned;

/** Whether a message or its digest is signed. */
interface GlueSigned {
  readonly isDigest: boolean;
}

interface GlueOptions {
  readonly engine: Engine | undefined;
}

export interface GlueHasher {
  update(data: Uint8Array): void;
  /** Frees the hasher. */
  digest(): Uint8Array<ArrayBuffer>;
  free(): void;
}

export interface GluePublicKey {
  readonly modulusLength: number;
  /** The checksum of the numbers, made with the key. */
  readonly checksum: bigint;
  readonly messageLength: number | undefined;
  /** Throws if no standard format can hold the key. */
  checkStandardFormat(): void;
  modulus(): Uint8Array<ArrayBuffer>;
  publicExponent(): Uint8Array<ArrayBuffer>;
  encryptRaw(block: Uint8Array, engine?: string): Uint8Array<ArrayBuffer>;
  encryptOaep(message: Uint8Array, options: GlueOaep & GlueOptions): Uint8Array<ArrayBuffer>;
  encryptPkcs1v15(message: Uint8Array, options: GlueOptions): Uint8Array<ArrayBuffer>;
  verifyPss(data: Uint8Array, signature: Uint8Array, options: GluePss & GlueOptions): boolean;
  verifyPkcs1v15(data: Uint8Array, signature: Uint8Array, options: GluePkcs1 & GlueOptions): boolean;
  /** A hasher in the same memory as this key. */
  hasher(name: string): GlueHasher;
  free(): void;
}

export interface GluePrivateKey {
  /** The checksum of parameters and numbers, made with the key. */
  readonly checksum: bigint;
  check(): void;
  params(): GlueParams;
  components(): GlueComponents;
  /** The numbers that standard formats list. */
  standardComponents(): GlueComponents;
  publicKeys(): GluePublicKey[];
  decryptRaw(block: Uint8Array, options: GluePrivateOptions): Uint8Array<ArrayBuffer>;
  decryptRawMany(blocks: Uint8Array, options: GluePrivateOptions): Uint8Array<ArrayBuffer>;
  decryptRawBatch(blocks: Uint8Array, options: GluePrivateOptions): Uint8Array<ArrayBuffer>;
  decryptOaep(ciphertext: Uint8Array, options: GlueOaep & GluePrivateOptions): Uint8Array<ArrayBuffer>;
  decryptPkcs1v15(ciphertext: Uint8Array, options: GluePrivateOptions): Uint8Array<ArrayBuffer>;
  signPss(data: Uint8Array, options: GluePss & GluePrivateOptions): Uint8Array<ArrayBuffer>;
  signPkcs1v15(data: Uint8Array, options: GluePkcs1 & GluePrivateOptions): Uint8Array<ArrayBuffer>;
  // The calls for many inputs get them one after the other, and the end of each.
  decryptMany(
    joined: Uint8Array,
    ends: Uint32Array,
    options: GlueOaep & GluePrivateOptions,
    isOaep: boolean,
  ): GlueResults;
  signMany(joined: Uint8Array, ends: Uint32Array, options: GluePss & GluePrivateOptions, isPss: boolean): GlueResults;
  free(): void;
}

/** The bytes or the error of each input. */
export type GlueResults = (Uint8Array<ArrayBuffer> | Error)[];

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
    /**
     * Refuses numbers that cannot be a key; with `allowBroken` only those that are not even like one. Refuses numbers that have changed
     * since their checksum was made, if there is one.
     */
    new (
      modulus: Uint8Array,
      publicExponent: Uint8Array,
      messageLength: number | undefined,
      allowBroken: boolean,
      checksum?: bigint,
    ): GluePublicKey;
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
    /** For the numbers of a key that was made or checked here: checks only the checksum, if there is one. */
    restore(params: GlueParams, components: GlueComponents, checksum?: bigint): GluePrivateKey;
  };
}
