import type { ComponentChildren, JSX } from "preact";
import { MathText } from "./math.tsx";

interface TableBoxProps {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A box for a table, which scrolls if the table is wider than the page. */
export function TableBox({ label, children }: TableBoxProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="card table-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface TableProps extends TableBoxProps {
  readonly head: readonly ComponentChildren[];
  /** How many columns name the rows. */
  readonly names?: number;
}

/** A table of figures, with a `Row` for each line. */
export function Table({ label, head, names = 1, children }: TableProps): JSX.Element {
  return (
    <TableBox label={label}>
      <table class="figures">
        <thead>
          <tr>
            {head.map((each, column) => (
              <th key={column} scope="col" class={column < names ? "name" : undefined}>
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
  /** As for the table. */
  readonly names?: number;
}

export function Row({ name, cells, class: kind, names = 1 }: RowProps): JSX.Element {
  return (
    <tr class={kind}>
      <th scope="row" class="name">
        {name}
      </th>
      {cells.map((cell, column) => (
        <td key={column} class={column + 1 < names ? "name" : undefined}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

interface FiguresProps extends Omit<TableProps, "children"> {
  /** The first cells of a row are its name. */
  readonly rows: readonly (readonly string[])[];
}

/** A table of short texts, which may have exponents and indices. */
export function Figures({ rows, ...table }: FiguresProps): JSX.Element {
  const { names = 1 } = table;
  return (
    <Table {...table}>
      {rows.map(([name, ...cells]) => (
        <Row
          key={[name, ...cells.slice(0, names - 1)].join()}
          {...{ name, names }}
          cells={cells.map((text, column) => <MathText key={column} text={text} />)}
        />
      ))}
    </Table>
  );
}
