import { csvTable } from "../../common/csv.ts";
import { formatCount, formatNumber } from "../../common/format.ts";
import { markdownTable } from "../../common/markdown.ts";
import type { Plans } from "../params/plans.ts";
import type { Selection } from "../params/selection.ts";
import { writeSelection } from "../params/url.ts";
import type { State } from "../state.ts";
import { type ModeRow, modeRows, operationSteps } from "./modes.ts";

const columns = [
  "mode",
  "window_width",
  "modulus_length",
  "primes",
  "multiplier_length",
  "r_squared",
  "reduction",
  "exponentiation",
  "recombination",
  "product",
  "multiplications",
  "unit_ram_bytes",
  "controller_ram_bytes",
  "bytes_moved",
  "estimated_operations_per_second",
  "refusal",
] as const;

/** A file name without its ending: "xrsa-4096-2048-paper". */
export function exportName({ selection }: Pick<State, "selection">): string {
  const { modulusLength, multiplierLength, mode, windowWidth } = selection;
  return `xrsa-${modulusLength}-${multiplierLength}-${mode}${mode === "window" ? `-${windowWidth}` : ""}`;
}

/** Every way to compute as comma-separated values, numbers in full. */
export function toCsv(plans: Plans, selection: Selection): string {
  const rows = modeRows(plans, selection).filter(({ printed }) => !printed);
  const { modulusLength, primes, multiplierLength } = selection;
  const records = plans.all.map(({ mode, windowWidth, report, refusal }, index) => {
    const { steps, estimate } = rows[index] as ModeRow;
    const record = {
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
      estimated_operations_per_second: estimate,
      refusal,
    };
    return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
  });
  return csvTable(columns, records);
}

/** The same as Markdown, as a README shows it. */
export function toMarkdown(plans: Plans, selection: Selection): string {
  const header = ["⊗ by step", "R²", "reduction", "power", "recombination", "product", "in all", "estimate, 1/s"];
  const lines = modeRows(plans, selection).map(({ name, steps, total, estimate, refusal }) => [
    name,
    ...operationSteps.map((step) => (steps === undefined ? "" : formatCount(steps[step]))),
    total === undefined ? `refused: ${refusal}` : formatCount(total),
    estimate === undefined ? "" : formatNumber(estimate, 2),
  ]);
  const { modulusLength, primes, multiplierLength } = selection;
  const device = `n = ${modulusLength} bits, ${primes} primes, a multiplier of ${multiplierLength} bits`;
  return `${markdownTable(header, lines)}\n\n${device}. The estimate is for the paper's part, from its 2.2 operations a second.\n`;
}

/** Where something was computed. */
export interface ExportEnvironment {
  readonly userAgent: string;
  /** Logical processors. */
  readonly processors: number;
  readonly crossOriginIsolated: boolean;
}

/** Everything behind the figures: what was chosen, planned, computed and timed, and where. No key, no message. */
export function toJson(
  state: Pick<State, "selection" | "plans" | "run" | "tableOne">,
  environment: ExportEnvironment,
): string {
  const { selection, plans, run, tableOne } = state;
  const { trace: _trace, ...device } = run?.device ?? {};
  const file = {
    format: "rsa-variants xrsa",
    version: 1,
    address: writeSelection(selection),
    selection,
    environment,
    plans: plans?.all,
    ...(run === undefined
      ? {}
      : {
          run: {
            startedAt: run.startedAt,
            state: run.state,
            build: run.build,
            key: run.key,
            ...(run.device === undefined ? {} : { device }),
            ordinary: run.ordinary,
            software: run.software,
          },
        }),
    ...(tableOne.outcome === undefined ? {} : { tableOne: tableOne.outcome }),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
