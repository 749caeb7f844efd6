import type { Step } from "rsa-variants/xrsa";
import { primeName } from "../text.ts";
import { type NodeDomain, type Part, type PartOptions, partOf } from "./part.ts";

type Point = readonly [x: number, y: number];
type Band = "integer" | "montgomery" | "product";

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

/** One prime's part of the computation; arrows are SVG paths. */
export type Figure = ReturnType<typeof figureOf>;

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

/** Table II is entered at its first product's top, and left beside the second product. */
function portOf({ at, width, domain }: FigureNode, end: "from" | "to"): Port {
  if (domain !== "product") return { at, x: width / 2, y: nodeHeight / 2 };
  const left = at[0] - halves.width / 2;
  const top = at[1] - halves.height / 2;
  return { at: end === "to" ? [left + 30, top] : [left + 2.5 * halves.column, top + halves.row], x: 0, y: 0 };
}

/** Between an arrow's head and its number. */
const clearance = 3;
/** Radius of a bend. */
const bend = 6;
/** Numbers that nearly face each other get a straight arrow. */
const facing = 30;

/** An arrow from one number to another: straight, or horizontal with a bend. */
function arrowPath(from: Port, to: Port): string {
  const [[x1, y1], [x2, y2]] = [from.at, to.at];
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  if (Math.abs(y2 - y1) < facing && Math.abs(x2 - x1) >= facing) {
    const y = from.y < to.y ? y1 : y2;
    return `M${x1 + dx * from.x} ${y}H${x2 - dx * (to.x + clearance)}`;
  }
  const end = `V${y2 - dy * (to.y + clearance)}`;
  if (Math.abs(x2 - x1) < facing) return `M${from.x < to.x ? x1 : x2} ${y1 + dy * from.y}${end}`;
  return `M${x1 + dx * from.x} ${y1}H${x2 - dx * bend}Q${x2} ${y1} ${x2} ${y1 + dy * bend}${end}`;
}

/** An arrow out of a number, below it, and back into it. */
function loopPath({ at: [x, y], y: halfHeight }: Port): string {
  const bottom = y + halfHeight;
  return `M${x + 9} ${bottom}C${x + 15} ${bottom + 20} ${x - 15} ${bottom + 20} ${x - 9} ${bottom + clearance}`;
}

/** Left edges of the five steps, and the right edge of the last. */
const columns = [0, 198, 400, 662, 908, 1140] as const;
/** The width of a part with all steps. */
export const fullWidth = columns[5];

/** Where a step begins, and how wide it is. */
export function columnOf(step: number): readonly [left: number, width: number] {
  const [left, right] = columns.slice(step) as [number, number];
  return [left, right - left];
}

/** The height between the domains. */
const border = 155;

/** Where numbers stand, and remarks that do not follow their number. */
const places: Readonly<Record<string, Point>> = {
  ones: [50, 94],
  r: [50, 216],
  two: [120, 216],
  r2: [172, 155],
  message: [222, 72],
  high: [272, 72],
  low: [307, 72],
  highR: [272, 216],
  m: [352, 114],
  t: [450, 216],
  one: [540, 94],
  y: [540, 216],
  power: [618, 114],
  known: [722, 72],
  difference: [722, 114],
  coefficient: [808, 94],
  u: [722, 196],
  c: [808, 196],
  times: [765, 196],
  hR: [765, 238],
  h: [872, 94],
  halves: [1004, 218],
  sum: [1025, 94],
  after: [1112, 94],
  "note one": [40, 259],
  "note modulus": [1132, 126],
};

/** A prime's part, from left to right, with the domains one above the other. */
export function figureOf(options: PartOptions) {
  const part = partOf(options);
  const isWhole = part.steps.length === 5;
  const width = columns[isWhole ? 5 : 3];
  /** The background of a domain's numbers. */
  const band = (domain: Band, label: string, left: number, top: number, right: number) => {
    // Where nothing else stands: on the left above, between the first loops, or beside Table II.
    const labelAt: Point = domain === "integer" ? [left + 8, 65] : [left + (domain === "product" ? 8 : 172), 261];
    return { domain, label, labelAt, box: [left, top, right - left, domain === "integer" ? 82 : 92] as const };
  };
  return {
    ...drawn(part),
    width,
    height: 272,
    steps: part.steps.map(([step, title], index) => {
      const [left, stepWidth] = columnOf(index);
      return { step, title, at: [left + 10, 18] as const, width: stepWidth - 20 };
    }),
    bands: [
      band("integer", "integers", 0, 52, width),
      band("montgomery", `Montgomery domain modulo ${primeName(options.prime)}`, 0, 176, isWhole ? 902 : width),
      ...(isWhole ? [band("product", "modulo R − 1", 914, 176, width)] : []),
    ],
  };
}

function drawn(part: Part) {
  const placeOf = (id: string) => places[id] ?? missing(id);
  const nodes = new Map(
    Object.entries(part.nodes).map(([id, [label, domain, step]]): [string, FigureNode] => [
      id,
      { id, label, domain, step, at: placeOf(id), width: nodeWidth(label, domain) },
    ]),
  );
  const nodeOf = (id: string) => nodes.get(id) ?? missing(id);
  return {
    nodes: [...nodes.values()],
    edges: part.edges.map(([from, to, label]) => edgeBetween(nodeOf(from), nodeOf(to), label)),
    notes: Object.entries(part.notes).map(([id, [text, step]]) => {
      const place = places[`note ${id}`];
      if (place !== undefined) return { text, step, at: place, anchor: id === "modulus" ? "end" : "start" } as const;
      const { at, width } = nodeOf(id);
      return { text, step, at: [at[0] + width / 2 + 5, at[1] + 4], anchor: "start" } as const;
    }),
  };
}

function edgeBetween(fromNode: FigureNode, toNode: FigureNode, text: string | undefined) {
  const [from, to] = [portOf(fromNode, "from"), portOf(toNode, "to")];
  const isLoop = fromNode === toNode;
  return {
    from: fromNode.id,
    to: toNode.id,
    step: toNode.step,
    path: isLoop ? loopPath(from) : arrowPath(from, to),
    ...(text === undefined ? {} : { label: { text, ...labelPlace(from, to, isLoop) } }),
  };
}

/** At the border if the arrow crosses it, otherwise above the arrow's middle. */
function labelPlace(from: Port, to: Port, isLoop: boolean) {
  const [[x1, y1], [x2, y2]] = [from.at, to.at];
  if (isLoop) return { at: [x1, y1 + 49], anchor: "middle" } as const;
  if (y1 < border !== y2 < border) return { at: [x2 + 7, border + 4], anchor: "start" } as const;
  return { at: [(x1 + from.x + x2 - to.x) / 2, y1 - 6], anchor: "middle" } as const;
}

function missing(id: string): never {
  throw new Error(`the picture has no place for ${id}`);
}
