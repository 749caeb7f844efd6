import type { Assessor } from "@rsa-variants/measure/run/assessor";
import type { Row } from "@rsa-variants/measure/run/rows";
import { factsOf, hasParam, type Variant } from "rsa-variants";
import type { Verdict } from "rsa-variants/security";
import { theoreticalEncryptionMultiplications, theoreticalSpeedup } from "rsa-variants/theory";
import { verdicts } from "../../ui/verdicts.tsx";

/** The costs of both directions, as multiples of those of CRT with e = 65537. */
export interface Costs {
  readonly encrypt: number;
  readonly decrypt: number;
}

/** Keys with a public exponent of some length and the shortest w of their kind. */
export interface Balance extends Costs {
  /** |e|, bits. */
  readonly publicExponentLength: number;
  /** w, bits. */
  readonly crtExponentLength: number;
}

/**
 * The fastest keys of a verdict, by the length of e: none if no w is enough, as at 1024 bits. Keys with short private exponents are
 * never good, because they are less studied.
 */
export type Borders = Readonly<Record<"weak" | "acceptable", readonly Balance[]>>;

/** Lengths of e at which the borders are computed. */
const stops = 28;

/**
 * What a longer public exponent gains, for two primes: for each |e| the shortest w that is not broken, and the shortest that is
 * acceptable, after Galbraith, Heneghan, McKee 2005. e has two ones, which encrypts fastest.
 */
export function bordersAt(modulusLength: number, assess: Assessor): Borders {
  const [shortest, longest] = [17, modulusLength];
  const lengths = Array.from({ length: stops }, (_, stop) =>
    Math.round(shortest * (longest / shortest) ** (stop / (stops - 1))),
  );
  /** The least w with this verdict or a better one, to 4 bits; verdicts get no worse with a longer w. */
  const shortestExponent = (publicExponentLength: number, least: Verdict) => {
    const isEnough = (w: number) => {
      const params = { variant: "rebalanced", modulusLength, crtExponentLength: w } as const;
      const { assessment } = assess({ params, publicExponentLength });
      return assessment !== undefined && verdicts.indexOf(assessment.verdict) >= verdicts.indexOf(least);
    };
    let most = Math.floor(modulusLength / 2);
    if (!isEnough(most)) return undefined;
    let under = 16;
    while (most - under > 4) {
      const middle = (under + most) >> 1;
      if (isEnough(middle)) most = middle;
      else under = middle;
    }
    return most;
  };
  const border = (least: keyof Borders) =>
    lengths.flatMap((publicExponentLength): Balance[] => {
      const w = shortestExponent(publicExponentLength, least);
      if (w === undefined) return [];
      const encrypt = publicExponentLength / multiplicationsOfCrt;
      return [{ publicExponentLength, crtExponentLength: w, encrypt, decrypt: (2 * w) / modulusLength }];
    });
  return { weak: border("weak"), acceptable: border("acceptable") };
}

const multiplicationsOfCrt = theoreticalEncryptionMultiplications({ variant: "crt", modulusLength: 2048 });

/** A row among the regions; as measured only if both directions were, of the row and of CRT. */
export type PlacedRow = ReturnType<typeof placeRows>[number];

/** Whether a variant has two primes always, and an exponent for each. */
const hasTwoPrimes = (variant: Variant) => factsOf(variant).powers === "each-prime" && !hasParam(variant, "primes");

/** Where the rows with two primes are, in theory and as measured. */
export function placeRows(rows: readonly Row[]) {
  const ofTwoPrimes = rows.filter(({ resolved }) => resolved !== undefined && hasTwoPrimes(resolved.variant));
  const crt = ofTwoPrimes.find(
    ({ resolved }) => resolved !== undefined && !hasParam(resolved.variant, "crtExponentLength"),
  );
  return ofTwoPrimes.flatMap((row) => {
    const { resolved } = row;
    if (resolved === undefined || resolved.problem !== undefined) return [];
    const costOf = (operation: keyof Costs) => {
      const [own, unit] = [row.summaries[operation]?.time, crt?.summaries[operation]?.time];
      return own === undefined || unit === undefined ? undefined : own / unit;
    };
    const [encrypt, decrypt] = [costOf("encrypt"), costOf("decrypt")];
    const theory = {
      encrypt: theoreticalEncryptionMultiplications(resolved.params) / multiplicationsOfCrt,
      decrypt: 1 / theoreticalSpeedup(resolved.params, "crt"),
    };
    const isMeasured = encrypt !== undefined && decrypt !== undefined;
    return [{ row, theory, ...(isMeasured ? { measured: { encrypt, decrypt } } : {}) }];
  });
}
