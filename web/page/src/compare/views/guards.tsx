import { costText, type GuardCost, hasEachGuard, isMeasurable } from "@rsa-variants/measure/run/guards";
import type { Row } from "@rsa-variants/measure/run/rows";
import { guardedOperations } from "@rsa-variants/measure/tasks/guards";
import { formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import { useRef } from "preact/hooks";
import { LinkButton } from "../../ui/buttons.tsx";
import { lazily } from "../../ui/lazy.tsx";
import type { ViewProps } from "../actions.ts";
import type { CompareState } from "../state.ts";
import { nameOf } from "../texts.ts";
import { Figure, SubjectTable } from "./marks.tsx";

const GuardTexts = lazily(async () => (await import("../later.ts")).GuardTexts, "what they are for");

/**
 * What blinding and the fault check are for, and what they cost each variant: as multiples of the bare operation, or as times if
 * the run measured only both together.
 */
export function Guards({ state, actions }: ViewProps) {
  const note = useRef<HTMLParagraphElement>(null);
  const costly = state.rows.filter(({ guards }) => hasEachGuard(guards));
  const timed = state.rows.filter(({ guards }) => guards["decrypt-both-guards"] !== undefined);
  const { selection, running } = state;
  return (
    <section class="guards" id="guards" aria-label="What the guards cost">
      <p class="muted chart-subtitle">
        Speed-ups over plain RSA are those of the bare private operation, as in the papers. In real use, the library
        guards it unless you turn the guards off.
        {costly.length > 0 &&
          " A cost is the median of the ratios to the bare time, round by round; below it is its 95 % interval."}
      </p>
      <div class="guards-body">
        <div>
          {costly.length + timed.length > 0 && (
            <Costs rows={costly.length > 0 ? costly : timed} state={state} isTimed={costly.length === 0} />
          )}
          <p ref={note} class={costly.length + timed.length > 0 ? "chart-subtitle" : "chart-empty"} tabIndex={-1}>
            {costly.length === 0 ? emptyText(state) : legendText(costly)}
          </p>
          {!selection.measureGuards && running === undefined && (
            <LinkButton
              onClick={() => {
                actions.select({ measureGuards: true });
                note.current?.focus(); // this button disappears
              }}
            >
              Measure them in the next run
            </LinkButton>
          )}
        </div>
        <GuardTexts />
      </div>
    </section>
  );
}

function emptyText({ selection, running, progress }: CompareState): string {
  if (!selection.measureGuards) {
    return "What each guard costs is not measured. That takes many more private operations.";
  }
  if (running === "table") return progress?.phase === "samples" ? "Measuring." : "Measured after the warm-up.";
  return "Press Run to measure.";
}

/** What the costs without a number mean. */
function legendText(rows: readonly Row[]): string {
  const costs = rows.flatMap(({ guards }) => guardedOperations.map((operation) => guards[operation]?.cost));
  const texts = [
    costs.some((cost) => cost !== undefined && !isMeasurable(cost)) ? "≤: no measurable cost, at most this." : "",
    costs.includes(undefined) ? "–: too few samples. Measure longer." : "",
  ];
  return texts.filter(Boolean).join(" ");
}

interface CostsProps {
  readonly rows: readonly Row[];
  readonly state: CompareState;
  /** Without pairs of samples there are only times. */
  readonly isTimed: boolean;
}

function Costs({ rows, state, isTimed }: CostsProps) {
  const time = (summary: Row["summaries"]["decrypt"]) => (summary ? formatNumber(summary.time) : "–");
  const [label, ...columns] = isTimed
    ? ["Decryption, bare and with both guards", "Both guards, ms"]
    : ["Decryption with guards, as a multiple of the bare operation", "Blinding", "Fault check", "Both"];
  const costs = ({ guards }: Row) =>
    isTimed
      ? [time(guards["decrypt-both-guards"]?.summary)]
      : guardedOperations.map((operation) => <Cost key={operation} of={guards[operation]?.cost} />);
  return (
    <SubjectTable
      label={label as string}
      head={[`Decrypt, ${state.selection.modulusLength} bits`, "Bare, ms", ...columns]}
      rows={rows.map((row) => ({
        subject: row.subject,
        name: nameOf(row, state),
        cells: [time(row.summaries.decrypt), ...costs(row)],
      }))}
    />
  );
}

function Cost({ of: cost }: { readonly of: GuardCost | undefined }) {
  return <Figure value={costText(cost)} range={cost && isMeasurable(cost) && formatRange(cost.low, cost.high)} />;
}
