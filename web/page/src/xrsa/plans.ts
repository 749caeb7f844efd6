import { formatCount } from "@rsa-variants/measure/text/format";
import { inWords, type Refused, refusedBy } from "@rsa-variants/measure/text/params";
import { Device, estimatedOperationsPerSecond, type Mode, type Report, type Xrsa } from "rsa-variants/xrsa";
import {
  defaultSelection,
  deviceOptions,
  modeOptions,
  modeTexts,
  type NumberName,
  numberNames,
  numbers,
  type XrsaSelection,
} from "./selection.ts";

/** A way to compute: what it costs on the chosen device, or why the device refuses it. */
interface Plan {
  readonly mode: Mode;
  readonly windowWidth?: number;
  readonly report?: Report;
  readonly refusal?: string;
}

/** Why the device refuses the chosen way. */
interface Refusal {
  /** The field at fault. */
  readonly field: NumberName;
  readonly message: string;
  /** The smallest change that the device accepts, if one field is enough. */
  readonly fix?: { readonly field: NumberName; readonly value: number } | undefined;
}

/** Every way to compute the chosen modulus on the chosen device. */
interface Plans {
  readonly all: readonly Plan[];
  readonly chosen: Plan;
  readonly refusal?: Refusal;
}

/** A choice and its plans, which are missing until the library is loaded. */
export interface Shown {
  readonly selection: XrsaSelection;
  readonly plans: Plans | undefined;
}

const { min, max, step } = numbers.windowWidth.limits;
const windowWidths = Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);

/** The ways to compute, in the order of the table. */
const ways: readonly Plan[] = [
  { mode: "paper" },
  { mode: "squarings" },
  ...windowWidths.map((windowWidth) => ({ mode: "window" as const, windowWidth })),
];

/** What the messages call the library's parameters. */
const words: Readonly<Record<string, string>> = Object.fromEntries(
  numberNames.map((parameter) => [parameter, numbers[parameter].name]),
);

/** Plans every way with the library's own device, which counts without computing. */
export function planAll(xrsa: Xrsa, selection: XrsaSelection): Plans {
  const plans = ways.map((way) => ({ way, ...plan(xrsa, { ...selection, ...way }) }));
  const all = plans.map(
    ({ way, report, refused }): Plan => ({
      ...way,
      ...(report && { report }),
      ...(refused && { refusal: shortageOf(xrsa, { ...selection, ...way }, refused) ?? inWords(refused, words) }),
    }),
  );
  const index = ways.findIndex((way) => isChosen(way, selection));
  const refused = plans[index]?.refused;
  return {
    all,
    chosen: all[index] as Plan,
    ...(refused && { refusal: refusalOf(xrsa, selection, refused) }),
  };
}

/** The fewest ⊗ with which the paper's device computes RSA-4096. */
export function fewestMultiplications(xrsa: Xrsa): number {
  const { all } = planAll(xrsa, defaultSelection);
  return Math.min(...all.flatMap(({ report }) => report?.total.multiplications ?? []));
}

/** "needs 19,200 bytes; the controller has 16,384", if memory is too small. */
function shortageOf(xrsa: Xrsa, selection: XrsaSelection, { parameter }: Refused): string | undefined {
  if (parameter !== "unitRam" && parameter !== "controllerRam") return undefined;
  const roomy = { ...selection, unitRam: numbers.unitRam.limits.max, controllerRam: numbers.controllerRam.limits.max };
  const needed = plan(xrsa, roomy).report?.[parameter];
  const owner = parameter === "unitRam" ? "unit" : "controller";
  return needed === undefined
    ? undefined
    : `needs ${formatCount(needed)} bytes; the ${owner} has ${formatCount(selection[parameter])}`;
}

function isChosen(plan: Plan, { mode, windowWidth }: XrsaSelection): boolean {
  return plan.mode === mode && (mode !== "window" || plan.windowWidth === windowWidth);
}

function plan(xrsa: Xrsa, selection: XrsaSelection): { readonly report?: Report; readonly refused?: Refused } {
  const { modulusLength, primes } = selection;
  try {
    const device = new Device(xrsa, deviceOptions(selection));
    return { report: device.plan({ modulusLength, primes }, modeOptions(selection)) };
  } catch (error) {
    return { refused: refusedBy(error) };
  }
}

function refusalOf(xrsa: Xrsa, selection: XrsaSelection, refused: Refused): Refusal {
  const field = fieldAtFault(xrsa, selection, refused);
  // Where the primes do not fit the multiplier, more and shorter ones leave both lengths as they are.
  const fields = field === "modulusLength" || field === "multiplierLength" ? (["primes", field] as const) : [field];
  const fixes = fields.map((each) => ({ field: each, value: nearestAccepted(xrsa, selection, each) }));
  const fix = fixes.find((each): each is NonNullable<Refusal["fix"]> => each.value !== undefined);
  return { field, message: inWords(refused, words), fix };
}

/** The first field whose default would be accepted, else the one that the library names. */
function fieldAtFault(xrsa: Xrsa, selection: XrsaSelection, refused: Refused): NumberName {
  const field = [...numberNames].reverse().find((name) => {
    if (name === "windowWidth" && selection.mode !== "window") return false;
    return plan(xrsa, { ...selection, [name]: defaultSelection[name] }).report !== undefined;
  });
  return field ?? numberNames.find((name) => name === refused.parameter) ?? "modulusLength";
}

/** The value nearest to a refused one that the device accepts: between it and a limit, acceptance changes only once. */
function nearestAccepted(xrsa: Xrsa, selection: XrsaSelection, name: NumberName): number | undefined {
  const { min, max, step } = numbers[name].limits;
  const valueAt = (at: number) => min + at * step;
  const isAccepted = (at: number) => plan(xrsa, { ...selection, [name]: valueAt(at) }).report !== undefined;
  const end = [Math.floor((max - min) / step), 0].find(isAccepted);
  if (end === undefined) return undefined;
  let [refused, accepted] = [Math.floor((selection[name] - min) / step), end];
  while (Math.abs(accepted - refused) > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (isAccepted(middle)) accepted = middle;
    else refused = middle;
  }
  return valueAt(accepted);
}

const operationSteps = ["r-squared", "reduction", "exponentiation", "recombination", "product"] as const;

/** A row of the comparison: how many ⊗ each step of a way takes. */
export interface ModeRow {
  readonly id: string;
  readonly name: string;
  /** Absent if the device refuses it, and while the library loads. */
  readonly steps?: Readonly<Record<(typeof operationSteps)[number], number>>;
  readonly total?: number;
  /** How many ⊗ less than the row above; absent in the first row. */
  readonly saved?: number;
  /** Estimated private operations a second on the paper's chip; absent if its speed says nothing about them. */
  readonly estimate?: number;
  readonly refusal?: string;
  readonly chosen: boolean;
}

/** The paper's chip multiplies this many bits; operands that are a little shorter are counted as if they had as many. */
const chipLength = 2048;

/** Whether the speed of the paper's chip says something about operands: not about those that are far shorter. */
function isEstimated(operandLength: number): boolean {
  return operandLength <= chipLength && operandLength > chipLength / 2;
}

/** Whether the comparison has estimates, or will have them once it is counted. */
export function hasEstimates({ selection, plans }: Shown): boolean {
  const reports = plans?.all.flatMap(({ report }) => report ?? []);
  return reports === undefined
    ? isEstimated(selection.modulusLength / selection.primes)
    : reports.some(({ operandLength }) => isEstimated(operandLength));
}

export function modeRows({ selection, plans }: Shown): readonly ModeRow[] {
  const rows = (plans?.all ?? ways).map((plan) => modeRow(plan, isChosen(plan, selection)));
  return rows.map((row, index) => {
    const above = rows[index - 1]?.total;
    return row.total === undefined || above === undefined ? row : { ...row, saved: above - row.total };
  });
}

export function modeRow({ mode, windowWidth, report, refusal }: Plan, chosen: boolean): ModeRow {
  const [id, name] =
    mode === "window" ? [`window-${windowWidth}`, `${windowWidth}-bit window`] : [mode, modeTexts[mode]];
  const row = { id, name, chosen, ...(refusal === undefined ? {} : { refusal }) };
  if (report === undefined) return row;
  const total = report.total.multiplications;
  const estimate = isEstimated(report.operandLength) ? { estimate: estimatedOperationsPerSecond(total) } : {};
  const steps = { "r-squared": 0, reduction: 0, exponentiation: 0, recombination: 0, product: 0 };
  for (const { step, multiplications } of report.sections) {
    if (step in steps) steps[step as keyof typeof steps] += multiplications;
  }
  return { ...row, steps, total, ...estimate };
}
