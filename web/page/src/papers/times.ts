import { median } from "@rsa-variants/measure";
import { exponentiations } from "@rsa-variants/measure/experiment/plan";
import type { Point } from "@rsa-variants/measure/experiment/protocol";
import { buildRequest, resolveVariant } from "@rsa-variants/measure/plan/resolve";
import { paramsDifference } from "@rsa-variants/measure/run/rows";
import { findSummary, type Run } from "@rsa-variants/measure/run/run";
import type { MeasureRequest } from "@rsa-variants/measure/tasks/protocol";
import { theoreticalEncryptionMultiplications, theoreticalSpeedup } from "rsa-variants/theory";
import {
  claimTable,
  evaluate,
  type Meaning,
  type Operation,
  type Paper,
  type PaperTable,
  printedTime,
  selectionOf,
  type Timed,
} from "./paper.ts";
import type { Products } from "./products-worker.ts";

export interface Here {
  readonly run?: Run;
  /** The experiment of Biswas, Bandyopadhyay and Banerjee. */
  readonly points?: readonly Point[];
  /** The products of Dang, Li and Chen. */
  readonly products?: Products;
}

export function hereTime({ run, points, products }: Here, timed: Timed): number | undefined {
  if ("way" in timed) return products && median(products[timed.way]) / 1e6;
  const { variant, modulusLength, operation, characters } = timed;
  if (characters !== undefined) {
    const field = operation === "key-generation" ? "keyGeneration" : operation;
    const isWanted = (each: Point) => each.modulusLength === modulusLength && each.charactersAtOnce === characters;
    return points?.find((each) => isWanted(each) && each[field] !== undefined)?.[field];
  }
  const subject = run?.subjects.find(
    (each) =>
      each.subject.kind === "variant" && each.subject.variant === variant && each.modulusLength === modulusLength,
  )?.subject;
  const measured = operation === "key-generation" ? "keygen" : operation;
  return run && subject && findSummary(run, subject, modulusLength, measured)?.time;
}

/** What a run from elsewhere says of a paper's keys; keys with other parameters are left out. */
export function withKeysOf(paper: Paper, run: Run): Here {
  const subjects = run.subjects.filter(({ subject, modulusLength, params }) => {
    if (subject.kind !== "variant" || params === undefined) return false;
    const wanted = resolveVariant(subject.variant, modulusLength, selectionOf(paper, modulusLength)).params;
    return paramsDifference(params, wanted) === undefined;
  });
  return { run: { ...run, subjects } };
}

/** The work of an operation in theory: products of numbers of n bits, each n² bit products. Only ratios mean something. */
function workInTheory(paper: Pick<Paper, "keys">, timed: Timed): number | undefined {
  if (!("variant" in timed) || timed.operation === "key-generation") return undefined;
  const { variant, modulusLength, operation, characters } = timed;
  const { params } = resolveVariant(variant, modulusLength, selectionOf(paper, modulusLength));
  const products =
    operation === "decrypt" ? modulusLength / theoreticalSpeedup(params) : theoreticalEncryptionMultiplications(params);
  const powers = characters === undefined ? 1 : exponentiations({ charactersAtOnce: characters });
  return powers * products * modulusLength ** 2;
}

/** What theory says of a cell: a ratio, or a time that starts from one that the paper measured. */
export function inTheory(paper: Paper, { theoryFrom }: PaperTable, is: Meaning): number | undefined {
  const work = (timed: Timed) => workInTheory(paper, timed);
  if (is.over !== undefined) return evaluate(is, work);
  const base = theoryFrom?.(is.of as Operation);
  const [own, all, time] = base ? [work(is.of), work(base), printedTime(paper.id, base)] : [];
  return own && all && time && (time * own) / all;
}

/** The tables of a paper, the claims of its text last. */
export function tablesOf(paper: Paper): readonly PaperTable[] {
  return [...paper.tables, ...(paper.claims.length > 0 ? [claimTable(paper)] : [])];
}

/** Everything that is timed for a column that is measured here. */
function operationsOf(paper: Paper): Operation[] {
  const cells = tablesOf(paper).flatMap(({ rows, here = [] }) =>
    rows.flatMap((row) => here.map(([column]) => row[column])),
  );
  const timed = cells.flatMap((cell) => (typeof cell === "object" && cell.is ? [cell.is.of, cell.is.over] : []));
  return timed.filter((each): each is Operation => each !== undefined && "variant" in each);
}

/** Seconds for each length, with time to make the keys. */
const secondsEach = 4;

/** What to measure for a paper: exactly its keys, all of its lengths in one run. */
export function requestOf(paper: Paper): MeasureRequest {
  const operations = operationsOf(paper).filter(({ characters }) => characters === undefined);
  const lengths = [...new Set(operations.map(({ modulusLength }) => modulusLength))].sort((a, b) => a - b);
  const requests = lengths.map((modulusLength) => {
    const variants = operations.filter((each) => each.modulusLength === modulusLength).map(({ variant }) => variant);
    const selection = { ...selectionOf(paper, modulusLength), variants: [...new Set(variants)], references: [] };
    return buildRequest({ ...selection, budget: { kind: "seconds", seconds: secondsEach } }, "table");
  });
  const [first] = requests as [MeasureRequest, ...MeasureRequest[]];
  return { ...first, lengths: requests.flatMap((each) => each.lengths), furtherKeys: false, guards: "none" };
}

/** Whether a paper repeats the experiment with pieces of a text, or Table I of xRSA. */
export function kindOf(paper: Paper): "run" | "experiment" | "products" {
  if (paper.id === "dang-2021") return "products";
  return printedPieces(paper).length > 0 ? "experiment" : "run";
}

/** The pieces of a text for which a paper prints times. */
export function printedPieces(paper: Paper): Operation[] {
  return operationsOf(paper).filter(({ characters }) => characters !== undefined);
}
