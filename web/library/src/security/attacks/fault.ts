import { naturalToBytes } from "../../bytes.js";
import type { RsaErrorCode } from "../../errors.js";
import { type GlueParams, type KeyParams, paramNames } from "../../params.js";
import { factsOf, type Variant, variantFacts, variants } from "../../variants.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkChoice,
  choice,
  type DemonstrationOf,
  modulusLengthOf,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  toKeyArguments,
  toOpenParams,
} from "../attack.js";

/** A signature of a known number. */
export interface FaultTarget extends PublicKeyNumbers {
  /** m, the number that was signed: with padding, the padded hash. */
  readonly message: bigint;
  /** s, the result of the private operation on m. */
  readonly signature: bigint;
}

/** How the library answered with its fault check on. */
export type CheckedAnswer =
  | {
      /**
       * The check found nothing, and the signature was released. With a long e (`rebalanced`, `r-prime`, `scheme-a`, `scheme-b`,
       * `tunable`), it is still wrong if the bit flipped in a CRT exponent: that check assumes that the stored exponent is right.
       */
      readonly released: true;
      readonly signature: bigint;
    }
  | {
      readonly released: false;
      /** `fault-detected`. */
      readonly code: RsaErrorCode;
      readonly message: string;
    };

/** A gcd that factors N, computed from one wrong signature. */
export interface Fault {
  readonly target: FaultTarget;
  readonly options: object;
  readonly outcome: Outcome<
    {
      /** Two factors of N: its two primes, or, if it has more, the one whose share is wrong and the product of the others. */
      readonly factors: readonly [greater: bigint, smaller: bigint];
    },
    {
      /** Whether s^e = m. */
      readonly signatureIsRight: boolean;
    }
  >;
  readonly demonstrationOptions: { readonly [Name in keyof KeyParams]?: KeyParams[Name] | undefined } & {
    /**
     * Where to flip one bit: in the CRT exponent of the first prime (not with `batch`), or in the first CRT coefficient.
     * Default `crt-exponent`.
     */
    readonly place?: "crt-exponent" | "crt-coefficient" | undefined;
  };
  /** The target has a signature that was made without the library's check. */
  readonly demonstration: DemonstrationOf<FaultTarget, object> & {
    /** The answer with the check on. Pass its signature to `runAttack` to find out whether it is right. */
    readonly withCheck: CheckedAnswer;
    /** The position of the flipped bit; 0 is the least significant. */
    readonly bit: number;
  };
}

const place = choice("place", "Where a bit flips", ["crt-exponent", "crt-coefficient"], {
  "crt-exponent": "d_p",
  "crt-coefficient": "The first CRT coefficient",
});

/** All variants that use the Chinese remainder theorem. */
const withCrt = variants.filter((each) => !["modulus", "short-prime"].includes(factsOf(each).powers)) as [
  "crt",
  ...Variant[],
];
const variant = choice(
  "variant",
  "Variant",
  withCrt,
  Object.fromEntries(withCrt.map((each) => [each, variantFacts[each].title])) as Record<Variant, string>,
);

/** The calls of the bindings. */
export type FaultGlue = AttackGlue<
  "fault",
  Fault,
  [message: Uint8Array, signature: Uint8Array, ...Reporting],
  [params: GlueParams, place: string]
>;

export const fault: AttackDefinition<"fault", Fault, FaultGlue> = {
  attack: {
    name: "fault",
    title: "Fault attack: one wrong signature",
    breaks:
      "Every key whose private operation uses the Chinese remainder theorem, as soon as it releases a result that is wrong modulo one prime but right modulo another.",
    needs:
      "The wrong result, and the number that was signed or decrypted. A padding with a random salt, such as PSS, hides that number.",
    cost: "One public operation and a greatest common divisor (gcd).",
    defense:
      "Check results before releasing them, as this library does by default. With a long e, that check does not see a d_p that was wrong before the key was prepared, so also import keys with checks.",
    source: {
      authors: "Dan Boneh, Richard A. DeMillo, Richard J. Lipton",
      title: "On the Importance of Checking Cryptographic Protocols for Faults",
      publishedIn: "Eurocrypt 1997, LNCS 1233 (with one signature: A. K. Lenstra, 1996)",
      year: 1997,
    },
    options: [],
    demonstrationOptions: [variant, modulusLengthOf(1024), place],
  },
  optionNames: {},
  demonstrationNames: { ...paramNames, place: true },
  run(glue, target, _options, report) {
    const key = toKeyArguments(target);
    const message = naturalToBytes("message", target.message);
    const signature = naturalToBytes("signature", target.signature);
    return glue.fault(...key, message, signature, report);
  },
  demonstrate(glue, options, random, report) {
    const { place: where = place.default, modulusLength = 1024 } = options;
    checkChoice(place, where);
    const params = Object.fromEntries(Object.entries(options).filter(([name]) => name in paramNames));
    const asked = { ...params, variant: options.variant ?? variant.default, modulusLength };
    return glue.faultDemonstration(toOpenParams(asked), where, random, report);
  },
};
