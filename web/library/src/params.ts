import { bytesToBigInt, copyBytes, naturalToBytes } from "./bytes.js";
import { RsaError } from "./errors.js";
import type { GlueComponents, GlueParamArguments, GlueParams } from "./glue.js";
import { checkNames, type Names } from "./names.js";
import { type Variant, variants } from "./variants.js";

/** What a key is to be like. Values that the variant does not use must be left out. */
export interface KeyParams {
  /** How the key is made and used. */
  readonly variant: Variant;
  /** n: bits of the modulus, 128 to 16384; the modulus has exactly this length. */
  readonly modulusLength: number;
  /**
   * r: prime factors of the modulus, counted with multiplicity, each of at least 64 bits.
   * `multi-prime` 2 to 8; `multi-power` and `r-prime` 3 to 8. Default of `multi-prime` and `r-prime`: as many as OpenSSL
   * makes, which is 3, from 4096 bits 4, from 8192 bits 5. Default of `multi-power`: 4, below 640 bits 3.
   */
  readonly primes?: number;
  /**
   * w: bits of each private exponent modulo p − 1, 16 to n/r; for `scheme-a` and `scheme-b` from a little more (25 and 16
   * at n 1024), because too few keys exist below, to less than n/2.
   * `rebalanced`, `r-prime`, `scheme-a`, `scheme-b`. Default: the least multiple of 32 that no known attack makes weaker than
   * 110 bits, such as 320 for `rebalanced`, 224 for `r-prime`, 512 for `scheme-a` and 544 for `scheme-b` at 2048 bits.
   */
  readonly crtExponentLength?: number;
  /** e: odd, at least 3. `original`, `crt`, `multi-prime`, `multi-power`. Default 65537. */
  readonly publicExponent?: bigint;
  /** b: ciphertexts that one private operation answers, 2 to 8. `batch`. Default 4. */
  readonly batchSize?: number;
}

/** The numbers a key consists of. Everything but `modulus` and `publicExponents` is secret. */
export interface KeyComponents {
  /** N. */
  readonly modulus: bigint;
  /** e; for `batch` one for each place of the batch. */
  readonly publicExponents: readonly bigint[];
  /** d. */
  readonly privateExponent: bigint;
  /** The distinct prime factors of N; for `multi-power` p (which divides N r − 1 times), then q. */
  readonly primes: readonly bigint[];
  /** d mod (p − 1) for each prime. */
  readonly crtExponents: readonly bigint[];
  /** The inverses that put the residues together, as RFC 8017 orders them (qInv, t_3, …). */
  readonly crtCoefficients: readonly bigint[];
}

const paramNames: Names<KeyParams> = {
  variant: true,
  modulusLength: true,
  primes: true,
  crtExponentLength: true,
  publicExponent: true,
  batchSize: true,
};

const largestUint32 = 0xffff_ffff;

/** Refuses what WebAssembly would silently coerce: anything but a whole number of 32 bits. */
export function checkWholeNumber(name: string, value: unknown): asserts value is number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > largestUint32) {
    throw new RsaError(
      "invalid-params",
      `${name} must be a whole number from 0 to ${largestUint32}, got ${String(value)}`,
    );
  }
}

/** Refuses a name that is no variant. */
export function checkVariant(variant: unknown): asserts variant is Variant {
  if (!variants.includes(variant as Variant)) {
    throw new RsaError("invalid-params", `variant must be one of ${variants.join(", ")}, got ${String(variant)}`);
  }
}

/** Checks types; ranges and conflicts are the core's to judge. */
export function toParamArguments(params: KeyParams): GlueParamArguments {
  if (typeof params !== "object" || params === null) {
    throw new RsaError("invalid-params", `key parameters must be an object, got ${String(params)}`);
  }
  checkNames(params, Object.keys(paramNames));
  const { variant, modulusLength, primes, crtExponentLength, publicExponent, batchSize } = params;
  checkVariant(variant);
  checkWholeNumber("modulusLength", modulusLength);
  if (primes !== undefined) checkWholeNumber("primes", primes);
  if (crtExponentLength !== undefined) checkWholeNumber("crtExponentLength", crtExponentLength);
  if (batchSize !== undefined) checkWholeNumber("batchSize", batchSize);
  const exponent = publicExponent === undefined ? undefined : naturalToBytes("publicExponent", publicExponent);
  return [variant, modulusLength, primes, crtExponentLength, exponent, batchSize];
}

export function toGlueParams(params: KeyParams): GlueParams {
  const [, modulusLength, primes, crtExponentLength, publicExponent, batchSize] = toParamArguments(params);
  return {
    variant: params.variant,
    modulusLength,
    ...(primes === undefined ? {} : { primes }),
    ...(crtExponentLength === undefined ? {} : { crtExponentLength }),
    ...(publicExponent === undefined ? {} : { publicExponent }),
    ...(batchSize === undefined ? {} : { batchSize }),
  };
}

export function fromGlueParams(params: GlueParams): KeyParams {
  const { variant, modulusLength, primes, crtExponentLength, publicExponent, batchSize } = params;
  return Object.freeze({
    variant,
    modulusLength,
    ...(primes === undefined ? {} : { primes }),
    ...(crtExponentLength === undefined ? {} : { crtExponentLength }),
    ...(publicExponent === undefined ? {} : { publicExponent: bytesToBigInt(publicExponent) }),
    ...(batchSize === undefined ? {} : { batchSize }),
  });
}

export function toGlueComponents(components: KeyComponents): GlueComponents {
  if (typeof components !== "object" || components === null) {
    throw new RsaError("invalid-params", `key components must be an object, got ${String(components)}`);
  }
  const list = (name: keyof KeyComponents): Uint8Array[] => {
    const values: unknown = components[name];
    if (!Array.isArray(values)) {
      throw new RsaError("invalid-params", `${name} must be an array of bigints, got ${typeof values}`);
    }
    return values.map((value: bigint, index) => naturalToBytes(`${name}[${index}]`, value));
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

export function fromGlueComponents(components: GlueComponents): KeyComponents {
  return {
    modulus: bytesToBigInt(components.modulus),
    publicExponents: components.publicExponents.map(bytesToBigInt),
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
export function generatorSeed(seed: Uint8Array | undefined): Uint8Array {
  const bytes = new Uint8Array(32);
  if (seed === undefined) return crypto.getRandomValues(bytes);
  bytes.set(copySeed(seed));
  return bytes;
}

/** The caller's seed, checked. */
export function copySeed(seed: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!(seed instanceof Uint8Array) || seed.length < 1 || seed.length > 32) {
    const got = (seed as unknown) instanceof Uint8Array ? `${seed.length} bytes` : typeof seed;
    throw new RsaError("invalid-params", `seed must be a Uint8Array of 1 to 32 bytes, got ${got}`);
  }
  return copyBytes(seed);
}
