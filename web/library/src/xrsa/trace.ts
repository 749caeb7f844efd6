import { bytesToBigInt } from "../bytes.js";

/**
 * Which form a number has: `integer` a itself, `montgomery` a·R, and `r-squared` the number R² that takes one into the
 * other.
 */
export type Domain = "integer" | "montgomery" | "r-squared";

/** A number that an operation of the unit takes or gives. */
export interface TracedNumber {
  /** What the paper calls it: `t`, `R²`, `q`, `m₁`. */
  readonly name: string;
  readonly domain: Domain;
  /** Its place in the unit's RAM; absent for a number of the controller's. */
  readonly slot?: number;
  /** Present where the values were asked for. */
  readonly value?: bigint;
}

/** One operation of the unit. */
export interface TracedOperation {
  /** The section it belongs to, as an index into the report's. */
  readonly section: number;
  readonly operation: "load" | "fetch" | "add" | "subtract" | "multiply";
  readonly operands: readonly TracedNumber[];
  readonly modulus?: TracedNumber;
  readonly result: TracedNumber;
}

/** As it crosses. */
export type GlueTracedNumber = Omit<TracedNumber, "value"> & { value?: Uint8Array };

/** As it crosses. */
export interface GlueTracedOperation extends Pick<TracedOperation, "section" | "operation"> {
  operands: GlueTracedNumber[];
  modulus?: GlueTracedNumber;
  result: GlueTracedNumber;
}

/** The operations as this package gives them. */
export function fromGlueTrace(trace: readonly GlueTracedOperation[]): TracedOperation[] {
  return trace.map(({ section, operation, operands, modulus, result }) => ({
    section,
    operation,
    operands: operands.map(fromGlueNumber),
    ...(modulus === undefined ? {} : { modulus: fromGlueNumber(modulus) }),
    result: fromGlueNumber(result),
  }));
}

function fromGlueNumber({ value, ...number }: GlueTracedNumber): TracedNumber {
  return value === undefined ? number : { ...number, value: bytesToBigInt(value) };
}
