import type { JSX } from "preact";
import { type Counts, published, type Report } from "rsa-variants/xrsa";
import { formatCount, formatNumber } from "../../core/format.ts";
import { CopyButton, QuietButton } from "../../ui/buttons.tsx";
import { type GlossaryTerm, Term } from "../../ui/term.tsx";
import type { Actions } from "../actions.ts";
import type { Selection } from "../params/selection.ts";
import { type ModeRow, modeRows, operationSteps } from "../results/costs.ts";
import type { Shown } from "../state.ts";
import { stepTexts } from "../text.ts";
import { Table } from "./table.tsx";

interface ModesProps {
  readonly shown: Shown;
  readonly actions: Actions;
}

/** ⊗ by step for every way to compute, with a bar for each, and the files that hold them. */
export function Modes({ shown, actions }: ModesProps): JSX.Element {
  const rows = modeRows(shown);
  const most = Math.max(...rows.map(({ total }) => total ?? 0));
  return (
    <section class="outcome" aria-labelledby="modes-title">
      <h2 id="modes-title">What each mode costs</h2>
      <p class="lead-in">
        Montgomery multiplications by step. They depend only on the lengths and are known before any run.
      </p>
      <Table
        label="Montgomery multiplications by step, for every mode"
        heads={[
          "mode",
          "⊗ in total",
          <BarKey key="key" />,
          "on the chip",
          ...operationSteps.map((step) => stepTexts[step].name),
        ]}
      >
        {rows.map((row) => (
          <Mode key={row.id} row={row} most={most} />
        ))}
      </Table>
      <p class="table-legend">
        “On the chip” is an estimate. The paper measured {published.operationsPerSecond} operations a second, which is
        about 27 000 ⊗ of 2048 bits a second. The vendor’s own RSA-2048 makes{" "}
        {published.vendorRsa2048OperationsPerSecond} a second.
      </p>
      {/* Before there are plans there is nothing to save. */}
      <fieldset class="files" disabled={shown.plans === undefined}>
        <QuietButton title="Settings, counts, times and environment; no key" onClick={() => actions.save("json")}>
          Save JSON
        </QuietButton>
        <QuietButton title="The table as comma-separated values" onClick={() => actions.save("csv")}>
          Save CSV
        </QuietButton>
        <CopyButton label="Copy as Markdown" title="The table for a README" copy={() => actions.copyMarkdown()} />
      </fieldset>
    </section>
  );
}

/** Modes whose name needs a definition. */
const terms: Readonly<Record<string, GlossaryTerm>> = { squarings: "squarings", "window-2": "fixedWindow" };

function Mode({ row, most }: { readonly row: ModeRow; readonly most: number }): JSX.Element {
  const { id, name, steps, total, estimate, refusal, chosen, printed } = row;
  const term = terms[id];
  const rate = printed
    ? `${published.operationsPerSecond}/s measured`
    : estimate && `about ${formatNumber(estimate, 2)}/s`;
  return (
    <tr class={printed ? "printed" : chosen ? "is-chosen" : undefined}>
      <th scope="row" class="name">
        {term ? <Term of={term}>{name}</Term> : name} {chosen && <span class="chosen">chosen</span>}
      </th>
      {refusal === undefined ? (
        <>
          <td class="total">{total === undefined ? "…" : formatCount(total)}</td>
          <td class="mode-track">{steps && bar(steps, most, printed)}</td>
          <td>{rate ?? (total === undefined ? "…" : "–")}</td>
          {operationSteps.map((step) => (
            <td key={step}>{steps === undefined ? "…" : formatCount(steps[step])}</td>
          ))}
        </>
      ) : (
        <td class="refused" colspan={operationSteps.length + 3}>
          refused: {refusal}
        </td>
      )}
    </tr>
  );
}

/** Steps by colour: the two long ones, and all that hardly count. */
const colours = [
  { colour: "var(--squared)", text: "R²", steps: ["r-squared"] },
  { colour: "var(--power)", text: "power", steps: ["exponentiation"] },
  { colour: "var(--rest)", text: "rest", steps: ["reduction", "recombination", "product"] },
] as const;

function bar(steps: NonNullable<ModeRow["steps"]>, most: number, printed: boolean): JSX.Element {
  return (
    <span class="mode-bar" aria-hidden="true">
      {colours.map(({ colour, steps: own }) => {
        const width = `${(100 * own.reduce((sum, step) => sum + steps[step], 0)) / most}%`;
        return <span key={colour} class="segment" style={{ width, background: printed ? "none" : colour }} />;
      })}
    </span>
  );
}

function BarKey(): JSX.Element {
  return (
    <span class="bar-key">
      {colours.map(({ colour, text }) => (
        <span key={colour}>
          <span class="segment swatch" style={{ background: colour }} />
          {text}
        </span>
      ))}
    </span>
  );
}

const kinds: readonly (readonly [kind: keyof Counts, sign: string, text: string])[] = [
  ["multiplications", "⊗", "Montgomery multiplications"],
  ["additions", "⊕", "modular additions"],
  ["subtractions", "⊖", "modular subtractions"],
  ["loads", "load", "numbers into the unit"],
  ["fetches", "fetch", "numbers out of it"],
  ["bytes", "bytes", "moved in and out of the unit"],
];

interface MemoryProps {
  readonly report: Report | undefined;
  readonly selection: Selection;
}

/** What the device needs: memory, and operations of each kind. */
export function Memory({ report, selection }: MemoryProps): JSX.Element {
  const gauges = [
    ["Unit RAM", report?.unitRam, selection.unitRam],
    ["Controller RAM", report?.controllerRam, selection.controllerRam],
  ] as const;
  return (
    <section class="outcome" aria-labelledby="memory-title">
      <h2 id="memory-title">Memory and operations</h2>
      <div class="gauges">
        {gauges.map(([name, used, size]) => (
          <div key={name} class="gauge">
            <span>{name}</span>
            <span class="gauge-numbers">
              at most {used === undefined ? "…" : formatCount(used)} of {formatCount(size)} bytes in use
            </span>
            <span class="bar" aria-hidden="true" style={{ "--fraction": (used ?? 0) / size }} />
          </div>
        ))}
      </div>
      <dl class="counts">
        {kinds.map(([kind, sign, text]) => (
          <div key={kind}>
            <dt>
              <b>{sign}</b> {text}
            </dt>
            <dd>{report === undefined ? "…" : formatCount(report.total[kind])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
