import { type FigureEdge, type FigureNode, nodeHeight, type Point } from "./figure.ts";

/** Size of the drawing of Table II: four columns of half an operand, four products. */
export const halves = { column: 42, row: 19, width: 4 * 42, height: 4 * 19 } as const;

interface Box {
  readonly at: Point;
  /** Half of its width and height. */
  readonly x: number;
  readonly y: number;
}

function boxOf({ at, width }: FigureNode): Box {
  return { at, x: width / 2, y: nodeHeight / 2 };
}

/** Where arrows meet the drawing of Table II: the first product's top, the second's beside it, or the last one's bottom. */
function portOf({ at: [x, y] }: FigureNode, port: "top" | "second" | "bottom"): Box {
  const left = x - halves.width / 2;
  const top = y - halves.height / 2;
  const points = {
    top: [left + 30, top],
    second: [left + 2.5 * halves.column, top + halves.row],
    bottom: [left + 3 * halves.column, top + halves.height],
  } as const satisfies Record<string, Point>;
  return { at: points[port], x: 0, y: 0 };
}

/** Room between an arrow's head and the number that it points to. */
const clearance = 3;
/** Radius of a bend. */
const bend = 6;

/** The way of an arrow, as an SVG path. It leaves from the border of one number and ends at that of the other. */
export function edgePath(
  { way }: FigureEdge,
  fromNode: FigureNode,
  toNode: FigureNode,
  direction: "across" | "down",
): string {
  const from =
    fromNode.domain === "product" ? portOf(fromNode, direction === "across" ? "second" : "bottom") : boxOf(fromNode);
  const to = toNode.domain === "product" ? portOf(toNode, "top") : boxOf(toNode);
  if (way === "loop") return loopPath(from, direction);
  const [[x1, y1], [x2, y2]] = [from.at, to.at];
  const dx = Math.sign(x2 - x1);
  const dy = Math.sign(y2 - y1);
  if (way === "straight") return straightPath(from, to);
  if (way === "across-down") {
    const radius = Math.min(bend, Math.abs(x2 - x1), Math.abs(y2 - y1));
    return `M${x1 + dx * from.x} ${y1}H${x2 - dx * radius}Q${x2} ${y1} ${x2} ${y1 + dy * radius}V${y2 - dy * (to.y + clearance)}`;
  }
  const radius = Math.min(bend, Math.abs(x2 - x1), Math.abs(y2 - y1));
  return `M${x1} ${y1 + dy * from.y}V${y2 - dy * radius}Q${x1} ${y2} ${x1 + dx * radius} ${y2}H${x2 - dx * (to.x + clearance)}`;
}

/** Along the axis in which the boxes lie further apart; where they do not face each other, at the smaller one's middle. */
function straightPath(from: Box, to: Box): string {
  const [[x1, y1], [x2, y2]] = [from.at, to.at];
  if (Math.abs(x2 - x1) - from.x - to.x > Math.abs(y2 - y1) - from.y - to.y) {
    const dx = Math.sign(x2 - x1);
    const y = from.y < to.y ? y1 : y2;
    return `M${x1 + dx * from.x} ${y}H${x2 - dx * (to.x + clearance)}`;
  }
  const dy = Math.sign(y2 - y1);
  const x = from.x < to.x ? x1 : x2;
  return `M${x} ${y1 + dy * from.y}V${y2 - dy * (to.y + clearance)}`;
}

/** A round way out of a number and back into it: below it, or to its right. */
function loopPath({ at: [x, y], x: halfWidth, y: halfHeight }: Box, direction: "across" | "down"): string {
  if (direction === "across") {
    const bottom = y + halfHeight;
    return `M${x + 9} ${bottom}C${x + 15} ${bottom + 20} ${x - 15} ${bottom + 20} ${x - 9} ${bottom + clearance}`;
  }
  const right = x + halfWidth;
  return `M${right} ${y + 7}C${right + 20} ${y + 12} ${right + 20} ${y - 12} ${right + clearance} ${y - 7}`;
}
