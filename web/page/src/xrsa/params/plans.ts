import { Device, type DeviceOptions, type Mode, type ModeOptions, type Report, type Xrsa } from "rsa-variants/xrsa";
import { inWords, type Refused, refusedBy } from "../../core/refusal.ts";
import { defaultSelection, limits, type NumberName, numberNames, type Selection } from "./selection.ts";

/** A way to compute, with what it costs on the chosen device, or why the device refuses it. */
export interface Plan {
  readonly mode: Mode;
  readonly windowWidth?: number;
  readonly report?: Report;
  readonly refusal?: string;
}

/** Every way to compute the chosen modulus on the chosen device. */
export interface Plans {
  readonly all: readonly Plan[];
  /** The one chosen. */
  readonly chosen: Plan;
  /** Why the device refuses the chosen one, and the field at fault. */
  readonly refusal?: { readonly field: NumberName; readonly message: string };
}

/** The ways to compute, in the order of the table. */
export const ways: readonly Pick<Plan, "mode" | "windowWidth">[] = [
  { mode: "paper" },
  { mode: "squarings" },
  ...Array.from({ length: limits.windowWidth.max - limits.windowWidth.min + 1 }, (_, index) => ({
    mode: "window" as const,
    windowWidth: limits.windowWidth.min + index,
  })),
];

/** Plans every way with the library's own device, which counts without computing. */
export function planAll(xrsa: Xrsa, selection: Selection): Plans {
  const all = ways.map((way) => ({ way, ...plan(xrsa, { ...selection, ...way }) }));
  const plans = all.map(
    ({ way, report, refused }): Plan => ({
      ...way,
      ...(report && { report }),
      ...(refused && { refusal: inWords(refused, words) }),
    }),
  );
  const index = ways.findIndex((way) => isChosen(way, selection));
  const refused = all[index]?.refused;
  return {
    all: plans,
    chosen: plans[index] as Plan,
    ...(refused && { refusal: { field: fieldAtFault(xrsa, selection, refused), message: inWords(refused, words) } }),
  };
}

/** Whether a plan computes in the way the selection asks for. */
export function isChosen(plan: Pick<Plan, "mode" | "windowWidth">, { mode, windowWidth }: Selection): boolean {
  return plan.mode === mode && (mode !== "window" || plan.windowWidth === windowWidth);
}

/** The device of a selection, for the library. */
export function deviceOptions({ multiplierLength, unitRam, controllerRam }: Selection): DeviceOptions {
  return { multiplierLength, unitRam, controllerRam };
}

/** The mode of a selection, for the library. */
export function modeOptions({ mode, windowWidth }: Selection): ModeOptions {
  return mode === "window" ? { mode, windowWidth } : { mode };
}

function plan(xrsa: Xrsa, selection: Selection): { readonly report?: Report; readonly refused?: Refused } {
  const { modulusLength, primes } = selection;
  try {
    return {
      report: new Device(xrsa, deviceOptions(selection)).plan({ modulusLength, primes }, modeOptions(selection)),
    };
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
