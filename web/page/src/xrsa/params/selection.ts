import { type Mode, modes } from "rsa-variants/xrsa";
import { type Limits, limitsProblem } from "../../common/whole-number.ts";

/** Where the key comes from: the ordinary library, or the device itself. */
export type KeySource = "library" | "device";

export const keySources: readonly KeySource[] = ["library", "device"];

export { modes };

/** Everything a user can choose; the whole of it is in the place's address. Lengths are bits, memories bytes. */
export interface Selection {
  readonly modulusLength: number;
  readonly primes: number;
  readonly multiplierLength: number;
  readonly mode: Mode;
  /** For the mode `window` alone; kept while another mode is chosen. */
  readonly windowWidth: number;
  readonly unitRam: number;
  readonly controllerRam: number;
  readonly keySource: KeySource;
}

/** What a field takes at all; what goes together is the library's to judge. */
export const limits = {
  modulusLength: { min: 128, max: 16384, step: 128 },
  primes: { min: 2, max: 8, step: 1 },
  multiplierLength: { min: 64, max: 4096, step: 32 },
  windowWidth: { min: 2, max: 6, step: 1 },
  unitRam: { min: 32, max: 1_048_576, step: 32 },
  controllerRam: { min: 256, max: 1_048_576, step: 256 },
} as const satisfies Partial<Record<keyof Selection, Limits>>;

export type NumberField = keyof typeof limits;

export const numberFields = Object.keys(limits) as readonly NumberField[];

/** RSA-4096 on the paper's part by its algorithms. */
export const defaultSelection: Selection = {
  modulusLength: 4096,
  primes: 2,
  multiplierLength: 2048,
  mode: "paper",
  windowWidth: 5,
  unitRam: 3072,
  controllerRam: 16384,
  keySource: "library",
};

/** Says why a number cannot be used, or nothing. */
export function numberProblem(field: NumberField, value: number): string | undefined {
  return limitsProblem(value, limits[field]);
}
