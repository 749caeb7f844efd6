// The table is the chart. It is HTML: it can be selected and read aloud, fits a phone, and comes without the 60 kB of Chart.js.

import { describeParams } from "@rsa-variants/measure/plan/resolve";
import { type Selection, units } from "@rsa-variants/measure/plan/selection";
import { otherDirection } from "@rsa-variants/measure/run/answer";
import { strengthText } from "@rsa-variants/measure/run/assessor";
import { isUnsafe, type Row } from "@rsa-variants/measure/run/rows";
import { measuredLengths } from "@rsa-variants/measure/run/run";
import { isGuarded } from "@rsa-variants/measure/run/scale";
import { operations } from "@rsa-variants/measure/tasks/protocol";
import { capitalized, formatNumber, formatSpeed } from "@rsa-variants/measure/text/format";
import { writeParams } from "@rsa-variants/measure/text/params";
import { shortSources, sourceInBrief } from "@rsa-variants/measure/text/sources";
import { Fragment, type JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { factsOf } from "rsa-variants";
import { LinkButton, Segments } from "../../ui/buttons.tsx";
import { lazily } from "../../ui/lazy.tsx";
import { Term } from "../../ui/term.tsx";
import { VerdictBadge, verdictTexts } from "../../ui/verdicts.tsx";
import type { ViewProps } from "../actions.ts";
import { paperMarks } from "../charts/papers.ts";
import { type Figures, figuresOf, measuredText, ofUnit, type RowOrder, rangeText, steadyOrder } from "../figures.ts";
import { type CompareState, kindOfOrigin, originOf } from "../state.ts";
import { nameOf, operationTexts, originTexts, unitTexts } from "../texts.ts";
import { type Axis, AxisHead, axisOf, Picture, Sample } from "./picture.tsx";
import { blockedReason } from "./run-panel.tsx";

const Details = lazily(async () => (await import("../later.ts")).Details, "the details");

/** Every variant with both directions between theory and papers, the fastest first and the safe ones above the others. */
export function Table({ state, actions }: ViewProps) {
  const { selection, loaded } = state;
  const { compared, unit, modulusLength } = selection;
  const all = state.rows.map((row) => figuresOf(row, state));
  const sorted = useSteadyOrder(all, state);
  // Apart only where something is safe; before the verdicts are known, all are together.
  const isApart = state.rows.some((row) => row.subject.kind === "variant" && !isUnsafe(row));
  const safe = sorted.filter(({ row }) => !isApart || !isUnsafe(row));
  const unsafe = sorted.filter(({ row }) => isApart && isUnsafe(row));
  const axis = axisOf(all, unit);
  const other = otherDirection(compared);
  const has = {
    theory: all.some(({ main }) => main.theory !== undefined),
    papers: all.some(({ main }) => main.published.length > 0),
    other: other !== undefined,
  };
  const { title, name } = operationTexts[compared];
  const here = originTexts[kindOfOrigin(state)].column;
  // Here, because a row that becomes safe moves to another part of the table.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const part = (figures: Figures) => {
    const { id } = figures.row;
    const onToggle = () => setOpen(new Set(open.has(id) ? [...open].filter((each) => each !== id) : [...open, id]));
    return <TableRow key={id} {...{ figures, state, actions, axis, has, onToggle }} isOpen={open.has(id)} />;
  };
  return (
    <section class="outcome" id="outcome" aria-labelledby="outcome-title">
      <h2 id="outcome-title" class="visually-hidden">
        {title}, {modulusLength} bits
      </h2>
      <div class="cluster outcome-head">
        <Switches {...{ state, actions }} />
        <Legend {...{ state, has }} />
      </div>
      <table class={`results comparison${loaded.length > 1 ? " many" : ""}`}>
        <caption class="visually-hidden">
          {title}: measured, theory and papers, {unitTexts[unit].of}
        </caption>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col" class="col-picture">
              <span class="visually-hidden">Picture</span>
              <AxisHead {...{ axis, unit }} />
            </th>
            <th scope="col">
              {name}
              <br />
              {here}
            </th>
            {has.theory && (
              <th scope="col">
                <Term of="theory">theory</Term>
              </th>
            )}
            {has.papers && <th scope="col">papers</th>}
            {other && (
              <th scope="col">
                {operationTexts[other].name}
                <br />
                {here}
              </th>
            )}
            {loaded.map(({ name: run }, at) => (
              <th key={run} scope="col" class={`col-loaded col-loaded-${at}`}>
                {run}
              </th>
            ))}
            <th scope="col">
              <Term of="verdict">Safe?</Term>
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
      <Foot {...{ state, all }} hasUnsafe={unsafe.length > 0} />
    </section>
  );
}

/** What is shown: the modulus length if several were measured, the operation, what it is counted in, and guards. */
function Switches({ state, actions }: ViewProps) {
  const { selection, figures } = state;
  const { compared, unit, modulusLength, guarded } = selection;
  const lengths = measuredLengths(figures);
  return (
    <div class="cluster switches">
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
        // Browsers guard their private operations, so they are compared with guarded ones unless the user wants otherwise.
        onChoose={(value) => actions.select({ unit: value, ...(value === "browser" && { guarded: true }) })}
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

function useSteadyOrder(all: readonly Figures[], { running, selection }: CompareState): Figures[] {
  const order = useRef<RowOrder>({ key: "", ids: [] });
  const key = `${selection.compared} ${selection.modulusLength} ${selection.unit} ${selection.guarded}`;
  const isFixed = running !== undefined && order.current.key === key;
  const shown = steadyOrder(all, isFixed ? order.current : undefined, selection);
  order.current = { key, ids: shown.map(({ row }) => row.id) };
  return shown;
}

type Parts = Readonly<Record<"theory" | "papers" | "other", boolean>>;

function Legend({ state, has }: { readonly state: CompareState; readonly has: Parts }) {
  const { selection, loaded } = state;
  const { compared, unit } = selection;
  const other = otherDirection(compared);
  const entry = (of: string, text: JSX.Element | string, operation: string = compared) => (
    <li>
      <Sample {...{ of, operation }} /> {text}
    </li>
  );
  return (
    <ul class="fine cluster legend">
      {entry("point", operationTexts[compared].name.toLowerCase())}
      {other && entry("point", operationTexts[other].name.toLowerCase(), other)}
      {has.theory && entry("theory", "theory")}
      {has.papers && unit !== "ms" && entry("paper", "paper")}
      {has.papers && unit !== "ms" && entry("paper differs", "other parameters")}
      {entry("whisker", <Term of="interval">95 % interval</Term>)}
      {loaded.length > 0 && entry("loaded", "loaded runs")}
    </ul>
  );
}

interface TableRowProps extends ViewProps {
  readonly figures: Figures;
  readonly axis: Axis;
  readonly has: Parts;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function TableRow({ figures, state, actions, axis, has, isOpen, onToggle }: TableRowProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const { row, main, other } = figures;
  const { subject, assessment, message, messageKind } = row;
  const { selection, loaded } = state;
  const { compared, unit } = selection;
  const detailsId = `details-${row.id.replace("/", "-")}`;
  const name = nameOf(row, state);
  const isEmpty = main.measured === undefined;
  const isSure = row.summaries[compared]?.interval !== undefined;
  const kinds = ["row", subject.kind === "reference" && "reference", isSure && row.fastest.has(compared) && "best"];
  return (
    <>
      <tr
        class={[...kinds, isEmpty && "unmeasured"].filter(Boolean).join(" ")}
        data-subject={row.id}
        data-verdict={isUnsafe(row) ? assessment?.verdict : undefined}
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
            <strong>{name}</strong> <span class="fine params">{ownParams(row)}</span>
          </button>
          {message !== undefined && messageKind !== "skipped" && (
            <span class="fine row-message" data-kind={messageKind}>
              {message}
            </span>
          )}
        </th>
        <td class="col-picture" aria-hidden="true">
          <Picture {...{ figures, axis, unit }} />
        </td>
        <td class={`col-measured number ${compared}`} data-label={operationTexts[compared].name}>
          <span class="small">{besideText(figures, selection)}</span>{" "}
          <b class="value" title={rangeText(figures, unit)}>
            {main.measured ? measuredText(main.measured, unit) : <Missing {...{ row, state, actions, toggle }} />}
          </b>
        </td>
        {has.theory && (
          <td class="col-theory number" data-label="theory">
            {main.theory === undefined ? "" : ofUnit(main.theory, unit)}
          </td>
        )}
        {has.papers && (
          <td class="col-papers number" data-label="papers">
            {main.published.map(({ source, difference, value, table }, at, all) => (
              <Fragment key={`${source} ${table}`}>
                {at > 0 && " · "}
                <span
                  title={[shortSources[source], table, difference].filter(Boolean).join("; ")}
                  class={difference && "uncertain"}
                >
                  {ofUnit(value, unit).replace(/\s×$/, "")}
                  <small>
                    {" "}
                    {paperMarks[source].letter}
                    {all.length === 1 && difference && `, ${difference}`}
                  </small>
                </span>
              </Fragment>
            ))}
          </td>
        )}
        {other && (
          <td class={`col-other number ${other.operation}`} data-label={operationTexts[other.operation].name}>
            {other.measured && (
              <span title={rangeText({ main: other }, unit)}>{measuredText(other.measured, unit)}</span>
            )}
          </td>
        )}
        {loaded.map(({ name: run }, at) => (
          <td key={run} class={`col-loaded col-loaded-${at} number`} data-label={run}>
            <span class="value">{main.loaded[at] === undefined ? "–" : measuredText(main.loaded[at], unit)}</span>{" "}
            <span class="small">{loadedText(row, at, state)}</span>
          </td>
        ))}
        <td class="col-verdict" data-label="Safe?">
          {assessment !== undefined && <SafetyBadge {...{ assessment }} />}
        </td>
      </tr>
      <tr class="details" id={detailsId} hidden={!isOpen}>
        <td colSpan={4 + loaded.length + Object.values(has).filter(Boolean).length}>
          {isOpen && <Details {...{ row, state, actions }} />}
        </td>
      </tr>
    </>
  );
}

interface MissingProps extends ViewProps {
  readonly row: Row;
  /** Gets the focus from a button that disappears. */
  readonly toggle: { readonly current: HTMLElement | null };
}

/** In place of a figure: what would measure it, if anything does. */
function Missing({ row: { message, messageKind, ...row }, state, actions, toggle }: MissingProps) {
  const name = nameOf(row, state);
  const button = (text: string, label: string, act: () => void) => (
    <LinkButton aria-label={label} title={message} onClick={act} children={text} />
  );
  const isRefused = message !== undefined && messageKind !== "skipped";
  // What has other figures does not have this operation.
  if (state.running !== undefined || isRefused || Object.keys(row.summaries).length > 0) return <>–</>;
  if (messageKind === "skipped") {
    return button("Search", `Search for a key of ${name} in the next run`, () => {
      actions.select({ generateSchemeA: true });
      toggle.current?.focus();
    });
  }
  if (blockedReason(state) !== undefined) return <>–</>;
  return button("Run", `Run to measure ${name}`, () => {
    actions.measure("table");
    document.querySelector<HTMLElement>("button.run")?.focus();
  });
}

/** The verdict as a sign, with the work of the best attack where it is enough, and as a word where it is not; it leads to the reasons. */
function SafetyBadge({ assessment }: { readonly assessment: Row["assessment"] & object }) {
  const { params, verdict, decisive } = assessment;
  const bits = strengthText(decisive);
  return (
    <a
      class="reasons"
      href={`security/?${writeParams(params)}`}
      title={`${verdictTexts[verdict].word}: ${decisive.name}, ${bits}. All attacks on these parameters`}
    >
      {isUnsafe({ assessment }) ? (
        <VerdictBadge verdict={verdict} />
      ) : (
        <VerdictBadge verdict={verdict}>
          <span class="visually-hidden">{verdictTexts[verdict].word}, </span>
          {bits}
        </VerdictBadge>
      )}
    </a>
  );
}

/** The parameters but the usual public exponent, and what such keys cannot do. */
function ownParams(row: Row): string {
  const { subject } = row;
  const cannotSign = subject.kind === "variant" && factsOf(subject.variant).purpose === "short-messages";
  return [describeParams(row).replace(/(, )?e 65537$/, ""), cannotSign && "cannot sign"]
    .filter(Boolean)
    .join(", ")
    .replaceAll(", ", " · ");
}

/** Beside a factor the time, and beside a time the rate. */
function besideText({ main: { summary } }: Figures, { unit }: Selection): string {
  if (summary === undefined) return "";
  return unit === "ms" ? `${formatNumber(1000 / summary.time)} per s` : `${formatNumber(summary.time)} ms`;
}

/** Of the same row in a loaded run: its time, how many times as fast the shown run is, its engine and parameters if they are others. */
function loadedText(row: Row, at: number, state: CompareState): string {
  const { compared, unit } = state.selection;
  const figures = row.loaded[at];
  const [own, other] = [row.summaries[compared], figures?.summaries[compared]];
  const [here, there] = [row.subject, figures?.subject];
  const isOtherEngine = here.kind === "variant" && there?.kind === "variant" && here.engine !== there.engine;
  const where = originOf(state) === "here" ? "here" : "above";
  const speed = own && other && `${where} ${formatSpeed(other.time / own.time)}`;
  const time = unit === "ms" || other === undefined ? undefined : `${formatNumber(other.time)} ms`;
  return [time, speed, isOtherEngine && there.engine, figures?.difference].filter(Boolean).join(" · ");
}

interface FootProps {
  readonly state: CompareState;
  readonly all: readonly Figures[];
  readonly hasUnsafe: boolean;
}

/** What the table's figures are, and whose the letters are. */
function Foot({ state: { selection }, all, hasUnsafe }: FootProps) {
  const { unit, compared } = selection;
  const isBare = !isGuarded(selection) && compared !== "keygen";
  const papers = [...new Set(all.flatMap(({ main }) => main.published.map(({ source }) => source)))];
  return (
    <p class="fine hint">
      {capitalized(unitTexts[unit].of)}
      {isBare && (
        <>
          , <Term of="bare">bare</Term> as in the papers
        </>
      )}
      {isGuarded(selection) && (
        <>
          , with <Term of="guards">guards</Term>, as the library runs by default
        </>
      )}
      .
      {papers.length > 0 &&
        ` Papers: ${papers.map((each) => `${paperMarks[each].letter} ${sourceInBrief(each)}`).join(", ")}.`}
      {hasUnsafe && " Below the dashed line: not safe with these settings."}
    </p>
  );
}
