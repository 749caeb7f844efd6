import type { PublishedQuantity } from "rsa-variants/theory";
import { publishedWith } from "../run/theory.ts";
import { exponentiations, plan, type Step } from "./plan.ts";
import type { Point } from "./protocol.ts";

/** A step with our measurements and the paper's figures. Times are in milliseconds, for the whole text. */
export interface Row {
  readonly step: Step;
  readonly here: Point | undefined;
  readonly paper: Partial<Record<"encrypt" | "decrypt" | "key-generation", number>>;
}

/** The rows of a table, in the paper's order: by increasing c or n. */
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
  const { modulusLength } = step;
  const operations = quantity === "key-generation" ? 1 : exponentiations(step);
  const table = sections[step.table];
  const [found] = publishedWith({ source: "biswas-2003", table, quantity, modulusLength, operations });
  return found === undefined ? {} : { [quantity]: found.value };
}
