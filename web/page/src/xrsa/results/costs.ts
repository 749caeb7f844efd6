import { estimatedOperationsPerSecond, type Report, type Step } from "rsa-variants/xrsa";
import { formatCount, formatNumber } from "../../core/format.ts";
import { csvTable, markdownTable } from "../../core/tables.ts";
import { isChosen, type Plan, ways } from "../params/plans.ts";
import { type Selection, writeSelection } from "../params/selection.ts";
import type { Run, TableOneOutcome } from "../run/protocol.ts";
import type { Shown } from "../state.ts";

/** The steps of a private operation, in its order. */
export const operationSteps = ["r-squared", "reduction", "exponentiation", "recombination", "product"] as const;

export type OperationStep = (typeof operationSteps)[number];

/** One way to compute: ⊗ by step. */
export interface ModeRow {
  readonly id: string;
  readonly name: string;
  /** Absent if the device refuses, and while the library loads. */
  readonly steps?: Readonly<Record<OperationStep, number>>;
  readonly total?: number;
  /** Estimated private operations a second on the paper's part; absent if its speed says nothing about them. */
  readonly estimate?: number;
  readonly refusal?: string;
  readonly chosen: boolean;
  /** As the paper prints it, not computed. */
  readonly printed: boolean;
}

/** The part that the estimate is for multiplies this many bits; shorter operands are counted as if they had as many. */
const partLength = 2048;

/** What the paper prints, section III-D: with one conversion for each prime counted twice. */
const printedRow: ModeRow = {
  id: "printed",
  name: "as the paper prints it",
  steps: { "r-squared": 4094, reduction: 2, exponentiation: 8200, recombination: 4, product: 4 },
  total: 12304,
  chosen: false,
  printed: true,
};

/** The rows of the comparison: every way to compute, below what the paper prints if it has these lengths. */
export function modeRows({ selection, plans }: Shown): readonly ModeRow[] {
  const { modulusLength, primes, multiplierLength } = selection;
  const isPaper = modulusLength === 4096 && primes === 2 && multiplierLength === 2048;
  const rows = (plans?.all ?? ways).map((plan) => modeRow(plan, isChosen(plan, selection)));
  return isPaper ? [printedRow, ...rows] : rows;
}

function modeRow(plan: Plan, chosen: boolean): ModeRow {
  const { report, refusal } = plan;
  const row = {
    id: plan.mode === "window" ? `window-${plan.windowWidth}` : plan.mode,
    name: plan.mode === "window" ? `window of ${plan.windowWidth} bits` : plan.mode,
    chosen,
    printed: false,
  };
  if (report === undefined) return { ...row, ...(refusal === undefined ? {} : { refusal }) };
  const total = report.total.multiplications;
  const estimate = report.operandLength <= partLength ? { estimate: estimatedOperationsPerSecond(total) } : {};
  return { ...row, steps: countsByStep(report), total, ...estimate };
}

function countsByStep({ sections }: Report): Readonly<Record<OperationStep, number>> {
  const sum = (step: Step) =>
    sections.reduce((all, section) => all + (section.step === step ? section.multiplications : 0), 0);
  return Object.fromEntries(operationSteps.map((step) => [step, sum(step)])) as Record<OperationStep, number>;
}

/** A file name without its ending: "xrsa-4096-2-2048-paper". */
export function exportName({ modulusLength, primes, multiplierLength, mode, windowWidth }: Selection): string {
  return `xrsa-${modulusLength}-${primes}-${multiplierLength}-${mode}${mode === "window" ? `-${windowWidth}` : ""}`;
}

/** Every way to compute as comma-separated values. */
export function toCsv(shown: Shown): string {
  const rows = modeRows(shown).filter(({ printed }) => !printed);
  const { modulusLength, primes, multiplierLength } = shown.selection;
  const records = (shown.plans?.all ?? []).map(({ mode, windowWidth = "", report, refusal = "" }, index) => {
    const { steps, estimate } = rows[index] ?? {};
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
  const header = ["⊗ by step", "R²", "reduction", "power", "recombination", "product", "in all", "estimate, 1/s"];
  const lines = modeRows(shown).map(({ name, steps, total, estimate, refusal }) => [
    name,
    ...operationSteps.map((step) => (steps === undefined ? "" : formatCount(steps[step]))),
    total !== undefined ? formatCount(total) : refusal === undefined ? "" : `refused: ${refusal}`,
    estimate === undefined ? "" : formatNumber(estimate, 2),
  ]);
  const { modulusLength, primes, multiplierLength } = shown.selection;
  const device = `n = ${modulusLength} bits, ${primes} primes, a multiplier of ${multiplierLength} bits`;
  return `${markdownTable(header, lines)}\n\n${device}. Estimates are for the paper's chip, from its 2.2 operations a second.\n`;
}

/** What is saved. */
export interface Results extends Shown {
  readonly run: Run | undefined;
  readonly tableOne: TableOneOutcome | undefined;
}

/**
 * Everything behind the figures: what was chosen, planned, computed and timed. No key, no message.
 *
 * @param environment where that was
 */
export function toJson({ selection, plans, run, tableOne }: Results, environment: object): string {
  const { progress: _progress, stage: _stage, selection: _selection, device, ...others } = run ?? {};
  const file = {
    format: "rsa-variants xrsa",
    version: 1,
    address: writeSelection(selection),
    selection,
    environment,
    plans: plans?.all,
    run: run && { ...others, device: device && { ...device, trace: undefined } },
    tableOne,
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
