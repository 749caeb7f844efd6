import type { ComponentChildren } from "preact";
import { MathText } from "./math.tsx";

interface TableBoxProps {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
}

interface FactsProps {
  readonly class?: string;
  /** What has no content is left out. */
  readonly of: Readonly<Record<string, ComponentChildren>>;
}

/** Names beside what they stand for. */
export function Facts({ class: look, of }: FactsProps) {
  return (
    <dl class={look}>
      {Object.entries(of).map(
        ([name, content]) => content && [<dt key={name}>{name}</dt>, <dd key={`${name} content`}>{content}</dd>],
      )}
    </dl>
  );
}

/** A box for a table, which scrolls if the table is wider than the page. */
export function TableBox({ label, children }: TableBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="card table-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface TableProps extends TableBoxProps {
  /** The first column names the rows. */
  readonly head: readonly ComponentChildren[];
}

/** A table of figures, with a `Row` for each line. */
export function Table({ label, head, children }: TableProps) {
  return (
    <TableBox label={label}>
      <table class="figures">
        <thead>
          <tr>
            {head.map((each, column) => (
              <th key={column} scope="col" class={column === 0 ? "name" : undefined}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableBox>
  );
}

interface RowProps {
  readonly class?: string | undefined;
  readonly name: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
}

export function Row({ name, cells, class: kind }: RowProps) {
  return (
    <tr class={kind}>
      <th scope="row" class="name">
        {name}
      </th>
      {cells.map((cell, column) => (
        <td key={column}>{cell}</td>
      ))}
    </tr>
  );
}

interface FiguresProps extends Omit<TableProps, "children"> {
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[];
}

/** A table of short texts, which may have exponents and indices. */
export function Figures({ rows, ...table }: FiguresProps) {
  return (
    <Table {...table}>
      {rows.map(([name, ...cells]) => (
        <Row key={name} name={name} cells={cells.map((text, column) => <MathText key={column} text={text} />)} />
      ))}
    </Table>
  );
}
