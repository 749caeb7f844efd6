import { formatCount, formatDuration, formatFactor, formatNumber } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { type Counts, published, type Report, type Step, wordProductsOf } from "rsa-variants/xrsa";
import { CopyButton, QuietButton } from "../../ui/buttons.tsx";
import { Row, Table } from "../../ui/figures.tsx";
import { type GlossaryTerm, Term } from "../../ui/term.tsx";
import type { Actions } from "../actions.ts";
import { type ModeRow, modeRows, operationSteps, type Shown } from "../plans.ts";
import type { DeviceOutcome, Run } from "../run/protocol.ts";
import type { Selection } from "../selection.ts";
import { stepTexts } from "../text.ts";

interface ModesProps {
  readonly shown: Shown;
  readonly actions: Actions;
}

/** The comparison of modes, and the files that hold it. */
export function Modes({ shown, actions }: ModesProps): JSX.Element {
  const rows = modeRows(shown);
  const most = Math.max(...rows.map(({ total }) => total ?? 0));
  return (
    <section class="outcome" aria-labelledby="modes-title">
      <h2 id="modes-title">What each mode costs</h2>
      <p class="lead-in">Multiplications by step. They depend only on the lengths.</p>
      <Table
        label="Montgomery multiplications by step, for every mode"
        head={[
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
        “On the chip” is an estimate from the {published.operationsPerSecond} operations a second that the paper
        measured.
      </p>
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

const colors = [
  { color: "var(--squared)", text: "R²", steps: ["r-squared"] },
  { color: "var(--power)", text: "power", steps: ["exponentiation"] },
  { color: "var(--rest)", text: "rest", steps: ["reduction", "recombination", "product"] },
] as const;

function bar(steps: NonNullable<ModeRow["steps"]>, most: number, printed: boolean): JSX.Element {
  return (
    <span class="mode-bar" aria-hidden="true">
      {colors.map(({ color, steps: own }) => {
        const width = `${(100 * own.reduce((sum, step) => sum + steps[step], 0)) / most}%`;
        return <span key={color} class="segment" style={{ width, background: printed ? "none" : color }} />;
      })}
    </span>
  );
}

function BarKey(): JSX.Element {
  return (
    <span class="bar-key">
      {colors.map(({ color, text }) => (
        <span key={color}>
          <span class="segment swatch" style={{ background: color }} />
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

export function Memory({ report, selection }: MemoryProps): JSX.Element {
  const gauges = [
    ["Unit RAM", report?.unitRam, selection.unitRam],
    ["Controller RAM", report?.controllerRam, selection.controllerRam],
  ] as const;
  return (
    <>
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
    </>
  );
}

interface ResultProps {
  readonly run: Run;
  readonly device: DeviceOutcome;
}

/** Whether the result is right, and two other ways to compute it. */
export function Result({ run: { ordinary, software }, device }: ResultProps): JSX.Element {
  const { operandLength, total } = device.report;
  const inWords = software && software.wordProducts / wordProductsOf(operandLength);
  const isWrong = ordinary?.equal === false;
  const time = (outcome?: { readonly milliseconds: number }) =>
    outcome === undefined ? "…" : `${formatNumber(outcome.milliseconds)} ms`;
  const equality = (outcome?: { readonly equal: boolean }) =>
    outcome === undefined ? "…" : outcome.equal ? "equal" : "NOT equal";
  return (
    <section class="outcome result" aria-labelledby="result-title">
      <h2 id="result-title">The result, checked</h2>
      <p class={isWrong ? "problem" : undefined}>
        {ordinary === undefined && "The library decrypts the same block next."}
        {ordinary?.equal && "The library decrypts the same random block to the same result."}
        {isWrong && "The device’s result is WRONG: it differs from the library’s. This is a bug."}
      </p>
      <Table label="The private operation, computed three ways" head={["method", "⊗", "time here", "result"]}>
        <Row
          name={device.trace === undefined ? "model of the device" : "model, recording all operations"}
          cells={[formatCount(total.multiplications), time(device), equality(ordinary)]}
        />
        <Row name="ordinary library" cells={["–", time(ordinary), ordinary === undefined ? "…" : "the message"]} />
        <Row
          name="naive method"
          cells={[
            inWords === undefined ? "…" : `as much as ${formatCount(Math.round(inWords))}`,
            time(software),
            equality(software),
          ]}
        />
      </Table>
      {inWords !== undefined && (
        <p class="table-legend">
          The naive method multiplies modulo N in software: {formatFactor(inWords / total.multiplications)} the work. On
          the paper’s chip it took {published.softwareFactor} × as long, because it cannot use the multiplier.
        </p>
      )}
    </section>
  );
}

const operations = ["multiplications", "additions", "subtractions"] as const;

export function DeviceKey({ made: { report, milliseconds } }: { readonly made: NonNullable<Run["key"]> }): JSX.Element {
  const { sections, total } = report;
  const steps = [...new Set(sections.map(({ step }) => step))];
  const sum = (step: Step, kind: (typeof operations)[number]) =>
    sections.reduce((all, section) => all + (section.step === step ? section[kind] : 0), 0);
  return (
    <section class="outcome" aria-labelledby="key-title">
      <h2 id="key-title">The key, made on the device</h2>
      <p class="lead-in">
        Computed with the unit’s operations only, in {formatDuration(milliseconds)} here. Finding primes takes luck, so
        the next key will cost more or less.
      </p>
      <Table label="Operations of the unit by step of key generation" head={["step", "⊗", "⊕", "⊖"]}>
        {steps.map((step) => (
          <Row
            key={step}
            name={`${stepTexts[step].name} (${stepTexts[step].source})`}
            cells={operations.map((kind) => formatCount(sum(step, kind)))}
          />
        ))}
        <Row class="total" name="total" cells={operations.map((kind) => formatCount(total[kind]))} />
      </Table>
    </section>
  );
}
