import { factsOf, type KeyParams } from "rsa-variants";
import {
  type PublishedFigure as LibraryFigure,
  published,
  type SourceId,
  theoreticalEncryptionMultiplications,
  theoreticalSpeedup,
} from "rsa-variants/theory";
import type { Operation } from "../tasks/protocol.ts";
import { isPlainVariant } from "../tasks/subject.ts";
import { letters } from "../text/params.ts";

/** A published, measured speed-up over the original variant, joined to a row of the table. */
export interface PublishedFigure {
  readonly value: number;
  readonly source: SourceId;
  /** The table or section of the paper, and how the figure follows from it when it is not printed there. */
  readonly table: string;
  /** The published parameters where they are not those of the row ("n 1024, w 160"). */
  readonly difference?: string;
}

/**
 * What theory expects: how many times as fast as the original variant with the same modulus length. Undefined for key
 * generation, for which the papers give no formula.
 */
export function theoreticalSpeedUp(
  operation: Operation,
  params: KeyParams,
  publicExponent: bigint,
): number | undefined {
  if (operation === "decrypt") return theoreticalSpeedup(params, "original");
  if (operation === "keygen") return undefined;
  const { modulusLength } = params;
  const original = theoreticalEncryptionMultiplications({ variant: "original", modulusLength, publicExponent });
  return original / theoreticalEncryptionMultiplications(params);
}

const superscripts: Readonly<Record<number, string>> = { 1: "", 2: "²", 3: "³" };

/** The formula of a variant's theoretical speed-up over the original: "n·r/w". */
export function speedupFormula(variant: KeyParams["variant"]): string {
  const { factor, ...exponents } = factsOf(variant).speedup;
  const powers = (Object.entries(exponents) as [keyof typeof exponents, number][]).map(([name, exponent]) => ({
    exponent,
    text: `${letters[name]}${superscripts[Math.abs(exponent)]}`,
  }));
  const above = powers.filter(({ exponent }) => exponent > 0).map(({ text }) => text);
  const below = powers.filter(({ exponent }) => exponent < 0).map(({ text }) => text);
  const number = factor > 1 || above.length === 0 ? `${factor}` : "";
  const product = number + above.join("·");
  const divisor = [...(factor < 1 ? [`${1 / factor}`] : []), ...below].join("·");
  return divisor === "" ? product : `${product}/${divisor}`;
}

/**
 * The measured speed-ups over the original variant that papers give for these parameters; where none does, those of the
 * nearest modulus length, marked with how they differ.
 */
export function publishedSpeedUps(operation: Operation, params: KeyParams): readonly PublishedFigure[] {
  if (operation === "keygen" || isPlainVariant(params.variant)) return [];
  const all = speedUpFigures(operation, params.variant).map(({ value, source, table, ...figure }) => {
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

/** Every measured speed-up of a variant over the original: printed, over CRT, or from two printed times; one a paper. */
export function speedUpFigures(operation: "encrypt" | "decrypt", variant: KeyParams["variant"]): SpeedUpFigure[] {
  const own = published.filter((figure) => figure.variant === variant && figure.kind === "measured");
  const candidates = [
    ...(operation === "decrypt" ? [...printed(own), ...overCrt(own)] : []),
    ...fromTimes(own, operation),
  ];
  const isFirst = (figure: SpeedUpFigure, index: number) =>
    candidates.findIndex(
      ({ source, modulusLength }) => source === figure.source && modulusLength === figure.modulusLength,
    ) === index;
  return candidates.filter(isFirst);
}

function printed(own: readonly LibraryFigure[]): SpeedUpFigure[] {
  return own.filter(({ quantity }) => quantity === "speedup-over-original");
}

function overCrt(own: readonly LibraryFigure[]): SpeedUpFigure[] {
  return own.flatMap((figure) => {
    if (figure.quantity !== "speedup-over-crt") return [];
    const crt = counterpart(figure, "crt", "speedup-over-original");
    if (crt === undefined) return [];
    const table = `${figure.table}: ${figure.value} over CRT, times ${crt.value} of CRT over original`;
    return [{ ...figure, value: figure.value * crt.value, table }];
  });
}

function fromTimes(own: readonly LibraryFigure[], operation: "encrypt" | "decrypt"): SpeedUpFigure[] {
  return own.flatMap((figure) => {
    if (figure.quantity !== operation || figure.value === 0) return [];
    const original = counterpart(figure, "original", operation);
    if (original === undefined || original.value === 0) return [];
    const table = `${figure.table}: ${original.value} ms ÷ ${figure.value} ms`;
    return [{ ...figure, value: original.value / figure.value, table }];
  });
}

function counterpart(
  figure: LibraryFigure,
  variant: KeyParams["variant"],
  quantity: LibraryFigure["quantity"],
): LibraryFigure | undefined {
  return published.find(
    (each) =>
      each.source === figure.source &&
      each.modulusLength === figure.modulusLength &&
      each.operations === figure.operations &&
      each.variant === variant &&
      each.quantity === quantity &&
      each.kind === "measured",
  );
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
