import { formatExponent } from "../../common/format.ts";
import { controlsOf } from "../params/resolve.ts";
import type { Row } from "./rows.ts";

const smallPrimes = [3, 5, 7, 11, 13, 17, 19, 23];

/** The public exponents of a batch, one for each of its messages. */
export function batchExponents(batchSize: number): readonly number[] {
  return smallPrimes.slice(0, batchSize);
}

/** How a row's parameters read in a table: "r 3, w 160". */
export function describeParams(row: Pick<Row, "resolved">): string {
  const { resolved } = row;
  if (resolved === undefined) return "";
  const { params } = resolved;
  const letters = {
    primes: `r ${params.primes}`,
    multiplicity: params.multiplicity === 1 ? "" : `s ${params.multiplicity}`,
    crtExponentLength: `w ${params.crtExponentLength}`,
    schemeBExponentLength: `w ${params.crtExponentLength}`,
    batchSize: `b ${params.batchSize}, e 3 to ${batchExponents(params.batchSize ?? 0).at(-1)}`,
    publicExponentLength: `|e| ${params.publicExponent?.toString(2).length}, w ${params.crtExponentLength}`,
    publicExponent: params.publicExponent === undefined ? "" : `e ${formatExponent(params.publicExponent)}`,
  };
  return controlsOf(resolved.variant)
    .filter((control) => control !== "modulusLength")
    .map((control) => letters[control])
    .filter((text) => text !== "")
    .join(", ");
}
