import { generatorSeed } from "../../params.js";
import { checkWholeNumbers, toKeyArguments } from "../arguments.js";
import {
  type AttackDefinition,
  attackNames,
  type Demonstrate,
  type DemonstrationOf,
  type Drawing,
  demonstrationNames,
  type Outcome,
  type PublicKeyNumbers,
  type Run,
  type SeedOptions,
} from "../attack.js";

/** Short CRT exponents of three primes with a short e: two small lattices, and the factors of a short number between them. */
export interface SeveralCrtExponents {
  readonly target: PublicKeyNumbers;
  readonly options: SeedOptions & {
    /** The mean length in bits that the lattice is weighed for. Default: the longest that the attack reaches. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly outcome: Outcome<
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
  readonly demonstrationOptions: {
    /** 384 to 4096 bits. Default 2048. */
    readonly modulusLength?: number | undefined;
    /** Bits of e, from n/6 to n/3 − 16. Default n/4. */
    readonly publicExponentLength?: number | undefined;
    /** w, from n/3 − |e| + 8 to n/3 bits. Default 0.117·n. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<
    PublicKeyNumbers,
    SeveralCrtExponents["options"],
    { readonly crtExponents: readonly bigint[] }
  >;
}

/** Its calls of the bindings. */
export interface SeveralCrtExponentsGlue {
  severalCrtExponents: Run<SeveralCrtExponents, [crtExponentLength: number | undefined, ...Drawing]>;
  severalCrtExponentsDemonstration: Demonstrate<
    SeveralCrtExponents,
    [modulusLength: number, publicExponentLength: number | undefined, crtExponentLength: number | undefined]
  >;
}

export const severalCrtExponents: AttackDefinition<
  "several-crt-exponents",
  SeveralCrtExponents,
  SeveralCrtExponentsGlue
> = {
  attack: {
    name: "several-crt-exponents",
    title: "Small lattices for short CRT exponents of three primes and short e",
    breaks:
      "Three primes with CRT exponents below 8/27·n − 2/3·|e| bits, where e has about n/5 to n/3 bits (a heuristic line): " +
      "imported R-Prime keys. Keys of this library have an e as long as N, which is out of reach.",
    needs: "The public key.",
    cost: "Two lattices of small dimension, and the factors of a number of some 200 bits: seconds.",
    defence: "An e of at least n/2 bits. Keys that this library makes have one of n.",
    source: {
      authors: "M. Jason Hinek",
      title: "On the Security of Multi-prime RSA (small CRT exponents; this lattice is derived here)",
      publishedIn: "Technical report CACR 2006-16, University of Waterloo",
      year: 2006,
    },
    options: [
      {
        kind: "number",
        name: "crtExponentLength",
        title: "CRT exponents to look for",
        unit: "bits",
        least: 16,
        most: 5461,
      },
    ],
    demonstrationOptions: [
      {
        kind: "number",
        name: "modulusLength",
        title: "Modulus length n",
        unit: "bits",
        least: 384,
        most: 4096,
        default: 2048,
      },
      { kind: "number", name: "publicExponentLength", title: "Length of e", unit: "bits", least: 64, most: 1349 },
      { kind: "number", name: "crtExponentLength", title: "CRT exponents w", unit: "bits", least: 16, most: 1365 },
    ],
  },
  optionNames: { ...attackNames, seed: true, crtExponentLength: true },
  demonstrationNames: {
    ...demonstrationNames,
    modulusLength: true,
    publicExponentLength: true,
    crtExponentLength: true,
  },
  run(glue, target, { crtExponentLength, seed }, report) {
    checkWholeNumbers({ crtExponentLength });
    return glue.severalCrtExponents(...toKeyArguments(target), crtExponentLength, generatorSeed(seed), report);
  },
  demonstrate(glue, { modulusLength = 2048, publicExponentLength, crtExponentLength }, random, report) {
    checkWholeNumbers({ modulusLength, publicExponentLength, crtExponentLength });
    return glue.severalCrtExponentsDemonstration(
      modulusLength,
      publicExponentLength,
      crtExponentLength,
      random,
      report,
    );
  },
};
