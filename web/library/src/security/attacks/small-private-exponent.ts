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

/** Wiener's attack on a short d, or on equal CRT exponents that are as short: a continued fraction. */
export interface SmallPrivateExponent {
  readonly target: PublicKeyNumbers;
  readonly options: object;
  readonly outcome: Outcome<
    {
      readonly primes: readonly bigint[];
      /** The smallest d. */
      readonly privateExponent: bigint;
    },
    {
      /** How many convergents of e/N were tried. */
      readonly convergents: number;
    }
  >;
  readonly demonstrationOptions: {
    /** Default 1024. */
    readonly modulusLength?: number | undefined;
    /** What is short: d, or d_p = d_q. Default `private-exponent`. */
    readonly short?: "private-exponent" | "equal-crt-exponents" | undefined;
    /** Its length in bits, 16 to n/2. Default n/4 − 2, the longest that the attack always finds. */
    readonly exponentLength?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<PublicKeyNumbers, object, { readonly privateExponent: bigint }>;
}

const short = choice("short", "What is short", ["private-exponent", "equal-crt-exponents"], {
  "private-exponent": "d",
  "equal-crt-exponents": "d_p = d_q",
});

/** The calls of the bindings. */
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
    title: "Wiener's attack on a short private exponent",
    breaks: "Keys of two primes with d below N^(1/4)/3. Equal CRT exponents that are as short amount to the same.",
    needs: "The public key.",
    cost: "A continued fraction of n/4 bits: milliseconds.",
    defense: "Do not use a short d. If CRT exponents are short, make them different.",
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
      numberOption("exponentLength", "Length of the short exponent", "bits", 16, 8192),
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
