import { type Summary, speedUp, spread } from "@rsa-variants/measure";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatFactor, formatNumber, formatRange, formatSpeed } from "../../core/format.ts";
import { shortSources } from "../../core/paper-names.ts";
import { Checkbox } from "../../ui/fields.tsx";
import { Term } from "../../ui/term.tsx";
import { VerdictBadge } from "../../ui/verdict-badge.tsx";
import type { Compare } from "../actions.ts";
import { describeParams } from "../results/params-text.ts";
import type { Row } from "../results/rows.ts";
import { sortRows } from "../results/sort.ts";
import type { SortKey, State } from "../state.ts";
import { nameWithEngine } from "../text/variants.ts";
import { Details } from "./details.tsx";
import { MarkIcon } from "./marks.tsx";

interface Props {
  readonly state: State;
  readonly actions: Compare;
}

interface Cell {
  readonly value: ComponentChildren;
  readonly small?: ComponentChildren;
}

interface Column {
  /** What the table can be sorted by; columns of loaded runs cannot. */
  readonly key: SortKey | `loaded-${number}`;
  readonly title: string;
  readonly hint: string;
  /** Whether the short table has it. */
  readonly isShort?: boolean;
  readonly cell: (row: Row, state: State) => Cell | undefined;
}

const columns: readonly Column[] = [
  {
    key: "decrypt",
    title: "Decrypt, ms",
    hint: "Median time of the private operation, and its 95 % interval",
    isShort: true,
    cell: ({ summaries }) => timeCell(summaries.decrypt),
  },
  {
    key: "measured",
    title: "Speed-up",
    hint: "How many times as fast as plain RSA, for the operation chosen above",
    isShort: true,
    cell: (row, { selection }) => speedCell(row, selection.compared),
  },
  {
    key: "encrypt",
    title: "Encrypt, ms",
    hint: "Median time of the public operation, and its 95 % interval",
    isShort: true,
    cell: ({ summaries }) => timeCell(summaries.encrypt),
  },
  {
    key: "keygen",
    title: "Make a key, ms",
    hint: "Median and quartiles: the search for primes is random",
    cell: ({ summaries: { keygen } }) =>
      keygen && {
        value: formatNumber(keygen.median),
        small: keygen.count === 1 ? "one key" : formatRange(keygen.lowerQuartile, keygen.upperQuartile),
      },
  },
  {
    key: "rate",
    title: "Per second",
    hint: "Operations per second",
    cell: ({ summaries }, { selection }) => {
      const summary = summaries[selection.compared];
      return summary && { value: formatNumber(1000 / summary.median) };
    },
  },
  {
    key: "theory",
    title: "Theory",
    hint: "The speed-up by counting multiplications",
    cell: ({ comparisons }, { selection }) => {
      const { theory } = comparisons[selection.compared];
      return theory === undefined ? undefined : { value: formatSpeed(theory) };
    },
  },
  {
    key: "ratio",
    title: "Measured ÷ theory",
    hint: "1 means that theory explains everything",
    cell: (row, { selection }) => {
      const { ratio } = row.comparisons[selection.compared];
      return ratio === undefined || isPlain(row) ? undefined : { value: formatNumber(ratio, 2) };
    },
  },
  {
    key: "published",
    title: "Published",
    hint: "Speed-ups over plain RSA that papers measured",
    cell: ({ comparisons }, { selection }) => publishedCell(comparisons[selection.compared].published),
  },
];

function timeCell(summary: Summary | undefined): Cell | undefined {
  if (summary === undefined) return undefined;
  const { low, high } = spread(summary);
  return { value: formatNumber(summary.median), small: summary.count === 1 ? "one sample" : formatRange(low, high) };
}

function speedCell(row: Row, operation: Operation): Cell | undefined {
  const { measured } = row.comparisons[operation];
  if (measured === undefined) return undefined;
  // Before the intervals separate there is no ratio.
  if (operation === "keygen" && !isPlain(row) && !measured.isClear) return { value: "≈ 1 ×" };
  const hasRange = !isPlain(row) && measured.low < measured.high;
  return { value: formatSpeed(measured.value), small: hasRange ? formatRange(measured.low, measured.high) : undefined };
}

function publishedCell(published: Row["comparisons"]["decrypt"]["published"]): Cell | undefined {
  const [first] = published;
  if (first === undefined) return undefined;
  const figures = published.map(({ value }) => value);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const value = low === high ? formatFactor(low) : `${formatNumber(low)}–${formatFactor(high)}`;
  const names = [...new Set(published.map(({ source }) => shortSources[source]))].join("; ");
  return {
    value: <span class={first.difference === undefined ? undefined : "elsewhere"}>{value}</span>,
    small: first.difference === undefined ? names : `${names}, at ${first.difference}`,
  };
}

/** A column for each loaded run: the same operation there, and how many times as fast it is here. */
function loadedColumns({ loaded }: State): Column[] {
  return loaded.map(({ name }, at) => ({
    key: `loaded-${at}`,
    title: name,
    hint: "The same operation in this run, in milliseconds, and how many times as fast it is here",
    cell: (row, { selection }) => loadedCell(row, row.loaded[at], selection.compared),
  }));
}

function loadedCell(row: Row, figures: Row["loaded"][number], operation: Operation): Cell | undefined {
  const other = figures?.summaries[operation];
  if (other === undefined) return undefined;
  const own = row.summaries[operation];
  const engine =
    figures?.subject.kind === "variant" && row.subject.kind === "variant" ? figures.subject.engine : undefined;
  const parts = [
    own && hereText(speedUp(other, own)),
    row.subject.kind === "variant" && engine !== row.subject.engine && engine,
    figures?.difference,
  ].filter(Boolean);
  return { value: formatNumber(other.median), small: parts.join("; ") };
}

/** A ratio between machines, with the range that both intervals allow. */
function hereText({ value, low, high }: ReturnType<typeof speedUp>): string {
  return low === high ? `here ${formatSpeed(value)}` : `here ${formatSpeed(value)} (${formatRange(low, high)})`;
}

function isPlain({ subject }: Row): boolean {
  return subject.kind === "variant" && subject.variant === "original";
}

/** The figures of every variant, with a fold for everything else about it. */
export function Table({ state, actions }: Props): JSX.Element {
  const { allColumns, sort, selection } = state;
  const shown = [...columns.filter(({ isShort }) => isShort || allColumns), ...loadedColumns(state)];
  const rows = useRowOrder(state);
  const severalEngines = selection.engines.length > 1;
  return (
    <section class="outcome" aria-label="Results">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section class="table-box" aria-label="Table of results" tabIndex={0}>
        <table class="results">
          <caption class="visually-hidden">RSA variants at {selection.modulusLength} bits</caption>
          <thead>
            <tr>
              <Head {...{ sort, actions }} sortKey="name" title="Variant" />
              <th scope="col" class="col-verdict">
                <Term of="acceptable">Verdict</Term>
              </th>
              {shown.map(({ key, title, hint }) => (
                <Head key={key} {...{ sort, actions, hint }} sortKey={key} title={title} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={row.id} {...{ row, state, actions, shown, severalEngines }} />
            ))}
          </tbody>
        </table>
      </section>
      <p class="table-legend">
        Below each time stands the 95 % interval of its median. A dot marks the fastest safe variant, and those that
        cannot be told from it. Batch counts one message’s share of a full batch.{" "}
        <Checkbox checked={allColumns} onChange={(checked) => actions.showAllColumns(checked)}>
          All columns
        </Checkbox>
      </p>
    </section>
  );
}

/** The rows as sorted; while a run goes on they keep their places, because rows that jump cannot be read. */
function useRowOrder(state: State): Row[] {
  const order = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: "", ids: [] });
  const { sort, rows, selection, running } = state;
  const key = JSON.stringify([sort, selection.compared, rows.map(({ id }) => id)]);
  if (running === undefined || key !== order.current.key) {
    order.current = { key, ids: sortRows(rows, sort, selection.compared).map(({ id }) => id) };
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return order.current.ids.flatMap((id) => byId.get(id) ?? []);
}

interface HeadProps {
  readonly sort: State["sort"];
  readonly actions: Compare;
  readonly sortKey: Column["key"] | "name";
  readonly title: string;
  readonly hint?: string;
}

function Head({ sort, actions, sortKey, title, hint }: HeadProps): JSX.Element {
  const direction = sort.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={sortKey === "name" ? "name" : `number col-${sortKey}`}
      aria-sort={sort.key === sortKey ? direction : "none"}
    >
      {isSortKey(sortKey) ? (
        <button type="button" title={hint} onClick={() => actions.sortBy(sortKey)}>
          {title}
        </button>
      ) : (
        <span title={hint}>{title}</span>
      )}
    </th>
  );
}

function isSortKey(key: HeadProps["sortKey"]): key is SortKey {
  return !key.startsWith("loaded-");
}

interface RowProps extends Props {
  readonly row: Row;
  readonly shown: readonly Column[];
  readonly severalEngines: boolean;
}

function TableRow({ row, state, actions, shown, severalEngines }: RowProps): JSX.Element {
  const toggle = useRef<HTMLButtonElement>(null);
  const isOpen = state.open.has(row.id);
  const detailsId = `details-${row.id.replace("/", "-")}`;
  const { verdict } = row.assessment ?? {};
  return (
    <>
      <tr class={row.subject.kind === "reference" ? "row reference" : "row"}>
        <th scope="row" class="name">
          <button
            ref={toggle}
            type="button"
            class="toggle"
            aria-controls={detailsId}
            aria-expanded={isOpen ? "true" : "false"}
            onClick={() => actions.toggleDetails(row.id)}
          >
            <span class="row-name">
              <MarkIcon subject={row.subject} />
              <span class="row-title">
                <strong>{nameWithEngine(row.subject, severalEngines)}</strong>
                <span class="idea">{describeParams(row)}</span>
              </span>
            </span>
          </button>
          {row.message !== undefined && (
            <span class="row-message" data-kind={row.messageKind}>
              {row.message}
            </span>
          )}
          {row.messageKind === "skipped" && state.running === undefined && (
            <button
              type="button"
              class="link"
              onClick={() => {
                actions.select({ generateSchemeA: true });
                toggle.current?.focus(); // the button clicked goes
              }}
            >
              Search in the next run
            </button>
          )}
        </th>
        <td class="col-verdict" data-label="Verdict">
          {verdict === undefined ? "–" : <VerdictBadge verdict={verdict} />}
        </td>
        {shown.map((column) => {
          const cell = column.cell(row, state);
          const isFastest = (column.key === "encrypt" || column.key === "decrypt") && row.fastest.has(column.key);
          const classes = ["number", `col-${column.key}`, cell === undefined && "empty", isFastest && "fastest"];
          return (
            <td key={column.key} class={classes.filter(Boolean).join(" ")} data-label={column.title}>
              <span class="value">{cell?.value ?? "–"}</span>
              <span class="small">{cell?.small}</span>
            </td>
          );
        })}
      </tr>
      <tr class="details" id={detailsId} hidden={!isOpen}>
        <td colSpan={shown.length + 2}>{isOpen && <Details {...{ row, actions }} />}</td>
      </tr>
    </>
  );
}
