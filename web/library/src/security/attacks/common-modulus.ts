import { naturalToBytes } from "../../bytes.js";
import { invalid } from "../../errors.js";
import type { GlueParams } from "../../params.js";
import {
  type AttackDefinition,
  checkChoice,
  choice,
  type DemonstrationOf,
  type Drawing,
  type Glued,
  modulusLengthOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  type Run,
  toKeyArguments,
  toNumbers,
  toOpenParams,
} from "../attack.js";

/** What anyone sees: one unpadded message, encrypted under two exponents. */
export interface OutsiderTarget extends PublicKeyNumbers {
  readonly secondPublicExponent: bigint;
  /** The message, encrypted under each exponent. */
  readonly ciphertexts: readonly [first: bigint, second: bigint];
}

/** What one of several owners has: a pair of exponents, and the public exponents of the others. */
export interface OwnerTarget {
  readonly modulus: bigint;
  /** The owner's own comes first. */
  readonly publicExponents: readonly bigint[];
  /** d for the first public exponent. */
  readonly privateExponent: bigint;
}

/** The secret that an attack reveals: the message to anyone, the primes and exponents to an owner. */
export type CommonModulusDemonstration = DemonstrationOf<
  OutsiderTarget | OwnerTarget,
  object,
  { readonly message: bigint }
>;

/** One modulus with several public exponents, as in batch keys. */
export interface CommonModulus {
  readonly target: OutsiderTarget | OwnerTarget;
  readonly options: object;
  readonly outcome: Outcome<{
    /** Only for an outsider. */
    readonly message?: bigint;
    /** Only for an owner. */
    readonly primes?: readonly bigint[];
    /** Only for an owner: d for each public exponent. */
    readonly privateExponents?: readonly bigint[];
  }>;
  readonly demonstrationOptions: {
    /** Who attacks. Default `outsider`. */
    readonly attacker?: "outsider" | "owner" | undefined;
    /** Default 1024. */
    readonly modulusLength?: number | undefined;
    /** The number of exponents, 2 to 8. Default 4. */
    readonly batchSize?: number | undefined;
  };
  readonly demonstration: CommonModulusDemonstration;
}

const attacker = choice("attacker", "Who attacks", ["outsider", "owner"], {
  outsider: "Anyone with two ciphertexts",
  owner: "An owner with one private exponent",
});

/** The calls of the bindings. */
export interface CommonModulusGlue {
  commonModulus: Run<
    CommonModulus,
    [secondPublicExponent: Uint8Array, firstCiphertext: Uint8Array, secondCiphertext: Uint8Array, ...Reporting]
  >;
  commonModulusOwner(
    modulus: Uint8Array,
    publicExponents: Uint8Array[],
    privateExponent: Uint8Array,
    ...rest: Reporting
  ): Glued<CommonModulus["outcome"]>;
  commonModulusDemonstration(
    params: GlueParams,
    ...rest: Drawing
  ): Glued<CommonModulus["demonstration"]> & { ownerTarget: Glued<OwnerTarget> };
}

export const commonModulus: AttackDefinition<"common-modulus", CommonModulus, CommonModulusGlue> = {
  attack: {
    name: "common-modulus",
    title: "Several exponents on one modulus",
    breaks:
      "Batch keys and other keys with a common modulus: any unpadded message that is encrypted under two coprime exponents, and every key if the exponents have several owners.",
    needs: "Two ciphertexts of the same message, or one private exponent (J. M. DeLaurentis, Cryptologia 8(3), 1984).",
    cost: "Two modular powers with exponents as long as e: less than a second.",
    defense: "Use randomized padding such as OAEP, and keep all exponents of a modulus with one owner.",
    source: {
      authors: "Gustavus J. Simmons",
      title: "A “Weak” Privacy Protocol Using the RSA Crypto Algorithm",
      publishedIn: "Cryptologia 7(2)",
      year: 1983,
    },
    options: [],
    demonstrationOptions: [
      attacker,
      modulusLengthOf(1024),
      numberOption("batchSize", "Public exponents", "exponents", 2, 8, 4),
    ],
  },
  optionNames: {},
  demonstrationNames: { attacker: true, modulusLength: true, batchSize: true },
  run(glue, target, _options, report) {
    if (typeof target === "object" && target !== null && "privateExponent" in target) {
      const { modulus, publicExponents, privateExponent } = target;
      return glue.commonModulusOwner(
        naturalToBytes("modulus", modulus),
        toNumbers("publicExponents", publicExponents),
        naturalToBytes("privateExponent", privateExponent),
        report,
      );
    }
    const key = toKeyArguments(target);
    const second = naturalToBytes("secondPublicExponent", target.secondPublicExponent);
    const [first, other, ...rest] = toNumbers("ciphertexts", target.ciphertexts);
    if (first === undefined || other === undefined || rest.length > 0) {
      throw invalid("ciphertexts", `must have 2 items, got ${target.ciphertexts.length}`);
    }
    return glue.commonModulus(...key, second, first, other, report);
  },
  demonstrate(glue, options, random, report) {
    const { attacker: who = attacker.default, modulusLength = 1024, batchSize } = options;
    checkChoice(attacker, who);
    const params = toOpenParams({ variant: "batch", modulusLength, batchSize });
    const { ownerTarget, ...demonstration } = glue.commonModulusDemonstration(params, random, report);
    return who === "owner" ? { ...demonstration, target: ownerTarget } : demonstration;
  },
};
