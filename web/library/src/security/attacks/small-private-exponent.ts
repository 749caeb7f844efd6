import {
  type AttackDefinition,
  type AttackGlue,
  checkChoice,
  checkWholeNumbers,
  choice,
  type DemonstrationOf,
  modulusLengthOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  toKeyArguments,
} from "../attack.js";

/** A short d, or equal CRT exponents as short: a continued fraction. */
export interface SmallPrivateExponent {
  readonly target: PublicKeyNumbers;
  readonly options: object;
  readonly outcome: Outcome<
    {
      readonly primes: readonly bigint[];
      /** d, the least. */
      readonly privateExponent: bigint;
    },
    {
      /** How many convergents of e/N were looked at. */
      readonly convergents: number;
    }
  >;
  readonly demonstrationOptions: {
    /** Default 1024. */
    readonly modulusLength?: number | undefined;
    /** What is short: d, or d_p = d_q. Default `private-exponent`. */
    readonly short?: "private-exponent" | "equal-crt-exponents" | undefined;
    /** Its length in bits, 16 to n/2. Default n/4 − 2, the longest that is always found. */
    readonly exponentLength?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<PublicKeyNumbers, object, { readonly privateExponent: bigint }>;
}

const short = choice("short", "What is short", ["private-exponent", "equal-crt-exponents"], {
  "private-exponent": "d",
  "equal-crt-exponents": "d_p = d_q",
});

/** Its calls of the bindings. */
export type SmallPrivateExponentGlue = AttackGlue<
  "smallPrivateExponent",
  SmallPrivateExponent,
  Reporting,
  [modulusLength: number, short: string, exponentLength: number | undefined]
>;

export const smallPrivateExponent: AttackDefinition<
  "small-private-exponent",
  SmallPrivateExponent,
  SmallPrivateExponentGlue
> = {
  attack: {
    name: "small-private-exponent",
    title: "Continued fraction for a short private exponent",
    breaks: "Two primes and a d below N^(1/4)/3; equal CRT exponents as short, which are nothing else.",
    needs: "The public key.",
    cost: "A continued fraction of n/4 bits: milliseconds.",
    defence: "No short d; CRT exponents that are short must differ.",
    source: {
      authors: "Michael J. Wiener",
      title: "Cryptanalysis of Short RSA Secret Exponents",
      publishedIn: "IEEE Transactions on Information Theory 36(3)",
      year: 1990,
    },
    options: [],
    demonstrationOptions: [
      modulusLengthOf(1024),
      short,
      numberOption("exponentLength", "Short exponent", "bits", 16, 8192),
    ],
  },
  optionNames: {},
  demonstrationNames: { modulusLength: true, short: true, exponentLength: true },
  run(glue, target, _options, report) {
    return glue.smallPrivateExponent(...toKeyArguments(target), report);
  },
  demonstrate(glue, options, random, report) {
    const { modulusLength = 1024, short: what = short.default, exponentLength } = options;
    checkWholeNumbers({ modulusLength, exponentLength });
    checkChoice(short, what);
    return glue.smallPrivateExponentDemonstration(modulusLength, what, exponentLength, random, report);
  },
};
