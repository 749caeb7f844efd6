import type { Step } from "rsa-variants/xrsa";
import type { NodeDomain } from "./part.ts";

/** Which way the computation runs: to the right with the domains one above the other, or down with them side by side. */
export type Direction = "across" | "down";

export type Point = readonly [x: number, y: number];

/** A number in the picture; labels are formulas, as `formulaPieces` reads them. */
export interface FigureNode {
  /** Unique within a prime's part. */
  readonly id: string;
  readonly label: string;
  readonly domain: NodeDomain;
  readonly at: Point;
  readonly width: number;
  readonly step: Step;
}

/** Where text stands, and which part of it is at that point. */
export interface FigureText {
  readonly text: string;
  readonly at: Point;
  readonly anchor: "start" | "middle" | "end";
}

/** An operation that leads from one number to another. */
export interface FigureEdge {
  readonly from: string;
  readonly to: string;
  readonly step: Step;
  /** The arrow as an SVG path. */
  readonly path: string;
  readonly label?: FigureText;
}

/** A step's heading. */
export interface FigureStep {
  readonly step: Step;
  readonly title: string;
  readonly at: Point;
  readonly width: number;
}

/** The background of a domain's numbers. */
export interface FigureBand {
  readonly domain: "integer" | "montgomery" | "product";
  readonly label: string;
  readonly labelAt: Point;
  readonly box: readonly [x: number, y: number, width: number, height: number];
}

/** The part of the computation that belongs to one prime. */
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

/** Height of a number's box. */
export const nodeHeight = 26;

/** Size of the drawing of Table II: four columns of half an operand, four products. */
export const halves = { column: 42, row: 19, width: 4 * 42, height: 4 * 19 } as const;

/** A piece of a formula: text, lowered or raised, with a bar over it. */
interface Piece {
  readonly text: string;
  readonly shift: "sub" | "sup" | "none";
  readonly bar: boolean;
}

/**
 * Reads a formula: `_x` and `_{inv}` are lowered, `^x` raised, and `¯` puts a bar over the sign that follows, as the paper
 * writes a number in the Montgomery domain.
 */
export function formulaPieces(formula: string): readonly Piece[] {
  return [...formula.matchAll(/([_^])(?:\{([^}]*)\}|(.))|¯(.)|([^_^¯]+)/g)].map(
    ([, mark, braced, single, barred, plain]) =>
      mark === undefined
        ? { text: barred ?? plain ?? "", shift: "none", bar: barred !== undefined }
        : { text: braced ?? single ?? "", shift: mark === "_" ? "sub" : "sup", bar: false },
  );
}

/** About how wide a number's box must be: boxes are made before anything is drawn. */
export function nodeWidth(label: string, domain: NodeDomain): number {
  if (domain === "operator") return 18;
  const width = (sum: number, { text, shift }: Piece) => sum + [...text].length * (shift === "none" ? 8.2 : 5.6);
  return Math.max(34, formulaPieces(label).reduce(width, 0) + 16);
}

/** Where arrows leave or meet a number: its middle, and half its width and height. */
export interface Port {
  readonly at: Point;
  readonly x: number;
  readonly y: number;
}

/** Table II is entered at its first product's top, and left beside the second product or below the last one. */
export function portOf({ at, width, domain }: FigureNode, end: "from" | "to", direction: Direction): Port {
  if (domain !== "product") return { at, x: width / 2, y: nodeHeight / 2 };
  const left = at[0] - halves.width / 2;
  const top = at[1] - halves.height / 2;
  const exit = direction === "across" ? ([2.5, halves.row] as const) : ([3, halves.height] as const);
  return { at: end === "to" ? [left + 30, top] : [left + exit[0] * halves.column, top + exit[1]], x: 0, y: 0 };
}

/** Room between an arrow's head and the number that it points to. */
const clearance = 3;
/** Radius of a bend. */
const bend = 6;
/** Numbers that are this close to facing each other get a straight arrow. */
const facing = 30;

/** An arrow from one number to another: straight, or with a bend that is turned into `first`. */
export function arrowPath(from: Port, to: Port, first: "horizontal" | "vertical"): string {
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
export function loopPath({ at: [x, y], x: halfWidth, y: halfHeight }: Port, direction: Direction): string {
  const [bottom, right] = [y + halfHeight, x + halfWidth];
  return direction === "across"
    ? `M${x + 9} ${bottom}C${x + 15} ${bottom + 20} ${x - 15} ${bottom + 20} ${x - 9} ${bottom + clearance}`
    : `M${right} ${y + 7}C${right + 20} ${y + 12} ${right + 20} ${y - 12} ${right + clearance} ${y - 7}`;
}
