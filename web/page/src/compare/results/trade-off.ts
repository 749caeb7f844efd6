import type { KeyParams } from "rsa-variants";
import { theoreticalEncryptionMultiplications, theoreticalSpeedup } from "rsa-variants/theory";
import type { Assessor } from "../../core/security/assessor.ts";
import type { Row } from "./rows.ts";

/** Keys with a public exponent of some length, at the shortest w of their kind; costs are multiples of those of CRT with e = 65537. */
export interface Balance {
  /** |e|, bits. */
  readonly publicExponentLength: number;
  /** w, bits. */
  readonly crtExponentLength: number;
  readonly encrypt: number;
  readonly decrypt: number;
}

/** A row's place among them. */
export interface PlacedRow {
  readonly row: Row;
  readonly encrypt: number;
  readonly decrypt: number;
  /** Whether both costs were measured, not computed. */
  readonly isMeasured: boolean;
}

export interface TradeOff {
  /** Just out of reach of what breaks keys in practice or in theory: below, keys are broken. */
  readonly unbroken: readonly Balance[];
  /** The fastest keys that are acceptable; empty where no length makes them so, as at 1024 bits. */
  readonly acceptable: readonly Balance[];
}

/** Lengths of e at which the two lines are computed. */
const stops = 28;

/**
 * What a longer public exponent buys, at one length of the modulus, two primes: for each |e| the shortest w that is not broken, and
 * the shortest that is acceptable, after Galbraith, Heneghan, McKee 2005. An e of two ones is taken, which encrypts fastest.
 */
export function tradeOffAt(modulusLength: number, assess: Assessor): TradeOff {
  const [shortest, longest] = [17, modulusLength];
  const lengths = Array.from({ length: stops }, (_, stop) =>
    Math.round(shortest * (longest / shortest) ** (stop / (stops - 1))),
  );
  const line = (verdicts: readonly string[]) =>
    lengths.flatMap((publicExponentLength): Balance[] => {
      const w = shortestExponent(modulusLength, publicExponentLength, assess, verdicts);
      if (w === undefined) return [];
      const encrypt = publicExponentLength / multiplicationsOfCrt;
      return [{ publicExponentLength, crtExponentLength: w, encrypt, decrypt: (2 * w) / modulusLength }];
    });
  return { unbroken: line(["weak", "acceptable", "good"]), acceptable: line(["acceptable", "good"]) };
}

const multiplicationsOfCrt = theoreticalEncryptionMultiplications({ variant: "crt", modulusLength: 2048 });

/** The least w with one of these verdicts, to 4 bits; verdicts get no worse with a longer w. */
function shortestExponent(
  modulusLength: number,
  publicExponentLength: number,
  assess: Assessor,
  verdicts: readonly string[],
): number | undefined {
  const isEnough = (w: number) => {
    const params = { variant: "rebalanced", modulusLength, crtExponentLength: w } as const;
    const answer = assess({ params, publicExponentLength });
    return "assessment" in answer && verdicts.includes(answer.assessment.verdict);
  };
  let most = Math.floor(modulusLength / 2);
  if (!isEnough(most)) return undefined;
  let least = 16;
  while (most - least > 4) {
    const middle = (least + most) >> 1;
    if (isEnough(middle)) most = middle;
    else least = middle;
  }
  return most;
}

/** Where the rows with two primes and CRT are: as measured where both directions were, of them and of CRT, else as in theory. */
export function placeRows(rows: readonly Row[]): PlacedRow[] {
  const ofTwoPrimes = rows.filter(({ resolved }) => resolved !== undefined && isOnTheCurve(resolved.params));
  const crt = ofTwoPrimes.find(({ resolved }) => resolved?.params.variant === "crt");
  return ofTwoPrimes.flatMap((row): PlacedRow[] => {
    const { resolved } = row;
    if (resolved === undefined || resolved.problem !== undefined) return [];
    const measured = (operation: "encrypt" | "decrypt") => {
      const [own, unit] = [row.summaries[operation]?.median, crt?.summaries[operation]?.median];
      return own === undefined || unit === undefined ? undefined : own / unit;
    };
    const [encrypt, decrypt] = [measured("encrypt"), measured("decrypt")];
    if (encrypt !== undefined && decrypt !== undefined) return [{ row, encrypt, decrypt, isMeasured: true }];
    const { params } = resolved;
    return [
      {
        row,
        encrypt: theoreticalEncryptionMultiplications(params) / multiplicationsOfCrt,
        decrypt: 1 / theoreticalSpeedup(params, "crt"),
        isMeasured: false,
      },
    ];
  });
}

function isOnTheCurve({ variant }: KeyParams): boolean {
  return ["crt", "rebalanced", "scheme-a", "scheme-b", "tunable"].includes(variant);
}
