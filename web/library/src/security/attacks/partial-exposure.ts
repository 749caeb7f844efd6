import { invalid } from "../../errors.js";
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
  toNumbers,
} from "../attack.js";

/** A public key, and bits of both CRT exponents of its owner. */
export interface PartialExposureTarget extends PublicKeyNumbers {
  /** Which bits are known: the least significant ones, or the most significant ones. */
  readonly end: "low" | "high";
  /** How many bits of each CRT exponent are known, from 0 to w. */
  readonly knownBits: number;
  /** w, the length of the CRT exponents in bits, from 16 to n/2. A shorter exponent has zeros above. */
  readonly crtExponentLength: number;
  /** The known bits of d_p and d_q as numbers, in any order: `d % 2n ** knownBits`, or `d >> (w - knownBits)`. */
  readonly crtExponentParts: readonly [bigint, bigint];
}

/** Part of the bits of both CRT exponents: two small lattices. */
export interface PartialExposure {
  readonly target: PartialExposureTarget;
  readonly options: object;
  readonly outcome: Outcome<
    {
      /** The greater first. */
      readonly primes: readonly [bigint, bigint];
      /** d modulo each prime less one. */
      readonly crtExponents: readonly [bigint, bigint];
    },
    {
      /** How many bits of each CRT exponent were known. */
      readonly knownBits: number;
      /** How many bits of each the attack needs with these lengths. */
      readonly knownBitsNeeded: number;
      /** How often the reductions exchanged two vectors. */
      readonly swaps: number;
    }
  >;
  readonly demonstrationOptions: {
    /** 256 to 4096 bits. Default 1024. */
    readonly modulusLength?: number | undefined;
    /** Bits of e, from 16 to n/2 − 16. Default 3n/8. */
    readonly publicExponentLength?: number | undefined;
    /** w, from n/2 − |e| + 8 bits to the longest that the attack reaches. Default 0.273·n, or the nearest to it. */
    readonly crtExponentLength?: number | undefined;
    /** Which bits are known. Default `low`. */
    readonly end?: "low" | "high" | undefined;
    /** How many bits of each CRT exponent are known, from 0 to w. Default: as many as the attack needs. */
    readonly knownBits?: number | undefined;
  };
  readonly demonstration: DemonstrationOf<
    PartialExposureTarget,
    object,
    { readonly crtExponents: readonly [bigint, bigint] }
  >;
}

/** Its calls of the bindings. */
export type PartialExposureGlue = AttackGlue<
  "partialExposure",
  PartialExposure,
  [
    end: string,
    knownBits: number,
    crtExponentLength: number,
    firstPart: Uint8Array,
    secondPart: Uint8Array,
    ...Reporting,
  ],
  [
    modulusLength: number,
    publicExponentLength: number | undefined,
    crtExponentLength: number | undefined,
    end: string,
    knownBits: number | undefined,
  ]
>;

const end = choice("end", "Known bits", ["low", "high"], {
  low: "The lowest",
  high: "The highest",
});

export const partialExposure: AttackDefinition<"partial-exposure", PartialExposure, PartialExposureGlue> = {
  attack: {
    name: "partial-exposure",
    title: "Part of the bits of both CRT exponents",
    breaks:
      "Two primes and an e shorter than N, once a part of the bits of d_p and d_q is known: with e of 384 bits at n = 1024, " +
      "84 high or 132 low bits of 280. Keys with an e as long as N need the larger lattices of the papers.",
    needs: "The public key, and the low or the high bits of both CRT exponents, as side channels give them away.",
    cost: "Lattices of dimension at most 5: less than a second at 1024 bits, seconds where a prime is completed by another lattice.",
    defence:
      "No bit of a private key may leak: blinding, constant time, and keys that are wiped. An e as long as N helps too.",
    source: {
      authors: "Alexander May, Julian Nowakowski, Santanu Sarkar",
      title: "Partial Key Exposure Attack on Short Secret Exponent CRT-RSA (these smaller lattices are derived here)",
      publishedIn: "Asiacrypt 2021",
      year: 2021,
    },
    options: [],
    demonstrationOptions: [
      numberOption("modulusLength", "Modulus length n", "bits", 256, 4096, 1024),
      numberOption("publicExponentLength", "Length of e", "bits", 16, 2032),
      numberOption("crtExponentLength", "CRT exponents w", "bits", 24, 2048),
      end,
      numberOption("knownBits", "Known bits of each", "bits", 0, 2048),
    ],
  },
  optionNames: {},
  demonstrationNames: {
    modulusLength: true,
    publicExponentLength: true,
    crtExponentLength: true,
    end: true,
    knownBits: true,
  },
  run(glue, target, _options, report) {
    const key = toKeyArguments(target);
    const { end: known, knownBits, crtExponentLength, crtExponentParts } = target;
    checkChoice(end, known);
    checkWholeNumber("knownBits", knownBits);
    checkWholeNumber("crtExponentLength", crtExponentLength);
    const [first, second, ...rest] = toNumbers("crtExponentParts", crtExponentParts);
    if (first === undefined || second === undefined || rest.length > 0) {
      throw invalid("crtExponentParts", `must be 2, got ${crtExponentParts.length}`);
    }
    return glue.partialExposure(...key, known, knownBits, crtExponentLength, first, second, report);
  },
  demonstrate(glue, options, random, report) {
    const {
      modulusLength = 1024,
      publicExponentLength,
      crtExponentLength,
      end: known = end.default,
      knownBits,
    } = options;
    checkChoice(end, known);
    checkWholeNumbers({ modulusLength, publicExponentLength, crtExponentLength, knownBits });
    return glue.partialExposureDemonstration(
      modulusLength,
      publicExponentLength,
      crtExponentLength,
      known,
      knownBits,
      random,
      report,
    );
  },
};
