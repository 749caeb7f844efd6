import { formatCount, formatNumber } from "@rsa-variants/measure/text/format";
import { csvTable, markdownTable } from "@rsa-variants/measure/text/tables";
import { modeRow, modeRows, operationSteps, type Shown } from "./plans.ts";
import type { Run } from "./run/protocol.ts";
import { writeSelection, type XrsaSelection } from "./selection.ts";

/** A file name without its ending: "xrsa-4096-2-2048-paper". */
export function exportName({ modulusLength, primes, multiplierLength, mode, windowWidth }: XrsaSelection): string {
  return `xrsa-${modulusLength}-${primes}-${multiplierLength}-${mode}${mode === "window" ? `-${windowWidth}` : ""}`;
}

/** Every way to compute as comma-separated values. */
export function toCsv({ selection, plans }: Shown): string {
  const { modulusLength, primes, multiplierLength } = selection;
  const records = (plans?.all ?? []).map((plan) => {
    const { mode, windowWidth = "", report, refusal = "" } = plan;
    const { steps, estimate } = modeRow(plan, false);
    return {
      mode,
      window_width: windowWidth,
      modulus_length: modulusLength,
      primes,
      multiplier_length: multiplierLength,
      r_squared: steps?.["r-squared"] ?? "",
      reduction: steps?.reduction ?? "",
      exponentiation: steps?.exponentiation ?? "",
      recombination: steps?.recombination ?? "",
      product: steps?.product ?? "",
      multiplications: report?.total.multiplications ?? "",
      unit_ram_bytes: report?.unitRam ?? "",
      controller_ram_bytes: report?.controllerRam ?? "",
      bytes_moved: report?.total.bytes ?? "",
      estimated_operations_per_second: estimate?.toPrecision(3) ?? "",
      refusal,
    };
  });
  return csvTable(Object.keys(records[0] ?? {}) as (keyof (typeof records)[number])[], records);
}

/** The same as Markdown, for a README. */
export function toMarkdown(shown: Shown): string {
  const header = ["⊗ by step", "R²", "reduction", "power", "recombination", "product", "total", "estimate, 1/s"];
  const lines = modeRows(shown).map(({ name, steps, total, estimate, refusal }) => [
    name,
    ...operationSteps.map((step) => (steps === undefined ? "" : formatCount(steps[step]))),
    total !== undefined ? formatCount(total) : refusal === undefined ? "" : `refused: ${refusal}`,
    estimate === undefined ? "" : formatNumber(estimate, 2),
  ]);
  const { modulusLength, primes, multiplierLength } = shown.selection;
  const device = `n = ${modulusLength} bits, ${primes} primes, a ${multiplierLength}-bit multiplier`;
  return `${markdownTable(header, lines)}\n\n${device}. Estimates are for the paper's chip, from its 2.2 operations per second.\n`;
}

/** Everything behind the figures: what was chosen, planned, computed and timed, but no key and no message. */
export function toJson({ selection, plans, run }: Shown & { readonly run: Run | undefined }, environment: object) {
  const { progress: _progress, stage: _stage, selection: _selection, device, ...others } = run ?? {};
  const file = {
    format: "rsa-variants xrsa",
    version: 1,
    address: writeSelection(selection),
    selection,
    environment,
    plans: plans?.all,
    run: run && { ...others, device: device && { ...device, trace: undefined } },
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
