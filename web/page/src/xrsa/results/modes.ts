import { estimatedOperationsPerSecond, type Report, type Step } from "rsa-variants/xrsa";
import { isChosen, type Plan, type Plans } from "../params/plans.ts";
import type { Selection } from "../params/selection.ts";

/** The steps of a private operation, in its order. */
export const operationSteps = ["r-squared", "reduction", "exponentiation", "recombination", "product"] as const;

export type OperationStep = (typeof operationSteps)[number];

/** One way to compute: ⊗ by step. */
export interface ModeRow {
  readonly id: string;
  readonly name: string;
  /** Absent where the device refuses. */
  readonly steps?: Readonly<Record<OperationStep, number>>;
  readonly total?: number;
  /** Estimated private operations a second on the paper's part; absent where it says nothing. */
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

/** The rows of the comparison: every way to compute, below what the paper prints where it has these lengths. */
export function modeRows({ all }: Plans, selection: Selection): readonly ModeRow[] {
  const { modulusLength, primes, multiplierLength } = selection;
  const isPaper = modulusLength === 4096 && primes === 2 && multiplierLength === 2048;
  return [...(isPaper ? [printedRow] : []), ...all.map((plan) => modeRow(plan, isChosen(plan, selection)))];
}

/** The name of a way to compute. */
function modeName({ mode, windowWidth }: Pick<Plan, "mode" | "windowWidth">): string {
  return mode === "window" ? `window of ${windowWidth} bits` : mode;
}

function modeRow(plan: Plan, chosen: boolean): ModeRow {
  const { report, refusal } = plan;
  const row = {
    id: plan.mode === "window" ? `window-${plan.windowWidth}` : plan.mode,
    name: modeName(plan),
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
