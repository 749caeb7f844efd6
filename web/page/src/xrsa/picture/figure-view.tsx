import { formatCount } from "@rsa-variants/measure/text/format";
import type { SVGAttributes } from "preact";
import { useId } from "preact/hooks";
import type { Step } from "rsa-variants/xrsa";
import { stepTexts } from "../text.ts";
import type { SectionView } from "../track.ts";
import { columnOf, type Figure, type FigureNode, formulaPieces, fullWidth, halves, nodeHeight } from "./layout.ts";
import type { Lit, NodeDomain } from "./part.ts";

/** The color of a domain's boxes and names. */
const colors: Readonly<Record<NodeDomain, string>> = {
  integer: "var(--integer)",
  montgomery: "var(--montgomery)",
  constant: "var(--text)",
  product: "var(--muted)",
  operator: "var(--text)",
};

const shifts = { sub: 4, sup: -5, none: 0 } as const;

interface FormulaProps extends Omit<SVGAttributes<SVGTextElement>, "children"> {
  readonly formula: string;
}

/** A formula as SVG text with single letters in italics. */
function Formula({ formula, ...text }: FormulaProps) {
  let level = 0;
  const spans = formulaPieces(formula).flatMap(({ text: piece, shift, bar }) =>
    piece
      .split(/(\p{L}+)/u)
      .filter(Boolean)
      .map((part) => {
        const dy = shifts[shift] - level;
        level = shifts[shift];
        const kind = /^\p{L}$/u.test(part) ? "letter" : "";
        return { part, dy, class: `${kind} ${shift === "none" ? "" : "small"} ${bar ? "barred" : ""}` };
      }),
  );
  return (
    <text {...text}>
      {spans.map(({ part, dy, ...span }, index) => (
        <tspan key={index} {...span} {...(dy === 0 ? {} : { dy })}>
          {part}
        </tspan>
      ))}
    </text>
  );
}

interface FigureViewProps {
  readonly figure: Figure;
  readonly sections: readonly SectionView[];
  /** Once the computation has begun, what it has not reached yet is fainter. */
  readonly begun: boolean;
  /** Numbers to light up while the user steps. */
  readonly lit: Lit | undefined;
  /** The numbers of the present step that have been computed or loaded; absent if that is not known. */
  readonly reached?: ReadonlySet<string> | undefined;
  /** Crops the figure to one step. */
  readonly only?: Step;
}

/** From a heading's base line to its upper end. */
const headingRise = 16;

/** A prime's part of the picture, following the computation. */
export function FigureView({ figure, sections, begun, lit, reached, only }: FigureViewProps) {
  const arrow = useId();
  const { width, height, steps, bands, nodes, edges, notes } = figure;
  const stateOf = (step: Step) => sections.find((section) => section.step === step)?.state ?? "waiting";
  const stateAt = (step: Step, id: string) => {
    const state = stateOf(step);
    return state === "current" && reached?.has(id) === false ? "waiting" : state;
  };
  const at = Math.max(
    0,
    steps.findIndex(({ step }) => step === only),
  );
  const [left, shownWidth] = only === undefined ? [0, width] : columnOf(at);
  // What would be cut off is left out; arrows go on to their ends.
  const isShown = ({ step }: { readonly step: Step }) => only === undefined || step === only;
  return (
    <svg
      class="figure"
      viewBox={`${left} 0 ${shownWidth} ${height}`}
      style={only === undefined ? { width: `${(100 * width) / fullWidth}%` } : { maxWidth: `${shownWidth}px` }}
      data-begun={begun || undefined}
      data-stepping={lit !== undefined || undefined}
      aria-hidden="true"
    >
      <marker
        id={arrow}
        viewBox="0 0 8 8"
        refX={6}
        refY={4}
        markerWidth={7}
        markerHeight={7}
        orient="auto"
        markerUnits="userSpaceOnUse"
      >
        <path d="M0.5 0.8L7 4L0.5 7.2z" fill="context-stroke" />
      </marker>
      {bands.map(({ domain, label, labelAt: [labelX, labelY], box: [x, y, width, height] }) => (
        <g key={`${domain} ${x} ${y}`} class="band">
          <rect {...{ x, y, width, height }} rx={6} fill={`var(--${domain}-ground)`} />
          {(only === undefined || (domain === "product" && only === "product")) && (
            <text x={labelX} y={labelY} fill={colors[domain]}>
              {label}
            </text>
          )}
        </g>
      ))}
      {edges.map(({ from, to, step, path, label }) => (
        <g
          key={`${from} ${to}`}
          class="edge"
          data-state={stateAt(step, to)}
          data-lit={(lit?.has(from) && lit.get(to) === "result") || undefined}
        >
          <path d={path} marker-end={`url(#${arrow})`} />
          {label && isShown({ step }) && (
            <Formula formula={label.text} x={label.at[0]} y={label.at[1]} text-anchor={label.anchor} />
          )}
        </g>
      ))}
      {/* After the arrows, which pass behind headings. */}
      {steps.filter(isShown).map((step) => (
        <Heading key={step.step} at={step} section={sections.find((section) => section.step === step.step)} />
      ))}
      {nodes.filter(isShown).map((node) => (
        <Node key={node.id} {...node} state={stateAt(node.step, node.id)} lit={lit?.get(node.id)} />
      ))}
      {notes.filter(isShown).map(({ text, at: [x, y], anchor, step }) => (
        <Formula key={text} formula={text} class="note" x={x} y={y} text-anchor={anchor} data-state={stateOf(step)} />
      ))}
    </svg>
  );
}

/** A step's formula and source, and how many of its ⊗ are done. */
function Heading(props: { readonly at: Figure["steps"][number]; readonly section: SectionView | undefined }) {
  const { at, section } = props;
  const { step, title, width } = at;
  const [x, y] = at.at;
  const { state = "waiting", done = 0, expected } = section ?? {};
  const isCurrent = state === "current";
  const share = expected === undefined || expected === 0 ? Number(state === "done") : done / expected;
  return (
    <g class="heading" data-state={state}>
      <rect fill="var(--ground)" x={x} y={y - headingRise} width={width} height={headingRise + 28} />
      <Formula formula={title} class="title" x={x} y={y} />
      <text class="source" x={x} y={y + 18}>
        {stepTexts[step].source}
      </text>
      <text class="count" x={x + width} y={y + 18} text-anchor="end">
        {expected !== undefined && `${isCurrent ? `${formatCount(done)} of ` : ""}${formatCount(expected)} ⊗`}
      </text>
      <rect fill="var(--line)" x={x} y={y + 24} width={width} height={3} />
      <rect class="fill" x={x} y={y + 24} width={width * share} height={3} />
    </g>
  );
}

type NodeProps = Pick<FigureNode, "label" | "domain" | "at" | "width"> & {
  readonly state: SectionView["state"];
  readonly lit?: "operand" | "result" | undefined;
};

/** A number: in a square box as an integer, in a round one in the Montgomery domain. */
export function Node({ label, domain, at: [x, y], width, state, lit }: NodeProps) {
  const rx = domain === "integer" ? 3 : nodeHeight / 2;
  const box = { fill: "var(--surface)", stroke: colors[domain] };
  return (
    <g class={`node ${domain}`} data-state={state} data-lit={lit}>
      {domain === "product" && <Halves box={box} x={x - halves.width / 2} y={y - halves.height / 2} />}
      {domain !== "product" && domain !== "operator" && (
        <rect {...box} x={x - width / 2} y={y - nodeHeight / 2} width={width} height={nodeHeight} rx={rx} />
      )}
      {domain !== "product" && <Formula formula={label} x={x} y={y + 5} text-anchor="middle" />}
    </g>
  );
}

/** Table II: which two of the four columns each of the products of halves fills. */
const products = [
  ["x_1 y_1", 0],
  ["x_1 y_2", 1],
  ["x_2 y_1", 1],
  ["x_2 y_2", 2],
] as const;

function Halves({ box, x, y }: { box: SVGAttributes<SVGRectElement>; x: number; y: number }) {
  return (
    <>
      {products.map(([label, column], row) => {
        const [left, top] = [x + column * halves.column, y + row * halves.row];
        return (
          <g key={label}>
            <rect {...box} x={left} y={top} width={2 * halves.column} height={halves.row - 2} rx={2} />
            <Formula formula={label} x={left + halves.column} y={top + 11.5} text-anchor="middle" />
          </g>
        );
      })}
    </>
  );
}
