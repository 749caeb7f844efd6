/**
 * The generated bindings of the WebAssembly module of key formats as this package uses them. All integers are big-endian
 * bytes. A test compiles this interface against the generated declarations.
 */
import type { ModuleGlue } from "../instantiate.js";
import type { GlueComponents } from "../params.js";

export interface GluePublicNumbers {
  modulus: Uint8Array;
  publicExponent: Uint8Array;
  /** Whether only these numbers show that it is a key: PKCS #1 without a label. */
  isBare: boolean;
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

/** A container of keys: PKCS #12 or a file of PuTTY. */
export interface GlueContainer {
  format: "pkcs12" | "putty";
  data: Uint8Array;
}

/** A key or a certificate of a container: its data, or why it cannot be read. */
export interface GlueContained {
  name?: string;
  isPrivate?: boolean;
  data?: Uint8Array;
  code?: string;
  message?: string;
}

/** The keys of a container, or why it cannot be opened. */
export interface GlueOpened {
  keys?: GlueContained[];
  repairs?: GlueRepair[];
  error?: unknown;
}

/** A key to derive with PBKDF2. */
export interface GlueDerivation {
  hash: string;
  password: Uint8Array<ArrayBuffer>;
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  /** The length of the key in bytes. */
  length: number;
}

/** A derived key; undefined if it must be derived in WebAssembly. */
export interface GlueDerived extends GlueDerivation {
  key: Uint8Array | undefined;
}

/** What a call returns instead of its result if it needs keys: it must be made again with them. */
export interface GlueNeeds {
  needs: GlueDerivation[];
}

/** Options of reading, and the limits that are set. */
export interface GlueReadOptions {
  /** The keys that are derived already. If undefined, WebAssembly derives all. */
  derived?: readonly GlueDerived[] | undefined;
  strict: boolean;
  iterations?: number | undefined;
  scryptMebibytes?: number | undefined;
  bcryptRounds?: number | undefined;
}

/** The module of containers. */
export interface ContainersGlue extends ModuleGlue {
  open(
    containers: GlueContainer[],
    password: Uint8Array | undefined,
    options: GlueReadOptions,
  ): GlueOpened[] | GlueNeeds;
}

/** The containers of the data in their order, with the keys of those that could be opened. */
export type GlueOpenedKeys = readonly { readonly keys: readonly GlueContained[] }[];

export interface FormatsGlue extends ModuleGlue {
  /** The containers that must be opened before the calls below: all, or those that may hold a private or a public key. */
  containers(data: Uint8Array, isPrivate: boolean | undefined): GlueContainer[];
  decodePrivateKey(
    data: Uint8Array,
    password: Uint8Array | undefined,
    options: GlueReadOptions,
    opened: GlueOpenedKeys,
  ): GlueDecoded | GlueNeeds;
  decodePublicKey(data: Uint8Array, options: GlueReadOptions, opened: GlueOpenedKeys): GlueDecoded;
  decodeKeys(
    data: Uint8Array,
    password: Uint8Array | undefined,
    options: GlueReadOptions,
    opened: GlueOpenedKeys,
  ): GlueFound[] | GlueNeeds;
  /** DER as bytes, others as a string. */
  encodePrivateKey(
    format: string,
    components: GlueComponents,
    password: Uint8Array | undefined,
    derived: readonly GlueDerived[] | undefined,
  ): Uint8Array<ArrayBuffer> | string | GlueNeeds;
  /** DER as bytes, others as a string. */
  encodePublicKey(format: string, modulus: Uint8Array, publicExponent: Uint8Array): Uint8Array<ArrayBuffer> | string;
}
