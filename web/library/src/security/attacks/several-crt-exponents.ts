import { generatorSeed } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkWholeNumbers,
  type Drawing,
  numberOption,
  type PublicKeyNumbers,
  type SeedOptions,
  toKeyArguments,
} from "../attack.js";
import type { ShortExponentsDemonstration, ShortExponentsOutcome } from "./small-crt-exponents.js";

/**
 * An attack on short CRT exponents of three primes with a short e: two small lattices, and factoring a short number in between.
 */
export interface SeveralCrtExponents {
  readonly target: PublicKeyNumbers;
  readonly options: SeedOptions & {
    /** The mean length in bits of the CRT exponents to look for. Default: the longest that the attack reaches. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly outcome: ShortExponentsOutcome;
  readonly demonstrationOptions: {
    /** 384 to 4096 bits. Default 2048. */
    readonly modulusLength?: number | undefined;
    /** Bits of e, from n/6 to n/3 − 16. Default n/4. */
    readonly publicExponentLength?: number | undefined;
    /** w, from n/3 − |e| + 8 to n/3 bits. Default 0.117·n. */
    readonly crtExponentLength?: number | undefined;
  };
  readonly demonstration: ShortExponentsDemonstration<SeveralCrtExponents["options"]>;
}

/** The calls of the bindings. */
export type SeveralCrtExponentsGlue = AttackGlue<
  "severalCrtExponents",
  SeveralCrtExponents,
  [crtExponentLength: number | undefined, ...Drawing],
  [modulusLength: number, publicExponentLength: number | undefined, crtExponentLength: number | undefined]
>;

export const severalCrtExponents: AttackDefinition<
  "several-crt-exponents",
  SeveralCrtExponents,
  SeveralCrtExponentsGlue
> = {
  attack: {
    name: "several-crt-exponents",
    title: "Small lattice attack on short CRT exponents of three primes and a short e",
    breaks:
      "Keys of three primes whose CRT exponents have fewer than 8/27·n − 2/3·|e| bits, with an e of |e| = n/5 to n/3 bits (a heuristic " +
      "limit): imported R-Prime keys. Keys made by this library have an e as long as N, which is out of reach.",
    needs: "The public key.",
    cost: "Two lattices of small dimension, and factoring a number of about 200 bits: seconds.",
    defense: "Use an e of at least n/2 bits. Keys made by this library have an e of n bits.",
    source: {
      authors: "M. Jason Hinek",
      title: "On the Security of Multi-prime RSA (small CRT exponents; this lattice is derived here)",
      publishedIn: "Technical report CACR 2006-16, University of Waterloo",
      year: 2006,
    },
    options: [numberOption("crtExponentLength", "Length to look for", "bits", 16, 5461)],
    demonstrationOptions: [
      numberOption("modulusLength", "Modulus length n", "bits", 384, 4096, 2048),
      numberOption("publicExponentLength", "Length of e", "bits", 64, 1349),
      numberOption("crtExponentLength", "CRT exponent length w", "bits", 16, 1365),
    ],
  },
  optionNames: { seed: true, crtExponentLength: true },
  demonstrationNames: {
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
