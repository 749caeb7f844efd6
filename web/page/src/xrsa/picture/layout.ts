import type { Step } from "rsa-variants/xrsa";
import { primeName } from "../text.ts";
import { type NodeDomain, type Part, type PartOptions, partOf } from "./part.ts";

/** To the right with the domains one above the other, or down with them side by side. */
type Direction = "across" | "down";

type Point = readonly [x: number, y: number];

/** A number; labels are formulas for `formulaPieces`. */
export interface FigureNode {
  /** Unique within a prime's part. */
  readonly id: string;
  readonly label: string;
  readonly domain: NodeDomain;
  readonly at: Point;
  readonly width: number;
  readonly step: Step;
}

interface FigureText {
  readonly text: string;
  readonly at: Point;
  readonly anchor: "start" | "middle" | "end";
}

/** An operation that leads from one number to another. */
interface FigureEdge {
  readonly from: string;
  readonly to: string;
  readonly step: Step;
  /** The arrow as an SVG path. */
  readonly path: string;
  readonly label?: FigureText;
}

export interface FigureStep {
  readonly step: Step;
  readonly title: string;
  readonly at: Point;
  readonly width: number;
}

/** The background of a domain's numbers. */
interface FigureBand {
  readonly domain: "integer" | "montgomery" | "product";
  readonly label: string;
  readonly labelAt: Point;
  readonly box: readonly [x: number, y: number, width: number, height: number];
}

/** One prime's part of the computation. */
export interface Figure {
  readonly direction: Direction;
  readonly width: number;
  readonly height: number;
  readonly steps: readonly FigureStep[];
  readonly bands: readonly FigureBand[];
  readonly nodes: readonly FigureNode[];
  readonly edges: readonly FigureEdge[];
  readonly notes: readonly (FigureText & { readonly step: Step })[];
}

export const nodeHeight = 26;

/** The drawing of Table II: four columns of half an operand, four products. */
export const halves = { column: 42, row: 19, width: 4 * 42, height: 4 * 19 } as const;

interface Piece {
  readonly text: string;
  readonly shift: "sub" | "sup" | "none";
  readonly bar: boolean;
}

/** Reads a formula: `_x` and `_{inv}` are lowered, `^x` is raised, and `¯` puts a bar over the next sign. */
export function formulaPieces(formula: string): readonly Piece[] {
  return [...formula.matchAll(/([_^])(?:\{([^}]*)\}|(.))|¯(.)|([^_^¯]+)/g)].map(
    ([, mark, braced, single, barred, plain]) =>
      mark === undefined
        ? { text: barred ?? plain ?? "", shift: "none", bar: barred !== undefined }
        : { text: braced ?? single ?? "", shift: mark === "_" ? "sub" : "sup", bar: false },
  );
}

/** About how wide a number's box must be: nothing is drawn yet that could be measured. */
function nodeWidth(label: string, domain: NodeDomain): number {
  if (domain === "operator") return 18;
  const width = (sum: number, { text, shift }: Piece) => sum + [...text].length * (shift === "none" ? 8.2 : 5.6);
  return Math.max(34, formulaPieces(label).reduce(width, 0) + 16);
}

/** Where arrows leave or meet a number: its middle, and half its width and height. */
interface Port {
  readonly at: Point;
  readonly x: number;
  readonly y: number;
}

/** Table II is entered at its first product's top, and left beside the second product or below the last one. */
function portOf({ at, width, domain }: FigureNode, end: "from" | "to", direction: Direction): Port {
  if (domain !== "product") return { at, x: width / 2, y: nodeHeight / 2 };
  const left = at[0] - halves.width / 2;
  const top = at[1] - halves.height / 2;
  const exit = direction === "across" ? ([2.5, halves.row] as const) : ([3, halves.height] as const);
  return { at: end === "to" ? [left + 30, top] : [left + exit[0] * halves.column, top + exit[1]], x: 0, y: 0 };
}

/** Between an arrow's head and its number. */
const clearance = 3;
/** Radius of a bend. */
const bend = 6;
/** Numbers that nearly face each other get a straight arrow. */
const facing = 30;

/** An arrow from one number to another: straight, or with a bend that is turned into `first`. */
function arrowPath(from: Port, to: Port, first: "horizontal" | "vertical"): string {
  const [[x1, y1], [x2, y2]] = [from.at, to.at];
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  if (Math.abs(y2 - y1) < facing && Math.abs(x2 - x1) >= facing) {
    const y = from.y < to.y ? y1 : y2;
    return `M${x1 + dx * from.x} ${y}H${x2 - dx * (to.x + clearance)}`;
  }
  if (Math.abs(x2 - x1) < facing) {
    const x = from.x < to.x ? x1 : x2;
    return `M${x} ${y1 + dy * from.y}V${y2 - dy * (to.y + clearance)}`;
  }
  return first === "horizontal"
    ? `M${x1 + dx * from.x} ${y1}H${x2 - dx * bend}Q${x2} ${y1} ${x2} ${y1 + dy * bend}V${y2 - dy * (to.y + clearance)}`
    : `M${x1} ${y1 + dy * from.y}V${y2 - dy * bend}Q${x1} ${y2} ${x1 + dx * bend} ${y2}H${x2 - dx * (to.x + clearance)}`;
}

/** An arrow out of a number and back into it: below it, or to its right. */
function loopPath({ at: [x, y], x: halfWidth, y: halfHeight }: Port, direction: Direction): string {
  const [bottom, right] = [y + halfHeight, x + halfWidth];
  return direction === "across"
    ? `M${x + 9} ${bottom}C${x + 15} ${bottom + 20} ${x - 15} ${bottom + 20} ${x - 9} ${bottom + clearance}`
    : `M${right} ${y + 7}C${right + 20} ${y + 12} ${right + 20} ${y - 12} ${right + clearance} ${y - 7}`;
}

/** Left edges of the five steps, and the right edge of the last. */
const columns = [0, 198, 400, 662, 908, 1140] as const;
/** A part with all steps that runs across. */
export const fullWidth = columns[5];

/** The picture that runs down fits on the narrowest phone. */
const width = 328;
/** The bands of both domains, and the heading above them, in each step. */
const bandWidth = 150;
const bandHeights = [114, 140, 186, 202, 200] as const;
const heading = 46;
/** The top of a step's bands. */
const topOf = (step: number) =>
  bandHeights.slice(0, step).reduce((sum, height) => sum + height + 18 + heading, heading);
/** The first row of each step; the last has a drawing instead. */
const [a, b, c, d, e] = [topOf(0) + 36, topOf(1) + 36, topOf(2) + 36, topOf(3) + 36, topOf(4)];

/** Between the domains: a height across, a distance from the left down. */
const border = { across: 155, down: 164 } as const;

/** Where numbers stand, and remarks that do not follow their number. */
const places: Readonly<Record<string, Readonly<Record<Direction, Point>>>> = {
  ones: { across: [50, 94], down: [75, a] },
  r: { across: [50, 216], down: [218, a] },
  two: { across: [120, 216], down: [218, a + 46] },
  r2: { across: [172, 155], down: [164, a + 46] },
  message: { across: [222, 72], down: [28, b] },
  high: { across: [272, 72], down: [100, b] },
  low: { across: [307, 72], down: [100, b + 26] },
  highR: { across: [272, 216], down: [218, b] },
  m: { across: [352, 114], down: [75, b + 76] },
  t: { across: [450, 216], down: [218, c] },
  one: { across: [540, 94], down: [75, c + 50] },
  y: { across: [540, 216], down: [218, c + 50] },
  power: { across: [618, 114], down: [75, c + 104] },
  known: { across: [722, 72], down: [75, d + 46] },
  difference: { across: [722, 114], down: [75, d] },
  coefficient: { across: [808, 94], down: [75, d + 94] },
  u: { across: [722, 196], down: [218, d] },
  c: { across: [808, 196], down: [218, d + 94] },
  times: { across: [765, 196], down: [292, d + 94] },
  hR: { across: [765, 238], down: [292, d + 142] },
  h: { across: [872, 94], down: [75, d + 142] },
  halves: { across: [1004, 218], down: [129, e + 82] },
  sum: { across: [1025, 94], down: [171, e + 174] },
  after: { across: [1112, 94], down: [280, e + 174] },
  "note one": { across: [40, 259], down: [244, a + 5] },
  "note modulus": { across: [1132, 126], down: [320, e + 198] },
};

/** Labels that would otherwise cover something, by the arrow's ends. */
const ownLabels: Readonly<Record<string, Point>> = {
  "down two two": [240, a + 72],
  "down power difference": [82, c + 135],
  "down h halves": [82, e + 22],
};

export function figureAcross(options: PartOptions): Figure {
  const part = partOf(options);
  const isWhole = part.steps.length === 5;
  const width = columns[isWhole ? 5 : 3];
  const band = (domain: FigureBand["domain"], label: string, left: number, top: number, right: number): FigureBand => ({
    domain,
    label,
    // Where nothing else stands: on the left above, between the first loops, or beside Table II.
    labelAt: domain === "integer" ? [left + 8, 65] : [left + (domain === "product" ? 8 : 172), 261],
    box: [left, top, right - left, domain === "integer" ? 82 : 92],
  });
  return {
    ...figureOf(part, "across"),
    width,
    height: 272,
    steps: part.steps.map(([step, title], index): FigureStep => {
      const [left, right] = columns.slice(index) as [number, number];
      return { step, title, at: [left + 10, 18], width: right - left - 20 };
    }),
    bands: [
      band("integer", "integers", 0, 52, width),
      band("montgomery", `Montgomery domain modulo ${primeName(options.prime)}`, 0, 176, isWhole ? 902 : width),
      ...(isWhole ? [band("product", "modulo R − 1", 914, 176, width)] : []),
    ],
  };
}

export function figureDown(options: PartOptions): Figure {
  const part = partOf(options);
  const band = (domain: FigureBand["domain"], label: string, box: FigureBand["box"]): FigureBand => ({
    domain,
    label,
    labelAt: [box[0] + 8, box[1] + (domain === "product" ? box[3] - 7 : 13)],
    box,
  });
  const bandsOf = (step: Step, top: number, height: number): readonly FigureBand[] =>
    step === "product"
      ? [
          band("product", "modulo R − 1", [0, top + 34, width, 100]),
          band("integer", "integers", [0, top + 148, width, height - 148]),
        ]
      : [
          band("integer", "integers", [0, top, bandWidth, height]),
          band("montgomery", "Montgomery", [width - bandWidth, top, bandWidth, height]),
        ];
  return {
    ...figureOf(part, "down"),
    width,
    height: topOf(part.steps.length) - heading - 14,
    steps: part.steps.map(([step, title], index) => ({ step, title, at: [0, topOf(index) - heading + 16], width })),
    bands: part.steps.flatMap(([step], index) => bandsOf(step, topOf(index), bandHeights[index] as number)),
  };
}

function figureOf(part: Part, direction: Direction): Pick<Figure, "direction" | "nodes" | "edges" | "notes"> {
  const placeOf = (id: string) => places[id]?.[direction] ?? missing(id);
  const nodes = new Map(
    Object.entries(part.nodes).map(([id, [label, domain, step]]): [string, FigureNode] => [
      id,
      { id, label, domain, step, at: placeOf(id), width: nodeWidth(label, domain) },
    ]),
  );
  const nodeOf = (id: string) => nodes.get(id) ?? missing(id);
  return {
    direction,
    nodes: [...nodes.values()],
    edges: part.edges.map(([from, to, label]) => edgeBetween(nodeOf(from), nodeOf(to), label, direction)),
    notes: Object.entries(part.notes).map(([id, [text, step]]) => {
      const place = places[`note ${id}`]?.[direction];
      if (place !== undefined) return { text, step, at: place, anchor: id === "modulus" ? "end" : "start" };
      const { at, width } = nodeOf(id);
      return { text, step, at: [at[0] + width / 2 + 5, at[1] + 4], anchor: "start" };
    }),
  };
}

function edgeBetween(
  fromNode: FigureNode,
  toNode: FigureNode,
  text: string | undefined,
  direction: Direction,
): FigureEdge {
  const [from, to] = [portOf(fromNode, "from", direction), portOf(toNode, "to", direction)];
  const isLoop = fromNode === toNode;
  const first = direction === "across" || toNode.domain === "operator" ? "horizontal" : "vertical";
  const own = ownLabels[`${direction} ${fromNode.id} ${toNode.id}`];
  const place = own === undefined ? labelPlace(from, to, isLoop, direction) : { at: own, anchor: "start" as const };
  return {
    from: fromNode.id,
    to: toNode.id,
    step: toNode.step,
    path: isLoop ? loopPath(from, direction) : arrowPath(from, to, first),
    ...(text === undefined ? {} : { label: { text, ...place } }),
  };
}

/** At the border if the arrow crosses it, otherwise beside or above the arrow's middle. */
function labelPlace(from: Port, to: Port, isLoop: boolean, direction: Direction): Omit<FigureText, "text"> {
  const [[x1, y1], [x2, y2]] = [from.at, to.at];
  if (direction === "across") {
    if (isLoop) return { at: [x1, y1 + 49], anchor: "middle" };
    if (y1 < border.across !== y2 < border.across) return { at: [x2 + 7, border.across + 4], anchor: "start" };
    return { at: [(x1 + from.x + x2 - to.x) / 2, y1 - 6], anchor: "middle" };
  }
  if (isLoop) return { at: [x1 + from.x + 27, y1 + 4], anchor: "start" };
  if (x1 < border.down !== x2 < border.down) return { at: [border.down, y2 - 5], anchor: "middle" };
  return { at: [x2 + 7, (y1 + from.y + y2 - to.y) / 2 + 4], anchor: "start" };
}

function missing(id: string): never {
  throw new Error(`the picture has no place for ${id}`);
}
