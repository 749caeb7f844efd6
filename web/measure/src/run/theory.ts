import { factsOf, type KeyParams } from "rsa-variants";
import {
  type PublishedFigure as LibraryFigure,
  published,
  type SourceId,
  theoreticalEncryptionMultiplications,
  theoreticalSpeedup,
} from "rsa-variants/theory";
import type { Operation } from "../tasks/protocol.ts";
import { letters } from "../text/params.ts";

/** The published figures with these properties. */
export function publishedWith(wanted: Partial<LibraryFigure>): LibraryFigure[] {
  const properties = Object.entries(wanted);
  return published.filter((each) => properties.every(([name, value]) => each[name as keyof typeof each] === value));
}

/** A published, measured speed-up over the original variant, joined to a row of the table. */
export interface PublishedFigure {
  readonly value: number;
  readonly source: SourceId;
  /** The table or section of the paper, and how the figure follows from it when it is not printed there. */
  readonly table: string;
  /** The published parameters where they are not those of the row ("n 1024, w 160"). */
  readonly difference?: string;
}

/** What papers count their speed-ups from. */
export type TheoreticalBase = "original" | "crt";

/**
 * What theory expects: how many times as fast as the original variant, or CRT, with the same modulus length. Undefined for key
 * generation, for which the papers give no formula.
 */
export function theoreticalSpeedUp(
  operation: Operation,
  params: KeyParams,
  publicExponent: bigint,
  base: TheoreticalBase = "original",
): number | undefined {
  if (operation === "decrypt") return theoreticalSpeedup(params, base);
  if (operation === "keygen") return undefined;
  return plainMultiplications(params, publicExponent) / theoreticalEncryptionMultiplications(params);
}

/** Those of an encryption with the plain variant, and with CRT, which encrypts in the same way. */
function plainMultiplications({ modulusLength }: KeyParams, publicExponent: bigint): number {
  return theoreticalEncryptionMultiplications({ variant: "original", modulusLength, publicExponent });
}

/** How the speed-up in theory is computed: "n·r/w", and for encryption the multiplications of both, "17/3072". */
export function formulaOf(operation: Operation, params: KeyParams, publicExponent: bigint): string {
  if (operation === "keygen") return "";
  if (operation === "decrypt") return speedupFormula(params.variant);
  const [plain, own] = [plainMultiplications(params, publicExponent), theoreticalEncryptionMultiplications(params)];
  return plain === own ? "1" : `${plain}/${Math.round(own)}`;
}

const superscripts: Readonly<Record<number, string>> = { 1: "", 2: "²", 3: "³" };

/** The formula of a variant's theoretical speed-up: "n·r/w". */
export function speedupFormula(variant: KeyParams["variant"]): string {
  const { factor, ...exponents } = factsOf(variant).speedup;
  const powers = (Object.entries(exponents) as [keyof typeof exponents, number][]).map(([name, exponent]) => ({
    exponent,
    text: `${letters[name]}${superscripts[Math.abs(exponent)]}`,
  }));
  const above = powers.filter(({ exponent }) => exponent > 0).map(({ text }) => text);
  const below = powers.filter(({ exponent }) => exponent < 0).map(({ text }) => text);
  const number = factor > 1 || (above.length === 0 && factor === 1) ? `${factor}` : "";
  const product = number + above.join("·") || "1";
  const divisor = (factor < 1 ? `${1 / factor}` : "") + below.join("·");
  const isProduct = factor < 1 && below.length > 0;
  return divisor === "" ? product : `${product}/${isProduct ? `(${divisor})` : divisor}`;
}

/**
 * The measured speed-ups over the original variant, or CRT, that papers give for these parameters; where none does, those of
 * the nearest modulus length, marked with how they differ.
 */
export function publishedSpeedUps(
  operation: Operation,
  params: KeyParams,
  base: TheoreticalBase = "original",
): readonly PublishedFigure[] {
  if (operation === "keygen" || params.variant === base) return [];
  return nearestFigures(speedUpFigures(operation, params.variant, base), params);
}

/** As {@link publishedSpeedUps}, in milliseconds for one operation on the machine of the paper. */
export function publishedTimes(operation: Operation, params: KeyParams): readonly PublishedFigure[] {
  const quantity = operation === "keygen" ? "key-generation" : operation;
  const own = publishedWith({ variant: params.variant, quantity });
  const times = own.map((figure) => ({ ...figure, value: figure.value / figure.operations }));
  return nearestFigures(
    times.filter(({ value }) => value > 0),
    params,
  );
}

function nearestFigures(figures: readonly SpeedUpFigure[], params: KeyParams): readonly PublishedFigure[] {
  const all = figures.map(({ value, source, table, ...figure }) => {
    const distance = Math.abs(Math.log(figure.modulusLength / params.modulusLength));
    return { figure: { value, source, table }, distance, difference: differenceOf(figure, params) };
  });
  const exact = all.filter(({ difference }) => difference === undefined);
  if (exact.length > 0) return exact.map(({ figure }) => figure);
  const nearest = Math.min(...all.map(({ distance }) => distance));
  return all
    .filter(({ distance }) => distance === nearest)
    .map(({ figure, difference }) => ({ ...figure, difference: difference as string }));
}

type StatedParams = Pick<LibraryFigure, "modulusLength" | "primes" | "crtExponentLength" | "batchSize">;

/** A published, measured speed-up over the original variant, with the parameters that the paper states. */
export interface SpeedUpFigure extends StatedParams {
  readonly value: number;
  readonly source: SourceId;
  readonly table: string;
}

/** Every measured speed-up of a variant over the base: printed, by way of CRT, or from two printed times; one a paper. */
export function speedUpFigures(
  operation: "encrypt" | "decrypt",
  variant: KeyParams["variant"],
  base: TheoreticalBase = "original",
): SpeedUpFigure[] {
  const own = publishedWith({ variant, kind: "measured" });
  const candidates = [
    ...(operation === "decrypt" ? [...printed(own, base), ...byWayOfCrt(own, base)] : []),
    ...fromTimes(own, operation, base),
  ];
  const isFirst = (figure: SpeedUpFigure, index: number) =>
    candidates.findIndex(
      ({ source, modulusLength }) => source === figure.source && modulusLength === figure.modulusLength,
    ) === index;
  return candidates.filter(isFirst);
}

function printed(own: readonly LibraryFigure[], base: TheoreticalBase): SpeedUpFigure[] {
  return own.filter(({ quantity }) => quantity === `speedup-over-${base}`);
}

/** From the speed-up over the other base and that of CRT over the original. */
function byWayOfCrt(own: readonly LibraryFigure[], base: TheoreticalBase): SpeedUpFigure[] {
  const isOverCrt = base === "crt";
  return own.flatMap((figure) => {
    if (figure.quantity !== (isOverCrt ? "speedup-over-original" : "speedup-over-crt")) return [];
    const crt = counterpart(figure, "crt", "speedup-over-original");
    if (crt === undefined) return [];
    const value = isOverCrt ? figure.value / crt.value : figure.value * crt.value;
    const table = isOverCrt
      ? `${figure.table}: ${figure.value} over original ÷ ${crt.value} of CRT`
      : `${figure.table}: ${figure.value} over CRT, times ${crt.value} of CRT over original`;
    return [{ ...figure, value, table }];
  });
}

function fromTimes(
  own: readonly LibraryFigure[],
  operation: "encrypt" | "decrypt",
  base: TheoreticalBase,
): SpeedUpFigure[] {
  return own.flatMap((figure) => {
    if (figure.quantity !== operation || figure.value === 0) return [];
    const other = counterpart(figure, base, operation);
    if (other === undefined || other.value === 0) return [];
    const table = `${figure.table}: ${other.value} ms ÷ ${figure.value} ms`;
    return [{ ...figure, value: other.value / figure.value, table }];
  });
}

function counterpart(
  { source, modulusLength, operations }: LibraryFigure,
  variant: KeyParams["variant"],
  quantity: LibraryFigure["quantity"],
): LibraryFigure | undefined {
  return publishedWith({ source, modulusLength, operations, variant, quantity, kind: "measured" })[0];
}

/** The length of private exponents that the papers use wherever they state one for Rebalanced. */
const customaryExponentLength = 160;

const stated = ["modulusLength", "primes", "crtExponentLength", "batchSize"] as const;

/** How a figure's parameters differ from the row's, or nothing. A paper that does not state w is taken to use the customary one. */
function differenceOf(figure: StatedParams, params: KeyParams): string | undefined {
  const differences = stated
    .filter((name) => figure[name] !== undefined && params[name] !== undefined && figure[name] !== params[name])
    .map((name) => `${letters[name]} ${figure[name]}`);
  const wanted = params.crtExponentLength;
  if (wanted !== undefined && wanted !== customaryExponentLength && figure.crtExponentLength === undefined) {
    differences.push("w not stated");
  }
  return differences.join(", ") || undefined;
}
