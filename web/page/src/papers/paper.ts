import { defaultSelection, type Selection } from "@rsa-variants/measure/plan/selection";
import { publishedWith } from "@rsa-variants/measure/run/theory";
import { formatCount, formatFactor } from "@rsa-variants/measure/text/format";
import type { Variant } from "rsa-variants";
import type { PublishedFigure, SourceId } from "rsa-variants/theory";
import type { MultiplicationWay } from "rsa-variants/xrsa";

/** A time that a paper gives: of an operation with a key, for a text in pieces of some characters where it says so. */
export interface Operation {
  readonly variant: Variant;
  readonly modulusLength: number;
  readonly operation: "key-generation" | "encrypt" | "decrypt";
  readonly characters?: number;
}

/** What can be timed here: an operation, or one modular multiplication. */
export type Timed = Operation | { readonly way: MultiplicationWay };

/** What a number stands for: the time `of` something, or how many times as fast that is as something else, `over`. */
export interface Meaning {
  readonly of: Timed;
  readonly over?: Timed;
}

export interface Cell {
  /** As printed, in the notation of `MathText`. */
  readonly text: string;
  readonly is?: Meaning;
  /** The place of the correction that concerns the cell. */
  readonly note?: string;
  /** What the cell names where the paper leaves it empty. */
  readonly label?: string;
}

/** A column that this page adds: what the cells of a printed column stand for, computed or measured. */
type Added = readonly [column: number, head: string];

export interface PaperTable {
  readonly id: string;
  readonly title: string;
  /** What a reader needs to know: units, rounding, what is left out. */
  readonly caption: string;
  readonly head: readonly (Cell | string)[];
  /** How many columns name the rows. */
  readonly names?: number;
  readonly rows: readonly (readonly (Cell | string)[])[];
  readonly theory?: readonly Added[];
  /** Whose printed time theory starts from, for a cell with a time. */
  readonly theoryFrom?: (operation: Operation) => Operation;
  readonly here?: readonly Added[];
}

/** A figure of a paper as bars on a logarithmic axis. */
export interface PaperFigure {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly text: string }[];
}

/** What a paper's text claims about its figures. */
export interface Claim {
  readonly what: string;
  readonly printed: string;
  /** What it compares, or what the paper's own figures give. */
  readonly is?: Meaning;
  readonly own?: number;
  /** Whether it comes from a formula of the paper, so that its figures need not agree. */
  readonly isTheory?: true;
  readonly note?: string;
}

/** A paper with all its tables and figures. */
export interface Paper {
  readonly id: SourceId;
  /** What it asks. */
  readonly question: string;
  /** Its parameters, with the letters of this page. */
  readonly parameters: string;
  readonly tables: readonly PaperTable[];
  readonly claims: readonly Claim[];
  readonly figures?: readonly PaperFigure[];
  /** What the paper's keys are, where that is not r 3, w 160, b 4 and 198 bits for Scheme B. */
  readonly keys?: (modulusLength: number) => Partial<Selection>;
}

/** The selection that has the keys of a paper at one length. */
export function selectionOf({ keys }: Pick<Paper, "keys">, modulusLength: number): Selection {
  return { ...defaultSelection, crtExponentLength: 160, ...keys?.(modulusLength), modulusLength };
}

/** The value of the one published figure with these properties. */
export function printedValue(wanted: Partial<PublishedFigure>): number {
  const found = publishedWith(wanted);
  if (found.length !== 1) throw new Error(`${found.length} figures are ${JSON.stringify(wanted)}`);
  return found[0]?.value as number;
}

/** A time by a paper's own figures: in milliseconds, or for a paper that prints only speed-ups, with CRT as 1. */
export function printedTime(source: SourceId, timed: Timed): number | undefined {
  if (!("variant" in timed)) return undefined;
  const { operation, ...key } = timed;
  const find = (more: Partial<PublishedFigure>) =>
    publishedWith({ source, kind: "measured", ...key, ...more })[0]?.value;
  const milliseconds = find({ quantity: operation });
  if (milliseconds !== undefined || operation !== "decrypt") return milliseconds;
  if (timed.variant === "crt") return 1;
  if (timed.variant === "original") return find({ variant: "crt", quantity: "speedup-over-original" });
  const speedUp = find({ quantity: "speedup-over-crt" });
  return speedUp && 1 / speedUp;
}

/** What something stands for in the times of one place, or in theory. */
export function evaluate({ of, over }: Meaning, timeOf: (timed: Timed) => number | undefined): number | undefined {
  const [own, base] = [timeOf(of), over && timeOf(over)];
  if (own === undefined || over === undefined) return own;
  return base && base / own;
}

export function claimTable({ id, claims }: Pick<Paper, "id" | "claims">): PaperTable {
  const isCompared = claims.some(({ is }) => is !== undefined);
  return {
    id: "claims",
    title: "What its text says",
    caption: "“Own figures” is what the paper’s tables give; ≠ marks a claim about measurements that they contradict.",
    head: ["Claim", "Printed", "Own figures"],
    rows: claims.map((claim) => {
      const { what, printed, is, note, isTheory, own } = claim;
      const value = own ?? (is && evaluate(is, (timed) => printedTime(id, timed)));
      const disagrees = value !== undefined && !isTheory && !agrees(printed, value);
      const text = value === undefined ? "–" : value > 1000 ? formatCount(value) : formatFactor(value);
      return [what, { text: printed, ...(is && { is }), ...(note && { note }) }, disagrees ? `≠ ${text}` : text];
    }),
    ...(isCompared && { theory: [[1, "Theory"]], here: [[1, "Here"]] }),
  };
}

/** Whether a figure is the printed one, rounded as printed. "30 %" more is a factor of 1.3; "over 200" is a bound. */
function agrees(printed: string, figure: number): boolean {
  const digits =
    /[\d.,]+/
      .exec(printed)?.[0]
      .replace(/,(?=\d{3}$)/, "")
      .replace(",", ".") ?? "";
  const [unit, value] = printed.includes("%") ? [0.01, 1 + Number(digits) / 100] : [1, Number(digits)];
  const rounding = (unit * 10 ** -(digits.split(".")[1]?.length ?? 0)) / 2;
  return printed.startsWith("over") ? figure > value : Math.abs(figure - value) <= rounding + 1e-9;
}

export function decrypt(variant: Variant, modulusLength: number): Operation {
  return { operation: "decrypt", variant, modulusLength };
}

export function encrypt(variant: Variant, modulusLength: number): Operation {
  return { operation: "encrypt", variant, modulusLength };
}
