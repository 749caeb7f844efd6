// The table is the chart. It is HTML: it can be selected and read aloud, fits a phone, and comes without the 60 kB of Chart.js.

import { describeParams } from "@rsa-variants/measure/plan/resolve";
import { type Selection, units } from "@rsa-variants/measure/plan/selection";
import { isUnsafe, type Row } from "@rsa-variants/measure/run/rows";
import { measuredLengths } from "@rsa-variants/measure/run/run";
import { isGuarded } from "@rsa-variants/measure/run/scale";
import type { PublishedFigure } from "@rsa-variants/measure/run/theory";
import { operations } from "@rsa-variants/measure/tasks/protocol";
import { isPlain } from "@rsa-variants/measure/tasks/subject";
import { formatNumber, formatSpeed } from "@rsa-variants/measure/text/format";
import { shortSources, sourceInBrief } from "@rsa-variants/measure/text/sources";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Segments } from "../../ui/buttons.tsx";
import { TableBox } from "../../ui/figures.tsx";
import { lazily } from "../../ui/lazy.tsx";
import { Term } from "../../ui/term.tsx";
import { VerdictBadge } from "../../ui/verdicts.tsx";
import { variantPages } from "../../variants.ts";
import type { ViewProps } from "../actions.ts";
import { bySpeed, type Figures, figuresOf, ofUnit } from "../figures.ts";
import { originOf, type State } from "../state.ts";
import { nameOf, operationTexts, referenceIdeas, unitTexts } from "../texts.ts";
import { MarkIcon } from "./marks.tsx";
import { Legend, Track, type TrackScale } from "./track.tsx";

const Details = lazily(async () => (await import("../later.ts")).Details, "the details");

/** How far the bars' scale goes beyond the longest bar. A prediction of theory may be farther away. */
const reach = 1.7;

/** Every variant as a bar between theory and papers, the fastest first and the safe ones above the others. */
export function Table({ state, actions }: ViewProps): JSX.Element {
  const { selection, loaded } = state;
  const { compared, unit, modulusLength } = selection;
  const all = state.rows.map((row) => figuresOf(row, state));
  const sorted = useSteadyOrder(all, state);
  // Apart only where something is safe; before the verdicts are known, all are together.
  const isApart = state.rows.some((row) => row.subject.kind === "variant" && !isUnsafe(row));
  const safe = sorted.filter(({ row }) => !isApart || !isUnsafe(row));
  const unsafe = sorted.filter(({ row }) => isApart && isUnsafe(row));
  const scale = scaleOf(all, state);
  const has = {
    theory: all.some(({ theory }) => theory !== undefined),
    formula: all.some(({ formula }) => formula !== ""),
    papers: all.some(({ published }) => published.length > 0),
  };
  const { title } = operationTexts[compared];
  // Here, because a row that becomes safe moves to another part of the table.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const part = (figures: Figures) => {
    const { id } = figures.row;
    const onToggle = () => setOpen(new Set(open.has(id) ? [...open].filter((each) => each !== id) : [...open, id]));
    return <TableRow key={id} {...{ figures, state, actions, scale, has, onToggle }} isOpen={open.has(id)} />;
  };
  return (
    <section class="outcome" id="outcome" aria-labelledby="outcome-title">
      <div class="outcome-head">
        <h2 id="outcome-title">
          {title}, {modulusLength} bits
        </h2>
        <Switches {...{ state, actions }} />
      </div>
      <Legend {...{ state, scale, has }} hasUnsafe={unsafe.length > 0} />
      <TableBox label="Results">
        <table class="results comparison">
          <caption class="visually-hidden">
            {title}: measured, theory and papers, {unitTexts[unit].of}
          </caption>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col" class="col-bar">
                <span class="visually-hidden">Bar</span>
              </th>
              <th scope="col">Measured</th>
              {has.theory && <th scope="col">Theory</th>}
              {has.formula && <th scope="col">Formula</th>}
              {has.papers && <th scope="col">Papers</th>}
              {loaded.map(({ name }, at) => (
                <th key={name} scope="col" class={`col-loaded col-loaded-${at}`}>
                  {name}
                </th>
              ))}
              <th scope="col" class="col-verdict">
                <Term of="verdict">Verdict</Term>
              </th>
            </tr>
          </thead>
          <tbody>{safe.map(part)}</tbody>
          {unsafe.length > 0 && (
            <tbody class="unsafe" aria-label="Not safe with these settings">
              {unsafe.map(part)}
            </tbody>
          )}
        </table>
      </TableBox>
    </section>
  );
}

/** What is shown: the modulus length if several were measured, the operation, what it is counted in, and guards. */
function Switches({ state, actions }: ViewProps): JSX.Element {
  const { selection, figures } = state;
  const { compared, unit, modulusLength, guarded } = selection;
  const lengths = measuredLengths(figures);
  return (
    <div class="switches">
      {lengths.some((length) => length !== modulusLength) && (
        <Segments
          label="Measured modulus lengths"
          values={lengths.map((value) => ({ value, text: String(value) }))}
          chosen={modulusLength}
          onChoose={(value) => actions.select({ modulusLength: value }, true)}
        />
      )}
      <Segments
        label="Operation"
        values={[...operations].reverse().map((value) => ({ value, text: operationTexts[value].name }))}
        chosen={compared}
        onChoose={(value) => actions.select({ compared: value })}
      />
      <Segments
        label="Unit"
        values={units.map((value) => ({ value, text: unitTexts[value].name }))}
        chosen={unit}
        onChoose={(value) => actions.select(changeOfUnit(value))}
      />
      {isGuarded({ ...selection, guarded: true }) && (
        <Segments
          label="Guards"
          values={[
            { value: "guarded", text: "With guards" },
            { value: "bare", text: "Bare" },
          ]}
          chosen={guarded ? "guarded" : "bare"}
          onChoose={(value) => actions.select({ guarded: value === "guarded" })}
        />
      )}
    </div>
  );
}

/** Browsers guard their private operations, so they are compared with guarded ones unless the user wants otherwise. */
function changeOfUnit(unit: Selection["unit"]): Partial<Selection> {
  return unit === "browser" ? { unit, guarded: true } : { unit };
}

/** The rows, the fastest first. During a run they keep their places, because rows that jump cannot be read. */
function useSteadyOrder(all: readonly Figures[], { running, selection }: State): Figures[] {
  const order = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: "", ids: [] });
  const key = `${selection.compared} ${selection.modulusLength} ${selection.unit} ${selection.guarded}`;
  const known = order.current.key === key ? order.current.ids : [];
  const placeOf = ({ row: { id } }: Figures) => (known.includes(id) ? known.indexOf(id) : known.length);
  // Rows that appear during a run come last, in the order of tables.
  const isFixed = running !== undefined;
  const shown = [...all].sort((a, b) => (isFixed ? placeOf(a) - placeOf(b) : bySpeed(a, b, selection)));
  order.current = { key, ids: shown.map(({ row }) => row.id) };
  return shown;
}

/** The scale of the bars: from the longest, or from theory before anything is measured. */
function scaleOf(all: readonly Figures[], { selection }: State): TrackScale {
  const measured = all.flatMap(({ measured, others }) => [measured, ...others]);
  const values = measured.flatMap((figure) => figure?.value ?? []);
  const longest = Math.max(0, ...(values.length > 0 ? values : all.map(({ theory }) => theory ?? 0)));
  const browser = all.find(({ row: { subject } }) => subject.kind === "reference" && subject.reference === "webcrypto");
  const isTime = selection.unit === "ms";
  return {
    most: isTime ? 1.1 * longest : reach * Math.max(1, longest),
    ...(isTime ? {} : { base: 1 }),
    ...(browser?.measured === undefined || selection.unit === "browser" ? {} : { browser: browser.measured.value }),
  };
}

interface TableRowProps extends ViewProps {
  readonly figures: Figures;
  readonly scale: TrackScale;
  readonly has: Readonly<Record<"theory" | "formula" | "papers", boolean>>;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function TableRow({ figures, state, actions, scale, has, isOpen, onToggle }: TableRowProps): JSX.Element {
  const toggle = useRef<HTMLButtonElement>(null);
  const { row, measured, theory, formula, others } = figures;
  const { subject, assessment, message, messageKind } = row;
  const { selection, loaded } = state;
  const { compared } = selection;
  const detailsId = `details-${row.id.replace("/", "-")}`;
  const verdict = assessment?.verdict;
  const columns = 4 + loaded.length + Object.values(has).filter(Boolean).length;
  return (
    <>
      <tr
        class={subject.kind === "reference" ? "row reference" : "row"}
        data-subject={row.id}
        data-verdict={isUnsafe(row) ? verdict : undefined}
      >
        <th scope="row" class="name">
          <button
            ref={toggle}
            type="button"
            class="toggle"
            aria-controls={detailsId}
            aria-expanded={isOpen ? "true" : "false"}
            onClick={onToggle}
          >
            <MarkIcon subject={subject} />
            <span>
              <strong>{nameOf(row, state)}</strong> <span class="params">{ownParams(row)}</span>
            </span>
            <span class="small">
              {subject.kind === "variant" ? variantPages[subject.variant].idea : referenceIdeas[subject.reference]}
            </span>
          </button>
          {message !== undefined && (
            <span class="row-message" data-kind={messageKind}>
              {message}
            </span>
          )}
          {messageKind === "skipped" && state.running === undefined && (
            <button
              type="button"
              class="link"
              onClick={() => {
                actions.select({ generateSchemeA: true });
                toggle.current?.focus(); // this button disappears
              }}
            >
              Search in the next run
            </button>
          )}
        </th>
        <td class="col-bar" aria-hidden="true">
          <Track {...{ figures, scale, unit: selection.unit }} isBest={row.fastest.has(compared)} />
        </td>
        <td class={`col-measured number${measured === undefined ? " empty" : ""}`} data-label="Measured">
          <b class="value" title={measured && intervalText(figures, selection)}>
            {measured === undefined ? "–" : isVague(row, selection) ? "≈ 1 ×" : ofUnit(measured.value, selection)}
          </b>{" "}
          <span class="small">{besideText(figures, selection)}</span>
        </td>
        {has.theory && (
          <td class="col-theory number" data-label="Theory">
            {theory === undefined ? "" : ofUnit(theory, selection)}
          </td>
        )}
        {has.formula && (
          <td class="col-formula number" data-label="Formula">
            {formula}
          </td>
        )}
        {has.papers && (
          <td class="col-papers number" data-label="Papers">
            {papersIn(figures).map(({ source, difference, values, tables }) => (
              <span
                key={`${source} ${difference}`}
                title={`${shortSources[source]}, ${tables.join("; ")}`}
                class={difference === undefined ? "paper" : "paper uncertain"}
              >
                {values.length > 1 && `${formatNumber(Math.min(...values))} to `}
                {ofUnit(Math.max(...values), selection)}{" "}
                <small>{[sourceInBrief(source), difference].filter(Boolean).join(", ")}</small>
              </span>
            ))}
          </td>
        )}
        {loaded.map(({ name }, at) => (
          <td key={name} class={`col-loaded col-loaded-${at} number`} data-label={name}>
            <span class="value">{others[at] === undefined ? "–" : ofUnit(others[at].value, selection)}</span>{" "}
            <span class="small">{loadedText(row, at, state)}</span>
          </td>
        ))}
        <td class="col-verdict" data-label="Verdict">
          {verdict !== undefined && <VerdictBadge verdict={verdict} />}
        </td>
      </tr>
      <tr class="details" id={detailsId} hidden={!isOpen}>
        <td colSpan={columns}>{isOpen && <Details {...{ row, actions }} />}</td>
      </tr>
    </>
  );
}

interface Paper extends Pick<PublishedFigure, "source"> {
  readonly difference: string | undefined;
  readonly values: number[];
  readonly tables: string[];
}

/** The published figures, those of a paper together. */
function papersIn({ published }: Figures): Paper[] {
  const papers: Paper[] = [];
  for (const { source, difference, value, table } of published) {
    const known = papers.find((each) => each.source === source && each.difference === difference);
    known?.values.push(value);
    if (known?.tables.includes(table) === false) known.tables.push(table);
    if (known === undefined) papers.push({ source, difference, values: [value], tables: [table] });
  }
  return papers;
}

/** The parameters but the usual public exponent. */
function ownParams(row: Row): string {
  return describeParams(row).replace(/(, )?e 65537$/, "");
}

/** Whether making a key may take as long as for plain RSA: the search for primes is random. */
function isVague({ subject, comparisons }: Row, { compared, unit }: Selection): boolean {
  const isRandom = compared === "keygen" && unit === "plain" && !isPlain(subject);
  return isRandom && comparisons.keygen.measured?.isClear === false;
}

function intervalText({ range }: Figures, { compared }: Selection): string {
  return `${compared === "keygen" ? "95 % interval of the median" : "95 % interval"} ${range}`;
}

/** Beside a factor the time, and beside a time the rate. */
function besideText({ summary }: Figures, { unit }: Selection): string {
  if (summary === undefined) return "";
  return unit === "ms" ? `${formatNumber(1000 / summary.time)} per s` : `${formatNumber(summary.time)} ms`;
}

/** Of the same row in a loaded run: its time, how many times as fast the shown run is, its engine and parameters if they are others. */
function loadedText(row: Row, at: number, state: State): string {
  const { compared, unit } = state.selection;
  const figures = row.loaded[at];
  const [own, other] = [row.summaries[compared], figures?.summaries[compared]];
  const [here, there] = [row.subject, figures?.subject];
  const isOtherEngine = here.kind === "variant" && there?.kind === "variant" && here.engine !== there.engine;
  const where = originOf(state) === "here" ? "here" : "above";
  const speed = own && other && `${where} ${formatSpeed(other.time / own.time)}`;
  const time = unit === "ms" || other === undefined ? undefined : `${formatNumber(other.time)} ms`;
  return [time, speed, isOtherEngine && there.engine, figures?.difference].filter(Boolean).join("; ");
}
