/**
 * The generated bindings of the WebAssembly module of key formats as this package uses them. All integers are big-endian
 * bytes. A test compiles this interface against the generated declarations.
 */
import type { ModuleBindings } from "../instantiate.js";
import type { BindingsComponents } from "../params.js";

export interface BindingsPublicNumbers {
  modulus: Uint8Array;
  publicExponent: Uint8Array;
  /** Whether only these numbers show that it is a key: PKCS #1 without a label. */
  isBare: boolean;
}

/** What reading repaired. */
export interface BindingsRepair {
  code: string;
  message: string;
}

/** A key whose numbers are unchecked. Lists of primes or CRT numbers that are missing are empty. */
export interface BindingsDecoded {
  private?: BindingsComponents;
  public?: BindingsPublicNumbers;
  repairs: BindingsRepair[];
}

/** A key of several, or the error of one that is left out. */
export interface BindingsFound extends Partial<BindingsDecoded> {
  name?: string;
  error?: unknown;
}

/** A container of keys: PKCS #12 or a file of PuTTY. */
export interface BindingsContainer {
  format: "pkcs12" | "putty";
  data: Uint8Array;
}

/** A key or a certificate of a container: its data, or why it cannot be read. */
export interface BindingsContained {
  name?: string;
  isPrivate?: boolean;
  data?: Uint8Array;
  code?: string;
  message?: string;
}

/** The keys of a container, or why it cannot be opened. */
export interface BindingsOpened {
  keys?: BindingsContained[];
  repairs?: BindingsRepair[];
  error?: unknown;
}

/** A key to derive with PBKDF2. */
export interface BindingsDerivation {
  hash: string;
  password: Uint8Array<ArrayBuffer>;
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  /** The length of the key in bytes. */
  length: number;
}

/** A derived key; undefined if it must be derived in WebAssembly. */
export interface BindingsDerived extends BindingsDerivation {
  key: Uint8Array | undefined;
}

/** What a call returns instead of its result if it needs keys: it must be made again with them. */
export interface BindingsNeeds {
  needs: BindingsDerivation[];
}

/** Options of reading, and the limits that are set. */
export interface BindingsReadOptions {
  /** The keys that are derived already. If undefined, WebAssembly derives all. */
  derived?: readonly BindingsDerived[] | undefined;
  strict: boolean;
  iterations?: number | undefined;
  scryptMebibytes?: number | undefined;
  bcryptRounds?: number | undefined;
}

/** The module of containers. */
export interface ContainersBindings extends ModuleBindings {
  open(
    containers: BindingsContainer[],
    password: Uint8Array | undefined,
    options: BindingsReadOptions,
  ): BindingsOpened[] | BindingsNeeds;
}

/** The containers of the data in their order, with the keys of those that could be opened. */
export type BindingsOpenedKeys = readonly { readonly keys: readonly BindingsContained[] }[];

export interface FormatsBindings extends ModuleBindings {
  /** The containers that must be opened before the calls below: all, or those that may hold a private or a public key. */
  containers(data: Uint8Array, isPrivate: boolean | undefined): BindingsContainer[];
  decodePrivateKey(
    data: Uint8Array,
    password: Uint8Array | undefined,
    options: BindingsReadOptions,
    opened: BindingsOpenedKeys,
  ): BindingsDecoded | BindingsNeeds;
  decodePublicKey(data: Uint8Array, options: BindingsReadOptions, opened: BindingsOpenedKeys): BindingsDecoded;
  decodeKeys(
    data: Uint8Array,
    password: Uint8Array | undefined,
    options: BindingsReadOptions,
    opened: BindingsOpenedKeys,
  ): BindingsFound[] | BindingsNeeds;
  /** DER as bytes, others as a string. */
  encodePrivateKey(
    format: string,
    components: BindingsComponents,
    password: Uint8Array | undefined,
    derived: readonly BindingsDerived[] | undefined,
  ): Uint8Array<ArrayBuffer> | string | BindingsNeeds;
  /** DER as bytes, others as a string. */
  encodePublicKey(format: string, modulus: Uint8Array, publicExponent: Uint8Array): Uint8Array<ArrayBuffer> | string;
}
