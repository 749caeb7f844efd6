import { controlsOf } from "../params/resolve.ts";
import { formatExponent } from "./format.ts";
import type { Row } from "./rows.ts";

/** How a row's parameters read in a table: "r 3, w 160". */
export function describeParams(row: Row): string {
  const { resolved } = row;
  if (resolved === undefined) return "";
  const { params } = resolved;
  const letters = {
    primes: `r ${params.primes}`,
    crtExponentLength: `w ${params.crtExponentLength}`,
    schemeBExponentLength: `w ${params.crtExponentLength}`,
    batchSize: `b ${params.batchSize}`,
    publicExponent: params.publicExponent === undefined ? "" : `e ${formatExponent(params.publicExponent)}`,
  };
  return controlsOf(resolved.variant)
    .filter((control) => control !== "modulusLength")
    .map((control) => letters[control])
    .join(", ");
}
