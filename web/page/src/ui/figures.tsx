import type { ComponentChildren, JSX } from "preact";
import { MathText } from "./math.tsx";

export interface TableProps {
  /** What the table shows, for screen readers. */
  readonly label: string;
  /** Column heads; the first column names the rows. */
  readonly head: readonly ComponentChildren[];
  /** `Row`s. */
  readonly children: ComponentChildren;
}

/** A table of figures in a box that scrolls sideways where it has too little room. */
export function Table({ label, head, children }: TableProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="table-box" aria-label={label} tabIndex={0}>
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
    </section>
  );
}

export interface RowProps {
  readonly class?: string | undefined;
  readonly name: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
}

export function Row({ name, cells, class: kind }: RowProps): JSX.Element {
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

export interface FiguresProps extends Pick<TableProps, "label" | "head"> {
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[];
}

/** A table of short texts, which may have exponents and indices. */
export function Figures({ label, head, rows }: FiguresProps): JSX.Element {
  return (
    <Table label={label} head={head}>
      {rows.map(([name, ...cells]) => (
        <Row key={name} name={name} cells={cells.map((text, column) => <MathText key={column} text={text} />)} />
      ))}
    </Table>
  );
}
