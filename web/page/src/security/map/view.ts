import { h, setText } from "../../common/dom.ts";
import { paramsText } from "../../common/params-text.ts";
import type { Answer, Assessor, Question } from "../../common/security/assessor.ts";
import { strengthText } from "../../common/security/strength.ts";
import { verdicts, verdictTexts } from "../../common/security/verdicts.ts";
import { inSlices } from "../../common/slices.ts";
import { s } from "../../common/svg.ts";
import { questionOf, type Selection } from "../params/selection.ts";
import type { Actions, State, View } from "../state.ts";
import { verdictsOf } from "./cells.ts";
import { createMarks, drawMap, type Marks, verdictPatterns } from "./draw.ts";
import { cellAt, type Geometry, mapGeometry, placeOf } from "./geometry.ts";
import { type Grid, gridOf, nearestCell, selectionAt } from "./grid.ts";
import { type Point, pointsOf } from "./points.ts";
import { mapTable } from "./table.ts";

/** Pixels; a map is no narrower than a telephone, and no wider than it takes to be read. */
const widths = { least: 280, most: 960 };

interface Drawn {
  readonly grid: Grid;
  readonly geometry: Geometry;
  readonly marks: Marks;
  readonly points: readonly Point[];
}

interface Cell {
  readonly column: number;
  readonly row: number;
}

/** The verdicts around the parameters chosen: n across, w or r upwards. */
export function mapView(actions: Actions): View {
  const readout = h("p", { id: "map-readout", class: "map-readout", role: "status" });
  const take = h("button", { type: "button", class: "quiet", click: () => takeCell() }, "Take these parameters");
  const stage = h("div", {
    class: "map-stage",
    role: "group",
    tabindex: 0,
    "aria-label": "Map of verdicts. Arrow keys move over it, Enter takes the parameters.",
    "aria-describedby": "map-readout",
    pointermove: (event) => look(cellUnder(event as PointerEvent)),
    // What a finger or the arrow keys looked at stays, for the button that takes it.
    pointerleave: (event) => {
      if ((event as PointerEvent).pointerType === "mouse" && document.activeElement !== stage) look(undefined);
    },
    click: (event) => clicked(event as PointerEvent),
    keydown: (event) => pressed(event as KeyboardEvent),
  });
  const table = mapTable();
  const lead = h("p", { class: "lead-in" });
  const element = h(
    "section",
    { class: "outcome", "aria-labelledby": "map-title" },
    h("h2", { id: "map-title" }, "The map around it"),
    lead,
    stage,
    h("div", { class: "map-below" }, readout, take),
    mapLegend(),
    table.element,
  );
  let state: State | undefined;
  let wanted = "";
  let giveUp = () => {};
  let drawn: Drawn | undefined;
  let cell: Cell | undefined;
  new ResizeObserver(() => state && update(state)).observe(stage);

  function update(next: State): void {
    state = next;
    const { library, selection } = next;
    element.hidden = library.state !== "ready";
    if (library.state !== "ready") return;
    draw(selection, library.assess);
    showMarks();
    setText(
      lead,
      selection.publicExponentLength === undefined
        ? "Every cell is a set of parameters with its own verdict, and a click takes them over."
        : "Every cell is a set of parameters with its own verdict, and a click takes them over. The map has e as key generation makes it, not as chosen above.",
    );
  }

  /** Draws the map where another is needed than the one that is there or on its way. */
  function draw(selection: Selection, assess: Assessor): void {
    const grid = gridOf(selection);
    const width = Math.min(widths.most, Math.max(widths.least, stage.clientWidth));
    const { variant, primes, batchSize } = selection;
    const key = JSON.stringify([grid, width, variant, grid.upward === "primes" ? 0 : primes, batchSize]);
    if (key === wanted) return;
    wanted = key;
    giveUp();
    drawn = undefined;
    cell = undefined;
    const geometry = mapGeometry(grid, width);
    stage.style.height = `${geometry.height}px`;
    stage.replaceChildren();
    giveUp = inSlices(verdictsOf(selection, grid, assess), (rows) => {
      const points = pointsOf(selection, grid);
      const marks = createMarks(grid, geometry);
      const drawing = drawMap(grid, geometry, rows, points);
      drawing.append(marks.element);
      stage.replaceChildren(drawing);
      drawn = { grid, geometry, marks, points };
      table.update(grid, rows);
      showMarks();
    });
  }

  function showMarks(): void {
    if (state === undefined || drawn === undefined || state.library.state !== "ready") return;
    const { selection, library } = state;
    const { grid, geometry, marks } = drawn;
    const upward = grid.upward === undefined ? undefined : selection[grid.upward];
    marks.show(placeOf(grid, geometry, selection.modulusLength, upward), cell);
    const shown = cell === undefined ? selection : selectionAt(selection, grid, cell.column, cell.row);
    const question = questionOf(shown);
    const answer = library.assess(question);
    setText(readout, [describe(question, answer), papersAt(drawn, shown)].filter(Boolean).join(" "));
    take.hidden = cell === undefined || "refusal" in answer;
  }

  function look(next: Cell | undefined): void {
    if (next?.column === cell?.column && next?.row === cell?.row) return;
    cell = next;
    showMarks();
  }

  function cellUnder({ clientX, clientY }: MouseEvent): Cell | undefined {
    if (drawn === undefined) return undefined;
    const { left, top } = (stage.firstElementChild as Element).getBoundingClientRect();
    return cellAt(drawn.grid, drawn.geometry, { x: clientX - left, y: clientY - top });
  }

  /** A finger covers several cells: it looks first, and the button takes. */
  function clicked(event: PointerEvent): void {
    look(cellUnder(event));
    if (event.pointerType !== "touch") takeCell();
  }

  function takeCell(): void {
    if (state?.library.state !== "ready" || drawn === undefined || cell === undefined) return;
    const chosen = selectionAt(state.selection, drawn.grid, cell.column, cell.row);
    const question = questionOf(chosen);
    if ("refusal" in state.library.assess(question)) return;
    actions.apply(question.params);
    stage.focus({ preventScroll: true });
  }

  function pressed(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (drawn === undefined || state === undefined || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) {
      takeCell();
      return;
    }
    const from = cell ?? nearestCell(state.selection, drawn.grid);
    const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
    look({
      column: within(from.column + step[0], drawn.grid.columns.length),
      row: within(from.row + step[1], Math.max(1, drawn.grid.rows.length)),
    });
  }

  return { element, update };
}

const steps: Readonly<Record<string, readonly [across: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function describe({ params }: Question, answer: Answer): string {
  if ("refusal" in answer) return `${paramsText(params)}: there are no such keys.`;
  const { verdict, decisive } = answer.assessment;
  return `${paramsText(params)}: ${verdictTexts[verdict].word}. ${decisive.name}, ${strengthText(decisive)}.`;
}

function papersAt({ points, grid }: Drawn, selection: Selection): string | undefined {
  const point = points.find(
    ({ modulusLength, upward }) =>
      modulusLength === selection.modulusLength && (grid.upward === undefined || upward === selection[grid.upward]),
  );
  return point && `Measured in: ${point.papers.join("; ")}.`;
}

function mapLegend(): HTMLElement {
  const swatch = (...content: SVGElement[]) =>
    s("svg", { class: "swatch", viewBox: "0 0 20 14", width: 20, height: 14, "aria-hidden": "true" }, ...content);
  const item = (sign: SVGElement, text: string) => {
    const element = h("span", {}, text);
    element.prepend(sign);
    return element;
  };
  return h(
    "p",
    { class: "map-legend" },
    ...verdicts.map((verdict, index) =>
      item(
        swatch(
          ...(index === 0 ? [verdictPatterns("legend")] : []),
          s("rect", { class: "cells", fill: `url(#legend-${verdict})`, width: 20, height: 14 }),
        ),
        verdictTexts[verdict].word,
      ),
    ),
    item(swatch(s("path", { class: "paper-point", d: "M10 1 L16 7 L10 13 L4 7 Z" })), "measured in a paper"),
    item(swatch(s("circle", { class: "chosen-ring", cx: 10, cy: 7, r: 5.5 })), "chosen"),
  );
}
