import { generatorSeed } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkWholeNumbers,
  type DemonstrationOf,
  type Drawing,
  type FoundPrimes,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type SeedOptions,
  type StageBounds,
  toKeyArguments,
} from "../attack.js";

/** How long a longer key would take: an **estimate** from the time of this run, good to a few bits. */
export interface ClassGroupEstimate {
  readonly modulusLength: number;
  /** r. */
  readonly primes: number;
  /** The length in bits of the square-free part of N: q for odd r, p·q for even r. */
  readonly squareFreeLength: number;
  readonly seconds: number;
}

/** The class group method for N = p^(r−s)·q^s with a short square-free part. */
export interface ClassGroup {
  readonly target: PublicKeyNumbers;
  readonly options: SeedOptions & {
    /** r, 3 to 8: N is p^(r−s)·q^s with primes of about equal length. Default 3. */
    readonly primes?: number | undefined;
    /** How many multiples of N to try at most. Default: twelve times the expected number. */
    readonly mostMultipliers?: number | undefined;
  };
  readonly outcome: Outcome<
    FoundPrimes & {
      /** The k whose class group revealed p; absent if N is a power of a prime, which needs none. */
      readonly multiplier?: number;
    },
    {
      /** How many multiples kN were tried. */
      readonly multipliers: number;
      /** How many products of quadratic forms that took. */
      readonly products: number;
      readonly bounds: StageBounds & {
        /** The mean number of multipliers until one succeeds. */
        readonly expectedMultipliers: number;
      };
      /** How long longer keys would take. */
      readonly estimates: readonly ClassGroupEstimate[];
    }
  >;
  readonly demonstrationOptions: {
    /** 192 to 1344 bits, such that the square-free part has at most 192. Default 256. */
    readonly modulusLength?: number | undefined;
    /** r, 3 to 8. Default 3. */
    readonly primes?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<PublicKeyNumbers, { readonly primes: number }>;
}

const primes = numberOption("primes", "Primes r", "primes", 3, 8, 3);

/** The calls of the bindings. */
export type ClassGroupGlue = AttackGlue<
  "classGroup",
  ClassGroup,
  [primes: number, mostMultipliers: number | undefined, ...Drawing],
  [modulusLength: number, primes: number]
>;

export const classGroup: AttackDefinition<"class-group", ClassGroup, ClassGroupGlue> = {
  attack: {
    name: "class-group",
    title: "Class group method for repeated primes",
    breaks:
      "Multi-power keys, N = p^(r−s)·q^s, with a short square-free part: p or q for odd r, p·q for even r. " +
      "The length of p hardly matters.",
    needs: "The modulus and r.",
    cost: "Sub-exponential in the length of the square-free part, like elliptic curves for a prime half as long.",
    defense: "Use a modulus of at least 2488 bits with r = 4, or 3072 bits with r = 3.",
    source: {
      authors: "Erik Mulder",
      title: "Fast square-free decomposition of integers using class groups",
      publishedIn: "arXiv:2308.06130",
      year: 2023,
    },
    options: [primes, numberOption("mostMultipliers", "Maximum multiples of N", "multipliers", 1, 2 ** 32 - 1)],
    demonstrationOptions: [numberOption("modulusLength", "Modulus length n", "bits", 192, 1344, 256), primes],
  },
  optionNames: { seed: true, primes: true, mostMultipliers: true },
  demonstrationNames: { modulusLength: true, primes: true },
  run(glue, target, { primes: r = primes.default, mostMultipliers, seed }, report) {
    checkWholeNumbers({ primes: r, mostMultipliers });
    return glue.classGroup(...toKeyArguments(target), r, mostMultipliers, generatorSeed(seed), report);
  },
  demonstrate(glue, { modulusLength = 256, primes: r = primes.default }, random, report) {
    checkWholeNumbers({ modulusLength, primes: r });
    return glue.classGroupDemonstration(modulusLength, r, random, report);
  },
};
