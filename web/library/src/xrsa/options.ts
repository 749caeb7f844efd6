import { invalid } from "../errors.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  checkWholeNumber,
  type Names,
  type ReportOptions,
  throwIfAborted,
} from "../options.js";
import type { Step } from "./report.js";

/** The sizes of the device. The defaults are those of the paper's chip, the HED CIU98320B. */
export interface DeviceOptions {
  /** k: the length of the multiplier in bits, a multiple of 32 from 64 to 4096. Default 2048. */
  readonly multiplierLength?: number | undefined;
  /** RAM of the unit that multiplies, in bytes. Default 3072. */
  readonly unitRam?: number | undefined;
  /** RAM of the controller, which holds the table of the mode `window`, in bytes. Default 16384. */
  readonly controllerRam?: number | undefined;
}

/**
 * The methods of exponentiation on the device, from the slowest to the fastest.
 *
 * @example
 * ```ts
 * import { modes } from "rsa-variants/xrsa";
 * console.log(modes.join(", "));
 * ```
 */
export const modes = Object.freeze(["paper", "squarings", "window"] as const);

/**
 * A method of exponentiation on the device.
 *
 * - `paper`: the paper's algorithms, with their errors corrected.
 * - `squarings`: like `paper`, but R² is computed with log₂ ℓ squarings instead of ℓ − 1 multiplications.
 * - `window`: like `squarings`, and with a fixed window, whose whole table is read at every step.
 */
export type Mode = (typeof modes)[number];

/** How to compute. */
export interface ModeOptions extends AbortOptions {
  /** The method of exponentiation. Default `window`. */
  readonly mode?: Mode | undefined;
  /** The number of bits of the exponent for one multiplication, 2 to 6; only for the mode `window`. Default 5. */
  readonly windowWidth?: number | undefined;
}

/** The progress of a computation on the device. ⊗ is a Montgomery multiplication. */
export interface Progress {
  /** What is being computed, and how many multiplications ⊗ it has taken so far. */
  readonly section: { readonly step: Step; readonly prime?: number; readonly multiplications: number };
  /** Multiplications ⊗ so far. */
  readonly multiplications: number;
  /** Multiplications ⊗ in total; absent in key generation, where the number is random. */
  readonly expected?: number;
  /** In key generation: the number of candidates tested so far for the current prime. */
  readonly candidates?: number;
}

/** Options of a private operation on the device. */
export interface RunOptions extends ModeOptions, ReportOptions<Progress> {
  /**
   * Whether to return every operation of the unit, without or with its values. The values reveal the key and take much memory: they
   * are for teaching, with operands of at most 512 bits.
   */
  readonly trace?: "operations" | "values" | undefined;
}

/** A mode as the bindings accept it; the width matters only for the mode `window`. */
export type BindingsModeArguments = [mode: string, windowWidth: number];

export const deviceNames: Names<DeviceOptions> = { multiplierLength: true, unitRam: true, controllerRam: true };
export const modeNames: Names<ModeOptions> = { ...abortNames, mode: true, windowWidth: true };
export const runNames: Names<RunOptions> = { ...modeNames, onProgress: true, trace: true };

const defaultWindowWidth = 5;

/** Checks types; the core checks ranges and the sizes of the memories. */
export function toModeArguments(options: ModeOptions, names: Readonly<Record<string, true>>): BindingsModeArguments {
  const { mode = "window", windowWidth, signal } = checkOptions(options, names, '{ mode: "paper" }');
  throwIfAborted(signal);
  if (!modes.includes(mode)) {
    throw invalid("mode", `must be one of ${modes.join(", ")}, got ${String(mode)}`);
  }
  if (windowWidth === undefined) return [mode, defaultWindowWidth];
  checkWholeNumber("windowWidth", windowWidth);
  if (mode !== "window") {
    throw invalid("windowWidth", `is ${windowWidth}, but the mode ${mode} has no window`);
  }
  return [mode, windowWidth];
}

/** The bindings already report progress in this form. */
export function toProgress(progress: Progress): Progress {
  return progress;
}
