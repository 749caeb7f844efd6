import { invalid } from "../errors.js";
import {
  type AbortOptions,
  abortNames,
  checkOptions,
  type Names,
  type ReportOptions,
  throwIfAborted,
} from "../options.js";
import { checkWholeNumber } from "../params.js";
import type { Step } from "./report.js";

/** What the device is like. The default is the paper's part, the HED CIU98320B. */
export interface DeviceOptions {
  /** k: bits of the multiplier, a multiple of 32 from 64 to 4096. Default 2048. */
  readonly multiplierLength?: number | undefined;
  /** RAM of the unit that multiplies, in bytes. Default 3072. */
  readonly unitRam?: number | undefined;
  /** RAM of the controller, which holds the table of the mode `window`, in bytes. Default 16384. */
  readonly controllerRam?: number | undefined;
}

/**
 * How the device exponentiates, in the order of their counts.
 *
 * @example
 * ```ts
 * import { modes } from "rsa-variants/xrsa";
 * console.log(modes.join(", "));
 * ```
 */
export const modes = Object.freeze(["paper", "squarings", "window"] as const);

/**
 * `paper` by the paper's algorithms, their errors mended; `squarings` with R² by log₂ ℓ squarings instead of ℓ − 1
 * multiplications; `window` with a fixed window besides, whose table is read as a whole at every step.
 */
export type Mode = (typeof modes)[number];

/** How to compute. */
export interface ModeOptions extends AbortOptions {
  /** Default `window`. */
  readonly mode?: Mode | undefined;
  /** Bits of the exponent that one multiplication takes, 2 to 6; for the mode `window` alone. Default 5. */
  readonly windowWidth?: number | undefined;
}

/** How far a computation on the device is. */
export interface Progress {
  /** What is being computed, and how many multiplications ⊗ that took so far. */
  readonly section: { readonly step: Step; readonly prime?: number; readonly multiplications: number };
  /** Multiplications ⊗ so far. */
  readonly multiplications: number;
  /** Multiplications ⊗ in all; absent in key generation, where it is a matter of luck. */
  readonly expected?: number;
  /** Key generation: how many candidates were tested so far for the present prime. */
  readonly candidates?: number;
}

/** Options of a private operation on the device. */
export interface RunOptions extends ModeOptions, ReportOptions<Progress> {
  /**
   * Whether to give every operation of the unit, without or with the values that it computed with. The values give the
   * key away, and take much memory: they are for teaching, with operands of at most 512 bits.
   */
  readonly trace?: "operations" | "values" | undefined;
}

/** A mode as the glue takes it; the width is read in the mode `window` alone. */
export type GlueModeArguments = [mode: string, windowWidth: number];

export const deviceNames: Names<DeviceOptions> = { multiplierLength: true, unitRam: true, controllerRam: true };
export const modeNames: Names<ModeOptions> = { ...abortNames, mode: true, windowWidth: true };
export const runNames: Names<RunOptions> = { ...modeNames, onProgress: true, trace: true };

const defaultWindowWidth = 5;

/** Checks types; ranges and what the memories hold are the core's to judge. */
export function toModeArguments(options: ModeOptions, names: Readonly<Record<string, true>>): GlueModeArguments {
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

/** What the bindings report is progress already. */
export function toProgress(progress: Progress): Progress {
  return progress;
}
