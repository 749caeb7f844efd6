import { invalid } from "../../errors.js";
import { checkBoolean } from "../../options.js";
import { generatorSeed } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkChoice,
  checkWholeNumbers,
  choice,
  type DemonstrationOf,
  type Drawing,
  type FoundPrimes,
  modulusLengthOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type SeedOptions,
  type StageBounds,
  toKeyArguments,
} from "../attack.js";

/** How long one prime of a longer key would take: an **estimate** from the time of this run, good to a few bits. */
export interface CurveEstimate {
  readonly modulusLength: number;
  /** r. */
  readonly primes: number;
  /** n/r. */
  readonly primeLength: number;
  readonly seconds: number;
}

/** The elliptic curve method for short primes. */
export interface EllipticCurve {
  readonly target: PublicKeyNumbers;
  readonly options: SeedOptions & {
    /** The length in bits of the primes to look for, 32 to 100. The attack finds shorter ones as well. Default 80. */
    readonly primeLength?: number | undefined;
    /** How many primes of about this length N has, 1 to 8; affects only the expected number of curves. Default 1. */
    readonly primes?: number | undefined;
    /** Whether to continue until N is factored completely. If `false`, the attack stops at the first prime. Default `true`. */
    readonly allPrimes?: boolean | undefined;
    /** How many curves to try at most for each prime. Default: eight times the expected number. */
    readonly mostCurves?: number | undefined;
  };
  readonly outcome: Outcome<
    FoundPrimes,
    {
      /** How many curves were tried. */
      readonly curves: number;
      /** How many multiplications modulo N and its factors that took. */
      readonly multiplications: number;
      readonly bounds: StageBounds & {
        /** The mean number of curves until one finds a given prime of this length. */
        readonly expectedCurves: number;
      };
      /** How long keys in real use would take. */
      readonly estimates: readonly CurveEstimate[];
    }
  >;
  readonly demonstrationOptions: {
    /** A multi-prime key of this library, or a key with one short prime and two long ones. Default `multi-prime`. */
    readonly shape?: "multi-prime" | "one-short-prime" | undefined;
    /** Default 512: eight primes of 64 bits each. */
    readonly modulusLength?: number | undefined;
    /** r, for the shape `multi-prime`. Default 8. */
    readonly primes?: number | undefined;
    /** The length of the short prime in bits, 32 to 100, for the shape `one-short-prime`. Default 48. */
    readonly primeLength?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<
    PublicKeyNumbers,
    { readonly primeLength: number; readonly primes: number; readonly allPrimes: boolean }
  >;
}

const shape = choice("shape", "Shape of the key", ["multi-prime", "one-short-prime"], {
  "multi-prime": "Multi-prime",
  "one-short-prime": "One short prime",
});

const primeLength = numberOption("primeLength", "Length of a prime", "bits", 32, 100);

/** The calls of the bindings. */
export type EllipticCurveGlue = AttackGlue<
  "ellipticCurve",
  EllipticCurve,
  [primeLength: number, primes: number, allPrimes: boolean, mostCurves: number | undefined, ...Drawing],
  [modulusLength: number, primes: number | undefined, primeLength: number | undefined]
>;

export const ellipticCurve: AttackDefinition<"elliptic-curve", EllipticCurve, EllipticCurveGlue> = {
  attack: {
    name: "elliptic-curve",
    title: "Elliptic curve method for short primes",
    breaks: "Keys with short primes, however long the modulus: multi-prime and multi-power keys with too many primes.",
    needs: "The modulus.",
    cost: "Sub-exponential in the length of the shortest prime.",
    defense: "Use primes so long that the number field sieve is faster: at most r = 3 at 2048 and 4096 bits.",
    source: {
      authors: "Hendrik W. Lenstra Jr.",
      title: "Factoring Integers with Elliptic Curves",
      publishedIn: "Annals of Mathematics 126(3)",
      year: 1987,
    },
    options: [
      { ...primeLength, default: 80 },
      numberOption("primes", "Number of primes of this length", "primes", 1, 8, 1),
      { kind: "switch", name: "allPrimes", title: "Find all primes", default: true },
      numberOption("mostCurves", "Maximum curves for each prime", "curves", 1, 2 ** 32 - 1),
    ],
    demonstrationOptions: [
      shape,
      modulusLengthOf(512),
      numberOption("primes", "Primes r", "primes", 2, 8, 8),
      { ...primeLength, default: 48 },
    ],
  },
  optionNames: { seed: true, primeLength: true, primes: true, allPrimes: true, mostCurves: true },
  demonstrationNames: { shape: true, modulusLength: true, primes: true, primeLength: true },
  run(glue, target, options, report) {
    const { primeLength: bits = 80, primes = 1, allPrimes = true, mostCurves, seed } = options;
    checkWholeNumbers({ primeLength: bits, primes, mostCurves });
    checkBoolean("allPrimes", allPrimes);
    const random = generatorSeed(seed);
    return glue.ellipticCurve(...toKeyArguments(target), bits, primes, allPrimes, mostCurves, random, report);
  },
  demonstrate(glue, options, random, report) {
    const { shape: what = shape.default, modulusLength = 512, primes, primeLength: bits } = options;
    checkChoice(shape, what);
    checkWholeNumbers({ modulusLength, primes, primeLength: bits });
    const unused = what === "multi-prime" ? { primeLength: bits } : { primes };
    for (const [name, value] of Object.entries(unused)) {
      if (value === undefined) continue;
      throw invalid(name, `is ${value}, but the shape ${what} does not have this option`);
    }
    const [r, short] = what === "multi-prime" ? [primes ?? 8, undefined] : [undefined, bits ?? 48];
    return glue.ellipticCurveDemonstration(modulusLength, r, short, random, report);
  },
};
