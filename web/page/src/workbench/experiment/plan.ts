import { largestCharactersAtOnce } from "rsa-variants/files";
import { type PublishedQuantity, published } from "rsa-variants/theory";
import type { WorkerError } from "../../common/worker-client.ts";

/** Characters of the text, as in the paper: "a file of exactly 10,000 characters". */
export const textLength = 10_000;

/** One measurement. */
export interface Step {
  /** `pieces`: against c at one length; `lengths`: against n, with c in proportion. */
  readonly table: "pieces" | "lengths";
  readonly modulusLength: number;
  readonly charactersAtOnce: number;
}

/** Exponentiations that the text takes, one for each piece. */
export function exponentiations({ charactersAtOnce }: Step): number {
  return Math.ceil(textLength / charactersAtOnce);
}

/** The length that the paper varied c at. */
const piecesLength = 1024;

/** From the largest c down: the smallest takes by far the longest. */
const pieces: readonly Step[] = [...new Set([largestCharactersAtOnce(piecesLength), 100, 75, 50, 25, 10, 5, 2, 1])].map(
  (charactersAtOnce) => ({ table: "pieces", modulusLength: piecesLength, charactersAtOnce }),
);

/** As many characters as the paper took: 50 at 512 bits, in proportion. */
const lengths: readonly Step[] = [512, 768, 1024, 1280, 1536, 1792, 2048].map((modulusLength) => ({
  table: "lengths",
  modulusLength,
  charactersAtOnce: (modulusLength * 25) / 256,
}));

/** Keys of a length, of whose times the median counts: how long the search for primes takes is luck. */
export const keysPerLength = 25;

/** The paper's two tables; the one that is quick goes first. */
export const plan: readonly Step[] = [...lengths, ...pieces];

/** A text of so many characters, all of them printable ASCII, each its own code. */
export function experimentText(length = textLength): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(0x20 + ((i * 37) % 95))).join("");
}

/** What to measure, as the worker gets it. */
export interface ExperimentRequest {
  readonly plan: readonly Step[];
  readonly text: string;
}

/** What was measured in a step. Times are milliseconds for the whole text. */
export interface Point extends Step {
  readonly encrypt: number;
  readonly decrypt: number;
  /** How often the text was encrypted and decrypted; the times are the medians. */
  readonly runs: number;
  /** The time of a key, the median of so many: luck decides about each. In the table `lengths` alone. */
  readonly keyGeneration?: number;
  readonly keys?: number;
}

/** How far the experiment is. */
export interface ExperimentProgress {
  /** Steps that are done, and all of them. */
  readonly done: number;
  readonly steps: number;
  readonly step: Step;
  readonly phase: "key" | "encrypt" | "decrypt";
  /** Of the phase, from 0 to 1. */
  readonly share: number;
}

export type ExperimentEvent =
  | { readonly type: "progress"; readonly progress: ExperimentProgress }
  | { readonly type: "point"; readonly point: Point }
  | { readonly type: "done" }
  | WorkerError;

/** How far the experiment has come, in words. */
export function progressText({ step, phase, share, done, steps }: ExperimentProgress): string {
  const does = { key: "making keys", encrypt: "encrypting", decrypt: "decrypting" }[phase];
  const percent = share > 0 ? ` ${Math.floor(share * 100)} %` : "";
  return `${done + 1} of ${steps}: n ${step.modulusLength}, c ${step.charactersAtOnce}, ${does}${percent}`;
}

/** A step with what was measured here, and what the paper printed. Times are milliseconds for the whole text. */
export interface Row {
  readonly step: Step;
  readonly here: Point | undefined;
  readonly paper: Partial<Record<"encrypt" | "decrypt" | "key-generation", number>>;
}

/** The rows of a table, in the paper's order: from the least c, or from the least n, on. */
export function rowsOf(table: Step["table"], points: readonly Point[]): Row[] {
  const along = (step: Step) => (table === "pieces" ? step.charactersAtOnce : step.modulusLength);
  return plan
    .filter((step) => step.table === table)
    .sort((a, b) => along(a) - along(b))
    .map((step) => ({
      step,
      here: points.find((point) => point.table === table && along(point) === along(step)),
      paper: {
        ...figure("encrypt", step),
        ...figure("decrypt", step),
        ...(table === "lengths" ? figure("key-generation", step) : {}),
      },
    }));
}

/** The section of the paper that a table repeats. */
const sections: Readonly<Record<Step["table"], string>> = { pieces: "section 6.1", lengths: "section 6.2" };

function figure(quantity: PublishedQuantity, step: Step): Row["paper"] {
  const { table, modulusLength } = step;
  const operations = quantity === "key-generation" ? 1 : exponentiations(step);
  const found = published.find(
    (each) =>
      each.source === "biswas-2003" &&
      each.table === sections[table] &&
      each.quantity === quantity &&
      each.modulusLength === modulusLength &&
      each.operations === operations,
  );
  return found === undefined ? {} : { [quantity]: found.value };
}
