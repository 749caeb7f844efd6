import { type Bytes, bytesToBigInt, naturalToBytes, toBytes } from "./bytes.js";
import { describe, invalid, RsaError } from "./errors.js";
import { paramFacts as generated, type KeyParamValues } from "./generated/params.js";
import { checkNames, checkWholeNumber, type Names } from "./options.js";
import { randomBytes } from "./platform/web-crypto.js";
import { hasParam, type Variant, type variantFacts, variants } from "./variants.js";

export type { KeyParamValues };

type OptionalParam = Exclude<keyof KeyParamValues, "variant" | "modulusLength">;

type OwnParams = { readonly [V in Variant]: (typeof variantFacts)[V]["params"][number] };

/**
 * The parameters of a key: those of its variant and no others. `{ variant: "crt", primes: 3 }` does not compile.
 *
 * If you know the variant only at run time, use `keyParams` to make them.
 */
export type KeyParams<V extends Variant = Variant> = {
  [Each in V]: {
    /** The variant of RSA. */
    readonly variant: Each;
  } & Pick<KeyParamValues, "modulusLength" | OwnParams[Each]> & {
      readonly [Other in Exclude<OptionalParam, OwnParams[Each]>]?: never;
    };
}[V];

/**
 * Makes key parameters for a variant that is known only at run time. It does not check ranges; `Rsa.checkParams` does.
 *
 * @param values the parameters; undefined values are left out
 * @throws RsaError `invalid-params` for a parameter that the variant does not have
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
  return { variant, modulusLength, ...Object.fromEntries(given) } as KeyParams; // other variants' parameters were refused
}

/** `PublicKey.messageLength` of a key with these parameters. */
export function messageLengthOf({ primeLength }: Pick<KeyParamValues, "primeLength">): number | undefined {
  return primeLength === undefined ? undefined : primeLength - 1;
}

/** The numbers of a private key. Everything except `modulus` and the public exponents is secret. */
export interface KeyComponents {
  /** N. */
  readonly modulus: bigint;
  /** e; for `batch`, one for each place of the batch. */
  readonly publicExponents: readonly bigint[];
  /** e, for all variants except `batch`: the only item of `publicExponents`. Calls that accept components do not need it. */
  readonly publicExponent?: bigint;
  /** d. */
  readonly privateExponent: bigint;
  /**
   * The distinct prime factors of N. For `multi-power`: p, which divides N r − s times, then q. For `unbalanced`: the short prime
   * first.
   */
  readonly primes: readonly bigint[];
  /** d mod (p − 1) for each prime. */
  readonly crtExponents: readonly bigint[];
  /** The inverses that recombination needs, in the order of RFC 8017 (qInv, t_3, …). */
  readonly crtCoefficients: readonly bigint[];
}

/** A private key for the entries that hold no keys: a `PrivateKey`, or its parameters and numbers, `{ params, components }`. */
export interface PrivateKeyNumbers {
  /** The parameters. */
  readonly params: KeyParams;
  /** The numbers, or a function that returns them. */
  readonly components: KeyComponents | (() => KeyComponents);
}

/** Key parameters as the bindings accept and return them. */
export interface BindingsParams extends Omit<KeyParamValues, "publicExponent"> {
  readonly publicExponent?: Uint8Array;
}

/** The numbers of a key as the bindings accept and return them. */
export interface BindingsComponents {
  modulus: Uint8Array;
  publicExponents: Uint8Array[];
  privateExponent: Uint8Array;
  primes: Uint8Array[];
  crtExponents: Uint8Array[];
  crtCoefficients: Uint8Array[];
}

/**
 * What each parameter is called: the letter of the papers, a label for a field, its unit, and what it is, in the order of tables.
 *
 * @example
 * ```ts
 * import { paramFacts } from "rsa-variants";
 * const { letter, label } = paramFacts.crtExponentLength;
 * console.log(`${letter}: ${label}`); // w: CRT exponents
 * ```
 */
export const paramFacts: Readonly<Record<Exclude<keyof KeyParamValues, "variant">, ParamFacts>> =
  /* @__PURE__ */ Object.freeze(generated);

/** What a parameter is called. */
export interface ParamFacts {
  /** The letter in formulas and tables, such as `w`. */
  readonly letter: string;
  /** A name of one to three words. */
  readonly label: string;
  /** Absent for numbers without one. */
  readonly unit?: "bits";
  /** What it is, in a sentence or less. */
  readonly about: string;
}

/** The names of all parameters. */
export const paramNames = {
  variant: true,
  ...(Object.fromEntries(Object.keys(generated).map((name) => [name, true])) as Record<keyof typeof generated, true>),
} satisfies Names<KeyParamValues>;

/** A parameter that is a whole number. */
export type CountParam = Exclude<keyof KeyParamValues, "variant" | "publicExponent">;

/** The parameters that are whole numbers. */
export const countParams = Object.keys(paramNames).filter(
  (name): name is CountParam => name !== "variant" && name !== "publicExponent",
);

/** Throws unless the value is the name of a variant. */
export function checkVariant(variant: unknown): asserts variant is Variant {
  if (!variants.includes(variant as Variant)) {
    throw invalid("variant", `must be one of ${variants.join(", ")}, got ${String(variant)}`);
  }
}

/** Checks types; the core checks ranges and conflicts. */
export function toBindingsParams(params: KeyParamValues): BindingsParams {
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

export function fromBindingsParams({ publicExponent, ...others }: BindingsParams): KeyParams {
  return Object.freeze({
    ...others,
    ...(publicExponent === undefined ? {} : { publicExponent: bytesToBigInt(publicExponent) }),
  }) as KeyParams; // the core returns only the variant's parameters
}

export function toBindingsComponents(components: KeyComponents): BindingsComponents {
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

/** The numbers of a public key. You can pass a `PublicKey`. */
export interface PublicKeyNumbers {
  /** N. */
  readonly modulus: bigint;
  /** e. */
  readonly publicExponent: bigint;
  /** `PublicKey.messageLength`, only with `unbalanced` keys. */
  readonly messageLength?: number | undefined;
}

/** The numbers of a private key. */
export function componentsOf(key: PrivateKeyNumbers): KeyComponents {
  const numbers: unknown = typeof key.components === "function" ? key.components() : key.components;
  if (!(numbers instanceof Promise)) return numbers as KeyComponents;
  numbers.catch(() => {});
  const message = "the key is in a worker: pass { params: key.params, components: await key.components() }";
  throw new RsaError("invalid-params", message, { parameter: "components" });
}

export function fromBindingsComponents(components: BindingsComponents): KeyComponents {
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
export function overwriteComponents(components: BindingsComponents): void {
  for (const bytes of Object.values({ ...components }).flat()) bytes.fill(0);
}

/** The length in bytes of a modulus of `modulusLength` bits. */
export function blockLength(modulusLength: number): number {
  return Math.ceil(modulusLength / 8);
}

/** 32 bytes for the key generator: the caller's seed, padded with zeros, or fresh randomness. */
export function generatorSeed(seed: Bytes | undefined): Uint8Array<ArrayBuffer> {
  if (seed === undefined) return randomBytes(32);
  const bytes = new Uint8Array(32);
  const given = toBytes("seed", seed);
  if (given.length < 1 || given.length > 32) throw invalid("seed", `must have 1 to 32 bytes, got ${given.length}`);
  bytes.set(given);
  return bytes;
}
