import { batchExponents } from "rsa-variants/theory";
import { h, setContent } from "../../common/dom.ts";
import { formatList } from "../../common/format.ts";
import { batchWins, describeBest, findBest } from "../results/best.ts";
import type { Row } from "../results/rows.ts";
import { namesWith } from "../results/safety.ts";
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
      const parts = [bestLine(state), batchLine(state), safetyLine(state), theoryLine(state)];
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
  const exponents = formatList(batchExponents.slice(0, size).map(String));
  const where = formatList(won.uses.map((use) => uses[use]));
  return `While ${size} messages wait together, Batch is faster still ${where}, counted for each message; its public exponents are ${exponents}.`;
}

/** What the badges say, in a sentence; or why there are none. */
function safetyLine({ rows, security }: State): string | undefined {
  if (security.state === "loading")
    return "Whether these parameters are safe is not known yet: the verdicts are loading.";
  if (security.state === "failed") {
    return `Whether these parameters are safe is not said: the verdicts could not be loaded (${security.message}).`;
  }
  const all = new Set(rows.flatMap(({ assessment }) => assessment?.verdict ?? []));
  const parts = (["broken", "weak"] as const).flatMap((verdict) => {
    const names = namesWith(rows, verdict);
    if (names.length > 1 && all.size === 1) return [`all are ${verdict}`];
    return names.length === 0 ? [] : [`${formatList(names)} ${names.length === 1 ? "is" : "are"} ${verdict}`];
  });
  if (parts.length === 0) return undefined;
  return `Fast is not safe: with these parameters ${parts.join("; ")}. Their rows say why, and what to change.`;
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
