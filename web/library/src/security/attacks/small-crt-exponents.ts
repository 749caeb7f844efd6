import type { GlueParams } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkWholeNumbers,
  choice,
  type DemonstrationOf,
  modulusLengthOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  toKeyArguments,
  toOpenParams,
} from "../attack.js";

/** How a lattice attack on short CRT exponents ended. */
export type ShortExponentsOutcome = Outcome<
  {
    readonly primes: readonly bigint[];
    /** d modulo p − 1 for each prime p. */
    readonly crtExponents: readonly bigint[];
  },
  {
    /** The length in bits of the CRT exponents that the attack looked for. */
    readonly crtExponentLength: number;
    /** The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits. */
    readonly longestCrtExponent: number;
    /** How often the lattice reductions swapped two vectors. */
    readonly swaps: number;
  }
>;

/** A key with short CRT exponents. */
export type ShortExponentsDemonstration<Options extends object> = DemonstrationOf<
  PublicKeyNumbers,
  Options,
  { readonly crtExponents: readonly bigint[] }
>;

/** An attack on short CRT exponents with an e much shorter than N: a lattice of dimension 3. */
export interface SmallCrtExponents {
  readonly target: PublicKeyNumbers;
  readonly options: {
    /** The length in bits of the CRT exponents to look for, 16 to n/2. Default: the longest that the attack reaches. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly outcome: ShortExponentsOutcome;
  readonly demonstrationOptions: {
    /** Default `scheme-b`, because making a `scheme-a` key takes longer than breaking it. */
    readonly variant?: "scheme-a" | "scheme-b" | undefined;
    /** Default 1024. */
    readonly modulusLength?: number | undefined;
    /** w. Default: the variant's. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly demonstration: ShortExponentsDemonstration<SmallCrtExponents["options"]>;
}

const variant = choice("variant", "Variant", ["scheme-b", "scheme-a"], {
  "scheme-b": "Scheme B",
  "scheme-a": "Scheme A",
});

/** The calls of the bindings. */
export type SmallCrtExponentsGlue = AttackGlue<
  "smallCrtExponents",
  SmallCrtExponents,
  [crtExponentLength: number | undefined, ...Reporting],
  [params: GlueParams]
>;

export const smallCrtExponents: AttackDefinition<"small-crt-exponents", SmallCrtExponents, SmallCrtExponentsGlue> = {
  attack: {
    name: "small-crt-exponents",
    title: "Small lattice attack on short CRT exponents and a short e",
    breaks:
      "Keys of two primes whose CRT exponents have at most 0.4·(n − |e|) bits, or n/2 − ⅔·|e| if |e|, the length of e, is below 3n/8 bits. Schemes A and B as published are such keys.",
    needs: "The public key.",
    cost: "One lattice reduction in dimension 3, or two in dimensions 2 and 5 if e has fewer than 3n/8 bits: a second at most.",
    defense: "Use CRT exponents above that limit, with at least twice as many bits as the strength you need.",
    source: {
      authors: "Daniel Bleichenbacher, Alexander May",
      title: "New Attacks on RSA with Small Secret CRT-Exponents",
      publishedIn: "PKC 2006, LNCS 3958",
      year: 2006,
    },
    options: [numberOption("crtExponentLength", "Length to look for", "bits", 16, 8192)],
    demonstrationOptions: [
      variant,
      modulusLengthOf(1024),
      numberOption("crtExponentLength", "CRT exponent length w", "bits", 16, 8191),
    ],
  },
  optionNames: { crtExponentLength: true },
  demonstrationNames: { variant: true, modulusLength: true, crtExponentLength: true },
  run(glue, target, { crtExponentLength }, report) {
    checkWholeNumbers({ crtExponentLength });
    return glue.smallCrtExponents(...toKeyArguments(target), crtExponentLength, report);
  },
  demonstrate(glue, options, random, report) {
    const { modulusLength = 1024, crtExponentLength } = options;
    return glue.smallCrtExponentsDemonstration(
      toOpenParams({ variant: options.variant ?? variant.default, modulusLength, crtExponentLength }),
      random,
      report,
    );
  },
};
