import type { Step } from "rsa-variants/xrsa";
import type { FigureEdge, FigureNode, FigureNote, LabelPoint, NodeDomain, Point } from "./figure.ts";
import { formulaWidth } from "./label.ts";
import { type PartNames, partNames } from "./names.ts";
import type { PartOptions } from "./options.ts";

/** What a part of the picture holds, before anything has a place. */
export interface PartContent {
  readonly names: PartNames;
  /** Numbers: label, domain and step by identifier. */
  readonly nodes: Readonly<Record<string, readonly [label: string, domain: NodeDomain, step: Step]>>;
  /** What is said beside numbers: text and step by identifier. */
  readonly notes: Readonly<Record<string, readonly [text: string, step: Step]>>;
  /** What each step computes. */
  readonly titles: Readonly<Partial<Record<Step, string>>>;
  /** How R comes of the number before it. */
  readonly toR: string;
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
  const { prime, power, before, known, coefficient, product, after, first, last } = names;
  const { doublings } = options;
  const isWindow = options.mode === "window";
  const digits = options.messageDigits > 2 ? (["m_1", "m_2…"] as const) : (["m_1", "m_2"] as const);
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
    toR: doublings === undefined ? "⊕ 1" : `${doublings.count} ⊕`,
    toRSquared: options.mode === "paper" ? "⊗ 2R" : options.doublesWithin ? "squared, ⊕" : "squared",
    byHalves: options.prime < 2 ? "4 ⊗" : "⊗",
    notes: {
      one: ["= ¯1", "r-squared"],
      ...(first ? {} : { known: [knownBy(options), "recombination"] }),
      ...(last ? { modulus: ["− N if ≥ N", "product"] } : {}),
    },
    nodes: {
      ones: [doublings === undefined ? "R − 1" : `2^{${doublings.exponent}}`, "integer", "r-squared"],
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
            known: [known, "integer", "recombination"],
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

/** How what the primes before gave is made smaller than this prime. */
function knownBy({ knownDigits, doublings }: PartOptions): string {
  return `${knownDigits > 1 ? "as m, then" : "by"} ${doublings === undefined ? "⊕ 0" : "⊗ R^2 ⊗ 1"}`;
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

/** The notes of a part: at places of their own, or beside the numbers that they go on from. */
export function placeNotes(
  { notes }: PartContent,
  nodes: readonly FigureNode[],
  places: Readonly<Record<string, readonly [x: number, y: number, anchor?: "end"]>>,
): readonly FigureNote[] {
  return Object.entries(notes).map(([id, [text, step]]) => {
    const [x, y, anchor] = places[id] ?? besideNode(nodes, id);
    return { text, at: [x, y], step, ...(anchor && { anchor }) };
  });
}

function besideNode(nodes: readonly FigureNode[], id: string): readonly [x: number, y: number, anchor?: "end"] {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) throw new Error(`the picture has no place for the note ${id}`);
  const [x, y] = node.at;
  return [x + node.width / 2 + 5, y + 4];
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
