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

/** A public key, and some bits of both its CRT exponents. */
export interface PartialExposureTarget extends PublicKeyNumbers {
  /** Which bits are known: the least significant (`low`) or the most significant (`high`). */
  readonly end: "low" | "high";
  /** How many bits of each CRT exponent are known, from 0 to w. */
  readonly knownBits: number;
  /** w, the length of the CRT exponents in bits, from 16 to n/2. A shorter exponent counts as padded with leading zeros. */
  readonly crtExponentLength: number;
  /** The known bits of d_p and d_q as numbers, in any order: `d % 2n ** knownBits` or `d >> (w - knownBits)`. */
  readonly crtExponentParts: readonly [bigint, bigint];
}

/** An attack with two small lattices on a key of whose CRT exponents some bits are known. */
export interface PartialExposure {
  readonly target: PartialExposureTarget;
  readonly options: object;
  readonly outcome: Outcome<
    {
      /** The larger comes first. */
      readonly primes: readonly [bigint, bigint];
      /** d modulo p − 1 for each prime p. */
      readonly crtExponents: readonly [bigint, bigint];
    },
    {
      /** How many bits of each CRT exponent were known. */
      readonly knownBits: number;
      /** How many bits of each the attack needs with these lengths. */
      readonly knownBitsNeeded: number;
      /** How often the lattice reductions swapped two vectors. */
      readonly swaps: number;
    }
  >;
  readonly demonstrationOptions: {
    /** 256 to 4096 bits. Default 1024. */
    readonly modulusLength?: number | undefined;
    /** Bits of e, from 16 to n/2 − 16. Default 3n/8. */
    readonly publicExponentLength?: number | undefined;
    /** w, from n/2 − |e| + 8 bits to the longest that the attack reaches. Default 0.273·n, or the nearest allowed length. */
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

/** The calls of the bindings. */
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
  low: "Lowest",
  high: "Highest",
});

export const partialExposure: AttackDefinition<"partial-exposure", PartialExposure, PartialExposureGlue> = {
  attack: {
    name: "partial-exposure",
    title: "Known bits of both CRT exponents",
    breaks:
      "Keys of two primes with an e shorter than N, once some bits of d_p and d_q are known. At n = 1024 with an e of 384 bits, " +
      "the highest 84 or the lowest 132 of 280 bits are enough. Keys with an e as long as N need the larger lattices of the papers.",
    needs: "The public key, and the lowest or highest bits of both CRT exponents, such as a side channel reveals.",
    cost: "Lattices of dimension 5 at most: less than a second at 1024 bits, or seconds if it takes another lattice to complete a prime.",
    defense:
      "Let no bit of a private key leak: use blinding and constant-time code, and wipe keys. An e as long as N helps too.",
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
      numberOption("crtExponentLength", "CRT exponent length w", "bits", 24, 2048),
      end,
      numberOption("knownBits", "Number of known bits", "bits", 0, 2048),
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
      throw invalid("crtExponentParts", `must have 2 items, got ${crtExponentParts.length}`);
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
