import { naturalToBytes } from "../../bytes.js";
import type { RsaErrorCode } from "../../errors.js";
import { type GlueParams, type KeyParams, paramNames } from "../../params.js";
import { type Variant, variantFacts, variants } from "../../variants.js";
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
  /** m, the number that was signed: the padded hash, where a padding is. */
  readonly message: bigint;
  /** s, what the private operation made of it. */
  readonly signature: bigint;
}

/** What the library answered with its check switched on. */
export type CheckedAnswer =
  | {
      /**
       * The check saw nothing: the signature went out. It is wrong all the same where e is long (`rebalanced`, `r-prime`,
       * `scheme-a`, `scheme-b`, `tunable`) and the bit flipped in a CRT exponent: that check takes the stored exponent for right.
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

/** A wrong signature: a gcd. */
export interface Fault {
  readonly target: FaultTarget;
  readonly options: object;
  readonly outcome: Outcome<
    {
      /** Two factors of N: its primes, or of more than two the one whose share is wrong and the product of the others. */
      readonly factors: readonly [greater: bigint, smaller: bigint];
    },
    {
      /** Whether s^e = m. */
      readonly signatureIsRight: boolean;
    }
  >;
  readonly demonstrationOptions: { readonly [Name in keyof KeyParams]?: KeyParams[Name] | undefined } & {
    /**
     * Which number of the first prime has one bit flipped: its CRT exponent (not with `batch`), or the first CRT coefficient.
     * Default `crt-exponent`.
     */
    readonly place?: "crt-exponent" | "crt-coefficient" | undefined;
  };
  /** The target has the signature made without the library's check. */
  readonly demonstration: DemonstrationOf<FaultTarget, object> & {
    /** The same with the check; `runAttack` on its signature tells whether that is right. */
    readonly withCheck: CheckedAnswer;
    /** The bit that was flipped, 0 the least significant. */
    readonly bit: number;
  };
}

const place = choice("place", "Where a bit flips", ["crt-exponent", "crt-coefficient"], {
  "crt-exponent": "d_p",
  "crt-coefficient": "The first CRT coefficient",
});

/** All with the Chinese remainder theorem. */
const withCrt = variants.filter((each) => each !== "original" && each !== "unbalanced") as ["crt", ...Variant[]];
const variant = choice(
  "variant",
  "Variant",
  withCrt,
  Object.fromEntries(withCrt.map((each) => [each, variantFacts[each].title])) as Record<Variant, string>,
);

/** Its calls of the bindings. */
export type FaultGlue = AttackGlue<
  "fault",
  Fault,
  [message: Uint8Array, signature: Uint8Array, ...Reporting],
  [params: GlueParams, place: string]
>;

export const fault: AttackDefinition<"fault", Fault, FaultGlue> = {
  attack: {
    name: "fault",
    title: "A wrong signature",
    breaks: "Every key whose private operation uses the Chinese remainder theorem, as soon as it answers once wrongly.",
    needs: "The answer, and the number that was signed or decrypted: no random salt that nobody knows.",
    cost: "One public operation and a gcd.",
    defence:
      "Results are checked before their release, as this library does by default. Where e is long, that check does not see a d_p that was wrong before the key was prepared: keys are read through the checked import, too.",
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
