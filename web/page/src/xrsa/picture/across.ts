import { primeName } from "../text/steps.ts";
import { partContent, placeEdges, placeNodes, placeNotes } from "./content.ts";
import type { Figure, FigureBand, FigureStep, Point } from "./figure.ts";
import type { PartOptions } from "./options.ts";

/** Left edges of the five steps, and the right edge of the last. */
const columns = [0, 198, 400, 662, 908, 1140] as const;
/** Width of a part with all steps. */
export const fullWidth = columns[5];
/** Heights at which numbers stand: in the integer domain, on the border, in the Montgomery domain. */
const integer = 94;
const upper = 72;
const lower = 114;
const border = 155;
const montgomery = 216;
const high = 196;
const low = 238;

const places = {
  ones: [50, integer],
  r: [50, montgomery],
  two: [120, montgomery],
  r2: [172, border],
  message: [222, upper],
  high: [272, upper],
  low: [307, upper],
  highR: [272, montgomery],
  m: [352, lower],
  t: [450, montgomery],
  one: [540, integer],
  y: [540, montgomery],
  power: [618, lower],
  known: [722, upper],
  difference: [722, lower],
  coefficient: [808, integer],
  u: [722, high],
  c: [808, high],
  times: [765, high],
  hR: [765, low],
  h: [872, integer],
  halves: [1004, 218],
  sum: [1025, integer],
  after: [1112, integer],
} as const satisfies Readonly<Record<string, Point>>;

/** A prime's part with the steps from left to right, the integer domain above the Montgomery domain. */
export function figureAcross(options: PartOptions): Figure {
  const content = partContent(options);
  const { first, before } = content.names;
  const end = first ? columns[3] : columns[5];
  const steps: FigureStep[] = content.steps.map((step, index) => {
    const left = columns[index] as number;
    return {
      step,
      title: content.titles[step] ?? "",
      at: [left + 10, 18],
      width: (columns[index + 1] as number) - left - 20,
    };
  });
  const bands: FigureBand[] = [
    { domain: "integer", label: "integers", box: [0, 52, end, 82] },
    {
      domain: "montgomery",
      label: `Montgomery domain modulo ${primeName(options.prime)}`,
      box: [0, 176, first ? end : columns[4] - 6, 92],
    },
  ];
  if (!first) {
    bands.push({
      domain: "product",
      label: "modulo R − 1",
      box: [columns[4] + 6, 176, end - columns[4] - 6, 92],
    });
  }
  const nodes = placeNodes(content, places);
  const isWindow = options.mode === "window";
  const [tx] = places.t;
  const [yx] = places.y;
  return {
    width: end,
    height: 272,
    steps,
    bands,
    nodes,
    edges: placeEdges(content, [
      ["ones", "r", "straight", content.toR, [50, border, "beside"]],
      ["r", "two", "straight", "⊕", [86, montgomery - 9]],
      ["two", "two", "loop", content.toRSquared, [120, 261]],
      ["two", "r2", "across-down"],
      ["message", "high", "straight"],
      ["high", "highR", "straight", "⊗ R^2", [272, border, "beside"]],
      ["highR", "m", "across-down", "⊕", [352, border, "beside"]],
      ["low", "m", "across-down"],
      ["m", "t", "across-down", "⊗ R^2", [tx, border, "beside"]],
      ["one", "y", "straight", "⊗ R^2", [yx, border, "beside"]],
      ["t", "t", "loop", "⊗ ¯t", [tx, 261]],
      ["t", "y", "straight", isWindow ? "⊗" : undefined, [(tx + yx) / 2, montgomery - 9]],
      ["y", "y", "loop", isWindow ? "squared" : "⊗ ¯t", [yx, 261]],
      ["y", "power", "across-down", "⊗ 1", [618, border, "beside"]],
      ["power", "difference", "straight", "⊖", [660, lower - 13]],
      ["known", "difference", "straight"],
      ["difference", "u", "straight", "⊗ R^2", [722, border, "beside"]],
      ["coefficient", "c", "straight", "⊗ R^2", [808, border, "beside"]],
      ["u", "times", "straight"],
      ["c", "times", "straight"],
      ["times", "hR", "straight"],
      ["hR", "h", "across-down", "⊗ 1", [872, border, "beside"]],
      ["h", "halves", "across-down", content.byHalves, [950, border, "beside"]],
      ["halves", "sum", "straight", `+ ${before}`, [1025, border, "beside"]],
      ["sum", "after", "straight"],
    ]),
    notes: placeNotes(content, nodes, { one: [40, 259], modulus: [1132, 126, "end"] }),
  };
}
