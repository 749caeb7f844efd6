import { type GlueParams, generatorSeed } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkWholeNumbers,
  choice,
  type DemonstrationOf,
  type Drawing,
  modulusLengthOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type SeedOptions,
  toKeyArguments,
  toOpenParams,
} from "../attack.js";

/** What longer CRT exponents would take: an **estimate** from the time of this run. */
export interface SearchEstimate {
  readonly crtExponentLength: number;
  readonly seconds: number;
  /** Memory in bytes. The estimate assumes that one machine has that much. */
  readonly memory: number;
}

/** A meet-in-the-middle search for a CRT exponent of w bits, whatever e and n. */
export interface MeetInTheMiddle {
  readonly target: PublicKeyNumbers;
  readonly options: SeedOptions & {
    /** w, 16 to 36 bits. Default 32. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly outcome: Outcome<
    {
      /** All primes of N, or, if `complete` is false, those that were found. */
      readonly primes: readonly bigint[];
      /** Whether N is factored completely. */
      readonly complete: boolean;
      /** The primes p with a CRT exponent of this length. */
      readonly primesWithCrtExponent: readonly bigint[];
      /** d modulo p − 1 for each of these primes. */
      readonly crtExponents: readonly bigint[];
    },
    {
      readonly babySteps: number;
      readonly giantSteps: number;
      /** The approximate memory used, in bytes. */
      readonly memory: number;
      /** What longer CRT exponents would take, up to 256 bits. */
      readonly estimates: readonly SearchEstimate[];
    }
  >;
  readonly demonstrationOptions: {
    /** Default `rebalanced`. */
    readonly variant?: "rebalanced" | "r-prime" | undefined;
    /** Default 512. */
    readonly modulusLength?: number | undefined;
    /** r, for `r-prime`. Default 3. */
    readonly primes?: number | undefined;
    /** w, 16 to 36 bits. Default 32. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<PublicKeyNumbers, { readonly crtExponentLength: number }>;
}

const variant = choice("variant", "Variant", ["rebalanced", "r-prime"], {
  rebalanced: "Rebalanced",
  "r-prime": "R-Prime",
});

const crtExponentLength = numberOption("crtExponentLength", "CRT exponent length w", "bits", 16, 36, 32);

/** The calls of the bindings. */
export type MeetInTheMiddleGlue = AttackGlue<
  "meetInTheMiddle",
  MeetInTheMiddle,
  [crtExponentLength: number, ...Drawing],
  [params: GlueParams]
>;

export const meetInTheMiddle: AttackDefinition<"meet-in-the-middle", MeetInTheMiddle, MeetInTheMiddleGlue> = {
  attack: {
    name: "meet-in-the-middle",
    title: "Meet-in-the-middle search for a CRT exponent",
    breaks:
      "Rebalanced and R-Prime keys with a CRT exponent of w bits: their strength is at most w/2 bits, however long the modulus.",
    needs: "The public key, and w.",
    cost: "Time and memory of 2^(w/2), which doubles with every two bits of w.",
    defense: "Use w of at least 224 bits for a strength of 112 bits, or 256 for 128.",
    source: {
      authors: "Guopei Qiao, Kwok-Yan Lam",
      title: "RSA Signature Algorithm for Microcontroller Implementation",
      publishedIn: "CARDIS 1998, LNCS 1820",
      year: 2000,
    },
    options: [crtExponentLength],
    demonstrationOptions: [
      variant,
      modulusLengthOf(512),
      numberOption("primes", "Primes r (only R-Prime)", "primes", 3, 8),
      crtExponentLength,
    ],
  },
  optionNames: { seed: true, crtExponentLength: true },
  demonstrationNames: {
    variant: true,
    modulusLength: true,
    primes: true,
    crtExponentLength: true,
  },
  run(glue, target, { crtExponentLength: w = crtExponentLength.default, seed }, report) {
    checkWholeNumbers({ crtExponentLength: w });
    return glue.meetInTheMiddle(...toKeyArguments(target), w, generatorSeed(seed), report);
  },
  demonstrate(glue, options, random, report) {
    const { modulusLength = 512, primes, crtExponentLength: w = crtExponentLength.default } = options;
    const params = { variant: options.variant ?? variant.default, modulusLength, primes, crtExponentLength: w };
    return glue.meetInTheMiddleDemonstration(toOpenParams(params), random, report);
  },
};
