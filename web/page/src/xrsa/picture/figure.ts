import type { Step } from "rsa-variants/xrsa";

/** Which way the computation runs: to the right with the domains one above the other, or down with them side by side. */
export type Direction = "across" | "down";

export type NodeDomain = "integer" | "montgomery" | "constant" | "product" | "operator";

export type Point = readonly [x: number, y: number];

/** Where a label stands: its middle, or beside the point and to its right. */
export type LabelPoint = readonly [x: number, y: number, beside?: "beside"];

/** A number in the picture. */
export interface FigureNode {
  /** Unique within a prime's part. */
  readonly id: string;
  /** As `formulaText` reads it. */
  readonly label: string;
  readonly domain: NodeDomain;
  readonly at: Point;
  readonly width: number;
  readonly step: Step;
}

/** An operation that leads from one number to another. */
export interface FigureEdge {
  readonly from: string;
  readonly to: string;
  /** Straight, first along x and then y, first along y and then x, or back to where it began. */
  readonly way: "straight" | "across-down" | "down-across" | "loop";
  readonly label?: string;
  readonly labelAt?: LabelPoint;
  readonly step: Step;
}

/** A step's heading: its name, its source, and the place of its count. */
export interface FigureStep {
  readonly step: Step;
  readonly title: string;
  readonly at: Point;
  readonly width: number;
}

/** A ground on which the numbers of a domain stand. */
export interface FigureBand {
  readonly domain: "integer" | "montgomery" | "product";
  readonly label: string;
  readonly box: readonly [x: number, y: number, width: number, height: number];
}

/** A few signs beside a number, as `formulaText` reads them. */
export interface FigureNote {
  readonly text: string;
  readonly at: Point;
  readonly step: Step;
  readonly anchor?: "start" | "end";
}

/** The part of the computation that belongs to one prime. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly steps: readonly FigureStep[];
  readonly bands: readonly FigureBand[];
  readonly nodes: readonly FigureNode[];
  readonly edges: readonly FigureEdge[];
  readonly notes: readonly FigureNote[];
}

/** Height of a number's box. */
export const nodeHeight = 26;
