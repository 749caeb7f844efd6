import { h, setContent } from "../../common/dom.ts";
import { formatList } from "../../common/format.ts";
import { batchWins, describeBest, findBest } from "../results/best.ts";
import { batchExponents } from "../results/params-text.ts";
import type { Row } from "../results/rows.ts";
import type { State, View } from "../state.ts";
import { whyDifferent } from "../text/differences.ts";
import { subjectName } from "../text/variants.ts";

const uses = { encryption: "for encryption", decryption: "for decryption", both: "for one of each" } as const;

/** Under the table: what is best here, what must not be used for all its speed, and why theory and measurement differ. */
export function verdictView(): View {
  const element = h("div", { class: "verdict" });
  return {
    element,
    update(state) {
      const parts = [bestLine(state), batchLine(state), cautionLine(state), theoryLine(state)];
      setContent(element, JSON.stringify(parts), () => [
        h("p", { class: "best" }, ...bestParts(parts[0] as BestPart[])),
        ...parts.slice(1).map((text) => (text === undefined ? undefined : h("p", {}, text as string))),
      ]);
    },
  };
}

type BestPart = readonly [label: string, names: string];

function bestLine({ rows }: State): BestPart[] {
  const best = findBest(rows);
  if (best.length === 0) {
    return [
      ["By the papers, for both directions", "multi-prime or multi-power"],
      ["for decryption or signing only", "R-Prime"],
      ["for encryption only", "the original"],
    ];
  }
  return best.map((each, index) => [index === 0 ? `Best here ${uses[each.use]}` : uses[each.use], describeBest(each)]);
}

function bestParts(parts: readonly BestPart[]): (HTMLElement | string)[] {
  return parts.flatMap(([label, names], index) => [
    `${index === 0 ? "" : "; "}${label}: `,
    h("strong", {}, names),
    index === parts.length - 1 ? "." : "",
  ]);
}

/** Batch apart: its figures are a share of a full batch, which a single message never gets. */
function batchLine({ rows }: State): string | undefined {
  const won = batchWins(rows, findBest(rows));
  if (won === undefined) return undefined;
  const size = won.row.resolved?.params.batchSize ?? 0;
  const exponents = formatList(batchExponents(size).map(String));
  const where = formatList(won.uses.map((use) => uses[use]));
  return `While ${size} messages wait together, Batch is faster still ${where}, counted for each message; its public exponents are ${exponents}.`;
}

function cautionLine({ rows }: State): string | undefined {
  const sentences = new Map<string, string>();
  for (const row of rows) if (row.caution !== undefined) sentences.set(subjectName(row.subject), row.caution);
  if (sentences.size === 0) return undefined;
  const names = formatList([...sentences.keys()]);
  const verb = sentences.size === 1 ? "is" : "are";
  const reasons = [...sentences].map(([name, sentence]) => `${name}: ${lowerFirst(sentence)}`);
  return `Fast is not safe: ${names} ${verb} broken with these lengths. ${reasons.join(" ")}`;
}

/** The reason that concerns the row furthest from theory. */
function theoryLine({ rows, selection: { compared } }: State): string | undefined {
  const off = (row: Row) => Math.abs(Math.log(row.comparisons[compared].ratio ?? 1));
  const furthest = rows.reduce<Row | undefined>(
    (most, row) => (most === undefined || off(row) > off(most) ? row : most),
    undefined,
  );
  const ratio = furthest?.comparisons[compared].ratio;
  if (furthest?.subject.kind !== "variant" || ratio === undefined) return undefined;
  const reason = whyDifferent(furthest.subject.variant, compared, ratio);
  return reason && `Furthest from theory: ${subjectName(furthest.subject)}. ${reason}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
