import type { Step } from "rsa-variants/xrsa";
import { primeName } from "../text.ts";
import {
  arrowPath,
  type Direction,
  type Figure,
  type FigureBand,
  type FigureEdge,
  type FigureNode,
  type FigureStep,
  type FigureText,
  loopPath,
  nodeWidth,
  type Point,
  type Port,
  portOf,
} from "./figure.ts";
import { type Part, type PartOptions, partOf } from "./part.ts";

/** Left edges of the five steps, and the right edge of the last. */
const columns = [0, 198, 400, 662, 908, 1140] as const;
/** Width of a part with all steps that runs across. */
export const fullWidth = columns[5];

/** Width of the picture that runs down: the narrowest phone has room for it. */
const width = 328;
/** Width of the bands of both domains, their heights in each step, and how much of a step is above them. */
const bandWidth = 150;
const bandHeights = [114, 140, 186, 202, 200] as const;
const heading = 46;
/** The top of a step's bands: below its heading, which is below the bands before. */
const topOf = (step: number) =>
  bandHeights.slice(0, step).reduce((sum, height) => sum + height + 18 + heading, heading);
/** Heights of the first row of each step; the last has a drawing instead. */
const [a, b, c, d, e] = [topOf(0) + 36, topOf(1) + 36, topOf(2) + 36, topOf(3) + 36, topOf(4)];

/** Between the domains: a height if the computation runs across, else a distance from the left. */
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

/** Where labels begin that the rule would put into the way of something, by the arrow's ends. */
const ownLabels: Readonly<Record<string, Point>> = {
  "down two two": [240, a + 72],
  "down power difference": [82, c + 135],
  "down h halves": [82, e + 22],
};

/** A prime's part with the steps from left to right, the integer domain above the Montgomery domain. */
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

/** A prime's part with the steps one below the other, the integer domain on the left of the Montgomery domain. */
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

/** The numbers, arrows and remarks of a part at their places. */
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

/** Where an arrow's label stands: at the border if the arrow crosses it, else beside or above the arrow's middle. */
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
