import { hasParam, type Variant } from "../variants.js";
import type { SourceId } from "./sources.js";

/** The quantity that a figure gives. */
export type PublishedQuantity = "key-generation" | "encrypt" | "decrypt" | "speedup-over-original" | "speedup-over-crt";

/** Milliseconds, or a ratio. */
export type PublishedUnit = "ms" | "ratio";

/** Whether a figure was measured or computed from a formula. */
export type PublishedKind = "measured" | "theory";

/** One figure of a paper. Speed-ups are of the private operation. */
export interface PublishedFigure {
  /** The paper. */
  readonly source: SourceId;
  /** The table or section of the paper. */
  readonly table: string;
  /** The variant that was measured or computed. */
  readonly variant: Variant;
  /** n, bits. */
  readonly modulusLength: number;
  /** r, if the variant uses it. */
  readonly primes?: number;
  /** w, bits, if the variant uses it. */
  readonly crtExponentLength?: number;
  /** b, if the variant uses it. */
  readonly batchSize?: number;
  /** c, the characters of a piece, if the figure is for a file that is encrypted in pieces. */
  readonly characters?: number;
  /** What the figure gives. */
  readonly quantity: PublishedQuantity;
  /** The unit of `value`. */
  readonly unit: PublishedUnit;
  /** The figure as printed. */
  readonly value: number;
  /** Whether it was measured or computed. */
  readonly kind: PublishedKind;
  /** The number of operations that `value` covers. */
  readonly operations: number;
}

type Details = Pick<PublishedFigure, "primes" | "crtExponentLength" | "batchSize">;

/** The values of r, w and b that a variant uses. */
function details(variant: Variant, primes: number, crtExponentLength: number, batchSize?: number): Details {
  return {
    ...(hasParam(variant, "primes") ? { primes } : {}),
    ...(hasParam(variant, "crtExponentLength") ? { crtExponentLength } : {}),
    ...(hasParam(variant, "batchSize") && batchSize !== undefined ? { batchSize } : {}),
  };
}

function ratio(figure: Omit<PublishedFigure, "unit" | "operations">): PublishedFigure {
  return { ...figure, unit: "ratio", operations: 1 };
}

function milliseconds(figure: Omit<PublishedFigure, "unit" | "kind" | "operations">, operations = 1): PublishedFigure {
  return { ...figure, unit: "ms", kind: "measured", operations };
}

// Hansen, Larsen, Olsen 2009: n 1024, r 3, w 160. [decrypt ms, speed-up measured, speed-up approximated]
const hansen: readonly (readonly [Variant, number, number, number])[] = [
  ["original", 2098, 1.0, 1.0],
  ["crt", 558, 3.8, 4.0],
  ["multi-prime", 283, 7.4, 9.0],
  ["multi-power", 210, 10.0, 13.5],
  ["rebalanced", 187, 11.2, 12.8],
  ["r-prime", 151, 13.9, 19.2],
];

function hansenFigures(): PublishedFigure[] {
  const base = { source: "hansen-2009", table: "section IV", modulusLength: 1024 } as const;
  return [
    milliseconds({ ...base, variant: "original", quantity: "encrypt", value: 29 }),
    ...hansen.flatMap(([variant, decrypt, measured, approximated]) => {
      const row = { ...base, variant, ...details(variant, 3, 160) };
      return [
        milliseconds({ ...row, quantity: "decrypt", value: decrypt }),
        ratio({ ...row, quantity: "speedup-over-original", value: measured, kind: "measured" }),
        ratio({ ...row, quantity: "speedup-over-original", value: approximated, kind: "theory" }),
      ];
    }),
  ];
}

// Paixão, Gazzoni Filho 2005: k 3, s 160, b 4. [theory, table 1] and [measured, table 2] at 768, 1024, 2048 bits.
type Three = readonly [number, number, number];
const paixaoLengths: Three = [768, 1024, 2048];
const paixao: readonly (readonly [Variant, Three, Three])[] = [
  ["batch", [4, 4, 4], [2.47, 2.78, 3.42]],
  ["multi-prime", [2.25, 2.25, 2.25], [1.95, 1.89, 1.97]],
  ["multi-power", [3.37, 3.37, 3.37], [2.49, 2.54, 2.79]],
  ["rebalanced", [2.4, 3.2, 6.4], [2.52, 3.02, 5.98]],
  ["r-prime", [3.6, 4.8, 9.6], [3.0, 3.88, 7.83]],
];

function paixaoFigures(): PublishedFigure[] {
  const overCrt = paixao.flatMap(([variant, theory, measured]) =>
    paixaoLengths.flatMap((modulusLength, i) => {
      const row = {
        source: "paixao-2005",
        variant,
        modulusLength,
        // Section 5.2 describes batch with more primes, but the figures are for two: the theoretical 4 is b·r²/4 with r = 2.
        ...details(variant, hasParam(variant, "batchSize") ? 2 : 3, 160, 4),
        quantity: "speedup-over-crt",
      } as const;
      return [
        ratio({ ...row, table: "table 1", value: theory[i] ?? Number.NaN, kind: "theory" }),
        ratio({ ...row, table: "table 2", value: measured[i] ?? Number.NaN, kind: "measured" }),
      ];
    }),
  );
  const overOriginal = [3.24, 3.32, 3.47].map((value, i) =>
    ratio({
      source: "paixao-2005",
      table: "section 2",
      variant: "crt",
      modulusLength: paixaoLengths[i] ?? Number.NaN,
      quantity: "speedup-over-original",
      value,
      kind: "measured",
    }),
  );
  const rPrime = ratio({
    source: "paixao-2005",
    table: "section 5.2",
    variant: "r-prime",
    modulusLength: 2048,
    ...details("r-prime", 3, 160),
    quantity: "speedup-over-original",
    value: 27.2,
    kind: "measured",
  });
  return [...overCrt, ...overOriginal, rPrime];
}

// Biswas, Bandyopadhyay, Banerjee 2003: seconds for a file of 10,000 characters, in pieces of the given number of characters.
const biswasCharacters = 10_000;
const biswasPieces: readonly (readonly [characters: number, encrypt: number, decrypt: number])[] = [
  [1, 5.068153, 254.349886],
  [25, 0.219304, 11.367492],
  [50, 0.128547, 6.293279],
  [75, 0.096291, 4.419277],
  [100, 0.078851, 3.365591],
];
const biswasLengths: readonly (readonly [
  n: number,
  characters: number,
  keys: number,
  encrypt: number,
  decrypt: number,
])[] = [
  [512, 50, 0.057984, 0.054362, 0.90318],
  [768, 75, 0.194653, 0.065302, 2.098904],
  [1024, 100, 0.465994, 0.078851, 3.365591],
  [1280, 125, 0.657473, 0.089712, 4.437929],
  [1536, 150, 1.613467, 0.105439, 5.804798],
  [1792, 175, 2.057411, 0.116585, 7.430849],
  [2048, 200, 4.052181, 0.126361, 9.001286],
];

function biswasFigures(): PublishedFigure[] {
  const inMilliseconds = (seconds: number): number => Math.round(seconds * 1e9) / 1e6;
  const file = (table: string, modulusLength: number, characters: number, encrypt: number, decrypt: number) => {
    const row = { source: "biswas-2003", table, variant: "original", modulusLength, characters } as const;
    const operations = Math.ceil(biswasCharacters / characters);
    return [
      milliseconds({ ...row, quantity: "encrypt", value: inMilliseconds(encrypt) }, operations),
      milliseconds({ ...row, quantity: "decrypt", value: inMilliseconds(decrypt) }, operations),
    ];
  };
  return [
    ...biswasPieces.flatMap(([characters, encrypt, decrypt]) =>
      file("section 6.1", 1024, characters, encrypt, decrypt),
    ),
    ...biswasLengths.flatMap(([modulusLength, characters, keys, encrypt, decrypt]) => [
      milliseconds({
        source: "biswas-2003",
        table: "section 6.2",
        variant: "original",
        modulusLength,
        quantity: "key-generation",
        value: inMilliseconds(keys),
      }),
      ...file("section 6.2", modulusLength, characters, encrypt, decrypt),
    ]),
  ];
}

// IJAFRC 2014, table 1, ms. Below 1024 bits the clock's step of about 16 ms is visible; at 128 bits every figure is 0.
const ijafrc: readonly (readonly [n: number, Variant, encrypt: number, decrypt: number])[] = [
  [128, "original", 0, 0],
  [128, "crt", 0, 0],
  [128, "rebalanced", 0, 0],
  [256, "original", 0, 31],
  [256, "crt", 3.75, 3.75],
  [256, "rebalanced", 34, 13],
  [512, "original", 0, 18.8],
  [512, "crt", 3, 6.2],
  [512, "rebalanced", 37.6, 5.2],
  [1024, "original", 34.2, 138.2],
  [1024, "crt", 37.8, 37.4],
  [1024, "rebalanced", 137.4, 19],
  [1024, "scheme-a", 31.2, 40.4],
  [1024, "scheme-b", 84.6, 37.4],
  [2048, "original", 225, 672],
  [2048, "crt", 281.4, 227.8],
  [2048, "rebalanced", 649.8, 31],
];

function ijafrcFigures(): PublishedFigure[] {
  return ijafrc.flatMap(([modulusLength, variant, encrypt, decrypt]) => {
    // The paper gives w only for 1024 bits; below 320 bits, 160 would not even fit into n/2.
    const w = variant === "scheme-b" ? 198 : 160;
    const lengths = modulusLength === 1024 ? details(variant, 2, w) : {};
    const row = { source: "ijafrc-2014", table: "table 1", variant, modulusLength, ...lengths } as const;
    return [
      milliseconds({ ...row, quantity: "encrypt", value: encrypt }),
      milliseconds({ ...row, quantity: "decrypt", value: decrypt }),
    ];
  });
}

/**
 * Every figure that the papers print, in the papers' order. `sources` describes the papers.
 *
 * @example
 * ```ts
 * import { published } from "rsa-variants/theory";
 * const measured = published.filter(
 *   (figure) => figure.variant === "r-prime" && figure.quantity === "speedup-over-crt" && figure.kind === "measured",
 * );
 * console.log(measured.map((figure) => [figure.modulusLength, figure.value])); // [ [ 768, 3 ], [ 1024, 3.88 ], [ 2048, 7.83 ] ]
 * ```
 */
export const published: readonly PublishedFigure[] = /* @__PURE__ */ Object.freeze([
  ...hansenFigures(),
  ...paixaoFigures(),
  ...biswasFigures(),
  ...ijafrcFigures(),
]);
