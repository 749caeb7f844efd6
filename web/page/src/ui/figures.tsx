import type { ComponentChildren, JSX } from "preact";
import { MathText } from "./math.tsx";

export interface TableBoxProps {
  /** What the table shows. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A box for a table, which scrolls if the table is wider than the page. */
export function TableBox({ label, children }: TableBoxProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="table-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

export interface FiguresProps {
  readonly label: string;
  readonly head: readonly string[];
  /** The first cells of a row are its name. */
  readonly rows: readonly (readonly string[])[];
  /** How many cells a name has. */
  readonly names?: number;
}

/** A table of texts. */
export function Figures({ label, head, rows, names = 1 }: FiguresProps): JSX.Element {
  const look = (column: number) => (column < names ? "name" : undefined);
  return (
    <TableBox label={label}>
      <table class="figures">
        <thead>
          <tr>
            {head.map((text, column) => (
              <th key={text} scope="col" class={look(column)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.slice(0, names).join()}>
              {cells.map((text, column) => {
                const Cell = column === 0 ? "th" : "td";
                return (
                  <Cell key={head[column]} scope={column === 0 ? "row" : undefined} class={look(column)}>
                    {column < names ? text : <MathText text={text} />}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
