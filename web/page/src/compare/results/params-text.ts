import { batchExponents } from "rsa-variants/theory";
import { formatExponent } from "../../core/format.ts";
import { controlsOf } from "../params/resolve.ts";
import type { Row } from "./rows.ts";

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
    batchPrimes: `r ${params.primes}`,
    batchSize: `b ${params.batchSize}, e 3 to ${batchExponents[(params.batchSize ?? 1) - 1]}`,
    publicExponentLength: `|e| ${params.publicExponent?.toString(2).length}, w ${params.crtExponentLength}`,
    primeLength: `|p| ${params.primeLength}`,
    publicExponent: params.publicExponent === undefined ? "" : `e ${formatExponent(params.publicExponent)}`,
  };
  return controlsOf(resolved.variant)
    .filter((control) => control !== "modulusLength")
    .map((control) => letters[control])
    .filter((text) => text !== "")
    .join(", ");
}
