import type { Selection } from "@rsa-variants/measure/plan/selection";
import { isGuarded } from "@rsa-variants/measure/run/scale";
import { isPlain } from "@rsa-variants/measure/tasks/subject";
import { formatFactor } from "@rsa-variants/measure/text/format";
import { shortSources } from "@rsa-variants/measure/text/sources";
import type { JSX } from "preact";
import { Term } from "../../ui/term.tsx";
import { type Figures, ofUnit } from "../figures.ts";
import type { State } from "../state.ts";
import { unitTexts } from "../texts.ts";

/** The scale that all bars share. */
export interface TrackScale {
  /** The value at the right end. */
  readonly most: number;
  /** Where the thing is that the unit counts from. */
  readonly base?: number;
  /** Where the browser's own RSA is. */
  readonly browser?: number;
}

interface TrackProps {
  readonly figures: Figures;
  readonly scale: TrackScale;
  readonly unit: Selection["unit"];
  /** Whether this is the answer, or as fast. */
  readonly isBest: boolean;
}

/** A row's bar with its interval, the prediction of theory, the papers' figures, and the loaded runs. */
export function Track({ figures, scale, unit, isBest }: TrackProps): JSX.Element {
  const { measured, theory, others } = figures;
  const { most, base, browser } = scale;
  const at = (value: number) => `${(100 * Math.min(value, most)) / most}%`;
  // Times on the machines of papers say nothing about times here.
  const papers = unit === "ms" ? [] : figures.published.filter(({ difference }) => difference === undefined);
  const isBeyond = (value: number) => value > most;
  const beyond = [
    ...(theory !== undefined && isBeyond(theory) ? [`theory ${ofUnit(theory, { unit })}`] : []),
    ...papers.filter(({ value }) => isBeyond(value)).map(({ value }) => `paper ${formatFactor(value)}`),
  ];
  return (
    <span class="bar-track">
      {base !== undefined && <i class="bar-line" style={{ left: at(base) }} />}
      {browser !== undefined && <i class="bar-line browser" style={{ left: at(browser) }} />}
      {measured !== undefined && (
        <i class={isBest ? "bar-fill best" : "bar-fill"} style={{ width: at(measured.value) }} />
      )}
      {others.map(
        (other, place) =>
          other !== undefined && (
            <i key={`${place}`} class="bar-other" style={{ width: at(other.value), "--place": String(place) }} />
          ),
      )}
      {measured !== undefined && measured.high > measured.low && !isPlain(figures.row.subject) && (
        <i
          class="bar-interval"
          style={{
            left: at(measured.low),
            width: `${(100 * (Math.min(measured.high, most) - Math.min(measured.low, most))) / most}%`,
          }}
        />
      )}
      {theory !== undefined && !isBeyond(theory) && <i class="bar-theory" style={{ left: at(theory) }} />}
      {papers
        .filter(({ value }) => !isBeyond(value))
        .map(({ value, source, table }) => (
          <i
            key={`${source} ${table}`}
            class="bar-paper"
            title={`${shortSources[source]}: ${formatFactor(value)}`}
            style={{ left: at(value) }}
          />
        ))}
      {beyond.length > 0 && <small class="bar-beyond">{beyond.join(", ")} →</small>}
    </span>
  );
}

interface LegendProps {
  readonly state: State;
  readonly scale: TrackScale;
  readonly has: Readonly<Record<"theory" | "papers", boolean>>;
  readonly hasUnsafe: boolean;
}

/** What the parts of a row mean. */
export function Legend({ state, scale, has, hasUnsafe }: LegendProps): JSX.Element {
  const { selection, loaded } = state;
  const { unit, compared } = selection;
  const isBare = compared === "decrypt" && !isGuarded(selection);
  return (
    <ul class="legend">
      <li>
        <i class="sample bar-fill" /> {unitTexts[unit].of}
        {isBare && ", without guards and padding, as in the papers"}
        {isGuarded(selection) && ", with guards, as the library runs by default"}
      </li>
      <li>
        <i class="sample bar-interval" /> <Term of="interval">95 % interval</Term>
      </li>
      {has.theory && (
        <li>
          <i class="sample bar-theory" /> predicted by <Term of="theory">theory</Term>
        </li>
      )}
      {has.papers && unit !== "ms" && (
        <li>
          <i class="sample bar-paper" /> measured in a paper, same parameters
        </li>
      )}
      {scale.browser !== undefined && (
        <li>
          <i class="sample bar-line browser" /> the browser’s own RSA
        </li>
      )}
      {loaded.length > 0 && (
        <li>
          <i class="sample bar-other" /> loaded runs
        </li>
      )}
      {hasUnsafe && <li>Below the dashed line: not safe with these settings</li>}
    </ul>
  );
}
