import type { Step } from "rsa-variants/xrsa";
import type { FigureEdge, FigureNode, LabelPoint, NodeDomain, Point } from "./figure.ts";
import { formulaWidth } from "./label.ts";
import { type PartNames, type PartOptions, partNames } from "./names.ts";

/** What a part of the picture holds, before anything has a place. */
export interface PartContent {
  readonly names: PartNames;
  /** Numbers: label, domain and step by identifier. */
  readonly nodes: Readonly<Record<string, readonly [label: string, domain: NodeDomain, step: Step]>>;
  /** What each step computes. */
  readonly titles: Readonly<Partial<Record<Step, string>>>;
  /** How R² comes of 2R. */
  readonly toRSquared: string;
  /** How h and the product of the primes before are multiplied: by four ⊗ for each of them. */
  readonly byHalves: string;
  readonly steps: readonly Step[];
}

const ofOnePrime: readonly Step[] = ["r-squared", "reduction", "exponentiation"];
const ofRecombination: readonly Step[] = ["recombination", "product"];

/** The numbers of a prime's part and what they are called. */
export function partContent(options: PartOptions): PartContent {
  const names = partNames(options);
  const { prime, power, before, coefficient, product, after, first } = names;
  const several = options.primes > 2;
  const isWindow = options.mode === "window";
  const digits = several ? (["m_1", "m_2…"] as const) : (["m_1", "m_2"] as const);
  return {
    names,
    steps: first ? ofOnePrime : [...ofOnePrime, ...ofRecombination],
    titles: {
      "r-squared": `R^2 mod ${prime}`,
      reduction: `m mod ${prime}`,
      exponentiation: `${power} = m^d mod ${prime}`,
      recombination: `h = ${coefficient}·(${power} − ${before}) mod ${prime}`,
      product: `${after} = ${before} + h·${product}`,
    },
    toRSquared: options.mode === "paper" ? "⊗ 2R" : "squared",
    byHalves: options.prime < 2 ? "4 ⊗" : "⊗",
    nodes: {
      ones: ["R − 1", "integer", "r-squared"],
      r: ["R", "montgomery", "r-squared"],
      two: ["2R", "montgomery", "r-squared"],
      r2: ["R^2", "constant", "r-squared"],
      message: ["m", "integer", "reduction"],
      high: [digits[0], "integer", "reduction"],
      low: [digits[1], "integer", "reduction"],
      highR: ["¯m_1", "montgomery", "reduction"],
      m: [`m mod ${prime}`, "integer", "reduction"],
      one: ["1", "integer", "exponentiation"],
      t: [isWindow ? "¯t^i" : "¯t", "montgomery", "exponentiation"],
      y: ["¯y", "montgomery", "exponentiation"],
      power: [power, "integer", "exponentiation"],
      ...(first
        ? {}
        : {
            difference: [`${power} − ${before}`, "integer", "recombination"],
            coefficient: [coefficient, "integer", "recombination"],
            u: ["¯u", "montgomery", "recombination"],
            c: [`¯${coefficient}`, "montgomery", "recombination"],
            times: ["⊗", "operator", "recombination"],
            hR: ["¯h", "montgomery", "recombination"],
            h: ["h", "integer", "recombination"],
            halves: ["", "product", "product"],
            sum: [`${before} + h·${product}`, "integer", "product"],
            after: [after, "integer", "product"],
          }),
    },
  };
}

const leastWidth = 34;
const padding = 16;
const operatorWidth = 18;

/** Gives the numbers of a part their places. */
export function placeNodes(content: PartContent, places: Readonly<Record<string, Point>>): readonly FigureNode[] {
  return Object.entries(content.nodes).map(([id, [label, domain, step]]) => {
    const at = places[id];
    if (at === undefined) throw new Error(`the picture has no place for ${id}`);
    return {
      id,
      label,
      domain,
      step,
      at,
      width: domain === "operator" ? operatorWidth : Math.max(leastWidth, formulaWidth(label) + padding),
    };
  });
}

/** The operations of a part, with the places of their labels. */
export function placeEdges(
  content: PartContent,
  edges: readonly (readonly [
    from: string,
    to: string,
    way: FigureEdge["way"],
    label?: string | undefined,
    labelAt?: LabelPoint,
  ])[],
): readonly FigureEdge[] {
  return edges
    .filter(([from, to]) => from in content.nodes && to in content.nodes)
    .map(([from, to, way, label, labelAt]) => {
      const [, , step] = content.nodes[to] as (typeof content.nodes)[string];
      return { from, to, way, step, ...(label === undefined ? {} : { label }), ...(labelAt && { labelAt }) };
    });
}
