import { type GuardFigure, hasGuards, isVague, type Row } from "@rsa-variants/measure/run/rows";
import { guardedOperations } from "@rsa-variants/measure/tasks/guards";
import { formatFactor, formatNumber, formatRange } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Citations, guardSources } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import type { ViewProps } from "../actions.ts";
import type { State } from "../state.ts";
import { guardTexts, nameOf } from "../texts.ts";
import { SubjectTable } from "./marks.tsx";

/** What blinding and the fault check cost each variant, as multiples of the bare operation, and what they are for. */
export function Guards({ state, actions }: ViewProps): JSX.Element {
  const note = useRef<HTMLParagraphElement>(null);
  const rows = state.rows.filter(
    ({ guards, loaded }) => hasGuards(guards) || loaded.some((each) => hasGuards(each?.guards)),
  );
  const { selection, running } = state;
  return (
    <section class="guards" id="guards" aria-label="What the guards cost">
      <p class="chart-subtitle">
        The figures above are those of the bare private operation, as in the papers. In real use, the library guards it
        unless you turn the guards off. Each cost is a multiple of the bare time in the same run; below it is the range
        that the 95 % intervals of both allow.
      </p>
      <div class="guards-body">
        <div>
          {rows.length > 0 && <Costs {...{ rows, state }} />}
          <p ref={note} class="chart-empty" tabIndex={-1}>
            {rows.length === 0 ? emptyText(state) : vagueText(rows)}
          </p>
          {!selection.measureGuards && running === undefined && (
            <button
              type="button"
              class="link"
              onClick={() => {
                actions.select({ measureGuards: true });
                note.current?.focus(); // this button disappears
              }}
            >
              Measure them in the next run
            </button>
          )}
        </div>
        <dl class="guard-texts">
          {guardTexts.map(({ id, name, what, cost }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <p>
                  <MathText text={what} />
                </p>
                <p class="cited">
                  <MathText text={cost} /> (<Citations of={guardSources[id]} references="references/" />)
                </p>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function emptyText({ selection, running, progress }: State): string {
  if (!selection.measureGuards) {
    return "Not measured. Measuring the guards takes four times as many private operations.";
  }
  if (running === "table") return progress?.phase === "samples" ? "Measuring." : "Measured after the warm-up.";
  return "Press Run to measure.";
}

function vagueText(rows: readonly Row[]): string {
  const costs = rows.flatMap(({ guards }) => guardedOperations.map((operation) => guards[operation]?.cost));
  return costs.some((cost) => cost !== undefined && isVague(cost)) ? "Gray: too few samples. Measure longer." : "";
}

function Costs({ rows, state }: { readonly rows: readonly Row[]; readonly state: State }) {
  const { selection, loaded } = state;
  const others = loaded.length === 0 ? "" : `; below it that of ${loaded.map(({ name }) => name).join(", ")}`;
  return (
    <SubjectTable
      class="guard-costs"
      label="Cost of the guards"
      caption={`Decryption with guards, as a multiple of the bare operation${others}`}
      head={[`Decrypt, ${selection.modulusLength} bits`, "Bare, ms", "Blinding", "Fault check", "Both"]}
      rows={rows.map((row) => ({
        subject: row.subject,
        name: nameOf(row, state),
        cells: [
          row.summaries.decrypt ? formatNumber(row.summaries.decrypt.time) : "–",
          ...guardedOperations.map((operation) => (
            <Cost
              key={operation}
              own={row.guards[operation]}
              others={row.loaded.map((each) => each?.guards[operation])}
            />
          )),
        ],
      }))}
    />
  );
}

interface CostProps {
  readonly own: GuardFigure | undefined;
  /** Those of the loaded runs. */
  readonly others: readonly (GuardFigure | undefined)[];
}

function Cost({ own, others }: CostProps): JSX.Element {
  const cost = own?.cost;
  return (
    <>
      <span class={cost !== undefined && isVague(cost) ? "value uncertain" : "value"}>
        {cost === undefined ? "–" : formatFactor(cost.value)}
      </span>
      {cost !== undefined && cost.low !== cost.high && <span class="small">{formatRange(cost.low, cost.high)}</span>}
      {others.map(
        (other, at) =>
          other?.cost !== undefined && (
            <span key={`${at}`} class="small">
              loaded {formatFactor(other.cost.value)}
            </span>
          ),
      )}
    </>
  );
}
