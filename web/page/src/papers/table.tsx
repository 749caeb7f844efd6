import { median } from "@rsa-variants/measure";
import { capitalized, formatCount, formatFactor, formatNumber } from "@rsa-variants/measure/text/format";
import { shortSources, sourceInBrief } from "@rsa-variants/measure/text/sources";
import { csvTable } from "@rsa-variants/measure/text/tables";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Correction, sources } from "rsa-variants/theory";
import { download } from "../core/download.ts";
import { QuietButton } from "../ui/buttons.tsx";
import { TableBox } from "../ui/figures.tsx";
import { MathText } from "../ui/math.tsx";
import { type Cell, evaluate, type Meaning, type Paper, type PaperTable } from "./paper.ts";
import { type Here, hereTime, inTheory } from "./times.ts";

interface AddedCell {
  readonly kind: "theory" | "here" | "others";
  readonly text: string;
  /** The median of all values: a factor, or milliseconds. */
  readonly value?: number;
  readonly isFactor?: boolean;
  /** The values of all other runs, for dots. */
  readonly values?: readonly number[];
}

/** A printed table with the columns that this page adds: theory, what was measured here, and the median of other runs. */
export function fill(paper: Paper, table: PaperTable, here: Here, others: readonly Here[] = []) {
  const { head, theory = [], here: measured = [] } = table;
  const valuesIn = (runs: readonly Here[]) => (is: Meaning) =>
    runs.map((run) => evaluate(is, (timed) => hereTime(run, timed))).filter((value) => value !== undefined);
  const groups = [
    ["theory", "Theory", theory, (is: Meaning) => [inTheory(paper, table, is)].filter((value) => value !== undefined)],
    ["here", "Here", measured, valuesIn([here])],
    ["others", `${formatCount(others.length)} other run${others.length === 1 ? "" : "s"}`, measured, valuesIn(others)],
  ] as const;
  const shown = groups.filter(([kind, , columns]) => columns.length > 0 && (kind !== "others" || others.length > 0));
  const groupHeads: (readonly [group: string, columns: readonly Cell[]])[] = [
    [sourceInBrief(paper.id) + (table.id === "claims" ? "" : ", as printed"), head.map(toCell)],
    ...shown.map(([, name, columns]) => [name, columns.map(([, text]) => ({ text }))] as const),
  ];
  return {
    head: groupHeads,
    rows: table.rows.map((row) => {
      const printed = row.map(toCell);
      const added = shown.flatMap(([kind, , columns, evaluated]) =>
        columns.map(([column]): AddedCell => {
          const is = printed[column]?.is;
          const values = is === undefined ? [] : evaluated(is);
          const dots = kind === "others" && { values };
          if (is === undefined || values.length === 0) return { kind, text: is === undefined ? "" : "–", ...dots };
          const [value, isFactor] = [median(values), is.over !== undefined];
          return { kind, text: isFactor ? formatFactor(value) : timeText(value), value, isFactor, ...dots };
        }),
      );
      return { printed, added };
    }),
  };
}

function toCell(cell: Cell | string): Cell {
  return typeof cell === "string" ? { text: cell } : cell;
}

/** What a cell says, or what it names where it is empty. */
function nameOf({ label, text }: Cell): string {
  return label ?? text;
}

interface TableProps {
  readonly paper: Paper;
  readonly table: PaperTable;
  readonly here: Here;
  /** What the runs say that a class has loaded. */
  readonly others: readonly Here[];
  /** A number for each correction, from 1. */
  readonly numbered: readonly Correction[];
}

/** A table of a paper as printed, and beside it theory and what was measured here. */
export function PrintedTable({ paper, table, here, others, numbered }: TableProps) {
  const { id, title, caption, names = 1 } = table;
  const { head, rows } = fill(paper, table, here, others);
  const [guessing, setGuessing] = useState<number>();
  const isGuessing = guessing !== undefined;
  const columns = head.reduce((sum, [, each]) => sum + each.length, -names);
  const cells = rows.length * columns;
  /** Whether a cell still waits, in the order of reading. */
  const isHidden = (row: number, column: number) => isGuessing && row * columns + column >= guessing;
  /** A printed text, with the number of the correction that concerns it. */
  const write = ({ text, note }: Cell) => {
    const number = note && numbered.findIndex(({ place }) => place === note) + 1;
    return (
      <>
        {text === "_" ? "_" : <MathText text={text} isFormula={/[\^_/]/.test(text)} />}
        {number && (
          <sup>
            <a href={`#${paper.id}-note-${number}`} aria-label={`Correction ${number}`}>
              {number}
            </a>
          </sup>
        )}
      </>
    );
  };
  return (
    <div class={isGuessing ? "printed guessing" : "printed"} id={`${paper.id}-${id}`}>
      <div class="cluster table-bar">
        <h3>{title}</h3>
        <QuietButton onClick={() => save(paper, table, here, others)} aria-label={`Save CSV: ${title}`}>
          Save CSV
        </QuietButton>
        <QuietButton onClick={() => saveSvg(paper, table, numbered)} aria-label={`Save SVG: ${title}`}>
          Save SVG
        </QuietButton>
        {table.here !== undefined && (
          <QuietButton
            onClick={() => setGuessing(isGuessing ? undefined : 0)}
            aria-label={`${isGuessing ? "Show all" : "Guess first"}: ${title}`}
          >
            {isGuessing ? "Show all" : "Guess first"}
          </QuietButton>
        )}
      </div>
      <p class="muted hint">
        <MathText text={caption} />
        {others.length > 0 && table.here && " A dot is a run of others; the line and the number are their median."}
      </p>
      <TableBox label={title}>
        <table class="figures">
          <thead>
            {head.length > 1 && (
              <tr class="groups">
                {head.map(([group, columns], at) => {
                  const span = columns.length + (isGuessing && at === 0 ? 1 : 0);
                  // A column that is a group by itself has its name in the line below.
                  if (columns.some(({ text }) => text === group)) return <td key={group} />;
                  return (
                    <th key={group} scope="colgroup" colSpan={span}>
                      {group}
                    </th>
                  );
                })}
              </tr>
            )}
            <tr>
              {head.flatMap(([group, columns], at) =>
                columns.flatMap((cell, column) => [
                  <Named
                    key={`${group} ${column}`}
                    scope="col"
                    class={at === 0 && column < names ? "name" : at > 0 && column === 0 ? "first" : undefined}
                    cell={cell}
                  >
                    {write(cell)}
                  </Named>,
                  isGuessing && at === 0 && column === names - 1 && (
                    <th key="guess" scope="col">
                      Your guess
                    </th>
                  ),
                ]),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ printed, added }, row) => (
              <tr key={row}>
                {printed.slice(0, names).map((cell, column) => (
                  <Named key={column} scope="row" class="name" cell={cell}>
                    {write(cell)}
                  </Named>
                ))}
                {isGuessing && (
                  <td>
                    <input class="guess" aria-label={`Your guess: ${printed.slice(0, names).map(nameOf).join(" ")}`} />
                  </td>
                )}
                {printed.slice(names).map((cell, column) => (
                  <td key={column} class={isHidden(row, column) ? "waiting" : undefined}>
                    {!isHidden(row, column) && write(cell)}
                  </td>
                ))}
                {added.map(({ kind, text, values = [] }, at) => {
                  const hidden = isHidden(row, printed.length - names + at);
                  const first = added[at - 1]?.kind !== kind && "first";
                  return (
                    <td key={at} class={[first, hidden && "waiting"].filter(Boolean).join(" ")} data-kind={kind}>
                      {!hidden && values.length > 0 && <Dots values={values} />}
                      {!hidden && text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {isGuessing && (
        <div class="cluster actions">
          <button
            type="button"
            class="run"
            ref={(button) => {
              if (guessing === 0) button?.focus();
            }} // so that Space reveals
            disabled={guessing >= cells}
            onClick={() => setGuessing(guessing + 1)}
          >
            Reveal the next cell
          </button>
          <p class="progress-text">
            {guessing} of {cells}; or press Space
          </p>
        </div>
      )}
    </div>
  );
}

interface NamedProps {
  readonly scope: "row" | "col";
  readonly class: string | undefined;
  readonly cell: Cell;
  readonly children: ComponentChildren;
}

/** A cell that names a row or a column, if the paper has a name there. */
function Named({ scope, class: kind, cell, children }: NamedProps) {
  const name = nameOf(cell);
  if (name === "") return <td class={kind}>{children}</td>;
  return (
    <th scope={scope} class={kind}>
      {cell.text === "" ? <span class="visually-hidden">{name}</span> : children}
    </th>
  );
}

/** Milliseconds with three digits, as papers print them. */
function timeText(milliseconds: number): string {
  const [value, unit] =
    milliseconds < 1
      ? [milliseconds * 1000, "µs"]
      : milliseconds < 10_000
        ? [milliseconds, "ms"]
        : [milliseconds / 1000, "s"];
  return `${formatNumber(value)}\u00a0${unit}`;
}

async function saveSvg({ id }: Paper, table: PaperTable, numbered: readonly Correction[]): Promise<void> {
  const [shown, { svgOf }] = [document.querySelector(`#${id}-${table.id} table`), await import("../ui/svg.ts")];
  if (shown === null) return;
  const places = [table.head, ...table.rows].flat().map((cell) => toCell(cell).note);
  const notes = numbered.flatMap((each, at) => (places.includes(each.place) ? `${at + 1}  ${noteText(each)}` : []));
  const foot = [`${shortSources[id]}. Measured on: ${sources[id].machine}.`, ...notes, location.href];
  download(`rsa-variants-${id}-${table.id}.svg`, "image/svg+xml", svgOf(shown, table.title, foot));
}

/** A correction, in the notation of `MathText`. */
function noteText({ place, printed, right, check }: Correction): string {
  return `${capitalized(place)}: “${printed}” Right: ${right} Checked: ${check}`;
}

/** A dot for each run, on a logarithmic axis from a third of the median, which is the line, to three times it. */
function Dots({ values }: { readonly values: readonly number[] }) {
  const middle = median(values);
  const place = (value: number) => 50 + 50 * Math.max(-1, Math.min(1, Math.log(value / middle) / Math.log(3)));
  return (
    <svg class="dots" viewBox="-4 0 108 12" aria-hidden="true">
      <path d="M50 0V12" />
      {values.map((value, index) => (
        <circle key={index} cx={place(value)} cy="6" r="3" />
      ))}
    </svg>
  );
}

function save(paper: Paper, table: PaperTable, here: Here, others: readonly Here[]): void {
  const { head, rows } = fill(paper, table, here, others);
  const names = head.flatMap(([group, names], at) =>
    names.map(({ text }) => (at === 0 || text === group ? text : `${group}: ${text}`)),
  );
  const columns = names.map((name, at) => {
    const [cell] = rows.flatMap(({ printed, added }) => added[at - printed.length] ?? []).filter((each) => each.value);
    return cell === undefined ? name : `${name} (${cell.isFactor ? "×" : "ms"})`;
  });
  const records = rows.map(({ printed, added }) => {
    const cells = [...printed.map(nameOf), ...added.map(({ value }) => value && Number(value.toPrecision(3)))];
    return Object.fromEntries(cells.map((cell, at) => [columns[at] as string, cell]));
  });
  download(`rsa-variants-${paper.id}-${table.id}.csv`, "text/csv", csvTable(columns, records));
}
