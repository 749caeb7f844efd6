import { formatCount, formatFactor, formatNumber } from "@rsa-variants/measure/text/format";
import { published, softwareCostOf, wordProductsOf } from "rsa-variants/xrsa";
import { QuietButton } from "../../ui/buttons.tsx";
import { Table } from "../../ui/figures.tsx";
import { type GlossaryTerm, Term } from "../../ui/term.tsx";
import type { Actions } from "../actions.ts";
import { hasEstimates, type ModeRow, modeRows, type Shown } from "../plans.ts";

interface ModesProps {
  readonly shown: Shown;
  readonly actions: Actions;
}

/** What each idea saves, and the file that holds the counts. */
export function Modes({ shown, actions }: ModesProps) {
  const { selection, plans } = shown;
  const { modulusLength, primes, multiplierLength, unitRam, controllerRam } = selection;
  const rows = modeRows(shown);
  const most = Math.max(...rows.map(({ total }) => total ?? 0));
  const onChip = hasEstimates(shown);
  const isPaper = modulusLength === 4096 && primes === 2 && multiplierLength === 2048;
  return (
    <section class="outcome modes" aria-labelledby="modes-title">
      <h2 id="modes-title">What each idea saves</h2>
      <p class="muted lead-in">
        Montgomery multiplications ⊗ for {modulusLength} bits, {primes} primes, a {multiplierLength}-bit multiplier,
        with {formatCount(unitRam)} bytes of RAM in the unit and {formatCount(controllerRam)} in the controller; counts
        come from a simulation.
      </p>
      <Table
        label="Montgomery multiplications in every mode"
        head={["mode", "⊗", "vs. row above", ...(onChip ? ["on the chip"] : []), ...groups.map(({ text }) => text)]}
      >
        {rows.map((row) => (
          <Mode key={row.id} row={row} most={most} onChip={onChip} />
        ))}
      </Table>
      <ul class="fine muted cluster picture-legend table-legend">
        {groups.map(({ color, text }) => (
          <li key={text}>
            <span class="segment swatch" style={{ background: color }} /> {text}
          </li>
        ))}
        <li>
          <span class="segment swatch saved" /> saved vs. the row above
        </li>
      </ul>
      {onChip && (
        <p class="fine table-legend">
          “On the chip”: private operations per second, estimated from the {published.operationsPerSecond} that Dang, Li
          and Chen (2021, section IV-B) measured.
          {isPaper &&
            ` The paper counts ${formatCount(published.multiplications)} ⊗: one conversion for each prime twice.`}
        </p>
      )}
      <Naive shown={shown} />
      <fieldset class="cluster files" disabled={plans === undefined}>
        <QuietButton title="The table as comma-separated values" onClick={() => actions.saveTable()}>
          Save CSV
        </QuietButton>
      </fieldset>
    </section>
  );
}

/** Figure 5 of the paper: what the computation would take without the multiplier. */
function Naive({ shown: { selection, plans } }: Pick<ModesProps, "shown">) {
  if (plans?.refusal !== undefined) return null;
  const report = plans?.chosen.report;
  const factor =
    report &&
    softwareCostOf(selection.modulusLength).wordProducts /
      wordProductsOf(report.operandLength) /
      report.total.multiplications;
  return (
    <p class="fine table-legend">
      Without the multiplier, the naive method does {factor === undefined ? "…" : formatFactor(factor)} the work of the
      chosen mode. On the paper’s chip it took {published.softwareFactor} × as long as xRSA (figure 5).
    </p>
  );
}

const terms: Readonly<Record<string, GlossaryTerm>> = { squarings: "squarings", "window-2": "fixedWindow" };

/** What a mode's ⊗ are for, as its bar shows them. */
const groups = [
  { color: "var(--squared)", text: "R²", steps: ["r-squared"] },
  { color: "var(--power)", text: "power", steps: ["exponentiation"] },
  { color: "var(--rest)", text: "rest", steps: ["reduction", "recombination", "product"] },
] as const;

interface ModeProps {
  readonly row: ModeRow;
  /** The ⊗ of the longest bar. */
  readonly most: number;
  readonly onChip: boolean;
}

function Mode({ row, most, onChip }: ModeProps) {
  const { id, name, steps, total, saved, estimate, refusal, chosen } = row;
  const term = terms[id];
  const counts = groups.map(({ steps: own }) => steps && own.reduce((sum, step) => sum + steps[step], 0));
  const isLess = saved !== undefined && saved > 0 && total !== undefined;
  const change =
    saved === undefined || total === undefined
      ? "–"
      : `${isLess ? "−" : "+"}${formatNumber((100 * Math.abs(saved)) / (total + saved), 2)}\u00a0%`;
  const width = (count = 0) => `${(100 * count) / most}%`;
  return (
    <tr class={chosen ? "is-chosen" : undefined}>
      <th scope="row" class="name">
        {term ? <Term of={term}>{name}</Term> : name} {chosen && <span class="chosen">chosen</span>}
        {refusal === undefined && (
          <span class="mode-bar" aria-hidden="true">
            {groups.map(({ color, text }, at) => (
              <span key={text} class="segment" style={{ width: width(counts[at]), background: color }} />
            ))}
            {isLess && <span class="segment saved" style={{ width: width(saved) }} />}
          </span>
        )}
      </th>
      {refusal === undefined ? (
        <>
          <td class="total">{total === undefined ? "…" : formatCount(total)}</td>
          <td>{change}</td>
          {onChip && <td>{estimate ? `${formatNumber(estimate, 2)}/s` : total === undefined ? "…" : "–"}</td>}
          {counts.map((count, at) => (
            <td key={groups[at]?.text}>{count === undefined ? "…" : formatCount(count)}</td>
          ))}
        </>
      ) : (
        <td class="refused" colspan={onChip ? 6 : 5}>
          Does not fit: {refusal}
        </td>
      )}
    </tr>
  );
}
