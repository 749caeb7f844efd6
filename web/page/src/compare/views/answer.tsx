import { countOf, enginesOf, type Run } from "@rsa-variants/measure/run/run";
import { formatCount } from "@rsa-variants/measure/text/format";
import { writeParams } from "@rsa-variants/measure/text/params";
import { useEffect } from "preact/hooks";
import { leadTo } from "../../core/address-bar.ts";
import { Term } from "../../ui/term.tsx";
import type { ViewProps } from "../actions.ts";
import { statementOf } from "../answer.ts";
import { browserOf, dayOf } from "../names.ts";
import { matchingPresets } from "../presets.ts";
import { kindOfOrigin, originOf } from "../state.ts";
import { originTexts } from "../texts.ts";
import { Table } from "./table.tsx";

/** The answer, the table that it is based on, and where the figures come from. */
export function Outcome(props: ViewProps) {
  return (
    <>
      <AnswerCard {...props} />
      <Table {...props} />
      <Provenance {...props} />
    </>
  );
}

/** The answer that the page gives: a sentence, a few facts, and what is to be known about them. */
function AnswerCard({ state }: Pick<ViewProps, "state">) {
  const { kind, row, head, rest, asides, chips, notes } = statementOf(state);
  const search = row?.resolved ? writeParams(row.resolved.params) : "";
  const hash = matchingPresets(state.selection)[0]?.source ?? "";
  useEffect(() => {
    leadTo("Security", { search });
    leadTo("Papers", { hash });
  }, [search, hash]);
  const isSpeed = kind === "answer" || kind === "paper";
  return (
    <section class="answer-card" aria-label="Answer" data-kind={kind}>
      <p class="headline">
        {state.running !== undefined && isSpeed && <span class="so-far">So far: </span>}
        <strong class={kind === "answer" ? "gain" : undefined}>{head}</strong>
        {rest}
        {asides.length > 0 && <small> · {asides.join(" · ")}</small>}
      </p>
      {chips.length > 0 && (
        <ul class="fine cluster chips" aria-label="More figures">
          {chips.map(({ label, value, note }) => (
            <li key={label}>
              {label}: <strong>{value}</strong>
              {note && `, ${note}`}
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && <p class="notes">{notes.join(" ")}</p>}
    </section>
  );
}

/** Where the figures come from. */
function Provenance({ state }: Pick<ViewProps, "state">) {
  const { shown: run, rows } = state;
  if (run?.environment === undefined || rows.every(({ summaries }) => summaries.decrypt === undefined)) return null;
  const { build, processor } = run.environment;
  const origin = originOf(state);
  const day = dayOf(run, "long");
  return (
    <p class="fine hint provenance">
      {origin !== "here" && (
        <>
          <strong>{originTexts[kindOfOrigin(state)].origin}</strong>: {browserOf(run)}, {day}
          {" · "}
        </>
      )}
      {origin === "here" && `${browserOf(run)} · `}
      <Term of="engine">engine {enginesOf({ subjects: rows }).join(", ")}</Term>, build {build} ·{" "}
      {processor === undefined ? "" : `${processor} · `}
      {countSamples(run, state.selection.modulusLength)} samples
      {typeof origin === "object" && " · Run measures the same here"}
    </p>
  );
}

function countSamples({ measurements }: Run, modulusLength: number): string {
  const own = measurements.filter((each) => each.modulusLength === modulusLength);
  return formatCount(own.reduce((sum, each) => sum + countOf(each), 0));
}
