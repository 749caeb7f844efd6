// The bars are HTML: they can be selected and read aloud, fit a phone, and come without the 60 kB of Chart.js, which
// the folded charts load when they are opened.

import { isUnsafe, type Row } from "@rsa-variants/measure/run/rows";
import { measuredLengths } from "@rsa-variants/measure/run/run";
import { speedupFormula } from "@rsa-variants/measure/run/theory";
import type { Operation } from "@rsa-variants/measure/tasks/protocol";
import { isPlain } from "@rsa-variants/measure/tasks/subject";
import { formatFactor, formatNumber, formatSpeed } from "@rsa-variants/measure/text/format";
import { shortSources, sourceInBrief } from "@rsa-variants/measure/text/sources";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Segments } from "../../ui/buttons.tsx";
import { Term } from "../../ui/term.tsx";
import { VerdictBadge } from "../../ui/verdicts.tsx";
import { variantPages } from "../../variants/index.ts";
import type { ViewProps } from "../actions.ts";
import type { State } from "../state.ts";
import { nameOf, operationTexts, referenceIdeas } from "../texts.ts";

/** How far the bars' scale goes beyond the fastest. A prediction of theory may be farther away. */
const reach = 1.7;

/** Every variant's speed as a bar beside theory and papers, the fastest first and the safe ones above the others. */
export function Bars({ state, actions }: ViewProps): JSX.Element {
  const { selection, figures } = state;
  const { compared } = selection;
  const rows = state.rows.filter(
    (row) => speedOf(row, compared) !== undefined || row.summaries[compared] !== undefined,
  );
  const sorted = useSteadyOrder(rows, state, (row) => speedOf(row, compared) ?? 0);
  const safe = sorted.filter((row) => !isUnsafe(row));
  const unsafe = sorted.filter(isUnsafe);
  const most = reach * Math.max(1, ...rows.map((row) => speedOf(row, compared) ?? 0));
  const lengths = measuredLengths(figures);
  const scale = { most, browser: browserSpeed(rows, compared) };
  const { title } = operationTexts[compared];
  const bar = (row: Row) => <Bar key={row.id} {...{ row, state, scale }} />;
  return (
    <section class="bars" aria-labelledby="bars-title">
      <div class="bars-head">
        <h2 id="bars-title">
          {title}, {selection.modulusLength} bits
        </h2>
        {lengths.some((length) => length !== selection.modulusLength) && (
          <Segments
            label="Measured modulus lengths"
            values={lengths.map((value) => ({ value, text: String(value) }))}
            chosen={selection.modulusLength}
            onChoose={(modulusLength) => actions.select({ modulusLength }, true)}
          />
        )}
        <Segments
          label="Operation"
          values={(["decrypt", "encrypt", "keygen"] as const).map((value) => ({
            value,
            text: operationTexts[value].name,
          }))}
          chosen={compared}
          onChoose={(value) => actions.select({ compared: value })}
        />
      </div>
      <Legend hasBrowser={scale.browser !== undefined} hasUnsafe={unsafe.length > 0} />
      <table class="bars-table">
        <caption class="visually-hidden">{title}: measured, theory and papers</caption>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">
              <span class="visually-hidden">Bar</span>
            </th>
            <th scope="col">Measured</th>
            <th scope="col">Theory</th>
            <th scope="col">Formula</th>
            <th scope="col">Papers</th>
          </tr>
        </thead>
        <tbody>{safe.map(bar)}</tbody>
        {/* Weak and broken variants are apart; before the verdicts are known, all are together. */}
        {unsafe.length > 0 && (
          <tbody class="unsafe" aria-label="Not safe with these settings">
            {unsafe.map(bar)}
          </tbody>
        )}
      </table>
    </section>
  );
}

/** The rows, the fastest first. During a run they keep their places, because rows that jump cannot be read. */
function useSteadyOrder(rows: Row[], { running, selection }: State, speed: (row: Row) => number): Row[] {
  const order = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: "", ids: [] });
  const key = `${selection.compared} ${selection.modulusLength}`;
  const known = order.current.key === key ? order.current.ids : [];
  const placeOf = ({ id }: Row) => (known.includes(id) ? known.indexOf(id) : known.length);
  // Rows that appear during a run come last, in the order of tables.
  const isFixed = running !== undefined;
  const shown = [...rows].sort((a, b) => (isFixed ? placeOf(a) - placeOf(b) : speed(b) - speed(a)));
  order.current = { key, ids: shown.map(({ id }) => id) };
  return shown;
}

/** How many times as fast as plain RSA; plain RSA itself is 1. */
function speedOf({ comparisons, summaries, subject }: Row, operation: Operation): number | undefined {
  if (isPlain(subject) && summaries[operation] !== undefined) return 1;
  return comparisons[operation].measured?.value;
}

function browserSpeed(rows: readonly Row[], operation: Operation): number | undefined {
  const browser = rows.find(({ subject }) => subject.kind === "reference" && subject.reference === "webcrypto");
  return browser && speedOf(browser, operation);
}

interface Scale {
  /** The speed-up at the right end. */
  readonly most: number;
  readonly browser: number | undefined;
}

function Bar({ row, state, scale }: { readonly row: Row; readonly state: State; readonly scale: Scale }): JSX.Element {
  const { compared } = state.selection;
  const { measured, theory, published } = row.comparisons[compared];
  const speed = speedOf(row, compared);
  const time = row.summaries[compared]?.time;
  const at = (value: number) => `${(100 * value) / scale.most}%`;
  const verdict = row.assessment?.verdict;
  const papers = published.filter(({ difference, value }) => difference === undefined && value <= scale.most);
  return (
    <tr class="bar-row" data-verdict={isUnsafe(row) ? verdict : undefined}>
      <th scope="row" class="bar-name">
        <span>
          {nameOf(row, state)}
          {isUnsafe(row) && verdict !== undefined && <VerdictBadge verdict={verdict} />}
        </span>
        <small>{ideaOf(row)}</small>
      </th>
      <td class="bar-cell" aria-hidden="true">
        <span class="bar-track">
          <i class="bar-line" style={{ left: at(1) }} />
          {scale.browser !== undefined && <i class="bar-line browser" style={{ left: at(scale.browser) }} />}
          {speed !== undefined && (
            <i class={row.fastest.has(compared) ? "bar-fill best" : "bar-fill"} style={{ width: at(speed) }} />
          )}
          {measured !== undefined && measured.high > measured.low && (
            <i
              class="bar-interval"
              style={{ left: at(measured.low), width: at(Math.min(measured.high, scale.most) - measured.low) }}
            />
          )}
          {theory !== undefined && theory <= scale.most && <i class="bar-theory" style={{ left: at(theory) }} />}
          {theory !== undefined && theory > scale.most && <small class="bar-beyond">◇ →</small>}
          {papers.map(({ value, source, table }) => (
            <i
              key={table}
              class="bar-paper"
              title={`${shortSources[source]}: ${formatFactor(value)}`}
              style={{ left: at(value) }}
            />
          ))}
        </span>
      </td>
      <td class="bar-value" data-label="Measured">
        <b>{speed === undefined ? "–" : isVague(row, compared) ? "≈ 1 ×" : formatSpeed(speed)}</b>{" "}
        <small>{time === undefined ? "" : `${formatNumber(time)} ms`}</small>
      </td>
      <td class="bar-number" data-label="Theory">
        {theory === undefined ? "" : formatSpeed(theory)}
      </td>
      <td class="bar-formula" data-label="Formula">
        {row.subject.kind === "variant" && compared === "decrypt" ? speedupFormula(row.subject.variant) : ""}
      </td>
      <td class="bar-papers" data-label="Papers">
        {published.map(({ value, source, table, difference }) => (
          <span
            key={`${source} ${table}`}
            title={`${shortSources[source]}, ${table}`}
            class={difference === undefined ? undefined : "uncertain"}
          >
            {formatFactor(value)} <small>{[sourceInBrief(source), difference].filter(Boolean).join(", ")}</small>
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Whether making a key may take as long as for plain RSA: the search for primes is random. */
function isVague(row: Row, operation: Operation): boolean {
  return operation === "keygen" && row.comparisons.keygen.measured?.isClear === false;
}

function ideaOf({ subject }: Row): string {
  return subject.kind === "variant" ? variantPages[subject.variant].idea : referenceIdeas[subject.reference];
}

/** What the parts of a row mean. */
function Legend({ hasBrowser, hasUnsafe }: { readonly hasBrowser: boolean; readonly hasUnsafe: boolean }): JSX.Element {
  return (
    <ul class="legend">
      <li>
        <i class="sample bar-fill" /> times as fast as <Term of="plainRsa">plain RSA</Term>
      </li>
      <li>
        <i class="sample bar-interval" /> <Term of="interval">95 % interval</Term>
      </li>
      <li>
        <i class="sample bar-theory" /> predicted by <Term of="theory">theory</Term>
      </li>
      <li>
        <i class="sample bar-paper" /> measured in a paper, same parameters
      </li>
      <li>
        <i class="sample bar-line" /> plain RSA
      </li>
      {hasBrowser && (
        <li>
          <i class="sample bar-line browser" /> the browser’s own RSA
        </li>
      )}
      {hasUnsafe && <li>Below the dashed line: not safe with these settings</li>}
    </ul>
  );
}
