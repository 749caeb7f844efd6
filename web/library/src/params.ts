import { type Bytes, bytesToBigInt, naturalToBytes, toBytes } from "./bytes.js";
import { describe, invalid, RsaError } from "./errors.js";
import { checkNames, type Names } from "./options.js";
import { hasParam, type Variant, type variantFacts, variants } from "./variants.js";

/** All parameters of keys. `variantFacts` says which of them a variant has. */
export interface KeyParamValues {
  /** How the key is made and used. */
  readonly variant: Variant;
  /** n: bits of the modulus, 128 to 16384; the modulus has exactly this length. */
  readonly modulusLength: number;
  /**
   * r: prime factors of the modulus, counted with multiplicity, each of at least 64 bits.
   * `multi-prime` and `batch` 2 to 8; `multi-power` and `r-prime` 3 to 8. Default of `multi-prime` and `r-prime`: as many as OpenSSL
   * makes, which is 3, from 4096 bits 4, from 8192 bits 5. Default of `multi-power`: 4, below 640 bits 3. Default of
   * `batch`: 2.
   */
  readonly primes?: number;
  /** s: how often q stands in N = p^(r − s)·q^s, less than r/2 and prime to r. `multi-power`. Default 1. */
  readonly multiplicity?: number;
  /**
   * w: bits of each private exponent modulo p − 1, 16 to n/r; for `scheme-a` and `scheme-b` from a little more (25 and 16
   * at n 1024), because too few keys exist below, to less than n/2.
   * `rebalanced`, `r-prime`, `scheme-a`, `scheme-b`, and `tunable`, whose w and e have n/2 + 16 bits together at least. Default:
   * the least multiple of 32 that no known attack makes weaker than
   * 110 bits, such as 320 for `rebalanced`, 224 for `r-prime`, 512 for `scheme-a`, 544 for `scheme-b` and 736 for `tunable` with
   * its default e at 2048 bits.
   */
  readonly crtExponentLength?: number;
  /**
   * e: odd, at least 3. `original`, `crt`, `multi-prime`, `multi-power`, `unbalanced`: at most 256 bits; default 65537.
   * `tunable`: at most n/2 bits; default a power of two plus 1, of somewhat less than n/4 bits (384 at 2048).
   */
  readonly publicExponent?: bigint;
  /** b: ciphertexts that one private operation answers, 2 to 8. `batch`. Default 4. */
  readonly batchSize?: number;
  /**
   * |p|: bits of the short prime, at least 64, at least n − 8192, and less than n/2. `unbalanced`. Messages have at most |p| − 1
   * bits, so encrypting files needs a |p| of at least 785. Default: the least multiple of 32 for which the elliptic curve method
   * needs 2^110 operations, such as 640 at 2048 bits, within these limits.
   */
  readonly primeLength?: number;
}

type OptionalParam = Exclude<keyof KeyParamValues, "variant" | "modulusLength">;

type OwnParams = { readonly [V in Variant]: (typeof variantFacts)[V]["params"][number] };

/**
 * What a key is to be like: the parameters of its variant, and no others. `{ variant: "crt", primes: 3 }` does not compile.
 *
 * Where the variant is known only at run time, `keyParams` makes them from a `KeyParamValues`.
 */
export type KeyParams<V extends Variant = Variant> = {
  [Each in V]: { readonly variant: Each } & Pick<KeyParamValues, "modulusLength" | OwnParams[Each]> & {
      readonly [Other in Exclude<OptionalParam, OwnParams[Each]>]?: never;
    };
}[V];

/**
 * Key parameters of a variant that is known only at run time. Ranges are for `checkParams` of a loaded library.
 *
 * @param values values that are undefined are left out
 * @throws RsaError `invalid-params` for a value that the variant does not have
 *
 * @example
 * ```ts
 * import { keyParams, type Variant } from "rsa-variants";
 * const chosen: { variant: Variant; primes?: number } = { variant: "r-prime", primes: 3 };
 * const params = keyParams({ ...chosen, modulusLength: 2048 });
 * console.log(params.primes); // 3
 * ```
 */
export function keyParams(
  values: { readonly [Name in keyof KeyParamValues]: KeyParamValues[Name] | undefined } & {
    readonly variant: Variant;
    readonly modulusLength: number;
  },
): KeyParams {
  const { variant, modulusLength, ...others } = values;
  checkVariant(variant);
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  checkNames(values, Object.keys(paramNames), "a parameter of keys");
  for (const [name] of given) {
    if (!hasParam(variant, name as OptionalParam)) throw invalid(name, `does not apply to the variant ${variant}`);
  }
  return { variant, modulusLength, ...Object.fromEntries(given) } as KeyParams; // with nothing that is another variant's
}

/** `PublicKey.messageLength` of a key with these parameters. */
export function messageLengthOf({ primeLength }: Pick<KeyParamValues, "primeLength">): number | undefined {
  return primeLength === undefined ? undefined : primeLength - 1;
}

/** The numbers a key consists of. Everything but `modulus` and `publicExponents` is secret. */
export interface KeyComponents {
  /** N. */
  readonly modulus: bigint;
  /** e; for `batch` one for each place of the batch. */
  readonly publicExponents: readonly bigint[];
  /** e, of all variants but `batch`: the first and only one of `publicExponents`. Calls that take components do not need it. */
  readonly publicExponent?: bigint;
  /** d. */
  readonly privateExponent: bigint;
  /**
   * The distinct prime factors of N: for `multi-power` p, which divides N r − s times, then q; for `unbalanced` the short prime
   * first.
   */
  readonly primes: readonly bigint[];
  /** d mod (p − 1) for each prime. */
  readonly crtExponents: readonly bigint[];
  /** The inverses that put the residues together, as RFC 8017 orders them (qInv, t_3, …). */
  readonly crtCoefficients: readonly bigint[];
}

/** A private key for the libraries that keep none: a `PrivateKey`, or its parameters and numbers, `{ params, components }`. */
export interface PrivateKeyNumbers {
  readonly params: KeyParams;
  readonly components: KeyComponents | (() => KeyComponents);
}

/** Key parameters as they cross to WebAssembly. */
export interface GlueParams extends Omit<KeyParamValues, "publicExponent"> {
  readonly publicExponent?: Uint8Array;
}

/** The numbers of a key as they cross to WebAssembly. */
export interface GlueComponents {
  modulus: Uint8Array;
  publicExponents: Uint8Array[];
  privateExponent: Uint8Array;
  primes: Uint8Array[];
  crtExponents: Uint8Array[];
  crtCoefficients: Uint8Array[];
}

/**
 * Every parameter. A new one that is a whole number is declared here, in `KeyParamValues` and in `variantFacts`; checking and
 * passing it on need nothing else.
 */
export const paramNames: Names<KeyParamValues> = {
  variant: true,
  modulusLength: true,
  primes: true,
  multiplicity: true,
  crtExponentLength: true,
  publicExponent: true,
  batchSize: true,
  primeLength: true,
};

type CountParam = Exclude<keyof KeyParamValues, "variant" | "publicExponent">;

/** The parameters that are whole numbers. */
export const countParams = Object.keys(paramNames).filter(
  (name): name is CountParam => name !== "variant" && name !== "publicExponent",
);

const largestUint32 = 0xffff_ffff;

/** Refuses what WebAssembly would silently coerce: anything but a whole number of 32 bits. */
export function checkWholeNumber(name: string, value: unknown): asserts value is number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > largestUint32) {
    throw invalid(name, `must be a whole number from 0 to ${largestUint32}, got ${String(value)}`);
  }
}

/** Refuses a name that is no variant. */
export function checkVariant(variant: unknown): asserts variant is Variant {
  if (!variants.includes(variant as Variant)) {
    throw invalid("variant", `must be one of ${variants.join(", ")}, got ${String(variant)}`);
  }
}

/** Checks types; ranges and conflicts are the core's to judge. */
export function toGlueParams(params: KeyParamValues): GlueParams {
  if (typeof params !== "object" || params === null) {
    throw invalid(
      "params",
      `must be an object such as { variant: "crt", modulusLength: 2048 }, got ${describe(params)}`,
    );
  }
  checkNames(params, Object.keys(paramNames));
  const { variant, modulusLength, publicExponent } = params;
  checkVariant(variant);
  const counts = countParams.filter((name) => name === "modulusLength" || params[name] !== undefined);
  for (const name of counts) checkWholeNumber(name, params[name]);
  return {
    variant,
    modulusLength,
    ...Object.fromEntries(counts.map((name) => [name, params[name]])),
    ...(publicExponent === undefined ? {} : { publicExponent: naturalToBytes("publicExponent", publicExponent) }),
  };
}

export function fromGlueParams({ publicExponent, ...others }: GlueParams): KeyParams {
  return Object.freeze({
    ...others,
    ...(publicExponent === undefined ? {} : { publicExponent: bytesToBigInt(publicExponent) }),
  }) as KeyParams; // the core checked that these are the variant's
}

export function toGlueComponents(components: KeyComponents): GlueComponents {
  if (typeof components !== "object" || components === null) {
    throw invalid("components", `must be an object, got ${describe(components)}`);
  }
  const list = (name: keyof KeyComponents): Uint8Array<ArrayBuffer>[] => {
    const values: unknown = components[name];
    if (!Array.isArray(values)) throw invalid(name, `must be an array of bigints, got ${describe(values)}`);
    return values.map((value: bigint, index) => naturalToBytes(name, value, index));
  };
  return {
    modulus: naturalToBytes("modulus", components.modulus),
    publicExponents: list("publicExponents"),
    privateExponent: naturalToBytes("privateExponent", components.privateExponent),
    primes: list("primes"),
    crtExponents: list("crtExponents"),
    crtCoefficients: list("crtCoefficients"),
  };
}

/** The numbers of a private key. */
export function componentsOf(key: PrivateKeyNumbers): KeyComponents {
  const numbers: unknown = typeof key.components === "function" ? key.components() : key.components;
  if (!(numbers instanceof Promise)) return numbers as KeyComponents;
  numbers.catch(() => {});
  const message = "the key is in a worker: pass { params: key.params, components: await key.components() }";
  throw new RsaError("invalid-params", message, { parameter: "components" });
}

export function fromGlueComponents(components: GlueComponents): KeyComponents {
  const publicExponents = components.publicExponents.map(bytesToBigInt);
  const [publicExponent] = publicExponents;
  return {
    modulus: bytesToBigInt(components.modulus),
    publicExponents,
    ...(publicExponents.length === 1 && publicExponent !== undefined ? { publicExponent } : {}),
    privateExponent: bytesToBigInt(components.privateExponent),
    primes: components.primes.map(bytesToBigInt),
    crtExponents: components.crtExponents.map(bytesToBigInt),
    crtCoefficients: components.crtCoefficients.map(bytesToBigInt),
  };
}

/** Overwrites the numbers of a key with zeros. */
export function overwriteComponents(components: GlueComponents): void {
  for (const bytes of Object.values({ ...components }).flat()) bytes.fill(0);
}

/** The byte length of a modulus of `modulusLength` bits. */
export function blockLength(modulusLength: number): number {
  return Math.ceil(modulusLength / 8);
}

/** 32 bytes for the key generator: the caller's seed with zeros behind it, or fresh randomness. */
export function generatorSeed(seed: Bytes | undefined): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32);
  if (seed === undefined) return crypto.getRandomValues(bytes);
  const given = toBytes("seed", seed);
  if (given.length < 1 || given.length > 32) throw invalid("seed", `must have 1 to 32 bytes, got ${given.length}`);
  bytes.set(given);
  return bytes;
}
