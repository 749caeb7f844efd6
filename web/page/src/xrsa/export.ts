import { csvTable } from "@rsa-variants/measure/text/tables";
import { modeRow, type Shown } from "./plans.ts";
import type { XrsaSelection } from "./selection.ts";

/** A file name without its ending: "xrsa-4096-2-2048-paper". */
export function exportName({ modulusLength, primes, multiplierLength, mode, windowWidth }: XrsaSelection): string {
  return `xrsa-${modulusLength}-${primes}-${multiplierLength}-${mode}${mode === "window" ? `-${windowWidth}` : ""}`;
}

/** Every way to compute as comma-separated values. */
export function toCsv({ selection, plans }: Shown): string {
  const { modulusLength, primes, multiplierLength } = selection;
  const records = (plans?.all ?? []).map((plan) => {
    const { mode, windowWidth, report, refusal } = plan;
    const { steps, estimate } = modeRow(plan, false);
    return {
      mode,
      window_width: windowWidth,
      modulus_length: modulusLength,
      primes,
      multiplier_length: multiplierLength,
      r_squared: steps?.["r-squared"],
      reduction: steps?.reduction,
      exponentiation: steps?.exponentiation,
      recombination: steps?.recombination,
      product: steps?.product,
      multiplications: report?.total.multiplications,
      unit_ram_bytes: report?.unitRam,
      controller_ram_bytes: report?.controllerRam,
      bytes_moved: report?.total.bytes,
      estimated_operations_per_second: estimate?.toPrecision(3),
      refusal,
    };
  });
  return csvTable(Object.keys(records[0] ?? {}) as (keyof (typeof records)[number])[], records);
}
