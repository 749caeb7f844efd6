import { type Summary, speedUp, spread } from "@rsa-variants/measure";
import { describeParams } from "@rsa-variants/measure/plan/resolve";
import type { Row } from "@rsa-variants/measure/run/rows";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { isPlain, subjectName } from "@rsa-variants/measure/tasks/subject";
import { formatFactor, formatNumber, formatRange, formatSpeed } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { Checkbox } from "../../ui/fields.tsx";
import { TableBox } from "../../ui/figures.tsx";
import { Term } from "../../ui/term.tsx";
import { VerdictBadge } from "../../ui/verdicts.tsx";
import type { ViewProps } from "../actions.ts";
import type { State } from "../state.ts";
import { nameOf } from "../texts.ts";
import { Details } from "./details.tsx";
import { MarkIcon } from "./marks.tsx";

interface Cell {
  readonly value: ComponentChildren;
  readonly small?: ComponentChildren;
}

interface SortColumn {
  readonly key: string;
  readonly title: string;
  readonly hint?: string;
  /** What a row is sorted by. */
  readonly valueOf: (row: Row, compared: Operation) => number | string | undefined;
  /** Whether more is better: sorting starts with the largest value. */
  readonly isLargestFirst?: boolean;
}

interface Column extends SortColumn {
  /** Whether the short table has it. */
  readonly isShort?: boolean;
  readonly cell: (row: Row, compared: Operation) => Cell | undefined;
}

const nameColumn: SortColumn = { key: "name", title: "Variant", valueOf: ({ subject }) => subjectName(subject) };

export const columns: readonly Column[] = [
  {
    key: "decrypt",
    title: "Decrypt, ms",
    hint: "Median time of the private operation, with its 95 % interval",
    isShort: true,
    valueOf: ({ summaries }) => summaries.decrypt?.time,
    cell: ({ summaries }) => timeCell(summaries.decrypt),
  },
  {
    key: "measured",
    title: "Speed-up",
    hint: "How many times as fast as plain RSA, for the operation chosen above",
    isShort: true,
    isLargestFirst: true,
    valueOf: ({ comparisons }, compared) => comparisons[compared].measured?.value,
    cell: speedCell,
  },
  {
    key: "encrypt",
    title: "Encrypt, ms",
    hint: "Median time of the public operation, with its 95 % interval",
    isShort: true,
    valueOf: ({ summaries }) => summaries.encrypt?.time,
    cell: ({ summaries }) => timeCell(summaries.encrypt),
  },
  {
    key: "keygen",
    title: "Make a key, ms",
    hint: "Median time and quartiles: the search for primes is random",
    valueOf: ({ summaries }) => summaries.keygen?.time,
    cell: ({ summaries: { keygen } }) =>
      keygen && {
        value: formatNumber(keygen.time),
        small: keygen.count === 1 ? "one key" : formatRange(keygen.lowerQuartile, keygen.upperQuartile),
      },
  },
  {
    key: "rate",
    title: "Per second",
    hint: "Operations per second",
    isLargestFirst: true,
    valueOf: rateOf,
    cell: (row, compared) => cellOf(rateOf(row, compared), formatNumber),
  },
  {
    key: "theory",
    title: "Theory",
    hint: "The speed-up that follows from counting multiplications",
    isLargestFirst: true,
    valueOf: ({ comparisons }, compared) => comparisons[compared].theory,
    cell: ({ comparisons }, compared) => cellOf(comparisons[compared].theory, formatSpeed),
  },
  {
    key: "ratio",
    title: "Measured ÷ theory",
    hint: "1 means that theory explains the whole speed-up",
    isLargestFirst: true,
    valueOf: ({ comparisons }, compared) => comparisons[compared].ratio,
    cell: (row, compared) => {
      const { ratio } = row.comparisons[compared];
      return isPlain(row.subject) ? undefined : cellOf(ratio, (value) => formatNumber(value, 2));
    },
  },
  {
    key: "published",
    title: "Published",
    hint: "Speed-ups over plain RSA that papers measured",
    isLargestFirst: true,
    valueOf: ({ comparisons }, compared) => comparisons[compared].published[0]?.value,
    cell: ({ comparisons }, compared) => publishedCell(comparisons[compared].published),
  },
];

function rateOf({ summaries }: Row, compared: Operation): number | undefined {
  const summary = summaries[compared];
  return summary && 1000 / summary.time;
}

function cellOf(value: number | undefined, format: (value: number) => string): Cell | undefined {
  return value === undefined ? undefined : { value: format(value) };
}

function timeCell(summary: Summary | undefined): Cell | undefined {
  if (summary === undefined) return undefined;
  const { low, high } = spread(summary);
  return { value: formatNumber(summary.time), small: summary.count === 1 ? "one sample" : formatRange(low, high) };
}

function speedCell(row: Row, operation: Operation): Cell | undefined {
  const { measured } = row.comparisons[operation];
  if (measured === undefined) return undefined;
  // There is no ratio before the intervals separate.
  if (operation === "keygen" && !isPlain(row.subject) && !measured.isClear) return { value: "≈ 1 ×" };
  const hasRange = !isPlain(row.subject) && measured.low < measured.high;
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
    value: <span class={first.difference === undefined ? undefined : "uncertain"}>{value}</span>,
    small: first.difference === undefined ? names : `${names}, at ${first.difference}`,
  };
}

/** A column for a loaded run: the same operation there, and how many times as fast it is here. */
function loadedColumn({ name }: State["loaded"][number], at: number): Column {
  return {
    key: `loaded-${at}`,
    title: name,
    hint: "The same operation in this run, in milliseconds, and how many times as fast it is here",
    valueOf: ({ loaded }, compared) => loaded[at]?.summaries[compared]?.time,
    cell: (row, compared) => loadedCell(row, row.loaded[at], compared),
  };
}

function loadedCell(row: Row, figures: Row["loaded"][number], operation: Operation): Cell | undefined {
  const other = figures?.summaries[operation];
  if (other === undefined) return undefined;
  const own = row.summaries[operation];
  const [here, there] = [row.subject, figures?.subject];
  const isOtherEngine = here.kind === "variant" && there?.kind === "variant" && here.engine !== there.engine;
  const parts = [own && hereText(speedUp(other, own)), isOtherEngine && there.engine, figures?.difference];
  return { value: formatNumber(other.time), small: parts.filter(Boolean).join("; ") };
}

/** A ratio between machines, with the range that both intervals allow. */
function hereText({ value, low, high }: ReturnType<typeof speedUp>): string {
  return low === high ? `here ${formatSpeed(value)}` : `here ${formatSpeed(value)} (${formatRange(low, high)})`;
}

/** What the table is sorted by; without a column the rows are in their natural order. */
interface Sort {
  readonly column: SortColumn | undefined;
  readonly isDescending: boolean;
}

/** The sorted rows. Equal ones keep their order, and rows without a value come last either way. */
export function sortRows(rows: readonly Row[], { column, isDescending }: Sort, compared: Operation): Row[] {
  if (column === undefined) return [...rows];
  const direction = isDescending ? -1 : 1;
  const entries = rows.map((row) => ({ row, value: column.valueOf(row, compared) }));
  entries.sort((a, b) => {
    if (a.value === undefined || b.value === undefined) {
      return Number(a.value === undefined) - Number(b.value === undefined);
    }
    return direction * (typeof a.value === "string" ? a.value.localeCompare(`${b.value}`) : a.value - Number(b.value));
  });
  return entries.map(({ row }) => row);
}

/** The sort after a click on a column's head: first the useful direction, then the other, then the natural order. */
export function nextSort(current: Sort, column: SortColumn): Sort {
  const first = column.isLargestFirst === true;
  if (current.column?.key !== column.key) return { column, isDescending: first };
  if (current.isDescending === first) return { column, isDescending: !first };
  return { column: undefined, isDescending: false };
}

/** The figures of every variant; each row opens to show everything else about it. */
export function Table({ state, actions }: ViewProps): JSX.Element {
  const [sort, setSort] = useState<Sort>({ column: undefined, isDescending: false });
  const [hasAllColumns, setAllColumns] = useState(false);
  const { selection, loaded } = state;
  const shown = [...columns.filter(({ isShort }) => isShort || hasAllColumns), ...loaded.map(loadedColumn)];
  const rows = useRowOrder(state, sort);
  const head = (column: SortColumn) => (
    <Head key={column.key} {...{ column, sort }} onSort={() => setSort(nextSort(sort, column))} />
  );
  return (
    <section class="outcome" aria-label="Results">
      <TableBox label="Table of results">
        <table class="results">
          <caption class="visually-hidden">RSA variants at {selection.modulusLength} bits</caption>
          <thead>
            <tr>
              {head(nameColumn)}
              <th scope="col" class="col-verdict">
                <Term of="verdict">Verdict</Term>
              </th>
              {shown.map(head)}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={row.id} {...{ row, state, actions, shown }} />
            ))}
          </tbody>
        </table>
      </TableBox>
      <div class="table-foot">
        <p class="table-legend">
          Below each time is the 95 % interval of its median. A dot marks the fastest safe variant, and any other that
          may be as fast. Batch counts one message’s share of a full batch.
        </p>
        <Checkbox checked={hasAllColumns} onChange={setAllColumns}>
          All columns
        </Checkbox>
      </div>
    </section>
  );
}

/** The sorted rows. During a run they keep their places, because rows that jump cannot be read. */
function useRowOrder({ rows, selection, running }: State, sort: Sort): Row[] {
  const order = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: "", ids: [] });
  const { compared } = selection;
  const key = JSON.stringify([sort, compared, rows.map(({ id }) => id)]);
  if (running === undefined || key !== order.current.key) {
    order.current = { key, ids: sortRows(rows, sort, compared).map(({ id }) => id) };
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return order.current.ids.flatMap((id) => byId.get(id) ?? []);
}

interface HeadProps {
  readonly column: SortColumn;
  readonly sort: Sort;
  readonly onSort: () => void;
}

function Head({ column: { key, title, hint }, sort, onSort }: HeadProps): JSX.Element {
  const direction = sort.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={key === "name" ? "name" : `number col-${key}`}
      aria-sort={sort.column?.key === key ? direction : "none"}
    >
      <button type="button" title={hint} onClick={onSort}>
        {title}
      </button>
    </th>
  );
}

function TableRow({
  row,
  state,
  actions,
  shown,
}: ViewProps & { readonly row: Row; readonly shown: readonly Column[] }) {
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { compared } = state.selection;
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
            onClick={() => setOpen(!isOpen)}
          >
            <MarkIcon subject={row.subject} />
            <strong>{nameOf(row, state)}</strong>
            <span class="small">{describeParams(row)}</span>
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
                toggle.current?.focus(); // this button disappears
              }}
            >
              Search in the next run
            </button>
          )}
        </th>
        <td class="col-verdict" data-label="Verdict">
          {verdict === undefined ? "–" : <VerdictBadge verdict={verdict} />}
        </td>
        {shown.map(({ key, title, cell: cellOf }) => {
          const cell = cellOf(row, compared);
          const isFastest = (key === "encrypt" || key === "decrypt") && row.fastest.has(key);
          const classes = ["number", `col-${key}`, cell === undefined && "empty", isFastest && "fastest"];
          return (
            <td key={key} class={classes.filter(Boolean).join(" ")} data-label={title}>
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
