import type { KeyChoice } from "@rsa-variants/measure/plan/key-choice";
import type { Assessor } from "@rsa-variants/measure/run/assessor";
import { letters, paramsText } from "@rsa-variants/measure/text/params";
import type { ComponentChildren, SVGAttributes } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Verdict } from "rsa-variants/security";
import { QuietButton } from "../../ui/buttons.tsx";
import { Figures } from "../../ui/figures.tsx";
import { choiceTexts } from "../../ui/key-texts.ts";
import { verdicts, verdictTexts } from "../../ui/verdicts.tsx";
import type { PlaceProps } from "../actions.ts";
import * as map from "../map.ts";
import { type NumberField, questionOf } from "../selection.ts";
import { shortVerdict } from "./strength.tsx";

/** The verdicts around the chosen parameters. */
export function MapSection({ state, actions }: PlaceProps) {
  const { library, selection } = state;
  const { variant, primes, batchSize } = selection;
  const assess = library.state === "ready" ? library.assess : undefined;
  const stage = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  /** What pointed last: a click in older Safari has no type. */
  const pointerType = useRef<string | undefined>(undefined);
  const grid = map.gridOf(selection);
  const key = JSON.stringify([grid, variant, grid.upward === "primes" ? 0 : primes, batchSize]);
  const rows = useVerdicts(key, selection, grid, assess);
  const points = map.pointsOf(selection, grid);
  const still = useMemo(() => rows && <Cells {...{ grid, rows, points }} />, [rows]);
  const [looked, setLooked] = useState<{ readonly key: string; readonly cell: map.Cell }>();
  const cell = looked?.key === key ? looked.cell : undefined;
  const look = (next: map.Cell | undefined) => setLooked(next && { key, cell: next });

  const shown = cell === undefined ? selection : map.selectionAt(selection, grid, cell);
  const question = questionOf(shown);
  const answer = assess?.(question);
  const isShown = (point: map.Point) => grid.upward === undefined || point.upward === shown[grid.upward];
  const point = points.find((each) => each.modulusLength === shown.modulusLength && isShown(each));
  const take = (taken: map.Cell) => {
    const wanted = questionOf(map.selectionAt(selection, grid, taken));
    if (assess?.(wanted).assessment === undefined) return;
    actions.apply(wanted.params);
    stage.current?.focus({ preventScroll: true });
  };
  const cellUnder = ({ clientX, clientY }: MouseEvent) => {
    const box = drawing.current?.getBoundingClientRect();
    return box && map.cellAt(grid, { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  };
  const click = (event: MouseEvent) => {
    const next = cellUnder(event);
    look(next);
    // A finger covers several cells: it looks first, and the button takes.
    if (next !== undefined && pointerType.current !== "touch") take(next);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (rows === undefined || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step !== undefined) look(map.neighbor(grid, cell ?? map.nearestCell(selection, grid), step));
    else if (cell !== undefined) take(cell);
  };
  return (
    <section class="outcome" aria-labelledby="map-title" hidden={library.state === "failed"}>
      <h2 id="map-title">Nearby parameters</h2>
      <p class="muted lead-in">
        Each cell shows the verdict on one choice of parameters.
        <span class="for-mouse"> Click a cell, or use the arrow keys and Enter.</span>
        {selection.publicExponentLength !== undefined && " The map assumes the default e, not the length chosen above."}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        ref={stage}
        class="map-stage"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move over it
        tabIndex={0}
        aria-label="Map of verdicts. Arrow keys move over it, Enter takes the parameters."
        aria-describedby="map-readout"
        style={{ height: `${map.heightOf(grid)}px` }}
        onPointerDown={(event) => {
          pointerType.current = event.pointerType;
        }}
        onPointerMove={(event) => look(cellUnder(event))}
        // A cell that a finger or the arrow keys looked at stays, for the button that takes it.
        onPointerLeave={({ pointerType, currentTarget }) => {
          if (pointerType === "mouse" && document.activeElement !== currentTarget) look(undefined);
        }}
        onClick={click}
        onKeyDown={press}
      >
        {still && (
          <svg ref={drawing} class="map-drawing" aria-hidden="true">
            {still}
            <Marks {...{ grid, selection, cell }} />
          </svg>
        )}
      </div>
      <div class="cluster map-below">
        <p id="map-readout" class="map-readout" role="status">
          {answer && `${paramsText(question.params)}: `}
          {answer?.refusal && "such keys do not exist."}
          {answer?.assessment && shortVerdict(answer.assessment)}
          {point && ` Measured by ${point.papers.join("; ")}.`}
        </p>
        {cell && answer?.assessment && <QuietButton onClick={() => take(cell)}>Use these parameters</QuietButton>}
      </div>
      <Legend />
      <MapTable {...{ grid, rows }} />
    </section>
  );
}

const steps: Readonly<Record<string, map.Cell>> = {
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
  ArrowUp: { column: 0, row: 1 },
  ArrowDown: { column: 0, row: -1 },
};

/** Milliseconds of work before the page gets its turn. */
const slice = 12;

/** The verdicts of a grid, once they are computed. */
function useVerdicts(key: string, selection: KeyChoice, grid: map.Grid, assess: Assessor | undefined) {
  const [computed, setComputed] = useState<{ readonly key: string; readonly rows: map.Verdicts }>();
  useEffect(() => {
    if (assess === undefined) return undefined;
    const work = map.verdictsOf(selection, grid, assess);
    let timer: ReturnType<typeof setTimeout>;
    const proceed = () => {
      const end = performance.now() + slice;
      let step = work.next();
      while (!step.done && performance.now() < end) step = work.next();
      if (step.done) setComputed({ key, rows: step.value });
      else timer = setTimeout(proceed);
    };
    timer = setTimeout(proceed);
    return () => clearTimeout(timer);
  }, [key, assess]);
  return computed?.key === key ? computed.rows : undefined;
}

function percent(fraction: number): string {
  return `${100 * fraction}%`;
}

interface CellsProps {
  readonly grid: map.Grid;
  readonly rows: map.Verdicts;
  readonly points: readonly map.Point[];
}

/** What does not move: cells, axes, and the papers' points. */
function Cells({ grid, rows, points }: CellsProps) {
  const { columns, upward, rows: values } = grid;
  const height = map.heightOf(grid);
  return (
    <>
      {rows.flatMap((verdicts, row) =>
        verdicts.map(
          (verdict, column) =>
            verdict && <Box key={`${column} ${row}`} {...{ grid, column, row }} fill={`url(#pattern-${verdict})`} />,
        ),
      )}
      {map.ticksOf(columns).map(({ value, at, isMinor }) => (
        <text key={value} class={isMinor ? "minor" : undefined} x={percent(at)} y={height + 16} text-anchor="middle">
          {value}
        </text>
      ))}
      {values.map((value, index) => {
        const isLabelled = upward === "primes" || (index + 1) % 4 === 0;
        const y = height * (1 - (index + 0.5) / values.length) + 4;
        return isLabelled && <text key={value} x={-7} text-anchor="end" {...{ y }} children={value} />;
      })}
      <text x="50%" y={height + 35} text-anchor="middle">
        {axisTitle("modulusLength")}
      </text>
      <text x={-42} y={-10}>
        {upward && axisTitle(upward)}
      </text>
      {points.map(({ modulusLength, upward: value, papers }) => {
        const place = map.placeOf(grid, modulusLength, value);
        return (
          place && (
            <svg key={`${modulusLength} ${value}`} x={percent(place.x)} y={percent(place.y)} overflow="visible">
              <title>{papers.join("; ")}</title>
              <path class="paper-point" d={diamond} />
            </svg>
          )
        );
      })}
    </>
  );
}

/** "n modulus, bits" */
function axisTitle(field: NumberField): string {
  const { letter, label, unit } = choiceTexts[field];
  return `${letter} ${label}${unit === undefined ? "" : `, ${unit}`}`;
}

interface BoxProps extends map.Cell, Pick<SVGAttributes<SVGRectElement>, "class" | "fill"> {
  readonly grid: map.Grid;
}

function Box({ grid, column, row, ...rect }: BoxProps) {
  const [columns, rows] = [grid.columns.length, map.rowCountOf(grid)];
  const [x, y] = [percent(column / columns), percent(1 - (row + 1) / rows)];
  return <rect {...rect} {...{ x, y }} width={percent(1 / columns)} height={percent(1 / rows)} />;
}

const diamond = "M0 -6 l6 6 -6 6 -6 -6 Z";

/** A ring around the chosen parameters and a frame around the cell that is looked at. */
function Marks(props: { readonly grid: map.Grid; readonly selection: KeyChoice; readonly cell: map.Cell | undefined }) {
  const { grid, selection, cell } = props;
  const upward = grid.upward && selection[grid.upward];
  const chosen = map.placeOf(grid, selection.modulusLength, upward);
  const circle = chosen && { cx: percent(chosen.x), cy: percent(chosen.y), r: 8 };
  return (
    <>
      {cell && <Box {...{ grid, ...cell }} class="cell-frame" />}
      {circle && <circle class="chosen-halo" {...circle} />}
      {circle && <circle class="chosen-ring" {...circle} />}
    </>
  );
}

/** Strokes that show each verdict without its color; `good` is plain. */
const strokes: Readonly<Record<Verdict, string>> = {
  broken: "M0 0 L8 8 M8 0 L0 8",
  weak: "M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6",
  acceptable: "M3.5 4 h1 M4 3.5 v1",
  good: "",
};

/** In the legend, which is always there; the map uses them, too. */
function Patterns() {
  return (
    <defs>
      {verdicts.map((verdict) => (
        <pattern key={verdict} id={`pattern-${verdict}`} width={8} height={8} patternUnits="userSpaceOnUse">
          <rect width={8} height={8} style={{ fill: `var(--${verdict}-ground)` }} />
          <path d={strokes[verdict]} style={{ stroke: `var(--${verdict}-stroke, none)` }} />
        </pattern>
      ))}
    </defs>
  );
}

function Legend() {
  const item = (text: string, children: ComponentChildren) => (
    <span key={text}>
      <svg class="swatch" viewBox="-10 -7 20 14" width={20} height={14} aria-hidden="true">
        {children}
      </svg>
      {text}
    </span>
  );
  return (
    <p class="cluster map-legend">
      {verdicts.map((verdict, index) =>
        item(verdictTexts[verdict].word, [
          index === 0 && <Patterns key="patterns" />,
          <rect key="cell" fill={`url(#pattern-${verdict})`} x={-10} y={-7} width={20} height={14} />,
        ]),
      )}
      {item("no such keys", <rect class="no-keys" x={-9.5} y={-6.5} width={19} height={13} />)}
      {item("measured in a paper", <path class="paper-point" d={diamond} />)}
      {item("chosen", <circle class="chosen-ring" r={5.5} />)}
    </p>
  );
}

/** The map in words, made when it is opened. */
function MapTable({ grid, rows = [] }: Pick<CellsProps, "grid"> & { readonly rows: map.Verdicts | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const { columns, upward, rows: values } = grid;
  const words = rows.map((row, index) => [
    upward === undefined ? "verdict" : `${letters[upward]}\u00a0${values[index]}`,
    ...row.map((verdict) => (verdict === undefined ? "–" : verdictTexts[verdict].word)),
  ]);
  return (
    <details class="map-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The map as a table</summary>
      {isOpen && (
        <Figures
          label="The map as a table; a dash means that such keys do not exist"
          head={["keys", ...columns.map((n) => `n\u00a0${n}`)]}
          rows={words.reverse()}
        />
      )}
    </details>
  );
}
