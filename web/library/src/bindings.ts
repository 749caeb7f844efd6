// These types are written by hand. About half of the functions return plain objects or arrays, and nearly as many
// accept objects, arrays or callbacks: to generate their types, each would need an attribute that names a type written
// by hand all the same.

/**
 * The generated bindings of the main WebAssembly module as this package uses them. All integers are big-endian bytes.
 * A test compiles this interface against the generated declarations.
 */
import type { OaepAlgorithm, PssAlgorithm } from "./algorithms.js";
import type { ModuleBindings } from "./instantiate.js";
import type { BindingsPrivateOptions } from "./options.js";
import type { BindingsComponents, BindingsParams } from "./params.js";
import type { Engine } from "./variants.js";
import type { KeyWarning } from "./warning.js";

/** The parameters of OAEP; undefined ones get their defaults. */
type BindingsOaep = Pick<OaepAlgorithm, "hash" | "mgfHash"> & { readonly label?: Uint8Array | undefined };

/** The parameters of PSS; undefined ones get their defaults. */
type BindingsPss = Pick<PssAlgorithm, "hash" | "mgfHash" | "saltLength"> & BindingsSigned;

/** The parameters of PKCS #1 v1.5 signatures. */
type BindingsPkcs1 = Pick<PssAlgorithm, "hash"> & BindingsSigned;

/** Whether a message or its digest is signed. */
interface BindingsSigned {
  readonly isDigest: boolean;
}

interface BindingsOptions {
  readonly engine: Engine | undefined;
}

export interface BindingsHasher {
  update(data: Uint8Array): void;
  /** Frees the hasher. */
  digest(): Uint8Array<ArrayBuffer>;
  free(): void;
}

export interface BindingsPublicKey {
  readonly modulusLength: number;
  /** The checksum of the numbers, made with the key. */
  readonly checksum: bigint;
  readonly messageLength: number | undefined;
  /** Throws if no standard format can hold the key. */
  checkStandardFormat(): void;
  modulus(): Uint8Array<ArrayBuffer>;
  publicExponent(): Uint8Array<ArrayBuffer>;
  encryptRaw(block: Uint8Array, engine?: string): Uint8Array<ArrayBuffer>;
  encryptOaep(message: Uint8Array, options: BindingsOaep & BindingsOptions): Uint8Array<ArrayBuffer>;
  encryptPkcs1v15(message: Uint8Array, options: BindingsOptions): Uint8Array<ArrayBuffer>;
  verifyPss(data: Uint8Array, signature: Uint8Array, options: BindingsPss & BindingsOptions): boolean;
  verifyPkcs1v15(data: Uint8Array, signature: Uint8Array, options: BindingsPkcs1 & BindingsOptions): boolean;
  /** A hasher in the same memory as this key. */
  hasher(name: string): BindingsHasher;
  free(): void;
}

export interface BindingsPrivateKey {
  /** The checksum of parameters and numbers, made with the key. */
  readonly checksum: bigint;
  check(): void;
  params(): BindingsParams;
  components(): BindingsComponents;
  /** The numbers that standard formats list. */
  standardComponents(): BindingsComponents;
  publicKeys(): BindingsPublicKey[];
  decryptRaw(block: Uint8Array, options: BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  decryptRawMany(blocks: Uint8Array, options: BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  decryptRawBatch(blocks: Uint8Array, options: BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  decryptOaep(ciphertext: Uint8Array, options: BindingsOaep & BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  decryptPkcs1v15(ciphertext: Uint8Array, options: BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  signPss(data: Uint8Array, options: BindingsPss & BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  signPkcs1v15(data: Uint8Array, options: BindingsPkcs1 & BindingsPrivateOptions): Uint8Array<ArrayBuffer>;
  // The calls for many inputs get them one after the other, and the end of each.
  decryptMany(
    joined: Uint8Array,
    ends: Uint32Array,
    options: BindingsOaep & BindingsPrivateOptions,
    isOaep: boolean,
  ): BindingsResults;
  signMany(
    joined: Uint8Array,
    ends: Uint32Array,
    options: BindingsPss & BindingsPrivateOptions,
    isPss: boolean,
  ): BindingsResults;
  free(): void;
}

/** The bytes or the error of each input. */
export type BindingsResults = (Uint8Array<ArrayBuffer> | Error)[];

/** Returns false to cancel. */
export type BindingsProgress = (phase: string, done: number, expected: number) => boolean | undefined;

export interface Bindings extends ModuleBindings {
  engines(): string[];
  modPow(base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array, engine?: string): Uint8Array<ArrayBuffer>;
  checkParams(params: BindingsParams): BindingsParams;
  /** The warning to give before a key with these parameters is made. */
  caution(params: BindingsParams): KeyWarning | undefined;
  Hasher: {
    new (name: string): BindingsHasher;
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
    ): BindingsPublicKey;
  };
  PrivateKey: {
    generate(params: BindingsParams, random: Uint8Array, onProgress: BindingsProgress | undefined): BindingsPrivateKey;
    generateCommonModulus(
      params: BindingsParams,
      shortExponent: Uint8Array,
      random: Uint8Array,
      onProgress: BindingsProgress | undefined,
    ): BindingsPrivateKey[];
    /** Continues with primes from other searches. If `onProgress` cancels, `primes` has the primes to continue with. */
    generateFrom(
      params: BindingsParams,
      primes: Uint8Array[],
      random: Uint8Array,
      onProgress: BindingsProgress | undefined,
    ): BindingsPrivateKey | undefined;
    generateCommonModulusFrom(
      params: BindingsParams,
      shortExponent: Uint8Array,
      primes: Uint8Array[],
      random: Uint8Array,
      onProgress: BindingsProgress | undefined,
    ): BindingsPrivateKey[] | undefined;
    fromComponents(
      params: BindingsParams,
      components: BindingsComponents,
      trusted: boolean,
      allowBroken: boolean,
    ): BindingsPrivateKey;
    fromStandardComponents(components: BindingsComponents, trusted: boolean, allowBroken: boolean): BindingsPrivateKey;
    fromExponents(
      modulus: Uint8Array,
      publicExponent: Uint8Array,
      privateExponent: Uint8Array,
      allowBroken: boolean,
    ): BindingsPrivateKey;
    /** For the numbers of a key that was made or checked here: checks only the checksum, if there is one. */
    restore(params: BindingsParams, components: BindingsComponents, checksum?: bigint): BindingsPrivateKey;
  };
}
