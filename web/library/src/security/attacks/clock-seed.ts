import { checkWholeNumber } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkChoice,
  checkWholeNumbers,
  choice,
  type DemonstrationOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  toKeyArguments,
} from "../attack.js";

/** A key, and roughly when it was made. */
export interface ClockSeedTarget extends PublicKeyNumbers {
  /** The first second to try, as a Unix time: usually the start of the day on which the key was made. */
  readonly firstSecond: number;
}

/** When the generator was seeded: `once` for both primes, or for `each-prime`, q's one second after p's. */
export type Seeding = "once" | "each-prime";

/** A search, second by second, for primes from a generator that was seeded with the time. */
export interface ClockSeed {
  readonly target: ClockSeedTarget;
  readonly options: {
    /** How many seconds to try, from 1 to 31,622,400 (a year). Default 86,400 (a day). */
    readonly seconds?: number | undefined;
    /**
     * The n that the program was asked for; even, at least 256 bits. Default: the length of N, rounded up to a multiple of 64.
     */
    readonly modulusLength?: number | undefined;
  };
  readonly outcome: Outcome<
    {
      /** In the order in which they were made. */
      readonly primes: readonly bigint[];
      /** The first seed of the generator, a Unix time. */
      readonly second: number;
      readonly seeding: Seeding;
    },
    {
      readonly secondsTried: number;
    }
  >;
  readonly demonstrationOptions: {
    /** Even, at least 256 bits. Default 1024. */
    readonly modulusLength?: number | undefined;
    /** The first second of the day on which the key is made. Default 1,086,048,000: June 1, 2004. */
    readonly firstSecond?: number | undefined;
    /** Default `each-prime`. */
    readonly seeding?: Seeding | undefined;
  };
  readonly demonstration: DemonstrationOf<
    ClockSeedTarget,
    { readonly seconds: number; readonly modulusLength: number },
    { readonly second: number; readonly seeding: Seeding }
  >;
}

const day = 86_400;
const june2004 = 1_086_048_000;
/** Seeds are unsigned 32-bit integers; this leaves one day before the last. */
const lastDay = 2 ** 32 - 1 - day;

const seeding = choice("seeding", "The generator is seeded", ["each-prime", "once"], {
  "each-prime": "Once for each prime",
  once: "Once",
});

const modulusLength = numberOption("modulusLength", "Modulus length n", "bits", 256, 16384);

/** The calls of the bindings. */
export type ClockSeedGlue = AttackGlue<
  "clockSeed",
  ClockSeed,
  [firstSecond: number, seconds: number, modulusLength: number | undefined, ...Reporting],
  [modulusLength: number, firstSecond: number, seeding: string]
>;

export const clockSeed: AttackDefinition<"clock-seed", ClockSeed, ClockSeedGlue> = {
  attack: {
    name: "clock-seed",
    title: "Random number generator seeded with the clock",
    breaks:
      "Keys whose primes come from rand() seeded with time(), as in the program of Biswas, Bandyopadhyay and Banerjee (2003).",
    needs: "The public key, and roughly when it was made.",
    cost: "About a microsecond for each second to try, whatever the length of the modulus.",
    defense: "Seed with random bits from the operating system, at least as many as the strength of the key in bits.",
    source: {
      authors: "Ian Goldberg, David Wagner",
      title: "Randomness and the Netscape Browser",
      publishedIn: "Dr. Dobb’s Journal, January 1996",
      year: 1996,
    },
    options: [numberOption("seconds", "Time span to search", "seconds", 1, 366 * day, day), modulusLength],
    demonstrationOptions: [
      { ...modulusLength, default: 1024 },
      numberOption("firstSecond", "Start of the day (Unix time)", "seconds", 0, lastDay, june2004),
      seeding,
    ],
  },
  optionNames: { seconds: true, modulusLength: true },
  demonstrationNames: { modulusLength: true, firstSecond: true, seeding: true },
  run(glue, target, { seconds = day, modulusLength: n }, report) {
    const key = toKeyArguments(target);
    const { firstSecond } = target;
    checkWholeNumber("firstSecond", firstSecond);
    checkWholeNumbers({ seconds, modulusLength: n });
    return glue.clockSeed(...key, firstSecond, seconds, n, report);
  },
  demonstrate(glue, options, random, report) {
    const { modulusLength: n = 1024, firstSecond = june2004, seeding: how = seeding.default } = options;
    checkWholeNumbers({ modulusLength: n, firstSecond });
    checkChoice(seeding, how);
    return glue.clockSeedDemonstration(n, firstSecond, how, random, report);
  },
};
