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
    /** d modulo each prime less one. */
    readonly crtExponents: readonly bigint[];
  },
  {
    /** The length in bits that the lattice was weighed for. */
    readonly crtExponentLength: number;
    /** The longest CRT exponents that the attack reaches with this modulus and public exponent, in bits. */
    readonly longestCrtExponent: number;
    /** How often the reductions exchanged two vectors. */
    readonly swaps: number;
  }
>;

/** A key with short CRT exponents. */
export type ShortExponentsDemonstration<Options extends object> = DemonstrationOf<
  PublicKeyNumbers,
  Options,
  { readonly crtExponents: readonly bigint[] }
>;

/** Short CRT exponents with an e well below N: a lattice of dimension 3. */
export interface SmallCrtExponents {
  readonly target: PublicKeyNumbers;
  readonly options: {
    /** The length in bits that the lattice is weighed for, 16 to n/2. Default: the longest that the attack reaches. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly outcome: ShortExponentsOutcome;
  readonly demonstrationOptions: {
    /** Default `scheme-b`: a key of `scheme-a` takes longer to make than to break. */
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

/** Its calls of the bindings. */
export type SmallCrtExponentsGlue = AttackGlue<
  "smallCrtExponents",
  SmallCrtExponents,
  [crtExponentLength: number | undefined, ...Reporting],
  [params: GlueParams]
>;

export const smallCrtExponents: AttackDefinition<"small-crt-exponents", SmallCrtExponents, SmallCrtExponentsGlue> = {
  attack: {
    name: "small-crt-exponents",
    title: "Small lattice for short CRT exponents and short e",
    breaks:
      "Two primes with CRT exponents of at most 0.4·(n − |e|) bits, where e has |e|; with e below 3n/8 bits, of n/2 − ⅔·|e|: Schemes A and B as published.",
    needs: "The public key.",
    cost: "One reduction of a lattice of dimension 3, with e below 3n/8 bits of 2 and of 5: a second at most.",
    defence: "CRT exponents beyond that line, and of twice as many bits as the strength asks for.",
    source: {
      authors: "Daniel Bleichenbacher, Alexander May",
      title: "New Attacks on RSA with Small Secret CRT-Exponents",
      publishedIn: "PKC 2006, LNCS 3958",
      year: 2006,
    },
    options: [numberOption("crtExponentLength", "CRT exponents to look for", "bits", 16, 8192)],
    demonstrationOptions: [
      variant,
      modulusLengthOf(1024),
      numberOption("crtExponentLength", "CRT exponents w", "bits", 16, 8191),
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
