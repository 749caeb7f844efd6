import type { Step } from "rsa-variants/xrsa";
import { h, setAttribute, setText } from "../../common/dom.ts";
import { formatCount } from "../../common/format.ts";
import { s } from "../../common/svg.ts";
import type { SectionView } from "../results/sections.ts";
import { stepTexts } from "../text/steps.ts";
import { fullWidth } from "./across.ts";
import {
  type Direction,
  type Figure,
  type FigureNode,
  type FigureStep,
  type LabelPoint,
  nodeHeight,
} from "./figure.ts";
import { edgePath, halves } from "./geometry.ts";
import { formulaText } from "./label.ts";

/** A prime's part, drawn; it follows the sections that it is shown. */
export interface Drawing {
  readonly element: SVGSVGElement;
  /** Shows how far the part's sections are, and lights single numbers while the user steps. */
  update(sections: readonly SectionView[], begun: boolean, lit: ReadonlySet<string>): void;
  /** Of a picture that runs down: crops it to one of its steps. */
  showOnly(step: Step): void;
}

/** Draws a prime's part. */
export function drawFigure(figure: Figure, direction: Direction): Drawing {
  const nodes = new Map(figure.nodes.map((node) => [node.id, node]));
  const headings = new Map(figure.steps.map((step) => [step.step, drawHeading(step)]));
  const drawnNodes = figure.nodes.map((node) => ({ id: node.id, step: node.step, element: drawNode(node) }));
  const drawnEdges = figure.edges.map(({ step, ...edge }) => {
    const path = edgePath(
      { ...edge, step },
      nodes.get(edge.from) as FigureNode,
      nodes.get(edge.to) as FigureNode,
      direction,
    );
    const label =
      edge.label === undefined || edge.labelAt === undefined ? undefined : edgeLabel(edge.label, edge.labelAt);
    return { step, edge, element: s("g", { class: "edge" }, s("path", { d: path }), label) };
  });
  const notes = figure.notes.map(({ text, at: [x, y], step, anchor = "start" }) => ({
    step,
    element: formulaText(text, x, y, `note ${anchor}`),
  }));
  const bands = figure.bands.map((band) => {
    const [x, y, width, height] = band.box;
    return {
      band,
      element: s(
        "g",
        { class: `band ${band.domain}` },
        s("rect", { x, y, width, height, rx: 6 }),
        s(
          "text",
          // Where nothing else stands: below, between the first loops, beside Table II, or above on the left.
          direction === "across" && band.domain === "montgomery"
            ? { x: x + 172, y: y + height - 7 }
            : { x: x + 8, y: band.domain === "product" ? y + height - 7 : y + 13 },
          band.label,
        ),
      ),
    };
  });
  const element = s(
    "svg",
    { class: `figure ${direction}`, viewBox: `0 0 ${figure.width} ${figure.height}`, "aria-hidden": "true" },
    s(
      "defs",
      {},
      s(
        "marker",
        {
          id: "arrow",
          viewBox: "0 0 8 8",
          refX: 6,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          orient: "auto",
          markerUnits: "userSpaceOnUse",
        },
        s("path", { d: "M0.5 0.8L7 4L0.5 7.2z", fill: "context-stroke" }),
      ),
    ),
    ...bands.map((each) => each.element),
    ...drawnEdges.map((each) => each.element),
    // Arrows that lead from step to step pass behind the headings.
    ...[...headings.values()].map((heading) => heading.element),
    ...drawnNodes.map((each) => each.element),
    ...notes.map((each) => each.element),
  );
  if (direction === "across") element.style.setProperty("--figure-share", String(figure.width / fullWidth));
  return {
    element,
    showOnly(step) {
      const place = figure.steps.findIndex((each) => each.step === step);
      const top = (each: FigureStep | undefined) => (each === undefined ? figure.height : each.at[1] - headingRise);
      const from = top(figure.steps[place]);
      setAttribute(element, "viewBox", `0 ${from} ${figure.width} ${top(figure.steps[place + 1]) - from}`);
    },
    update(sections, begun, lit) {
      const states = new Map(sections.map((section) => [section.step, section.state]));
      for (const { step, element: drawn } of [...drawnNodes, ...drawnEdges, ...notes]) {
        setAttribute(drawn, "data-state", states.get(step) ?? "waiting");
      }
      for (const section of sections) headings.get(section.step)?.update(section);
      // With single numbers lit, the step around them stands back.
      setAttribute(element, "data-stepping", lit.size > 0);
      // Before anything is computed nothing stands back either.
      setAttribute(element, "data-begun", begun);
      for (const { id, element: drawn } of drawnNodes) setAttribute(drawn, "data-lit", lit.has(id));
      for (const { edge, element: drawn } of drawnEdges) {
        setAttribute(drawn, "data-lit", lit.has(edge.from) && lit.has(edge.to));
      }
    },
  };
}

/** From the base line of a heading up to its upper end. */
const headingRise = 16;

function edgeLabel(label: string, [x, y, beside]: LabelPoint): SVGTextElement {
  return beside === undefined
    ? formulaText(label, x, y + 4, "edge-label")
    : formulaText(label, x + 7, y + 4, "edge-label beside");
}

function drawHeading({ step, title, at: [x, y], width }: FigureStep) {
  const count = s("text", { class: "count", x: x + width, y: y + 18, "text-anchor": "end" });
  const fill = s("rect", { class: "fill", x, y: y + 24, width: 0, height: 3 });
  const element = s(
    "g",
    { class: "heading" },
    s("rect", { class: "ground", x, y: y - headingRise, width, height: headingRise + 28 }),
    formulaText(title, x, y, "title"),
    s("text", { class: "source", x, y: y + 18 }, stepTexts[step].source),
    count,
    s("rect", { class: "track", x, y: y + 24, width, height: 3 }),
    fill,
  );
  return {
    element,
    update({ state, done, expected }: SectionView): void {
      setAttribute(element, "data-state", state);
      const text =
        state === "current" ? `${formatCount(done)} of ${formatCount(expected)} ⊗` : `${formatCount(expected)} ⊗`;
      setText(count, text);
      setAttribute(fill, "width", expected === 0 ? (state === "done" ? width : 0) : (width * done) / expected);
    },
  };
}

function drawNode(node: FigureNode): SVGGElement {
  const [x, y] = node.at;
  if (node.domain === "product") return drawHalves(x, y);
  if (node.domain === "operator")
    return s("g", { class: "node operator" }, formulaText(node.label, x, y + 5, "formula"));
  const box = {
    x: x - node.width / 2,
    y: y - nodeHeight / 2,
    width: node.width,
    height: nodeHeight,
    rx: node.domain === "integer" ? 3 : nodeHeight / 2,
  };
  return s("g", { class: `node ${node.domain}` }, s("rect", box), formulaText(node.label, x, y + 5, "formula"));
}

/** Table II: which two of the four columns each of the products of halves fills. */
const products = [
  ["x_1 y_1", 0],
  ["x_1 y_2", 1],
  ["x_2 y_1", 1],
  ["x_2 y_2", 2],
] as const;

function drawHalves(x: number, y: number): SVGGElement {
  const left = x - halves.width / 2;
  const top = y - halves.height / 2;
  const cells = products.flatMap(([label, column], row) => {
    const box = { x: left + column * halves.column, y: top + row * halves.row, height: halves.row - 2, rx: 2 };
    const middle = box.x + halves.column;
    return [s("rect", { ...box, width: 2 * halves.column }), formulaText(label, middle, box.y + 11.5, "formula tiny")];
  });
  return s("g", { class: "node halves" }, ...cells);
}

/** What the signs of the picture mean. */
export function pictureLegend(): HTMLElement {
  const sample = (className: string, label: string) => {
    const svg = s("svg", { class: "figure sample", viewBox: "0 0 44 28", "aria-hidden": "true" });
    const rx = className === "integer" ? 3 : 13;
    svg.append(
      s(
        "g",
        { class: `node ${className}`, "data-state": "done" },
        s("rect", { x: 2, y: 1, width: 40, height: 26, rx }),
        formulaText(label, 22, 19, "formula"),
      ),
    );
    return svg;
  };
  return h(
    "ul",
    { class: "picture-legend" },
    h("li", {}, sample("integer", "a"), "a number as it is: the integer domain"),
    h("li", {}, sample("montgomery", "¯a"), "the same number as a·R: the Montgomery domain"),
    h("li", {}, sample("constant", "R^2"), "the constant that takes numbers across"),
    h("li", {}, h("b", {}, "⊗"), "the unit’s product, a·b·R⁻¹: ⊗ R² leads into the Montgomery domain, ⊗ 1 out of it"),
    h("li", {}, h("b", {}, "⊕ ⊖"), "sum and difference modulo a prime, in either domain"),
  );
}
