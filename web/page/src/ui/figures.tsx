import type { JSX } from "preact";
import { MathText } from "./math.tsx";

export interface FiguresProps {
  /** What the table shows. */
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[];
}

/** A table in a box that scrolls if it is wider than the page. */
export function Figures({ label, head, rows }: FiguresProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="table-box" aria-label={label} tabIndex={0}>
      <table class="figures">
        <thead>
          <tr>
            {head.map((text, column) => (
              <th key={text} scope="col" class={column === 0 ? "name" : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row" class="name">
                {name}
              </th>
              {cells.map((text, column) => (
                <td key={head[column]}>
                  <MathText text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
