import type { ComponentChildren, JSX } from "preact";

export interface TableProps {
  /** What the table has, for screen readers. */
  readonly label: string;
  /** Columns, of which the first names the rows. */
  readonly heads: readonly ComponentChildren[];
  /** Rows. */
  readonly children: ComponentChildren;
}

/** A table of figures in a box that scrolls sideways. */
export function Table({ label, heads, children }: TableProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-box" aria-label={label} tabIndex={0}>
      <table class="figures">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col" class={index === 0 ? "name" : undefined}>
                {head}
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

/** A row of a table of figures. */
export function Row({ name, cells, class: kind }: RowProps): JSX.Element {
  return (
    <tr class={kind}>
      <th scope="row" class="name">
        {name}
      </th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  );
}
