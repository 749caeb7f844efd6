import { formatCount, formatNumber } from "@rsa-variants/measure/text/format";
import { inWords, type Refused, refusedBy } from "@rsa-variants/measure/text/params";
import { csvTable, markdownTable } from "@rsa-variants/measure/text/tables";
import {
  Device,
  type DeviceOptions,
  estimatedOperationsPerSecond,
  type Mode,
  type ModeOptions,
  type Report,
  type Xrsa,
} from "rsa-variants/xrsa";
import type { Run, TableOneOutcome } from "./run/protocol.ts";
import { defaultSelection, limits, type NumberName, numberNames, type Selection, writeSelection } from "./selection.ts";

/** A way to compute: what it costs on the chosen device, or why the device refuses it. */
interface Plan {
  readonly mode: Mode;
  readonly windowWidth?: number;
  readonly report?: Report;
  readonly refusal?: string;
}

/** Every way to compute the chosen modulus on the chosen device. */
interface Plans {
  readonly all: readonly Plan[];
  readonly chosen: Plan;
  /** Why the device refuses the chosen way, and the field at fault. */
  readonly refusal?: { readonly field: NumberName; readonly message: string };
}

/** A choice and its plans, which are missing until the library is loaded. */
export interface Shown {
  readonly selection: Selection;
  readonly plans: Plans | undefined;
}

const { min, max, step } = limits.windowWidth;
const windowWidths = Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);

/** The ways to compute, in the order of the table. */
const ways: readonly Plan[] = [
  { mode: "paper" },
  { mode: "squarings" },
  ...windowWidths.map((windowWidth) => ({ mode: "window" as const, windowWidth })),
];

/** Plans every way with the library's own device, which counts without computing. */
export function planAll(xrsa: Xrsa, selection: Selection): Plans {
  const plans = ways.map((way) => ({ way, ...plan(xrsa, { ...selection, ...way }) }));
  const all = plans.map(
    ({ way, report, refused }): Plan => ({
      ...way,
      ...(report && { report }),
      ...(refused && { refusal: inWords(refused, words) }),
    }),
  );
  const index = ways.findIndex((way) => isChosen(way, selection));
  const refused = plans[index]?.refused;
  return {
    all,
    chosen: all[index] as Plan,
    ...(refused && { refusal: { field: fieldAtFault(xrsa, selection, refused), message: inWords(refused, words) } }),
  };
}

function isChosen(plan: Plan, { mode, windowWidth }: Selection): boolean {
  return plan.mode === mode && (mode !== "window" || plan.windowWidth === windowWidth);
}

export function deviceOptions({ multiplierLength, unitRam, controllerRam }: Selection): DeviceOptions {
  return { multiplierLength, unitRam, controllerRam };
}

export function modeOptions({ mode, windowWidth }: Selection): ModeOptions {
  return mode === "window" ? { mode, windowWidth } : { mode };
}

function plan(xrsa: Xrsa, selection: Selection): { readonly report?: Report; readonly refused?: Refused } {
  const { modulusLength, primes } = selection;
  try {
    const device = new Device(xrsa, deviceOptions(selection));
    return { report: device.plan({ modulusLength, primes }, modeOptions(selection)) };
  } catch (error) {
    return { refused: refusedBy(error) };
  }
}

/** The first field whose default would be accepted, else the one that the library names. */
function fieldAtFault(xrsa: Xrsa, selection: Selection, refused: Refused): NumberName {
  const field = [...numberNames].reverse().find((name) => {
    if (name === "windowWidth" && selection.mode !== "window") return false;
    return plan(xrsa, { ...selection, [name]: defaultSelection[name] }).report !== undefined;
  });
  return field ?? numberNames.find((name) => name === refused.parameter) ?? "modulusLength";
}

const words: Readonly<Record<string, string>> = {
  multiplierLength: "the multiplier",
  unitRam: "the unit’s RAM",
  controllerRam: "the controller’s RAM",
  windowWidth: "the window",
  modulusLength: "the modulus",
};

/** The steps of a private operation. */
export const operationSteps = ["r-squared", "reduction", "exponentiation", "recombination", "product"] as const;

/** A row of the comparison: how many ⊗ each step of a way takes. */
export interface ModeRow {
  readonly id: string;
  readonly name: string;
  /** Absent if the device refuses, and while the library loads. */
  readonly steps?: Readonly<Record<(typeof operationSteps)[number], number>>;
  readonly total?: number;
  /** Estimated private operations a second on the paper's chip; absent if its speed says nothing about them. */
  readonly estimate?: number;
  readonly refusal?: string;
  readonly chosen: boolean;
  /** Whether the paper prints it, instead of our count. */
  readonly printed: boolean;
}

/** The paper's chip multiplies this many bits; shorter operands are counted as if they had as many. */
const chipLength = 2048;

/** Section III-D, where one conversion for each prime is counted twice. */
const printedRow: ModeRow = {
  id: "printed",
  name: "as the paper prints it",
  steps: { "r-squared": 4094, reduction: 2, exponentiation: 8200, recombination: 4, product: 4 },
  total: 12304,
  chosen: false,
  printed: true,
};

/** The rows of the comparison, headed by what the paper prints if it has these lengths. */
export function modeRows({ selection, plans }: Shown): readonly ModeRow[] {
  const { modulusLength, primes, multiplierLength } = selection;
  const isPaper = modulusLength === 4096 && primes === 2 && multiplierLength === 2048;
  const rows = (plans?.all ?? ways).map((plan) => modeRow(plan, isChosen(plan, selection)));
  return isPaper ? [printedRow, ...rows] : rows;
}

function modeRow({ mode, windowWidth, report, refusal }: Plan, chosen: boolean): ModeRow {
  const [id, name] = mode === "window" ? [`window-${windowWidth}`, `window of ${windowWidth} bits`] : [mode, mode];
  const row = { id, name, chosen, printed: false, ...(refusal === undefined ? {} : { refusal }) };
  if (report === undefined) return row;
  const total = report.total.multiplications;
  const estimate = report.operandLength <= chipLength ? { estimate: estimatedOperationsPerSecond(total) } : {};
  const steps = { "r-squared": 0, reduction: 0, exponentiation: 0, recombination: 0, product: 0 };
  for (const { step, multiplications } of report.sections) {
    if (step in steps) steps[step as keyof typeof steps] += multiplications;
  }
  return { ...row, steps, total, ...estimate };
}

/** A file name without its ending: "xrsa-4096-2-2048-paper". */
export function exportName({ modulusLength, primes, multiplierLength, mode, windowWidth }: Selection): string {
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
  const device = `n = ${modulusLength} bits, ${primes} primes, a multiplier of ${multiplierLength} bits`;
  return `${markdownTable(header, lines)}\n\n${device}. Estimates are for the paper's chip, from its 2.2 operations a second.\n`;
}

export interface Results extends Shown {
  readonly run: Run | undefined;
  readonly tableOne: TableOneOutcome | undefined;
}

/** Everything behind the figures: what was chosen, planned, computed and timed, but no key and no message. */
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
