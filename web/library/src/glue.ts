/**
 * The generated bindings of the main WebAssembly module as this package uses them. All integers are big-endian bytes.
 * A test compiles this interface against the generated declarations.
 */
import type { ModuleGlue } from "./instantiate.js";
import type { Variant } from "./variants.js";

export interface GlueParams {
  variant: Variant;
  modulusLength: number;
  primes?: number;
  crtExponentLength?: number;
  publicExponent?: Uint8Array;
  batchSize?: number;
}

/** Key parameters as the glue takes them: one by one. */
export type GlueParamArguments = [
  variant: string,
  modulusLength: number,
  primes: number | undefined,
  crtExponentLength: number | undefined,
  publicExponent: Uint8Array | undefined,
  batchSize: number | undefined,
];

export interface GlueComponents {
  modulus: Uint8Array;
  publicExponents: Uint8Array[];
  privateExponent: Uint8Array;
  primes: Uint8Array[];
  crtExponents: Uint8Array[];
  crtCoefficients: Uint8Array[];
}

export interface GluePublicKey {
  readonly modulusLength: number;
  modulus(): Uint8Array;
  publicExponent(): Uint8Array;
  encryptRaw(block: Uint8Array, engine?: string): Uint8Array;
  free(): void;
}

export interface GluePrivateKey {
  check(): void;
  params(): GlueParams;
  components(): GlueComponents;
  publicKeys(): GluePublicKey[];
  decryptRaw(block: Uint8Array, engine?: string): Uint8Array;
  decryptRawMany(blocks: Uint8Array, engine?: string): Uint8Array;
  decryptBatchRaw(blocks: Uint8Array, engine?: string): Uint8Array;
  free(): void;
}

/** Returns false to cancel. */
export type GlueProgress = (phase: string, done: number, expected: number) => boolean | undefined;

export interface Glue extends ModuleGlue {
  engines(): string[];
  modPow(base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array, engine?: string): Uint8Array;
  checkParams(...params: GlueParamArguments): GlueParams;
  PublicKey: new (modulus: Uint8Array, publicExponent: Uint8Array) => GluePublicKey;
  PrivateKey: {
    generate(
      ...args: [...params: GlueParamArguments, random: Uint8Array, onProgress: GlueProgress | undefined]
    ): GluePrivateKey;
    fromComponents(params: GlueParams, components: GlueComponents): GluePrivateKey;
    /** Unchecked: for the numbers of a key that was made or checked here. */
    restore(params: GlueParams, components: GlueComponents): GluePrivateKey;
    sample(variant: string, modulusLength: number): GluePrivateKey;
  };
}
