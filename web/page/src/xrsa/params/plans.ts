import { Device, type DeviceOptions, type Mode, type ModeOptions, type Report, type Xrsa } from "rsa-variants/xrsa";
import { inWords, type Refused, refusedBy } from "../../common/refusal.ts";
import { defaultSelection, limits, type NumberField, numberFields, type Selection } from "./selection.ts";

/** A way to compute, with what it takes on the chosen device, or why the device refuses it. */
export interface Plan {
  readonly mode: Mode;
  readonly windowWidth?: number;
  readonly report?: Report;
  readonly refusal?: string;
}

/** A plan as the library makes or refuses it. */
type Planned = Omit<Plan, "refusal"> & { readonly refusal?: Refused };

/** Why the selection cannot be computed, and the control at fault. */
export interface Refusal {
  readonly field: NumberField;
  readonly message: string;
}

/** Every way to compute the chosen modulus on the chosen device. */
export interface Plans {
  readonly all: readonly Plan[];
  /** The one chosen. */
  readonly chosen: Plan;
  readonly refusal?: Refusal;
}

/** Plans by the library's own device, which counts without computing. */
export type Planner = (selection: Selection) => Plans;

/** A planner that plans the same selection only once. */
export function createPlanner(xrsa: Xrsa): Planner {
  let last: { readonly key: string; readonly plans: Plans } | undefined;
  return (selection) => {
    const key = JSON.stringify({ ...selection, keySource: undefined });
    if (last?.key !== key) last = { key, plans: planAll(xrsa, selection) };
    return last.plans;
  };
}

function planAll(xrsa: Xrsa, selection: Selection): Plans {
  const { min, max } = limits.windowWidth;
  const widths = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const ways: readonly Pick<Plan, "mode" | "windowWidth">[] = [
    { mode: "paper" },
    { mode: "squarings" },
    ...widths.map((windowWidth) => ({ mode: "window" as const, windowWidth })),
  ];
  const all: Planned[] = ways.map((way) => ({ ...way, ...plan(xrsa, { ...selection, ...way }) }));
  const chosen = all.find((each) => isChosen(each, selection)) as Planned;
  const refusal = chosen.refusal === undefined ? undefined : locate(xrsa, selection, chosen.refusal);
  return {
    all: all.map(refusedInWords),
    chosen: refusedInWords(chosen),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** Whether a plan computes in the way the selection asks for. */
export function isChosen(plan: Pick<Plan, "mode" | "windowWidth">, { mode, windowWidth }: Selection): boolean {
  return plan.mode === mode && (mode !== "window" || plan.windowWidth === windowWidth);
}

/** The device of a selection as the library takes it. */
export function deviceOptions({ multiplierLength, unitRam, controllerRam }: Selection): DeviceOptions {
  return { multiplierLength, unitRam, controllerRam };
}

/** The mode of a selection as the library takes it. */
export function modeOptions({ mode, windowWidth }: Selection): ModeOptions {
  return mode === "window" ? { mode, windowWidth } : { mode };
}

function plan(xrsa: Xrsa, selection: Selection): Pick<Planned, "report" | "refusal"> {
  const { modulusLength, primes } = selection;
  try {
    return {
      report: new Device(xrsa, deviceOptions(selection)).plan({ modulusLength, primes }, modeOptions(selection)),
    };
  } catch (error) {
    return { refusal: refusedBy(error) };
  }
}

/** The control at fault: the first whose default would be accepted, else the one that the library names. */
function locate(xrsa: Xrsa, selection: Selection, refused: Refused): Refusal {
  const order = [...numberFields].reverse();
  const field = order.find((name) => {
    if (name === "windowWidth" && selection.mode !== "window") return false;
    return plan(xrsa, { ...selection, [name]: defaultSelection[name] }).report !== undefined;
  });
  const named = numberFields.find((name) => name === refused.parameter);
  return { field: field ?? named ?? "modulusLength", message: inWords(refused, words) };
}

const words: Readonly<Record<string, string>> = {
  multiplierLength: "the multiplier",
  unitRam: "the unit’s RAM",
  controllerRam: "the controller’s RAM",
  windowWidth: "the window",
  modulusLength: "the modulus",
};

function refusedInWords({ refusal, ...plan }: Planned): Plan {
  return refusal === undefined ? plan : { ...plan, refusal: inWords(refusal, words) };
}
