import { partContent, placeEdges, placeNodes, placeNotes } from "./content.ts";
import type { Figure, FigureBand, Point } from "./figure.ts";
import type { PartOptions } from "./options.ts";

/** Width of the picture, as wide as the narrowest phone leaves room for. */
const width = 328;
/** Where numbers stand: in the integer domain, on the border, in the Montgomery domain. */
const integer = 75;
const border = 164;
const near = 218;
const far = 292;
/** Where the label of a loop begins. */
const loops = 255;
/** Bands of both domains, and the gap between them. */
const bandWidth = 150;
/** From the top of a step to its bands, and from there to the first row. */
const heading = 46;
const margin = 36;

/** Heights of the bands of the five steps. */
const bandHeights = [114, 140, 186, 202, 200] as const;
const gap = 18;

/** The top of the bands of each step: below its heading, which is below the bands before. */
const tops = bandHeights.map((_height, index) =>
  bandHeights.slice(0, index).reduce((sum, height) => sum + height + gap + heading, heading),
);

const [a, b, c, d, e] = tops.map((top, index) => (index === 4 ? top : top + margin)) as [
  number,
  number,
  number,
  number,
  number,
];

const places = {
  ones: [integer, a],
  r: [near, a],
  two: [near, a + 46],
  r2: [border, a + 46],
  message: [28, b],
  high: [100, b],
  low: [100, b + 26],
  highR: [near, b],
  m: [integer, b + 76],
  t: [near, c],
  one: [integer, c + 50],
  y: [near, c + 50],
  power: [integer, c + 104],
  difference: [integer, d],
  u: [near, d],
  known: [integer, d + 46],
  coefficient: [integer, d + 94],
  c: [near, d + 94],
  times: [far, d + 94],
  hR: [far, d + 142],
  h: [integer, d + 142],
  halves: [129, e + 82],
  sum: [171, e + 174],
  after: [280, e + 174],
} as const satisfies Readonly<Record<string, Point>>;

/** A prime's part with the steps one below the other, the integer domain on the left of the Montgomery domain. */
export function figureDown(options: PartOptions): Figure {
  const content = partContent(options);
  const nodes = placeNodes(content, places);
  const isWindow = options.mode === "window";
  const { before } = content.names;
  const last = content.steps.length - 1;
  const bands = content.steps.flatMap((step, index): FigureBand[] => {
    const [top, height] = [tops[index] as number, bandHeights[index] as number];
    if (step === "product") {
      return [
        { domain: "product", label: "modulo R − 1", box: [0, top + 34, width, 100] },
        { domain: "integer", label: "integers", box: [0, top + 148, width, height - 148] },
      ];
    }
    return [
      { domain: "integer", label: "integers", box: [0, top, bandWidth, height] },
      { domain: "montgomery", label: "Montgomery", box: [width - bandWidth, top, bandWidth, height] },
    ];
  });
  return {
    width,
    height: (tops[last] as number) + (bandHeights[last] as number) + 4,
    steps: content.steps.map((step, index) => ({
      step,
      title: content.titles[step] ?? "",
      at: [0, (tops[index] as number) - heading + 16],
      width,
    })),
    bands,
    nodes,
    edges: placeEdges(content, [
      ["ones", "r", "straight", content.toR, [border, a - 9]],
      ["r", "two", "straight", "⊕", [near, a + 25, "beside"]],
      ["two", "two", "loop", content.toRSquared, [268, a + 68]],
      ["two", "r2", "straight"],
      ["message", "high", "straight"],
      ["high", "highR", "straight", "⊗ R^2", [border, b - 9]],
      ["highR", "m", "down-across", "⊕", [border, b + 67]],
      ["low", "m", "straight"],
      ["m", "t", "down-across", "⊗ R^2", [border, c - 9]],
      ["one", "y", "straight", "⊗ R^2", [border, c + 41]],
      ["t", "t", "loop", "⊗ ¯t", [loops, c, "beside"]],
      ["t", "y", "straight", isWindow ? "⊗" : undefined, [near, c + 27, "beside"]],
      ["y", "y", "loop", isWindow ? "squared" : "⊗ ¯t", [loops, c + 50, "beside"]],
      ["y", "power", "down-across", "⊗ 1", [border, c + 95]],
      ["power", "difference", "straight", "⊖", [integer, c + 131, "beside"]],
      ["known", "difference", "straight"],
      ["difference", "u", "straight", "⊗ R^2", [border, d - 9]],
      ["coefficient", "c", "straight", "⊗ R^2", [border, d + 85]],
      ["u", "times", "across-down"],
      ["c", "times", "straight"],
      ["times", "hR", "straight"],
      ["hR", "h", "straight", "⊗ 1", [border, d + 133]],
      ["h", "halves", "straight", content.byHalves, [integer, e + 18, "beside"]],
      ["halves", "sum", "straight", `+ ${before}`, [171, e + 140, "beside"]],
      ["sum", "after", "straight"],
    ]),
    notes: placeNotes(content, nodes, { one: [near + 26, a + 5], modulus: [320, e + 198, "end"] }),
  };
}
