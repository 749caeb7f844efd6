import type { Unit } from "@rsa-variants/measure/plan/selection";
import type { ScaledFigure } from "@rsa-variants/measure/run/scale";
import { formatNumber } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import type { Figures, Side } from "../figures.ts";

/** The logarithmic axis that all rows share. */
export interface Axis {
  /** Where a value is, in per cent of the width. */
  readonly place: (value: number) => string;
  readonly ticks: readonly number[];
}

/** The axis of everything that the table shows, with some room at both ends. Its ticks are 1 and 3 of each decade, and more on a short axis. */
export function axisOf(all: readonly Figures[], unit: Unit): Axis {
  const values = all.flatMap(({ main, other }) => [main, other].flatMap((side) => (side ? valuesOf(side, unit) : [])));
  const known = unit === "ms" ? values : [...values, 1];
  const [low, high] = known.length === 0 ? [0.1, 10] : [Math.min(...known) / 1.4, Math.max(...known) * 1.4];
  const [from, length] = [Math.log(low), Math.log(high / low)];
  const decades = Array.from({ length: 24 }, (_, at) => at - 12);
  const multiplesOf = (digits: readonly number[]) =>
    decades
      // Below 1 they are 1/3 and 1/10, not 0.3 and 0.1.
      .flatMap((decade) =>
        digits.map((digit) =>
          decade < 0 && unit !== "ms" && digit > 1 ? 10 ** (decade + 1) / digit : digit * 10 ** decade,
        ),
      )
      .filter((value) => value >= low && value <= high);
  const usual = multiplesOf([1, 3]);
  return {
    place: (value) => `${(2 + (96 * (Math.log(value) - from)) / length).toFixed(2)}%`,
    // The ends differ by a factor of 1.96 at least, and neighbors by 1.67 at most.
    ticks: usual.length > 1 ? usual : multiplesOf([1, 1.5, 2, 3, 5, 7]),
  };
}

function valuesOf({ measured, theory, published, loaded }: Side, unit: Unit): number[] {
  // The range of a few samples is not an interval, and is not drawn.
  const endsOf = ({ low, high, kind }: ScaledFigure) => (kind === "interval" ? [low, high] : []);
  const figures = [measured, ...loaded].flatMap((figure) => (figure ? [figure.value, ...endsOf(figure)] : []));
  const papers = unit === "ms" ? [] : published.map(({ value }) => value);
  return [...figures, ...papers, theory].filter((value) => value !== undefined && value > 0) as number[];
}

interface PictureProps {
  readonly axis: Axis;
  readonly unit: Unit;
}

export function AxisHead({ axis: { place, ticks }, unit }: PictureProps) {
  const isTime = unit === "ms";
  // What is not a power of ten.
  const isMinor = (value: number) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) > 0.01;
  const text = (value: number) => {
    if (isTime) return `${formatNumber(value, 1)} ms`;
    return value < 0.99 ? `1/${Math.round(1 / value)}` : `${formatNumber(value, 1)} ×`;
  };
  return (
    <div class="axis-box">
      <svg class="picture" aria-hidden="true">
        {!isTime && (
          <>
            <text y="12">◂ slower</text>
            <text x="100%" y="12" text-anchor="end">
              faster ▸
            </text>
          </>
        )}
        {ticks.map((value) => (
          <text key={value} class={isMinor(value) ? "minor" : undefined} x={place(value)} y="29" text-anchor="middle">
            {text(value)}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** A row: both directions, joined, with theory and papers. It is SVG, so forced colors keep each mark. */
export function Picture({ figures, axis, unit }: PictureProps & { readonly figures: Figures }) {
  const { main, other } = figures;
  const { place, ticks } = axis;
  const [from, to] = [other?.measured?.value, main.measured?.value];
  const sides = [main, other].filter((side) => side !== undefined).sort((a, b) => order(a) - order(b));
  return (
    <svg class="picture" aria-hidden="true">
      {ticks.map((value) => (
        <line key={value} class={value === 1 && unit !== "ms" ? "base" : "grid"} {...upright(place(value))} />
      ))}
      {from !== undefined && to !== undefined && <line class="trade" {...level(place(from), place(to))} />}
      {sides.map((side) => (
        <Marks key={side.operation} {...{ side, axis, unit }} />
      ))}
    </svg>
  );
}

/** Decryption is drawn above encryption. */
const order = ({ operation }: Side) => (operation === "encrypt" ? 0 : 1);
const upright = (x: string) => ({ x1: x, x2: x, y1: "0", y2: "100%" });
const level = (x1: string, x2: string) => ({ x1, x2, y1: "50%", y2: "50%" });

const shapes = {
  theory: "M0-6L6 0L0 6L-6 0Z",
  paper: "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5",
  "paper differs": "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5",
  loaded: "M-4-4H4V4H-4Z",
} as const;

function Marks({ side, axis: { place }, unit }: PictureProps & { readonly side: Side }) {
  const { operation, measured, theory, published, loaded } = side;
  const shape = (kind: keyof typeof shapes, value: number) => (
    <Glyph at={place(value)}>
      <path class={kind} d={shapes[kind]} />
    </Glyph>
  );
  return (
    <g class={operation}>
      {theory !== undefined && shape("theory", theory)}
      {/* Times on the machines of papers say nothing about times here. */}
      {unit !== "ms" &&
        published.map(({ value, difference }) => shape(difference === undefined ? "paper" : "paper differs", value))}
      {loaded.map((each) => each && shape("loaded", each.value))}
      {measured !== undefined && (
        <>
          {measured.kind === "interval" && (
            <line class="whisker" {...level(place(measured.low), place(measured.high))} />
          )}
          <circle class="point" cx={place(measured.value)} cy="50%" r="5" />
        </>
      )}
    </g>
  );
}

/** Something of a fixed size at a place of the width. */
function Glyph({ at, children }: { readonly at: string; readonly children: JSX.Element }) {
  return (
    <svg x={at} y="50%" overflow="visible" aria-hidden="true">
      {children}
    </svg>
  );
}

/** A mark of the legend. */
export function Sample({ of: kind, operation }: { readonly of: string; readonly operation: string }) {
  return (
    <svg class="sample picture" viewBox="-9 -8 18 16" aria-hidden="true">
      <g class={operation}>
        {kind === "point" && <circle class="point" r="5" />}
        {kind === "whisker" && <line class="whisker" x1="-8" x2="8" y1="0" y2="0" />}
        {kind in shapes && <path class={kind} d={shapes[kind as keyof typeof shapes]} />}
      </g>
    </svg>
  );
}
